/** 净需求 (40 §8.5): the example of 密封圈, the rules of lots, dates that serve each other. */
import { describe, expect, it } from 'vitest';
import { lotted, netNeeds, type Supply } from '../../../server/domain/purchase/net-need';

const seal: Supply = {
  free: 120 - 20,
  safetyStock: 30,
  coming: [{ day: '2026-01-13', qty: 50 }],
  lotMode: '1',
  lotSize: null,
  minPack: 100,
  decimals: 0,
};
const need = { day: '2026-01-15', gross: 204 };

describe('净需求', () => {
  it('204 − (120 − 20) − 50 + 30 = 84, in packs of 100', () => {
    expect(netNeeds([need], seal)).toEqual([{ ...need, net: 84, qty: 100 }]);
  });
  it('at least a lot of 500', () => {
    expect(netNeeds([need], { ...seal, lotMode: '3', lotSize: 500 })).toMatchObject([{ net: 84, qty: 500 }]);
  });
  it('what comes too late does not count; nothing short is nothing bought', () => {
    expect(netNeeds([need], { ...seal, coming: [{ day: '2026-01-16', qty: 50 }] })).toMatchObject([
      { net: 134, qty: 200 },
    ]);
    expect(netNeeds([{ ...need, gross: 120 }], seal)).toMatchObject([{ net: 0, qty: 0 }]);
  });
  it('the rest of a pack serves the next day', () => {
    const later = { day: '2026-01-20', gross: 20 };
    expect(netNeeds([later, need], seal)).toEqual([
      { ...need, net: 84, qty: 100 },
      { ...later, net: 4, qty: 100 },
    ]);
  });
  it('multiples of a lot, then packs, then the decimals of the unit', () => {
    const lots = { lotMode: '2', lotSize: 40, minPack: 0, decimals: 0 };
    expect(lotted(84, lots)).toBe(120);
    expect(lotted(80, { ...lots, lotMode: '4' })).toBe(80);
    expect(lotted(84, { ...lots, minPack: 50 })).toBe(150);
    expect(lotted(0.3, { lotMode: '1', lotSize: null, minPack: 0.1, decimals: 2 })).toBe(0.3);
    expect(lotted(1.234, { lotMode: '1', lotSize: null, minPack: null, decimals: 1 })).toBe(1.3);
    expect(lotted(0, { ...lots, lotMode: '3' })).toBe(0);
  });
});
