/** An adjustment takes effect (30 §5): the quantity changes, everything that follows from it follows by the difference, all or none. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { BAD } from '../../production/adjust';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { lockPeriods } from '../../stock/period';
import type { Split } from './adjust-bounds';
import type { Told } from './effect';
import { reportEffects } from './effects';
import { type Floor, floorOf } from './operations';
import { decimalsOf } from './prd-units';
import { rebalance } from './rebalance';
import { recountStarts } from './recount';
import { withShares } from './report-hours';

type Adjustment = RowOf<'adjustRecord'>;
type Report = RowOf<'prdReport'>;

/** What a record changes a value to; what it does not name stays. */
export const newValue = (
  record: Pick<Adjustment, 'rows'>,
  field: LineOf<'adjustRecord', 'rows'>['field'],
): number | undefined => record.rows.find((row) => row.field === field)?.newValue ?? undefined;
export const splitOf = (record: Pick<Adjustment, 'rows'>, report: Report): Split => ({
  qualifiedQty: newValue(record, 'qualifiedQty') ?? report.qualifiedQty,
  reworkQty: newValue(record, 'reworkQty') ?? report.reworkQty ?? 0,
  workScrapQty: newValue(record, 'workScrapQty') ?? report.workScrapQty ?? 0,
  materialScrapQty: newValue(record, 'materialScrapQty') ?? report.materialScrapQty ?? 0,
  pendingQty: newValue(record, 'pendingQty') ?? report.pendingQty ?? 0,
});

/** Does it, and tells what it did. */
export const apply = async (record: Adjustment, ctx: Ctx): Promise<readonly Told[]> => {
  const workOrder = record.workOrderNbr ?? '';
  await lockPeriods(ctx, 'shared');
  const before = await floorOf(ctx, workOrder);
  const told = await done(record, ctx);
  return [...moved(before, await floorOf(ctx, workOrder)), ...told];
};
const done = async (record: Adjustment, ctx: Ctx): Promise<readonly Told[]> => {
  const { records } = ctx.asSystem();
  if (record.kind === '10') {
    await applyStart(record.prdStart ?? '', newValue(record, 'startQty'), ctx);
    return [];
  }
  const report = await records.get('prdReport', record.prdReport ?? '', { lock: true });
  if (!report) throw new Error(`report ${record.prdReport} does not exist`);
  if (record.kind === '20') return applyReport(report, record, ctx);
  await records.act('prdReport', 'reverse', report.id, { reason: `${record.nbr}删除报工` });
  return used(report);
};

const applyStart = async (id: string, startQty: number | undefined, ctx: Ctx): Promise<void> => {
  if (startQty === undefined) return;
  const start = await ctx.asSystem().records.save('prdStart', { id, startQty });
  await recountStarts(ctx, [id], ctx.occurAt);
  // what it has become (已结束, 已暂停) is what the work order sees
  if (start.workOrderNbr !== null) await rebalance(ctx, [start.workOrderNbr]);
};

const applyReport = async (report: Report, record: Adjustment, ctx: Ctx): Promise<readonly Told[]> => {
  const split = splitOf(record, report);
  const reportQty = sumDec([split.qualifiedQty, ...BAD.map((code) => split[code])]);
  const to: Report = { ...report, ...split, reportQty };
  let change: ChangeOf<'prdReport'> = {};
  const told: Told[] = [];
  for (const effect of reportEffects) {
    const adjusted = await effect.adjust?.(report, to, ctx);
    change = { ...change, ...adjusted?.change };
    told.push(...(adjusted?.told ?? []));
  }
  const hours = newValue(record, 'workHours');
  const decimals = await decimalsOf(report.workOrderNbr, ctx);
  await ctx.asSystem().records.save('prdReport', {
    ...change,
    id: report.id,
    qualifiedQty: split.qualifiedQty,
    firstPassQty: Math.max(0, addDec(report.firstPassQty ?? 0, subDec(split.qualifiedQty, report.qualifiedQty))),
    badRows: badRowsOf(report, record, ctx),
    workers: await withShares({ ...to }, { workers: [...report.workers], old: { ...report }, decimals }, ctx),
    ...(hours === undefined ? {} : { workHours: hours, manualHours: hours }),
  });
  return told;
};
/** A row that says the same stays the same row, with its place and its photo. */
const badRowsOf = (report: Report, record: Adjustment, ctx: Ctx): NonNullable<ChangeOf<'prdReport'>['badRows']> => {
  const left = [...report.badRows];
  return record.badRows.map(({ badReason, disposal, qty }) => {
    const at = left.findIndex((row) => row.badReason === badReason && row.disposal === disposal);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    const row = same ?? { id: ctx.newId() };
    return { ...row, badReason: badReason ?? '', disposal: disposal ?? '40', qty: qty ?? 0 };
  });
};

/** What a report that is gone had used. */
const used = (report: Report): readonly Told[] =>
  report.materials.flatMap(({ material, batchNbr, qty }): readonly Told[] => {
    const way = `${batchNbr ?? ''}→${report.batchNbr ?? ''}`;
    const one = { material, batchNbr, before: qty ?? 0, after: 0 };
    return [
      { type: '20', ref: '耗用', ...one },
      ...(batchNbr === null ? [] : [{ type: '40' as const, ref: way, ...one }]),
    ];
  });

const SHOWN = [
  ['started', '开工'],
  ['inQty', '转入'],
  ['good', '合格'],
  ['firstPass', '首次合格'],
  ['rework', '返工'],
  ['scrap', '报废'],
  ['pending', '待判'],
  ['wip', '在制'],
] as const;
/** What changed on the operations of the work order. */
const moved = (before: Floor, after: Floor): readonly Told[] =>
  after.operations.flatMap((op) => {
    const [was, is] = [before.balances.get(op.opNbr), after.balances.get(op.opNbr)];
    if (!was || !is) return [];
    return SHOWN.flatMap(([code, title]): readonly Told[] =>
      was[code] === is[code]
        ? []
        : [{ type: '10', orderProcess: op.id, ref: `工序${op.opNbr}${title}`, before: was[code], after: is[code] }],
    );
  });
