/** The worked numbers of production: limits and their sentences (30 P5, P6, P11), shares (P10), hours (P9), pieces (P14), ratios (P15). */
import { describe, expect, it } from 'vitest';
import { balancesOf, together, totalsOf } from '../../../server/production/balance';
import { sharesOf } from '../../../server/production/cost-share';
import { hoursOf } from '../../../server/production/hours';
import {
  binding,
  dispatchLimit,
  dispatchSentence,
  notReady,
  reportLimits,
  reportSentence,
  reversalRefusal,
  startLimits,
  startSentence,
  usedAfter,
} from '../../../server/production/limits';
import { piecesOf } from '../../../server/production/pieces';
import { splitBy } from '../../../server/production/split';
import type { Operation, Sums } from '../../../server/production/types';

const op = (opNbr: number, more: Partial<Operation> = {}): Operation => ({
  id: String(opNbr),
  opNbr,
  planQty: 100,
  overRate: 0,
  ratio: 1,
  mode: '2',
  predecessors: opNbr === 10 ? [] : [opNbr - 10],
  decimals: 0,
  startRequired: true,
  dispatchRequired: false,
  docStatus: '10',
  isFinished: false,
  ...more,
});
const floor = (operations: readonly Operation[], said: Readonly<Record<number, Partial<Sums>>>) => {
  const sums = new Map(operations.map(({ id, opNbr }) => [id, together([said[opNbr] ?? {}])]));
  return { operations, balances: balancesOf(operations, sums) };
};
const at = (opNbr: number, operations: readonly Operation[], said: Readonly<Record<number, Partial<Sums>>>) => {
  const found = operations.find((each) => each.opNbr === opNbr);
  if (!found) throw new Error('no such operation');
  return { op: found, ...floor(operations, said) };
};

describe('P5', () => {
  it('counts what is dispatched and what is planned outside', () => {
    const limit = dispatchLimit(at(10, [op(10)], { 10: { dispatched: 60, outPlan: 20 } }));
    expect(dispatchSentence(limit, 30)).toBe('计划100，允许超报0%，已派60，外协20，最多可派20，本次30');
  });
});

describe('P6', () => {
  const said = (
    opNbr: number,
    operations: readonly Operation[],
    sums: Readonly<Record<number, Partial<Sums>>>,
    qty: number,
  ) => reportSentence(binding(reportLimits(at(opNbr, operations, sums))), qty);
  it.each([
    [{ started: 106, good: 100 }, 6, '计划100，允许超报5%，已报100，最多可报5，本次6'],
    [{ started: 105, good: 90, submitted: 8 }, 10, '计划100，允许超报5%，已报90（另有8待生效），最多可报7，本次10'],
    [{ started: 60, good: 58 }, 5, '已开工60，已报58，最多可报2，本次5'],
  ])('plan and start %#', (sums, qty, sentence) => {
    expect(said(10, [op(10, { overRate: 5 })], { 10: sums }, qty)).toBe(sentence);
  });
  it('tells the plan where plan and start bind alike', () => {
    expect(said(10, [op(10, { overRate: 5 })], { 10: { started: 105, good: 100 } }, 6)).toBe(
      '计划100，允许超报5%，已报100，最多可报5，本次6',
    );
  });
  it('what the operation before gives', () => {
    const operations = [op(10), op(20, { startRequired: false })];
    expect(said(20, operations, { 10: { started: 100, good: 97 }, 20: { good: 90 } }, 10)).toBe(
      '前工序10合格97，本工序已报90，最多可报7，本次10',
    );
  });
  it('an edge whose ratio is not 1', () => {
    const operations = [op(10, { ratio: 0.25, planQty: 25 }), op(20, { startRequired: false })];
    const sums = { 10: { started: 25, good: 24 }, 20: { good: 90 } };
    expect(floor(operations, sums).balances.get(20)?.inQty).toBe(96);
    expect(said(20, operations, sums, 10)).toBe('前工序10合格24，转入96，本工序已报90，最多可报6，本次10');
  });
  it('several before: the one that gives the least', () => {
    const operations = [op(10), op(20, { predecessors: [] }), op(30, { predecessors: [10, 20], startRequired: false })];
    const sums = { 10: { started: 100, good: 97 }, 20: { started: 100, good: 80 } };
    expect(said(30, operations, sums, 90)).toBe('前工序20合格80，本工序已报0，最多可报80，本次90');
  });
  it('what is dispatched', () => {
    const operations = [op(10, { dispatchRequired: true, startRequired: false })];
    expect(said(10, operations, { 10: { dispatched: 40, good: 40 } }, 1)).toBe('派工40，已报40，最多可报0，本次1');
  });
  it('the over right lifts the plan and nothing else', () => {
    const around = at(10, [op(10, { overRate: 5 })], { 10: { started: 105, good: 100 } });
    expect(reportSentence(binding(reportLimits(around, { isOver: true })), 6)).toBe(
      '已开工105，已报100，最多可报5，本次6',
    );
  });
  it('pieces below a whole one are not there', () => {
    const operations = [op(10, { planQty: 33, overRate: 5 })];
    expect(binding(reportLimits(at(10, operations, { 10: { started: 40 } }))).max).toBe(34);
  });
  it('a start', () => {
    const around = at(10, [op(10)], { 10: { started: 90 } });
    expect(startSentence(binding(startLimits(around)), 20)).toBe('计划100，允许超报0%，已开工90，最多可开工10，本次20');
  });
  it('mode 1 waits for the end, mode 3 for nothing', () => {
    const operations = [op(10), op(20, { mode: '1' }), op(30, { predecessors: [10], mode: '3' })];
    const sums = { 10: { started: 60, good: 60 } };
    expect(notReady(at(20, operations, sums))).toBe('工序20未就绪：前工序10未完成（合格60/100）');
    expect(notReady(at(30, operations, sums))).toBeNull();
  });
});

