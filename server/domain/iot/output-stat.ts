/** 产量查询 (50 §3): rows of readings stay as they are; people correct beside them, decide on jumps and name the work. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { countWorks } from '../../iot/machine-count';
import { lockOutput } from '../../iot/output';
import { OUTPUT } from '../../iot/output-rows';
import type { HeadOf } from '../../rows';

type Stat = HeadOf<'outputStat'>;

export const outputStat: DomainModule<'outputStat'> = {
  async lock(_action, ids, ctx) {
    const rows = await ctx.asSystem().records.many('outputStat', ids, { stored: true });
    await lockOutput(
      ctx,
      rows.flatMap(({ equipment }) => equipment ?? []),
    );
  },
  async after({ record, old }, ctx) {
    await countWorks(
      ctx,
      [record.deviceWork, old?.deviceWork].flatMap((work) => work ?? []),
      true,
    );
  },
  actions: {
    async fix(record, ask, ctx) {
      const qty = Number(ask.qty);
      if (qty === 0) throw refuse('修正数量不能为0', { field: 'qty' });
      const left = addDec(await madeIn(ctx, record), qty);
      if (left < 0) throw refuse(`修正后该时段产量为${left}，不能小于0`, { field: 'qty' });
      const { shiftDate, shift, slotAt, equipment, factoryUnit, deviceWork, workOrderNbr, opNbr, process, material } =
        record;
      await ctx.asSystem().records.save('outputStat', {
        id: ctx.newId(),
        ...{ shiftDate, shift, slotAt, equipment, factoryUnit, deviceWork, workOrderNbr, opNbr, process, material },
        ...{ number: qty, qualifiedQty: qty, unqualifiedQty: 0, suspectQty: 0, estQty: 0, rev: 0, linked: false },
        source: OUTPUT.manual,
        note: ask.reason,
      });
      return undefined;
    },
    accept: async ({ suspectQty, note }) => ({
      source: OUTPUT.manual,
      accepted: true,
      number: suspectQty,
      qualifiedQty: suspectQty,
      suspectQty: 0,
      note: note ?? `计入${suspectQty}`,
    }),
    drop: async ({ suspectQty, note }) => ({
      source: OUTPUT.manual,
      accepted: false,
      suspectQty: 0,
      note: note ?? `忽略${suspectQty}`,
    }),
    async link({ equipment, slotAt }, ask, ctx) {
      const work = ask.deviceWork === null ? null : await ctx.records.get('deviceWork', ask.deviceWork);
      if (work === null) throw refuse('请选择设备加工', { field: 'deviceWork' });
      const { id, workOrderNbr, opNbr, process, material, from, to } = work;
      const ran = slotAt !== null && from !== null && from < hourAfter(slotAt) && (to === null || to > slotAt);
      if (work.equipment !== equipment || !ran) throw refuse('该设备加工不在这个设备和时段', { field: 'deviceWork' });
      return { deviceWork: id, workOrderNbr, opNbr, process, material, linked: true };
    },
  },
};

const hourAfter = (moment: string): string => dateAdd(moment, 1, 'hour') ?? moment;

/** What the slot and the work have with all corrections. */
const madeIn = async (ctx: Ctx, { equipment, slotAt, deviceWork }: Stat): Promise<number> => {
  const rows = await ctx
    .asSystem()
    .records.find('outputStat', 'equipment == param.equipment && slotAt == param.slotAt', {
      param: { equipment, slotAt },
    });
  return rows.reduce((sum, row) => (row.deviceWork === deviceWork ? addDec(sum, row.number ?? 0) : sum), 0);
};
