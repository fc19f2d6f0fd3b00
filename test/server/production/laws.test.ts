/**
 * Laws of production over random valid sequences (start, report, submit, rework, reverse, concede): what was started is somewhere (30 P14), nothing
 * that may not is below 0, and what a limit allows never makes it so.
 */
import { describe, expect, it } from 'vitest';
import { sumDec } from '../../../schemas/language/codec/decimal';
import { balancesOf, together } from '../../../server/production/balance';
import { binding, notReady, reportLimits, reversalRefusal, startLimits } from '../../../server/production/limits';
import { piecesOf } from '../../../server/production/pieces';
import { splitBy } from '../../../server/production/split';
import type { Operation, Sums, TransferMode } from '../../../server/production/types';
import { diceOf } from '../scheduling/random-plant';

const CASES = process.env.LAWS === 'full' ? 20_000 : 2_000;
const STEPS = 25;

interface Doc {
  readonly op: string;
  readonly sums: Partial<Sums>;
}
const line = (pick: (n: number) => number): readonly Operation[] => {
  const count = 1 + pick(4);
  const operations: Operation[] = [];
  for (let n = 0; n < count; n++) {
    const earlier = operations.map(({ opNbr }) => opNbr);
    const ratio = [1, 1, 1, 2, 0.25, 0.5][pick(6)] as number;
    operations.push({
      id: `op${n}`,
      opNbr: (n + 1) * 10,
      planQty: Math.ceil(40 * ratio),
      overRate: pick(2) * 10,
      ratio: n === count - 1 ? 1 : ratio,
      mode: (['2', '2', '2', '1'] as const)[pick(4)] as TransferMode,
      predecessors:
        n === 0 || pick(6) === 0 ? [] : [...new Set([earlier[pick(n)] as number, earlier[n - 1] as number])],
      decimals: 0,
      startRequired: true,
      dispatchRequired: false,
      docStatus: '10',
      isFinished: false,
    });
  }
  return operations;
};

describe('laws of production', () => {
  it(`hold in ${CASES} random days`, () => {
    for (let seed = 1; seed <= CASES; seed++) day(seed);
  });
  it('shares add up, and none is below 0', () => {
    const pick = diceOf(7);
    for (let n = 0; n < 2_000; n++) {
      const qty = pick(500);
      const weights = Array.from({ length: 1 + pick(9) }, () => pick(8));
      const parts = splitBy(qty, weights, 0);
      expect(sumDec(parts)).toBe(qty);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }
  });
});

const day = (seed: number): void => {
  const pick = diceOf(seed);
  const operations = line(pick);
  let docs: readonly Doc[] = [];
  const balances = (list = docs) =>
    balancesOf(
      operations,
      new Map(operations.map(({ id }) => [id, together(list.filter((doc) => doc.op === id).map(({ sums }) => sums))])),
    );
  for (let step = 0; step < STEPS; step++) {
    const op = operations[pick(operations.length)] as Operation;
    const around = { op, operations, balances: balances() };
    const what = pick(6);
    if (what <= 1) {
      const max = notReady(around) === null ? binding(startLimits(around)).max : 0;
      if (max > 0) docs = [...docs, { op: op.id, sums: { started: 1 + pick(max) } }];
    } else if (what <= 3) {
      const max = binding(reportLimits(around)).max;
      if (max > 0) docs = [...docs, reportOf(op, 1 + pick(max), pick)];
    } else if (what === 4) {
      const reports = docs.filter(
        (doc) =>
          doc.op === op.id &&
          (doc.sums.good ?? 0) > 0 &&
          doc.sums.rework === undefined &&
          doc.sums.pending === undefined,
      );
      const found = reports[pick(Math.max(reports.length, 1))];
      if (found && reversalRefusal(around, found.sums.good ?? 0) === null) docs = docs.filter((doc) => doc !== found);
    } else {
      const { rework = 0, pending = 0 } = around.balances.get(op.opNbr) ?? {};
      if (rework > 0)
        docs = [...docs, { op: op.id, sums: pick(2) ? { rework: -1, good: 1 } : { rework: -1, workScrap: 1 } }];
      if (pending > 0)
        docs = [...docs, { op: op.id, sums: pick(2) ? { pending: -1, good: 1 } : { pending: -1, rework: 1 } }];
    }
    const now = balances();
    for (const [opNbr, { wip, good, rework, pending, scrap, submitted }] of now) {
      const lowest = Math.min(wip, good, rework, pending, scrap, submitted);
      if (lowest < 0) throw new Error(`seed ${seed}, step ${step}, operation ${opNbr}: ${lowest}`);
    }
    for (const way of piecesOf(operations, now))
      if (way.difference !== 0 || way.places.some(({ surplus }) => surplus < 0))
        throw new Error(`seed ${seed}, step ${step}: ${JSON.stringify(way)}`);
  }
};

const reportOf = (op: Operation, qty: number, pick: (n: number) => number): Doc => {
  const bad = pick(3) === 0 ? pick(qty + 1) : 0;
  const kinds = ['rework', 'pending', 'workScrap', 'materialScrap'] as const;
  const kind = kinds[pick(4)] as (typeof kinds)[number];
  return { op: op.id, sums: { good: qty - bad, firstPass: qty - bad, ...(bad > 0 ? { [kind]: bad } : {}) } };
};