describe('P9, P10', () => {
  const hour = (h: number, m = 0): number => (h * 60 + m) * 60_000;
  it('08:00–12:00 with a pause of 20 minutes', () => {
    const span = { from: hour(8), to: hour(12) };
    const away = [{ from: hour(9), to: hour(9, 20) }];
    expect(hoursOf({ span, away, workers: [{ id: 'a', present: [span], elsewhere: [] }] })).toEqual([3.6667]);
  });
  it('two starts of one man share the hour they have together', () => {
    const first = { from: hour(8), to: hour(10) };
    const second = { from: hour(9), to: hour(11) };
    const worked = (own: typeof first, other: typeof first) =>
      hoursOf({ span: own, away: [], workers: [{ id: 'a', present: [own], elsewhere: [[other]] }] });
    expect([worked(first, second), worked(second, first)]).toEqual([[1.5], [1.5]]);
  });
  it('97 by 7/7/6 hours, 50 equally among three', () => {
    expect(splitBy(97, [7, 7, 6], 0)).toEqual([34, 34, 29]);
    expect(splitBy(50, [1, 1, 1], 0)).toEqual([16, 17, 17]);
    expect(splitBy(10, [0, 0], 0)).toEqual([5, 5]);
    expect(splitBy(3, [1, 1, 1, 1, 1], 0)).toEqual([0, 0, 1, 1, 1]);
  });
});

