/**
 * 冲销影响 (30 P11): what has to be taken back before an effective report can be, last to first. Of every operation after it the newest
 * documents go first, and no more of them than its good allows; what people cannot take back here (pieces at a supplier) is left over.
 */
import { addDec, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { across, floorTo, inOrder } from './balance';
import type { Balances, Operation } from './types';

/** One start that counts (running, paused or ended). */
export interface StartDoc {
  readonly id: string;
  readonly opNbr: number;
  readonly qty: number;
  /** made by its report: it goes with it */
  readonly isImplied: boolean;
}
export interface ReportDoc {
  readonly id: string;
  readonly opNbr: number;
  readonly start: string | null;
  readonly good: number;
  readonly total: number;
  /** else it waits for its verdict or its audit */
  readonly isEffective: boolean;
}
export interface Documents {
  /** the newest first, both */
  readonly starts: readonly StartDoc[];
  readonly reports: readonly ReportDoc[];
}
export type StepKind = 'reverse' | 'withdraw' | 'cancel' | 'end';
export interface Step {
  readonly kind: StepKind;
  readonly id: string;
  readonly opNbr: number;
  /** pieces it gives back */
  readonly qty: number;
}
/** What is used of an operation beyond what its predecessor would still have given, and no step gives back. */
export interface Short {
  readonly opNbr: number;
  readonly qty: number;
}
export interface Reversal {
  /** in the order in which they are done, before the report itself */
  readonly steps: readonly Step[];
  readonly short: readonly Short[];
  /** good that is left of each operation something is taken from */
  readonly left: ReadonlyMap<number, number>;
}

interface World extends Documents {
  readonly operations: readonly Operation[];
  readonly balances: Balances;
}

export const reversalOf = (world: World, report: ReportDoc): Reversal => {
  const left = new Map([[report.opNbr, subDec(goodOf(world, report.opNbr), report.good)]]);
  const byOperation: Step[][] = [];
  const short: Short[] = [];
  for (const op of inOrder(world.operations)) {
    const allowed = op.opNbr === report.opNbr ? null : allowedOf(op, world.operations, left);
    if (allowed === null) continue;
    const taken = takenOf(op, allowed, world);
    if (taken.over > 0) short.push({ opNbr: op.opNbr, qty: taken.over });
    if (taken.steps.length === 0) continue;
    byOperation.push(taken.steps);
    if (taken.good > 0) left.set(op.opNbr, subDec(goodOf(world, op.opNbr), taken.good));
  }
  return { steps: byOperation.reverse().flat(), short, left };
};
const goodOf = ({ balances }: World, opNbr: number): number => balances.get(opNbr)?.good ?? 0;

/** What the operations before it, as far as something is taken from them, still give; null: nothing changes for it. */
const allowedOf = (
  op: Operation,
  operations: readonly Operation[],
  left: ReadonlyMap<number, number>,
): number | null => {
  if (op.mode === '3') return null;
  const gives = operations
    .filter(({ opNbr }) => op.predecessors.includes(opNbr) && left.has(opNbr))
    .map((before) => floorTo(across(left.get(before.opNbr) ?? 0, before, op), op.decimals));
  return gives.length === 0 ? null : Math.min(...gives);
};

interface Taken {
  readonly steps: Step[];
  readonly good: number;
  /** what is used beyond what is allowed all the same */
  readonly over: number;
}
const takenOf = (op: Operation, allowed: number, world: World): Taken => {
  const balance = world.balances.get(op.opNbr);
  const reports = world.reports.filter(({ opNbr }) => opNbr === op.opNbr);
  const gone: ReportDoc[] = [];
  const steps: Step[] = [];
  const take = (report: ReportDoc): void => {
    gone.push(report);
    const kind = report.isEffective ? 'reverse' : 'withdraw';
    steps.push({ kind, id: report.id, opNbr: op.opNbr, qty: report.total });
  };
  let begun = subDec(sumDec([balance?.started ?? 0, balance?.sent ?? 0]), allowed);
  for (const start of world.starts.filter(({ opNbr }) => opNbr === op.opNbr)) {
    if (begun <= 0) break;
    const own = reports.filter((each) => each.start === start.id);
    let kept = sumDec(own.map(({ total }) => total));
    for (const report of own) {
      if (subDec(start.qty, kept) >= begun) break;
      take(report);
      kept = subDec(kept, report.total);
    }
    const gives = subDec(start.qty, kept);
    if (gives <= 0) continue;
    if (!start.isImplied)
      steps.push({ kind: kept === 0 ? 'cancel' : 'end', id: start.id, opNbr: op.opNbr, qty: gives });
    begun = subDec(begun, gives);
  }
  const used = (): number =>
    subDec(
      addDec(balance?.reported ?? 0, balance?.submitted ?? 0),
      addDec(allowed, sumDec(gone.map(({ total }) => total))),
    );
  // what waits without a start holds pieces as well
  for (const report of reports) {
    if (used() <= 0) break;
    if (!gone.includes(report) && report.start === null) take(report);
  }
  return {
    steps,
    good: sumDec(gone.filter(({ isEffective }) => isEffective).map(({ good }) => good)),
    over: Math.max(begun, used(), 0),
  };
};
