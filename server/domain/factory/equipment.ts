/** 设备 (20 §6): parts of a machine make no loop, a move leaves its row, the category gives its parameters and spare parts. */
import type { Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { draftSent, type HeadOf } from '../../rows';
import { treeModule } from '../tree';

const parts = treeModule('equipment', 'parent', {
  cycle: '主设备不能是自身或下级',
  depth: '设备的附属层级不能超过10级',
  children: (name, count) => `「${name}」下有${count}台附属设备，不能删除`,
});

export const equipment: DomainModule<'equipment'> = {
  ...parts,
  async check(record, old, ctx) {
    const found = (await parts.check?.(record, old, ctx)) ?? [];
    if (typeof record.joins !== 'string') return found;
    const group = await groupOf(ctx, record.id);
    if (group === undefined || group.id === record.joins) return found;
    const text = `设备「${record.code}」已属于工作组「${group.name}」`;
    return [...found, { code: 'equipment.group', path: 'joins', text }];
  },
  async after(write, ctx) {
    await parts.after?.(write, ctx);
    await join(write.record, ctx);
  },
  actions: {
    ...parts.actions,
    async relocate(record, ask, ctx) {
      const { factoryUnit, date, reason } = ask;
      const moves = record.moves;
      const last = moves.at(-1)?.date;
      if (factoryUnit === record.factoryUnit) throw refuse(`设备「${record.code}」已在该单元`);
      if (date > ctx.today) throw refuse('调拨日期不能晚于今天');
      if (last && date < last) throw refuse(`设备「${record.code}」在${last}已调拨，日期不能更早`);
      const row = {
        id: ctx.newId(),
        lineNo: (moves.length + 1) * 10,
        date: date,
        fromUnit: record.factoryUnit,
        toUnit: factoryUnit,
        reason: reason,
      };
      return { factoryUnit, moves: [...moves, row] };
    },
  },
};

const groupOf = async (ctx: Ctx, id: string): Promise<HeadOf<'workGroup'> | undefined> =>
  (
    await ctx.asSystem().records.find('workGroup', 'exists(equips, equipment == param.id)', { param: { id }, limit: 1 })
  )[0];

/** 加入工作组 is an errand, not a fact: the row of the group is what holds, so it is forgotten once it is run. */
const join = async ({ id, joins }: Pick<HeadOf<'equipment'>, 'id' | 'joins'>, ctx: Ctx): Promise<void> => {
  if (joins === null) return;
  const { records } = ctx.asSystem();
  await records.patch('equipment', id, { head: { joins: null } });
  const group = await records.get('workGroup', joins, { lock: true });
  if (!group) return;
  const { equips } = group;
  if (equips.some((row) => row.equipment === id)) return;
  const row = { id: ctx.newId(), lineNo: (equips.length + 1) * 10, equipment: id, priority: 10 };
  await records.save('workGroup', { id: joins, equips: [...equips, row] });
};

type Kept = 'params' | 'spares';
type Line = Row & { readonly lineNo: number };
/** What a new machine takes from its category; a sub-table the category leaves empty comes from the categories above. */
export const equipmentOfCategory: Service = {
  name: 'equipment.ofCategory',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('equipment', args.record);
    const category = record.devCategory ?? null;
    const patch: { [Sub in Kept]?: readonly Line[] } = {};
    for (const code of ['params', 'spares'] satisfies Kept[]) {
      if ((record[code]?.length ?? 0) > 0) continue;
      const given = await inherited(code, category);
      if (given.length > 0) patch[code] = given.map((row, index) => copied(row, index));
    }
    return Object.keys(patch).length > 0 ? patch : null;

    async function inherited(code: Kept, from: string | null): Promise<readonly Line[]> {
      let at = from;
      for (let level = 0; at !== null && level < 10; level++) {
        const node = await ctx.asSystem().records.get('devCategory', at);
        const rows = node?.[code] ?? [];
        if (rows.length > 0) return rows;
        at = node?.parent ?? null;
      }
      return [];
    }
    function copied(row: Line, index: number): Line {
      const { required: _required, ...values } = { required: undefined, ...row };
      return { ...values, id: ctx.newId(), lineNo: (index + 1) * 10 };
    }
  },
};