describe('the worked example of the overview', () => {
  const line = [op(10, { overRate: 5 }), op(20, { overRate: 5, docStatus: '30' }), op(30, { overRate: 5 })];
  const steps: readonly (readonly [string, Readonly<Record<number, Partial<Sums>>>, readonly number[]])[] = [
    ['report 60: 58 good, 2 rework', { 10: { started: 100, good: 58, rework: 2 } }, [40, 58, 0]],
    ['report 40: 39 good, 1 scrap', { 10: { started: 100, good: 97, rework: 2, materialScrap: 1 } }, [0, 97, 0]],
    [
      'sent 58, rework ends 1 good, 1 scrap',
      { 10: { started: 100, good: 98, materialScrap: 1, workScrap: 1 }, 20: { sent: 58 } },
      [0, 98, 0],
    ],
    [
      'sent 98, received 97 and 1 lost',
      {
        10: { started: 100, good: 98, materialScrap: 1, workScrap: 1 },
        20: { sent: 98, good: 97, workScrap: 1, outside: 98 },
      },
      [0, 0, 97],
    ],
    [
      'the end: 96 good, 1 scrap',
      {
        10: { started: 100, good: 98, materialScrap: 1, workScrap: 1 },
        20: { sent: 98, good: 97, workScrap: 1, outside: 98 },
        30: { started: 97, good: 96, workScrap: 1 },
      },
      [0, 0, 0],
    ],
  ];
  it.each(steps)('%s', (_, sums, wip) => {
    const { balances } = floor(line, sums);
    expect(line.map(({ opNbr }) => balances.get(opNbr)?.wip)).toEqual(wip);
    for (const way of piecesOf(line, balances)) expect(way).toMatchObject({ difference: 0, started: 100 });
  });
  it('pieces after step 3: 100 = scrap 2 + 98 to send or at the supplier', () => {
    const [way] = piecesOf(line, floor(line, steps[2]![1]).balances);
    expect(way?.places.map(({ scrap, wip }) => [scrap, wip])).toEqual([
      [2, 0],
      [0, 98],
      [0, 0],
    ]);
  });
  it('ends the work order when nothing is in between any more', () => {
    const [, ended] = steps.slice(-2).map(([, sums]) => totalsOf(line, floor(line, sums).balances, 100));
    expect(ended).toMatchObject({ startQty: 100, qualifiedQty: 96, scrapQty: 4, wipQty: 0, isDone: true });
    expect(totalsOf(line, floor(line, steps[3]![1]).balances, 100)).toMatchObject({ isDone: false, wipQty: 97 });
  });
  it('P11: 98 sent, the second report (39 good) taken back', () => {
    const around = at(10, line, { 10: { started: 100, good: 98, workScrap: 2 }, 20: { sent: 98 } });
    expect(usedAfter(around)).toEqual({ opNbr: 20, qty: 98 });
    expect(reversalRefusal(around, 39)).toEqual({
      text: '后工序20已使用98，冲销后工序10合格仅59，请先冲销或调整后工序',
      terms: { used: 98, left: 59 },
    });
    expect(reversalRefusal(around, 0)).toBeNull();
  });
});

describe('states', () => {
  const states = (operations: readonly Operation[], sums: Readonly<Record<number, Partial<Sums>>>) =>
    operations.map(({ opNbr }) => floor(operations, sums).balances.get(opNbr)?.docStatus);
  it('follow from quantities', () => {
    const line = [op(10), op(20)];
    expect(states(line, {})).toEqual(['20', '10']);
    expect(states(line, { 10: { started: 10 } })).toEqual(['30', '10']);
    expect(states(line, { 10: { started: 10, good: 10 } })).toEqual(['30', '20']);
    expect(states(line, { 10: { started: 100, good: 100 }, 20: { started: 40 } })).toEqual(['60', '30']);
    expect(states(line, { 10: { started: 100, good: 98, workScrap: 2 }, 20: { started: 98, good: 98 } })).toEqual([
      '60',
      '60',
    ]);
  });
  it('a first operation ends by hand with less than its plan; what is held or closed stays', () => {
    const done = [op(10, { isFinished: true })];
    expect(states(done, { 10: { started: 60, good: 60 } })).toEqual(['60']);
    expect(states(done, { 10: { started: 60, good: 20 } })).toEqual(['30']);
    expect(states([op(10, { docStatus: '40' })], { 10: { started: 60 } })).toEqual(['40']);
    expect(states([op(10, { docStatus: '80' })], { 10: { started: 60, good: 60 } })).toEqual(['80']);
  });
});

describe('成本分摊', () => {
  it('each output bears its percent in money, the main product the rest', () => {
    expect(sharesOf(1000, [40, 0])).toEqual({ outputs: [400, 0], main: 600 });
    expect(sharesOf(100, [33.33, 33.33])).toEqual({ outputs: [33.33, 33.33], main: 33.34 });
    expect(sharesOf(0, [40])).toEqual({ outputs: [0], main: 0 });
  });
});
