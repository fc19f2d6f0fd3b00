/** Parts that add up (40 §6.6: the largest leg takes the cent; §10.1: edges tell the quantity of the ledger). */
import { describe, expect, it } from 'vitest';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Leg } from '../../../server/stock/legs';
import { settle } from '../../../server/stock/post';
import { spreadMoney, spreadQty } from '../../../server/stock/spread';

describe('money by quantities', () => {
  it('Worked 2: 2640.00 over 190 good and 10 bad', () => {
    expect(spreadMoney(2640, [190, 10])).toEqual([2508, 132]);
  });
  it('the largest part takes the cent', () => {
    expect(spreadMoney(100, [1, 1, 1])).toEqual([33.34, 33.33, 33.33]);
    expect(spreadMoney(0.02, [2, 5, 2])).toEqual([0, 0.02, 0]);
    expect(spreadMoney(5, [0, 0])).toEqual([0, 0]);
  });
});

describe('a quantity by weights', () => {
  it('adds up whatever its decimals', () => {
    expect(spreadQty(10, [1, 1, 1])).toEqual([3.3333, 3.3334, 3.3333]);
    for (const qty of [0.0001, 1, 7.7777, 1000])
      for (let n = 1; n < 9; n++) {
        const weights = Array.from({ length: n }, (_, at) => at + 1);
        expect(sumDec([...spreadQty(qty, weights)])).toBe(qty);
      }
  });
});

describe('what is made of issues', () => {
  const key = (material: string, qualityStatus = '1') => ({
    material,
    attrKey: null,
    warehouse: 'W',
    position: null,
    batchNbr: null,
    qualityStatus,
    owner: 'self',
    stage: null,
  });
  const leg = (leg: number, qty: number, more: Pick<Leg, 'moveKind' | 'key' | 'cost'> & Partial<Leg>): Leg => ({
    rowId: 'R',
    lineNo: 10,
    leg,
    qty,
    generate: false,
    ...more,
  });
  const facts = { materials: new Map(), warehouses: new Map(), positions: new Map(), batches: new Map() };
  it('carries their money and its own on top; a loss of another row stays out', () => {
    const { rows, values } = settle(
      [
        leg(1, -3, { moveKind: '62', key: key('M'), cost: { by: 'avg' } }),
        leg(1, -1, { rowId: 'L', moveKind: '63', key: key('M'), cost: { by: 'avg' } }),
        leg(2, 2, { moveKind: '61', key: key('P'), cost: { by: 'made', plus: 5 } }),
        leg(3, 1, { moveKind: '61', key: key('P', '3'), cost: { by: 'made', plus: 0 } }),
      ],
      {
        facts,
        who: { employee: null, super: true, expired: false },
        today: '2026-01-15',
        balances: new Map(),
        values: new Map([['M', { qty: 7, value: 10, lastCost: null }]]),
      },
    );
    // 3 of 7 worth 10.00: 4.29, then 1 of 4 worth 5.71: 1.43; 4.29 over 2 and 1
    expect(rows.map(({ amount }) => amount)).toEqual([-4.29, -1.43, 7.86, 1.43]);
    expect(values.get('P')).toMatchObject({ qty: 3, value: 9.29 });
  });
});
