/** What an effective start or report may be changed to, and why it may not be changed at all (30 §5). */
import { subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { keyFor } from '../../../schemas/language/settings';
import type { Ctx } from '../../ctx';
import { reportedOfStarts } from '../../datasets/production/sums';
import { BAD, goodRefusal, leastGood, mostGood, startRange, startRefusal } from '../../production/adjust';
import type { RowOf } from '../../rows';
import { closedMonth } from '../../stock/period';
import type { Standing } from './adjust-kind';
import type { Least } from './effect';
import { reportEffects } from './effects';
import { around, floorOf } from './operations';
import { mostHours, tooManyHours } from './report-hours';
import { boundsOf, limitProblem } from './report-limit';
import { dispatchPart } from './start-guards';

type Start = RowOf<'prdStart'>;
type Report = RowOf<'prdReport'>;

export const startStanding = async (start: Start, ctx: Ctx): Promise<Standing> => {
  const { at, own, dispatch } = await aroundStart(start, ctx);
  return { bounds: { startQty: startRange(at, own, dispatch) }, blockReason: await blockOfStart(start, null, ctx) };
};
/** Why a start cannot have this quantity. */
export const startProblem = async (start: Start, qty: number, ctx: Ctx): Promise<string | null> => {
  const { at, own, dispatch } = await aroundStart(start, ctx);
  return startRefusal(at, own, qty, dispatch);
};
const aroundStart = async (start: Start, ctx: Ctx) => {
  const at = around(await floorOf(ctx, start.workOrderNbr ?? '', start.id), start.orderProcess);
  const sums = (await reportedOfStarts(ctx, [start.id])).get(start.id);
  return {
    at,
    own: { qty: start.startQty, reported: sums?.reported ?? 0, submitted: sums?.submitted ?? 0 },
    dispatch: await dispatchPart(start, ctx),
  };
};

export const reportStanding = async (report: Report, ctx: Ctx): Promise<Standing> => {
  const at = around(await floorOf(ctx, report.workOrderNbr ?? ''), report.orderProcess);
  const { limits } = await boundsOf(await asReported(report, ctx), (report.overReason ?? '') !== '', ctx);
  const bad = subDec(report.reportQty ?? 0, report.qualifiedQty);
  const least = await leastOf(report, ctx);
  const low = (field: Least['field'], other = 0): number =>
    Math.max(other, ...least.filter((each) => each.field === field).map(({ qty }) => qty));
  return {
    bounds: {
      qualifiedQty: { min: low('qualifiedQty', leastGood(at, report.qualifiedQty)), max: mostGood(limits, bad) },
      reportQty: { min: 0, max: mostGood(limits, 0) },
      reworkQty: { min: low('reworkQty'), max: null },
      pendingQty: { min: low('pendingQty'), max: null },
      workHours: { min: 0, max: Math.max(mostHours(report), report.workHours ?? 0) },
    },
    blockReason: await blockOfReport(report, null, ctx),
  };
};

/** The new quantities of a report. */
export interface Split {
  readonly qualifiedQty: number;
  readonly reworkQty: number;
  readonly workScrapQty: number;
  readonly materialScrapQty: number;
  readonly pendingQty: number;
}
/** Hours since the report before it may be more than its own time: what it has is never refused. */
export const hoursProblem = (report: Report, hours: number | undefined): string | null =>
  hours === undefined || hours <= (report.workHours ?? 0) ? null : tooManyHours(report, hours);
/** Why a report cannot say this, the first reason there is. */
export const reportProblem = async (report: Report, to: Split, ctx: Ctx): Promise<string | null> => {
  const total = sumDec([to.qualifiedQty, ...BAD.map((code) => to[code])]);
  if (total <= 0) return '报工数量必须大于0';
  const at = around(await floorOf(ctx, report.workOrderNbr ?? ''), report.orderProcess);
  const used = goodRefusal(at, report.qualifiedQty, to.qualifiedQty);
  if (used !== null) return used;
  for (const { field, qty, text } of await leastOf(report, ctx))
    if (to[field] < (report[field] ?? 0) && to[field] < qty) return text(to[field]);
  if (total <= (report.reportQty ?? 0)) return null;
  const wanted = { ...(await asReported(report, ctx)), reportQty: total, overReason: report.overReason };
  const problem = await limitProblem(wanted, (report.overReason ?? '') !== '', ctx);
  return problem?.text ?? null;
};

/** A start that came with the report follows it, so that it does not bind it. */
const asReported = async (report: Report, ctx: Ctx) => {
  const [start] =
    report.prdStart === null ? [] : await ctx.asSystem().records.many('prdStart', [report.prdStart], { stored: true });
  const { id, orderProcess, workOrderNbr } = report;
  return { id, orderProcess, workOrderNbr, prdStart: start?.isImplied === true ? null : report.prdStart };
};
const leastOf = async (report: Report, ctx: Ctx): Promise<readonly Least[]> => {
  const found: Least[] = [];
  for (const effect of reportEffects) found.push(...((await effect.least?.(report, ctx)) ?? []));
  return found;
};

/** `except`: the record of the adjustment itself. */
export const blockOfStart = async (start: Start, except: string | null, ctx: Ctx): Promise<string | null> =>
  start.isImplied === true
    ? '随报工补记的开工，请调整报工数量'
    : blockOf({ ...start, field: 'prdStart', day: start.shiftDate }, except, ctx);
export const blockOfReport = async (report: Report, except: string | null, ctx: Ctx): Promise<string | null> =>
  report.serials.length > 0
    ? '按序列号报工，不能调整数量，请冲销后重新报工'
    : blockOf({ ...report, field: 'prdReport', day: report.shiftDate }, except, ctx);
/** Deleted it is taken back as it is, so that serial numbers do not hold it. */
export const blockOfDelete = async (report: Report, except: string | null, ctx: Ctx): Promise<string | null> =>
  blockOf({ ...report, field: 'prdReport', day: report.shiftDate }, except, ctx);

interface Adjustable {
  readonly field: 'prdStart' | 'prdReport' | 'outPlan' | 'outSend' | 'outReceive';
  readonly id: string;
  /** the row of the document, where one is adjusted alone */
  readonly srcRow?: string;
  readonly workOrderNbr: string | null;
  readonly day: string;
  readonly createdBy: string | null;
}
const ENDED: readonly string[] = ['80', '90'];
/** What stands in the way of every adjustment of a document; `except`: the record of the adjustment itself. */
export const blockOf = async (doc: Adjustable, except: string | null, ctx: Ctx): Promise<string | null> => {
  const { records } = ctx.asSystem();
  const [workOrder] =
    doc.workOrderNbr === null ? [] : await records.many('workOrder', [doc.workOrderNbr], { stored: true });
  if (workOrder && ENDED.includes(workOrder.docStatus ?? '')) return `工单${workOrder.nbr}已关闭，不能调整`;
  const month = doc.day.slice(0, 7);
  const closed = await closedMonth(ctx);
  if (closed !== null && month <= closed) return `${month}期间已关闭，不能调整`;
  if (ctx.setting(keyFor('audit.self', 'adjustRecord')) === false && doc.createdBy === ctx.session.me.id)
    return '不能调整本人提交的单据，请由其他有权限人员处理';
  const found = await records.find(
    'adjustRecord',
    `${doc.field} == param.id && docStatus == 50${doc.srcRow === undefined ? '' : ' && srcRow == param.row'}`,
    { param: { id: doc.id, ...(doc.srcRow === undefined ? {} : { row: doc.srcRow }) } },
  );
  const open = found.find(({ id }) => id !== except);
  return open ? `该单据已有待审核的调整「${open.nbr}」` : null;
};
