/** 冲销影响 (30 P11): what goes first, and no more of it than must. */
import { describe, expect, it } from 'vitest';
import { balancesOf } from '../../../server/production/balance';
import { type Documents, type ReportDoc, reversalOf, type StartDoc } from '../../../server/production/reversal';
import { NOTHING, type Operation, type Sums } from '../../../server/production/types';

const op = (opNbr: number, more: Partial<Operation> = {}): Operation => ({
  id: `op${opNbr}`,
  opNbr,
  planQty: 100,
  overRate: 0,
  ratio: 1,
  mode: '2',
  predecessors: opNbr === 10 ? [] : [opNbr - 10],
  decimals: 0,
  startRequired: true,
  dispatchRequired: false,
  docStatus: '30',
  isFinished: false,
  ...more,
});
const start = (id: string, opNbr: number, qty: number, isImplied = false): StartDoc => ({ id, opNbr, qty, isImplied });
const report = (id: string, opNbr: number, of: string | null, total: number, waits = false): ReportDoc => ({
  id,
  opNbr,
  start: of,
  good: total,
  total,
  isEffective: !waits,
});
const reversal = (ops: readonly Operation[], { starts, reports }: Documents, id: string, sent = 0) => {
  const sums = new Map(
    ops.map(({ id: opId, opNbr }): [string, Sums] => {
      const own = reports.filter((each) => each.opNbr === opNbr);
      const sum = (list: readonly ReportDoc[]) => list.reduce((all, { total }) => all + total, 0);
      const started = starts.filter((each) => each.opNbr === opNbr).reduce((all, { qty }) => all + qty, 0);
      const good = sum(own.filter(({ isEffective }) => isEffective));
      const submitted = sum(own.filter(({ isEffective }) => !isEffective));
      return [opId, { ...NOTHING, started, good, submitted, sent: opNbr === 20 ? sent : 0 }];
    }),
  );
  const found = reports.find((each) => each.id === id)!;
  const { steps, short } = reversalOf({ operations: ops, balances: balancesOf(ops, sums), starts, reports }, found);
  return { steps: steps.map(({ kind, id: doc, qty }) => `${kind} ${doc} ${qty}`), short };
};

const LINE = [op(10), op(20), op(30)];
const FIRST = [report('r2', 10, 's1', 39), report('r1', 10, 's1', 59)];

describe('what goes before a report', () => {
  it('nothing, where nothing has used it', () => {
    const documents = { starts: [start('s2', 20, 59), start('s1', 10, 98)], reports: FIRST };
    expect(reversal(LINE, documents, 'r2')).toEqual({ steps: [], short: [] });
  });
  it('a start that nobody has reported is cancelled, one with a rest ends', () => {
    const starts = [start('s3', 20, 30), start('s2', 20, 68), start('s1', 10, 98)];
    const reports = [report('r3', 20, 's2', 50), ...FIRST];
    expect(reversal(LINE, { starts, reports }, 'r2').steps).toEqual(['cancel s3 30', 'end s2 18']);
  });
  it('last to first along the line, the newest first, no more than must', () => {
    const starts = [start('s4', 30, 90), start('s2', 20, 98), start('s1', 10, 98)];
    const reports = [
      report('r6', 30, 's4', 40, true),
      report('r5', 30, 's4', 50),
      report('r4', 20, 's2', 48),
      report('r3', 20, 's2', 50),
      ...FIRST,
    ];
    expect(reversal(LINE, { starts, reports }, 'r2').steps).toEqual([
      'withdraw r6 40',
      'end s4 40',
      'reverse r4 48',
      'end s2 48',
    ]);
  });
  it('a start that came with its report goes with it; what waits without one is withdrawn', () => {
    const ops = [op(10), op(20, { startRequired: false })];
    const starts = [start('i1', 20, 50, true), start('s1', 10, 98)];
    const reports = [report('w', 20, null, 48, true), report('r3', 20, 'i1', 50), ...FIRST];
    expect(reversal(ops, { starts, reports }, 'r1').steps).toEqual(['reverse r3 50', 'withdraw w 48']);
  });
  it('pieces at a supplier are left over (acceptance 11)', () => {
    expect(reversal(LINE, { starts: [start('s1', 10, 98)], reports: FIRST }, 'r2', 98)).toEqual({
      steps: [],
      short: [{ opNbr: 20, qty: 39 }],
    });
  });
  it('counts by the ratio, and not at all over a free operation', () => {
    const bars = [op(10, { ratio: 0.25 }), op(20)];
    const cut = [report('r2', 10, 's1', 4), report('r1', 10, 's1', 20)];
    const starts = [start('s2', 20, 90), start('s1', 10, 24)];
    expect(reversal(bars, { starts, reports: cut }, 'r2').steps).toEqual(['cancel s2 90']);
    expect(reversal([op(10, { ratio: 0.25 }), op(20, { mode: '3' })], { starts, reports: cut }, 'r2').steps).toEqual(
      [],
    );
  });
});
