/** 重算 (30 P15): from what live documents say to the balance and the state of every operation of a work order. */
import {
  addDec,
  addNum,
  cmpNum,
  divNum,
  mulNum,
  type Num,
  roundNum,
  subNum,
  sumDec,
  toNumber,
} from '../../schemas/language/codec/decimal';
import { type Balance, type Balances, NOTHING, type Operation, type OpStatus, type Sums } from './types';

const ENDED: readonly string[] = ['60', '80'];
export const isEnded = (status: string): boolean => ENDED.includes(status);

/** Whole sums of several documents. */
export const together = (parts: readonly Partial<Sums>[]): Sums => {
  const sums: Record<string, number> = { ...NOTHING };
  for (const part of parts)
    for (const [code, value] of Object.entries(part)) sums[code] = addDec(sums[code] ?? 0, value ?? 0);
  return sums as unknown as Sums;
};

export const reportedOf = ({ good, rework, pending, workScrap, materialScrap }: Sums): number =>
  sumDec([good, rework, pending, workScrap, materialScrap]);

/** Operations in an order in which each comes after those it waits for. */
export const inOrder = (operations: readonly Operation[]): readonly Operation[] => {
  const byNbr = new Map(operations.map((op) => [op.opNbr, op]));
  const done = new Set<number>();
  const order: Operation[] = [];
  const put = (op: Operation, way: ReadonlySet<number>): void => {
    if (done.has(op.opNbr) || way.has(op.opNbr)) return;
    const further = new Set([...way, op.opNbr]);
    for (const nbr of op.predecessors) {
      const before = byNbr.get(nbr);
      if (before) put(before, further);
    }
    done.add(op.opNbr);
    order.push(op);
  };
  for (const op of [...operations].sort((a, b) => a.opNbr - b.opNbr)) put(op, new Set());
  return order;
};

/** How many pieces of `to` become of pieces of `from`, both at their own unit. */
export const across = (qty: Num, from: Pick<Operation, 'ratio'>, to: Pick<Operation, 'ratio'>): Num =>
  from.ratio === to.ratio ? qty : (divNum(mulNum(qty, to.ratio), from.ratio || 1) ?? 0);

/** Down to whole pieces; what differs from the next by less than a division can tell is that next. */
export const floorTo = (qty: Num, decimals: number): number => toNumber(roundNum(roundNum(qty, 9), decimals, 'floor'));

/** The predecessor that gives the least, with what it gives (several: the minimum). */
export const bindingOf = (
  op: Operation,
  before: readonly { readonly op: Operation; readonly good: number }[],
): { readonly op: Operation; readonly good: number; readonly gives: number } | null => {
  let least: { op: Operation; good: number; gives: number } | null = null;
  for (const each of before) {
    const gives = floorTo(across(each.good, each.op, op), op.decimals);
    if (least === null || gives < least.gives) least = { ...each, gives };
  }
  return least;
};

/** The balance of every operation. */
export const balancesOf = (operations: readonly Operation[], sums: ReadonlyMap<string, Sums>): Balances => {
  const balances = new Map<number, Balance>();
  const byNbr = new Map(operations.map((op) => [op.opNbr, op]));
  for (const op of inOrder(operations)) {
    const own = sums.get(op.id) ?? NOTHING;
    const before = op.predecessors.flatMap((nbr) => {
      const found = byNbr.get(nbr);
      return found ? [{ op: found, balance: balances.get(nbr) }] : [];
    });
    const binding = bindingOf(
      op,
      before.map(({ op: each, balance }) => ({ op: each, good: balance?.good ?? 0 })),
    );
    const inQty = binding === null ? addDec(own.started, own.sent) : binding.gives;
    const reported = reportedOf(own);
    const part = {
      ...own,
      inQty,
      reported,
      scrap: addDec(own.workScrap, own.materialScrap),
      wip: toNumber(subNum(inQty, reported)),
    };
    const ended = before.every(({ balance }) => isEnded(balance?.docStatus ?? ''));
    balances.set(op.opNbr, { ...part, docStatus: statusOf(op, part, ended) });
  }
  return balances;
};

/** What counts as begun: anything started, sent out or reported. */
export const isBegun = ({ started, sent, submitted }: Sums, reported: number): boolean =>
  started > 0 || sent > 0 || submitted > 0 || reported > 0;

