/** What may be dispatched, started and reported now, and the sentence that says which limit binds (30 P5, P6). */
import {
  addNum,
  cmpNum,
  divNum,
  mulNum,
  numText,
  roundNum,
  subNum,
  sumDec,
  toNumber,
} from '../../schemas/language/codec/decimal';
import { bindingOf, floorTo, isEnded } from './balance';
import type { Balance, Balances, Operation } from './types';

/** In the order in which a tie is told. */
export type LimitKind = 'plan' | 'start' | 'transfer' | 'dispatch';
export interface Limit {
  readonly kind: LimitKind;
  readonly max: number;
  /** what stands before 最多 */
  readonly why: string;
  readonly terms: Readonly<Record<string, number>>;
  /** the operation that gives too little */
  readonly before?: string;
}
/** One start or one dispatch of the operation: its own quantity and what of it is used. */
export interface Part {
  readonly qty: number;
  readonly reported: number;
  readonly submitted: number;
}
export interface Around {
  readonly op: Operation;
  readonly operations: readonly Operation[];
  readonly balances: Balances;
}

const n = (value: number): string => numText(value);
const ceiling = ({ planQty, overRate, decimals }: Operation): number =>
  floorTo(divNum(mulNum(planQty, addNum(100, overRate)), 100) ?? 0, decimals);
const rest = (op: Operation, whole: number, ...used: readonly number[]): number =>
  Math.max(floorTo(subNum(whole, sumDec(used)), op.decimals), 0);
const waiting = (submitted: number): string => (submitted > 0 ? `（另有${n(submitted)}待生效）` : '');

const balanceOf = ({ op, balances }: Around): Balance => {
  const balance = balances.get(op.opNbr);
  if (!balance) throw new Error(`no balance of operation ${op.opNbr}`);
  return balance;
};
/** The predecessor that gives the least; none of first and free operations. */
const source = ({ op, operations, balances }: Around) => {
  if (op.mode === '3') return null;
  return bindingOf(
    op,
    operations
      .filter(({ opNbr }) => op.predecessors.includes(opNbr))
      .map((before) => ({ op: before, good: balances.get(before.opNbr)?.good ?? 0 })),
  );
};
const cameIn = (op: Operation, from: NonNullable<ReturnType<typeof source>>): string =>
  `前工序${from.op.opNbr}合格${n(from.good)}${from.op.ratio === op.ratio ? '' : `，转入${n(from.gives)}`}`;

/** The least of them; on a tie the first. */
export const binding = (limits: readonly Limit[]): Limit =>
  limits.reduce((least, each) => (each.max < least.max ? each : least));

/** P5: what a person, a team, a device or a supplier may still be given. */
export const dispatchLimit = (around: Around): Limit => {
  const { op } = around;
  const { dispatched, outPlan } = balanceOf(around);
  return {
    kind: 'plan',
    max: rest(op, ceiling(op), dispatched, outPlan),
    why: `计划${n(op.planQty)}，允许超报${n(op.overRate)}%，已派${n(dispatched)}，外协${n(outPlan)}`,
    terms: { plan: op.planQty, over: op.overRate, dispatched, outPlan },
  };
};
export const dispatchSentence = ({ why, max }: Limit, qty: number): string =>
  `${why}，最多可派${n(max)}，本次${n(qty)}`;

/** P6 of a start: what may begin now. `part`: the dispatch it is made of. */
export const startLimits = (around: Around, part?: Part): readonly Limit[] => {
  const { op } = around;
  const { started, sent, dispatched } = balanceOf(around);
  const begun = sumDec([started, sent]);
  const from = source(around);
  const limits: Limit[] = [
    {
      kind: 'plan',
      max: rest(op, ceiling(op), begun),
      why: `计划${n(op.planQty)}，允许超报${n(op.overRate)}%，已开工${n(begun)}`,
      terms: { plan: op.planQty, over: op.overRate, started: begun },
    },
  ];
  if (from)
    limits.push({
      kind: 'transfer',
      max: rest(op, from.gives, begun),
      why: `${cameIn(op, from)}，本工序已开工${n(begun)}`,
      terms: { in: from.gives, started: begun },
      before: from.op.id,
    });
  if (part) limits.push(dispatchedPart(op, part.qty, part.reported, '已开工'));
  else if (op.dispatchRequired) limits.push(dispatchedPart(op, dispatched, started, '已开工'));
  return limits;
};
const dispatchedPart = (op: Operation, qty: number, used: number, said: string): Limit => ({
  kind: 'dispatch',
  max: rest(op, qty, used),
  why: `派工${n(qty)}，${said}${n(used)}`,
  terms: { dispatched: qty, used },
});
export const startSentence = ({ why, max }: Limit, qty: number): string => `${why}，最多可开工${n(max)}，本次${n(qty)}`;

/** 40 §6.2: what of it may still leave for a supplier; what stands before that, in brackets of its sentence. */
export const sendLimit = (around: Around): Pick<Limit, 'max' | 'why'> => {
  const { op } = around;
  const { started, sent } = balanceOf(around);
  const from = source(around);
  const there = from ? `上序合格${n(from.good)}` : `计划${n(op.planQty)}`;
  return {
    max: rest(op, from ? from.gives : ceiling(op), sent, started),
    why: `${there}，已发${n(sent)}，厂内已开工${n(started)}`,
  };
};

