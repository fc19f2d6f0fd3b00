/** 费率 (50 §6): versions of one energy never overlap; what is published is billed by and never changes. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { type PfStep, pfTableOf } from '../../energy/bill';
import { refuse } from '../../errors';
import { draftSent, type HeadOf, type JudgedOf, type RowOf } from '../../rows';
import { sharedDays, slotFault, tierFault } from './tariff-rules';

const DRAFT = '10';
const RETIRED = '80';
/** what was in force is still billed by on its days */
const PUBLISHED = 'status in [60, 80]';
type Tariff = RowOf<'tariff'>;

export const tariff: DomainModule<'tariff'> = {
  async derive(record, _old, ctx) {
    if (record.pfTable.length === 0) record.pfTable = withIds(pfTableOf(record.pfStd), ctx);
    return undefined;
  },
  async check(record, _old, ctx) {
    const periods = ctx.records.dict('energyPeriod')?.items ?? [];
    const words = { period: (code: string) => periods.find((item) => item.code === code)?.title ?? code };
    const priced = new Set(record.prices.map(({ period }) => period));
    const problems: Problem[] = [slotFault(record.slots, priced, words), tierFault(record.tiers)].flatMap((fault) =>
      fault ? [{ code: `tariff.${fault.path}`, path: fault.path, text: fault.text }] : [],
    );
    if (record.status !== DRAFT) return problems;
    return [...problems, ...(await overlaps(record, ctx)).problems];
  },
  async lock(action, _ids, ctx) {
    // two that are published at once would not see each other
    if (action !== 'publish') return;
    const { records } = ctx.asSystem();
    const all = await records.find('tariff', PUBLISHED);
    await records.many('tariff', all.map(({ id }) => id).sort(), { lock: true, stored: true });
  },
  actions: {
    async publish(record, _ask, ctx) {
      const unpriced = priceless(record);
      if (unpriced !== undefined) throw refuse(unpriced);
      const { problems, cut } = await overlaps(record, ctx);
      const [problem] = problems;
      if (problem) throw refuse(problem.text, { field: problem.path });
      const endDate = dateAdd(record.startDate, -1);
      for (const open of cut)
        await ctx.asSystem().records.patch('tariff', open.id, {
          head: { endDate, ...(record.startDate <= ctx.today ? { status: RETIRED } : {}) },
        });
      return undefined;
    },
    retire: async (_record, ask) => ({ endDate: ask.endDate }),
  },
};

/** Published versions of the same energy on days of this one; the open one that began before ends the day before it. */
const overlaps = async (
  record: JudgedOf<'tariff'> | Tariff,
  ctx: Ctx,
): Promise<{ readonly problems: readonly Problem[]; readonly cut: readonly HeadOf<'tariff'>[] }> => {
  const published = await ctx.asSystem().records.find('tariff', PUBLISHED, { sort: 'startDate' });
  const others = published.filter(({ id, energyType }) => energyType === record.energyType && id !== record.id);
  const cut = others.filter(({ endDate, startDate }) => endDate === null && startDate < record.startDate);
  const problems = others.flatMap((other): Problem[] => {
    const days = cut.includes(other) ? undefined : sharedDays(record, other);
    if (days === undefined) return [];
    const text = `费率版本日期与「${other.code}」重叠：${days}`;
    return [{ code: 'tariff.overlap', path: 'startDate', text }];
  });
  return { problems, cut };
};

const priceless = ({ flatPrice, slots, tiers, energyType }: Tariff): string | undefined => {
  if (flatPrice !== null) return undefined;
  if (energyType === '1') return slots.length > 0 ? undefined : '请填写单价，或时段电价和时段表';
  return tiers.length > 0 ? undefined : '请填写单价或阶梯';
};

const withIds = (rows: readonly PfStep[], ctx: Ctx) =>
  rows.map((row, at) => ({ ...row, id: ctx.newId(), lineNo: (at + 1) * 10 }));

/** 力调表 of the standard that was chosen in the form. */
export const tariffPfTable: Service = {
  name: 'tariff.pfTable',
  right: null,
  run: async (args, ctx) => ({ pfTable: withIds(pfTableOf(draftSent('tariff', args.record).pfStd), ctx) }),
};
