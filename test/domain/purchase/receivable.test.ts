import { describe, expect, it } from 'vitest';
import { receivable } from '../../../server/domain/purchase/receipts';

type Line = Parameters<typeof receivable>[0];
const row = (values: Partial<Line> & Pick<Line, 'qty'>): Line => ({
  overRate: null,
  receivedQty: null,
  returnQty: null,
  refundQty: null,
  ...values,
});

describe('what an order row may still receive', () => {
  it('allows the over rate once, not for each receipt', () => {
    expect(receivable(row({ qty: 1000, overRate: 5, receivedQty: 600 }), 0)).toBe(450);
    expect(receivable(row({ qty: 1000, overRate: 5, receivedQty: 600 }), 100)).toBe(350);
  });
  it('never allows a part of a piece', () => {
    expect(receivable(row({ qty: 10, overRate: 5 }), 0, 0)).toBe(10);
    expect(receivable(row({ qty: 10, overRate: 5 }), 0, 2)).toBe(10.5);
  });
  it('opens again what went back for replacement, not what was refunded', () => {
    expect(receivable(row({ qty: 100, overRate: 0, receivedQty: 100, returnQty: 4 }), 0)).toBe(4);
    expect(receivable(row({ qty: 100, overRate: 0, receivedQty: 100, returnQty: 4, refundQty: 4 }), 0)).toBe(0);
  });
});