type Unstated = Omit<Balance, 'docStatus'>;
const statusOf = (op: Operation, balance: Unstated, isEndedBefore: boolean): OpStatus => {
  if (op.docStatus === '80') return '80';
  const begun = isBegun(balance, balance.reported);
  // finished by hand it ends even when nothing ever came to it
  if ((begun || op.isFinished) && isEndedBefore && isCovered(op, balance)) return '60';
  if (op.docStatus === '40') return '40';
  if (begun) return '30';
  return isReady(op, balance, isEndedBefore) ? '20' : '10';
};

/** Everything that came in is reported; a first operation takes in what is started, so that is held against its plan. */
const isCovered = (op: Operation, { reported, submitted, inQty }: Unstated): boolean => {
  if (op.isFinished) return cmpNum(addNum(reported, submitted), inQty) >= 0;
  return reported >= inQty && (op.predecessors.length > 0 || reported >= op.planQty);
};

/** It waits for nobody: the first of its branch, or one whose pieces need not come from those before it (自由). */
export const isFree = ({ predecessors, mode }: Pick<Operation, 'predecessors' | 'mode'>): boolean =>
  predecessors.length === 0 || mode === '3';
const isReady = (op: Operation, { inQty }: Unstated, isEndedBefore: boolean): boolean => {
  if (isFree(op)) return true;
  return op.mode === '1' ? isEndedBefore : inQty > 0;
};

/** What the balances of its operations say of a work order, in pieces of the product. */
export interface WorkOrderTotals {
  readonly startQty: number;
  readonly qualifiedQty: number;
  readonly scrapQty: number;
  readonly reworkQty: number;
  readonly pendingQty: number;
  readonly wipQty: number;
  /** at suppliers: sent and not come back */
  readonly outQty: number;
  readonly isBegun: boolean;
  readonly isDispatched: boolean;
  /** something lies in between: unreported, to be judged, done again or become effective */
  readonly isOpen: boolean;
  /** nothing lies in between any more, and all that was planned is good or scrap */
  readonly isDone: boolean;
}
export const totalsOf = (operations: readonly Operation[], balances: Balances, planQty: number): WorkOrderTotals => {
  const waited = new Set(operations.flatMap(({ predecessors }) => predecessors));
  const each = operations.map((op) => ({ op, balance: balances.get(op.opNbr) as Balance }));
  const sum = (qty: (balance: Balance) => number): number =>
    sumDec(each.map(({ op, balance }) => inProduct(qty(balance), op)));
  const least = (list: readonly number[]): number => (list.length === 0 ? 0 : Math.min(...list));
  const starts = each.filter(({ op }) => op.predecessors.length === 0);
  const lasts = each.filter(({ op }) => !waited.has(op.opNbr));
  const qualifiedQty = least(lasts.map(({ op, balance }) => inProduct(balance.good, op)));
  const scrapQty = sum(({ scrap }) => scrap);
  const open = {
    reworkQty: sum(({ rework }) => rework),
    pendingQty: sum(({ pending }) => pending),
    wipQty: sum(({ wip }) => wip),
    outQty: sum(({ sent, outside }) => toNumber(subNum(sent, outside))),
  };
  const isOpen = each.some(
    ({ balance: { wip, rework, pending, submitted } }) => wip !== 0 || rework !== 0 || pending !== 0 || submitted !== 0,
  );
  return {
    startQty: starts.length === 0 ? 0 : Math.max(...starts.map(({ op, balance }) => inProduct(balance.inQty, op))),
    qualifiedQty,
    scrapQty,
    ...open,
    isBegun: each.some(({ balance }) => isBegun(balance, balance.reported)),
    isDispatched: each.some(({ balance }) => balance.dispatched > 0 || balance.outPlan > 0),
    isOpen,
    isDone: !isOpen && qualifiedQty > 0 && addDec(qualifiedQty, scrapQty) >= planQty,
  };
};

/** Pieces of an operation as pieces of the product. */
export const inProduct = (qty: number, { ratio }: Pick<Operation, 'ratio'>): number =>
  ratio === 1 ? qty : toNumber(roundNum(divNum(qty, ratio || 1) ?? 0, 4));