export interface ReportParts {
  /** the start it reports; without one all starts of the operation are held together */
  readonly start?: Part | undefined;
  readonly dispatch?: Part | undefined;
  /** prdReport:over lifts the plan and nothing else: pieces that do not exist cannot be reported */
  readonly isOver?: boolean;
}
/** P6: what may be reported now, each limit with its reason. */
export const reportLimits = (around: Around, { start, dispatch, isOver }: ReportParts = {}): readonly Limit[] => {
  const { op } = around;
  const { started, reported, submitted, outside, dispatched } = balanceOf(around);
  const inside = toNumber(subNum(reported, outside));
  const limits: Limit[] = [];
  const from = source(around);
  if (!isOver)
    limits.push({
      kind: 'plan',
      max: rest(op, ceiling(op), reported, submitted),
      why: `计划${n(op.planQty)}，允许超报${n(op.overRate)}%，已报${n(reported)}${waiting(submitted)}`,
      terms: { plan: op.planQty, over: op.overRate, reported, submitted },
    });
  if (start || op.startRequired) limits.push(startedPart(op, start ?? { qty: started, reported: inside, submitted }));
  if (from)
    limits.push({
      kind: 'transfer',
      max: rest(op, from.gives, reported, submitted),
      why: `${cameIn(op, from)}，本工序已报${n(reported)}${waiting(submitted)}`,
      terms: { in: from.gives, reported, submitted },
      before: from.op.id,
    });
  const given = dispatch ?? (op.dispatchRequired ? { qty: dispatched, reported: inside, submitted } : undefined);
  if (given)
    limits.push({
      kind: 'dispatch',
      max: rest(op, given.qty, given.reported, given.submitted),
      why: `派工${n(given.qty)}，已报${n(given.reported)}${waiting(given.submitted)}`,
      terms: { dispatched: given.qty, reported: given.reported, submitted: given.submitted },
    });
  return limits;
};
const startedPart = (op: Operation, { qty, reported, submitted }: Part): Limit => ({
  kind: 'start',
  max: rest(op, qty, reported, submitted),
  why: `已开工${n(qty)}，已报${n(reported)}${waiting(submitted)}`,
  terms: { started: qty, reported, submitted },
});
export const reportSentence = ({ why, max }: Limit, qty: number): string => `${why}，最多可报${n(max)}，本次${n(qty)}`;

/** 可报工: the least of all; an operation over which nothing stands (free, no start asked, over right) has its plan. */
export const reportable = (around: Around): number => {
  const limits = reportLimits(around);
  return limits.length === 0 ? rest(around.op, ceiling(around.op)) : binding(limits).max;
};

/** Why an operation cannot begin: what it waits for has not ended, or has given nothing yet. Null: it can. */
export const notReady = (around: Around): string | null => {
  const { op, operations, balances } = around;
  if (op.predecessors.length === 0 || op.mode === '3') return null;
  const before = operations.filter(({ opNbr }) => op.predecessors.includes(opNbr));
  if (op.mode === '1') {
    const open = before.find(({ opNbr }) => !isEnded(balances.get(opNbr)?.docStatus ?? ''));
    if (!open) return null;
    const good = balances.get(open.opNbr)?.good ?? 0;
    return `工序${op.opNbr}未就绪：前工序${open.opNbr}未完成（合格${n(good)}/${n(open.planQty)}）`;
  }
  const from = source(around);
  if (!from || cmpNum(from.gives, 0) > 0) return null;
  return `工序${op.opNbr}暂无可开工数量：前工序${from.op.opNbr}合格${n(from.good)}`;
};

/** P11: what comes after has used of this operation, in pieces of it; the one that used most. */
export interface Use {
  readonly opNbr: number;
  readonly qty: number;
}
export const usedAfter = ({ op, operations, balances }: Around): Use | null => {
  let most: Use | null = null;
  for (const after of operations) {
    if (!after.predecessors.includes(op.opNbr) || after.mode === '3') continue;
    const balance = balances.get(after.opNbr);
    if (!balance) continue;
    const qty = Math.max(sumDec([balance.started, balance.sent]), sumDec([balance.reported, balance.submitted]));
    // a part of a piece has used the whole piece
    const own = toNumber(
      roundNum(roundNum(divNum(mulNum(qty, op.ratio), after.ratio || 1) ?? 0, 9), op.decimals, 'ceil'),
    );
    if (most === null || own > most.qty) most = { opNbr: after.opNbr, qty: own };
  }
  return most;
};
export interface UsedUp {
  readonly text: string;
  readonly terms: Readonly<Record<string, number>>;
}
/** The sentence of a reversal that would take what others have used; null when it may be. */
export const reversalRefusal = (around: Around, delta: number): UsedUp | null => {
  const left = toNumber(subNum(balanceOf(around).good, delta));
  const use = usedAfter(around);
  if (use === null || left >= use.qty) return null;
  const text = `后工序${use.opNbr}已使用${n(use.qty)}，冲销后工序${around.op.opNbr}合格仅${n(left)}，请先冲销或调整后工序`;
  return { text, terms: { used: use.qty, left } };
};
