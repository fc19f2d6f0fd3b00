/** How much a report may say (30 P6), for the form and under the locks of the save and of the audit. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { CheckProblem } from '../../../schemas/language/record/checks';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { reportedOfStarts } from '../../datasets/production/sums';
import {
  type Around,
  binding,
  type Limit,
  notReady,
  type Part,
  reportLimits,
  reportSentence,
} from '../../production/limits';
import { endedText } from './ended';
import { around, type Floor, floorOf } from './operations';
import { seen } from './report-basis';
import { limitRefusal } from './ways';

export interface Reported {
  readonly id?: string | null | undefined;
  readonly orderProcess: string;
  readonly workOrderNbr: string | null;
  readonly prdStart: string | null;
  readonly dispatchOrder?: string | null;
}
interface Bounds {
  readonly at: Around;
  readonly workOrder: Floor['workOrder'];
  readonly start: Part | undefined;
  readonly limits: readonly Limit[];
}
/** What binds a report; the report itself does not count. `isOver`: the plan is lifted. */
export const boundsOf = async (report: Reported, isOver: boolean, ctx: Ctx): Promise<Bounds> => {
  const [floor, start] = await Promise.all([
    floorOf(ctx, report.workOrderNbr ?? '', report.id ?? null),
    startPart(report, ctx),
  ]);
  const at = around(floor, report.orderProcess);
  return { at, workOrder: floor.workOrder, start, limits: reportLimits(at, { start, isOver }) };
};
/** A start as a report of it finds it; the report itself does not count. */
export const startPart = async (
  { id, prdStart }: Pick<Reported, 'id' | 'prdStart'>,
  ctx: Ctx,
): Promise<Part | undefined> => {
  if (prdStart === null) return undefined;
  const [start] = await ctx.asSystem().records.many('prdStart', [prdStart], { stored: true });
  if (!start) return undefined;
  const sums = (await reportedOfStarts(ctx, [prdStart], id ?? null)).get(prdStart);
  return { qty: start.startQty, reported: sums?.reported ?? 0, submitted: sums?.submitted ?? 0 };
};

/** The first thing that speaks against a quantity; `mayOver` lifts the plan and wants a reason instead. */
export const limitProblem = async (
  report: Reported & { readonly reportQty: number | null; readonly overReason: string | null },
  mayOver: boolean,
  ctx: Ctx,
): Promise<Problem | CheckProblem | null> => {
  const qty = report.reportQty ?? 0;
  const { at, workOrder, limits } = await boundsOf(report, false, ctx);
  const ended = endedText(workOrder);
  if (ended !== null) return { code: 'prdReport.ended', path: 'orderProcess', text: `${ended}，不能报工` };
  // what was begun while those before had ended is reported, though they were opened again
  const waiting = at.op.mode === '1' && report.prdStart === null ? notReady(at) : null;
  if (waiting !== null) return { code: 'prdReport.ready', path: 'orderProcess', text: waiting };
  const hard = limits.filter(({ kind }) => kind !== 'plan');
  const bound = mayOver ? hard : limits;
  const limit = bound.length === 0 ? null : binding(bound);
  if (limit !== null && qty > limit.max)
    return limitRefusal(
      limit,
      { rule: `prdReport.${limit.kind}`, path: 'qualifiedQty', text: reportSentence(limit, qty) },
      report,
    );
  const isOver = limits.some(({ kind, max }) => kind === 'plan' && qty > max);
  return isOver && (report.overReason ?? '').trim() === ''
    ? { code: 'prdReport.overReason', path: 'overReason', text: '请填写超报原因' }
    : null;
};

interface Asked extends Bounds {
  /** what may be reported now */
  readonly max: number;
  /** what stands before 最多: the limit that binds, or the plan where nothing else does */
  readonly why: string;
}
/** Of the operation, the start and the report of a form; null = nothing was picked yet. `late`: the start is made with it (补报). */
const askedBounds = async (
  { operation, start, report, late }: Parameters<Service['run']>[0],
  isOver: boolean,
  ctx: Ctx,
): Promise<Asked | null> => {
  const found = await seen(typeof operation === 'string' ? operation : null, ctx);
  if (!found) return null;
  const asked = await boundsOf(
    {
      id: typeof report === 'string' ? report : null,
      orderProcess: found.id,
      workOrderNbr: found.workOrderNbr,
      prdStart: typeof start === 'string' ? start : null,
    },
    isOver,
    ctx,
  );
  const bounds = late === true ? { ...asked, limits: asked.limits.filter(({ kind }) => kind !== 'start') } : asked;
  const { op, balances } = bounds.at;
  if (bounds.limits.length > 0) return { ...bounds, ...binding(bounds.limits) };
  const reported = balances.get(op.opNbr)?.reported ?? 0;
  return { ...bounds, max: subDec(op.planQty, reported), why: `计划${op.planQty}，已报${reported}` };
};

const hintOf: Service['run'] = async (args, ctx) => {
  const asked = await askedBounds(args, false, ctx);
  if (!asked) return null;
  const { op, balances } = asked.at;
  const balance = balances.get(op.opNbr);
  const came = op.mode === '3' || op.predecessors.length === 0 ? '' : `，转入${balance?.inQty ?? 0}`;
  const said = `已报${balance?.reported ?? 0}，待生效${balance?.submitted ?? 0}`;
  return `可报工${asked.max}（计划${op.planQty}${came}，${said}）`;
};

/** 可报工40（计划45，转入40，已报0，待生效0） under the number. */
export const reportLimit: Service = {
  name: 'prdReport.limit',
  right: null,
  run: hintOf,
};

/** The same for the pad of floor mode: how many, and why; the plan does not bind who may report over it. */
const forPad = (args: Parameters<Service['run']>[0], ctx: Ctx): Promise<Asked | null> =>
  askedBounds(args, ctx.session.rights.has('prdReport:over'), ctx);
export const reportMost: Service = {
  name: 'prdReport.most',
  right: null,
  run: async (args, ctx) => (await forPad(args, ctx))?.max ?? null,
};
export const reportWhy: Service = {
  name: 'prdReport.why',
  right: null,
  run: async (args, ctx) => (await forPad(args, ctx))?.why ?? null,
};
