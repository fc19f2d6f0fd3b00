/** 开工, 报工, 删除报工 as 数量调整 changes them (30 §5): everything that follows from the quantity follows by the difference. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';
import { BAD } from '../../production/adjust';
import type { ChangeOf, RowOf } from '../../rows';
import {
  blockOfDelete,
  blockOfReport,
  blockOfStart,
  hoursProblem,
  reportProblem,
  type Split,
  startProblem,
} from './adjust-bounds';
import { type AdjustKind, type Adjustment, type Asked, isStale, newValue } from './adjust-kind';
import type { Told } from './effect';
import { reportEffects } from './effects';
import { decimalsOf, finerThanUnit } from './prd-units';
import { rebalance } from './rebalance';
import { recountStarts } from './recount';
import { withShares } from './report-hours';

type Report = RowOf<'prdReport'>;
const STARTED: readonly string[] = ['30', '40', '60'];
const EFFECTIVE = '60';

export const adjustedStart: AdjustKind = {
  async refusal(asked, ctx) {
    const start = await ctx.asSystem().records.get('prdStart', asked.prdStart ?? '', { lock: true });
    if (!start || !STARTED.includes(start.docStatus ?? '') || isStale(asked, { startQty: start.startQty }))
      return text('record.stale');
    const said = (await blockOfStart(start, asked.id, ctx)) ?? (await finer(asked, ctx));
    return said ?? startProblem(start, newValue(asked, 'startQty') ?? start.startQty, ctx);
  },
  async apply(record, ctx) {
    await applyStart(record.prdStart ?? '', newValue(record, 'startQty'), ctx);
    return [];
  },
};
export const adjustedReport: AdjustKind = {
  async refusal(asked, ctx) {
    const report = await reportOf(asked, ctx);
    if (!report) return text('record.stale');
    const said = (await blockOfReport(report, asked.id, ctx)) ?? (await finer(asked, ctx));
    return (
      said ?? hoursProblem(report, newValue(asked, 'workHours')) ?? reportProblem(report, splitOf(asked, report), ctx)
    );
  },
  apply: async (record, ctx) => applyReport(await needReport(record, ctx), record, ctx),
};
export const deletedReport: AdjustKind = {
  async refusal(asked, ctx) {
    const report = await reportOf(asked, ctx);
    // a reversal has guards of its own
    return report ? blockOfDelete(report, asked.id, ctx) : text('record.stale');
  },
  async apply(record, ctx) {
    const report = await needReport(record, ctx);
    await ctx.asSystem().records.act('prdReport', 'reverse', report.id, { reason: `${record.nbr}删除报工` });
    return used(report);
  },
};

/** The effective report as it was when it was asked for. */
const reportOf = async (asked: Asked, ctx: Ctx): Promise<Report | null> => {
  const report = await ctx.asSystem().records.get('prdReport', asked.prdReport ?? '', { lock: true });
  return report?.docStatus === EFFECTIVE && !isStale(asked, { ...report }) ? report : null;
};
const needReport = async ({ prdReport }: Adjustment, ctx: Ctx): Promise<Report> => {
  const report = await ctx.asSystem().records.get('prdReport', prdReport ?? '', { lock: true });
  if (!report) throw new Error(`report ${prdReport} does not exist`);
  return report;
};
/** Pieces in parts of a piece; hours are no pieces. */
const finer = ({ workOrderNbr, rows, badRows }: Asked, ctx: Ctx): Promise<string | null> =>
  finerThanUnit(
    workOrderNbr,
    [
      ...rows.filter(({ field }) => field !== 'workHours').map(({ newValue: qty }) => qty),
      ...badRows.map(({ qty }) => qty),
    ],
    ctx,
  );
const splitOf = (record: Pick<Asked, 'rows'>, report: Report): Split => ({
  qualifiedQty: newValue(record, 'qualifiedQty') ?? report.qualifiedQty,
  reworkQty: newValue(record, 'reworkQty') ?? report.reworkQty ?? 0,
  workScrapQty: newValue(record, 'workScrapQty') ?? report.workScrapQty ?? 0,
  materialScrapQty: newValue(record, 'materialScrapQty') ?? report.materialScrapQty ?? 0,
  pendingQty: newValue(record, 'pendingQty') ?? report.pendingQty ?? 0,
});

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
