/**
 * 冲销影响 (30 P11): the documents that stand between an effective report and its reversal, in the order in which they go, what each does
 * when it goes, and what holds it. 一键冲销 does the whole chain, last to first, or nothing.
 */
import { numText, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import {
  type ReportDoc,
  type Reversal,
  reversalOf,
  type Short,
  type Step,
  type StepKind,
} from '../../production/reversal';
import type { HeadOf, RowOf } from '../../rows';
import type { Holder } from './effect';
import { reportEffects, sentHolders } from './effects';
import { floorOf } from './operations';
import { receivedRefusal } from './receivable';

type Report = RowOf<'prdReport'>;
type Start = HeadOf<'prdStart'>;

/** One document of the chain. */
export interface Node {
  readonly object: string;
  readonly id: string;
  readonly nbr: string;
  readonly opNbr: number | null;
  /** what becomes of it, or what it holds */
  readonly effect: string;
  /** somebody has to act on it before anything else can go; else it goes with the chain */
  readonly blocks: string | null;
  /** who may */
  readonly right: string;
  readonly step: Step | null;
}
export interface Impact {
  readonly nodes: readonly Node[];
  readonly reversal: Reversal;
}

const RIGHTS: Readonly<Record<StepKind, string>> = {
  reverse: 'prdReport:reverse',
  withdraw: 'prdReport:add',
  cancel: 'prdStart:cancel',
  end: 'prdStart:end',
};
const SAID: Readonly<Record<StepKind, (qty: string) => string>> = {
  reverse: (qty) => `冲销报工${qty}`,
  withdraw: (qty) => `撤回报工${qty}`,
  cancel: (qty) => `撤销开工${qty}`,
  end: (qty) => `结束开工，退回${qty}`,
};

export const impactOf = async (report: Report, ctx: Ctx): Promise<Impact> => {
  const { records } = ctx.asSystem();
  const workOrder = report.workOrderNbr ?? '';
  const floor = await floorOf(ctx, workOrder);
  const param = { param: { workOrder } };
  const starts = await records.find('prdStart', 'workOrderNbr == param.workOrder && docStatus in [30, 40, 60]', {
    ...param,
    sort: '-startTime,-nbr',
  });
  const reports = await records.find('prdReport', 'workOrderNbr == param.workOrder && docStatus in [30, 50, 60]', {
    ...param,
    sort: '-endTime,-nbr',
  });
  const reversal = reversalOf(
    { ...floor, starts: starts.map(startDoc), reports: reports.map(reportDoc) },
    reportDoc(report),
  );
  const byId = new Map<string, Named>([...starts, ...reports].map((doc) => [doc.id, doc]));
  const nodes: Node[] = [];
  for (const each of reversal.short) nodes.push(...(await sentNodes(floor.records.values(), each, ctx)));
  nodes.push(...(await receivedNodes(report, floor, reversal.left, ctx)));
  for (const step of reversal.steps) nodes.push(...(await stepNodes(step, byId.get(step.id), ctx)));
  nodes.push(...(await ownNodes(report, ctx)));
  return { nodes, reversal };
};
type Named = Pick<Start, 'id' | 'nbr'>;
const startDoc = ({ id, opNbr, startQty, isImplied }: Start) => ({
  id,
  opNbr: opNbr ?? 0,
  qty: startQty,
  isImplied: isImplied === true,
});
const reportDoc = (
  doc: Pick<Report, 'id' | 'opNbr' | 'prdStart' | 'qualifiedQty' | 'reportQty' | 'docStatus'>,
): ReportDoc => ({
  id: doc.id,
  opNbr: doc.opNbr ?? 0,
  start: doc.prdStart,
  good: doc.qualifiedQty,
  total: doc.reportQty ?? 0,
  isEffective: doc.docStatus === '60',
});

/** Pieces that are with somebody else: their documents come first. */
const sentNodes = async (
  operations: Iterable<HeadOf<'orderProcess'>>,
  { opNbr, qty }: Short,
  ctx: Ctx,
): Promise<readonly Node[]> => {
  const operation = [...operations].find((each) => each.opNbr === opNbr);
  const held: Holder[] = [];
  for (const holders of sentHolders) held.push(...(operation ? await holders(operation, ctx) : []));
  return held.map((holder) => ({
    ...holder,
    opNbr,
    effect: `工序${opNbr}已使用`,
    blocks: `工序${opNbr}尚有${numText(qty)}须先退回`,
    step: null,
  }));
};

/** The product of the last operation that lies in a store. */
const receivedNodes = async (
  report: Report,
  floor: Awaited<ReturnType<typeof floorOf>>,
  left: Reversal['left'],
  ctx: Ctx,
): Promise<readonly Node[]> => {
  const last = [...floor.records.values()].find(({ isLast }) => isLast === true);
  const good = last && left.get(last.opNbr ?? 0);
  if (!last || good === undefined) return [];
  const text = await receivedRefusal(ctx, report.workOrderNbr ?? '', { good, ratio: last.ratio ?? 1 });
  if (text === null) return [];
  const receipts = await ctx
    .asSystem()
    .records.find('enterWarehouse', 'docStatus != 90 && exists(items, workOrder == param.workOrder)', {
      param: { workOrder: report.workOrderNbr },
      sort: '-nbr',
    });
  return receipts.map(({ id, nbr }) => ({
    object: 'enterWarehouse',
    id,
    nbr: nbr ?? '',
    opNbr: last.opNbr,
    effect: '完工入库',
    blocks: text,
    right: 'enterWarehouse:add',
    step: null,
  }));
};

const stepNodes = async (step: Step, doc: Named | undefined, ctx: Ctx): Promise<readonly Node[]> => {
  const isReport = step.kind === 'reverse' || step.kind === 'withdraw';
  const own: Node = {
    object: isReport ? 'prdReport' : 'prdStart',
    id: step.id,
    nbr: doc?.nbr ?? '',
    opNbr: step.opNbr,
    effect: SAID[step.kind](numText(step.qty)),
    blocks: null,
    right: RIGHTS[step.kind],
    step,
  };
  if (!isReport) return [own];
  const report = await ctx.asSystem().records.get('prdReport', step.id);
  return report ? [...(await heldNodes(report, ctx)), own] : [own];
};

/** The report itself, behind what it is held by. */
const ownNodes = async (report: Report, ctx: Ctx): Promise<readonly Node[]> => {
  const bad = subDec(report.reportQty ?? 0, report.qualifiedQty);
  const used = report.materials.length > 0 ? `，退回耗用${report.materials.length}行` : '';
  return [
    ...(await heldNodes(report, ctx)),
    {
      object: 'prdReport',
      id: report.id,
      nbr: report.nbr ?? '',
      opNbr: report.opNbr,
      effect: `冲销合格${numText(report.qualifiedQty)}${bad > 0 ? `、不良${numText(bad)}` : ''}${used}`,
      blocks: null,
      right: RIGHTS.reverse,
      step: null,
    },
  ];
};
/** Rework that has begun, a verdict: what was made of a report and does not go by itself. */
const heldNodes = async (report: Report, ctx: Ctx): Promise<readonly Node[]> => {
  const nodes: Node[] = [];
  for (const effect of reportEffects)
    for (const { text, ...holder } of (await effect.holders?.(report, ctx)) ?? [])
      nodes.push({ ...holder, opNbr: report.opNbr, effect: effect.name, blocks: text, step: null });
  return nodes;
};
