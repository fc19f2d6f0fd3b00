import { describe, expect, it } from 'vitest';
import { mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import { factorOf } from '../../server/domain/units';
import type { HeadOf } from '../../server/rows';

const unit = (id: string, unitGroup: HeadOf<'unit'>['unitGroup'], factor: number) => ({ id, unitGroup, factor });
const own = (id: string, factor: number) => ({ unit: id, factor });
const [pcs, box, kg, g, m] = [
  unit('pcs', '1', 1),
  unit('box', '1', 1),
  unit('kg', '2', 1),
  unit('g', '2', 0.001),
  unit('m', '3', 1),
];
const base = (qty: number, factor: number | null): number | null =>
  factor === null ? null : roundHalfUp(mulDec(qty, factor), 4);

describe('conversion of units', () => {
  it('takes the own factor of the material before the group', () => {
    const bolts = { unit: 'pcs', units: [own('box', 20)] };
    expect(base(3, factorOf(bolts, box!, pcs))).toBe(60);
    expect(base(1.05, factorOf(bolts, box!, pcs))).toBe(21);
    expect(base(1.01, factorOf(bolts, box!, pcs))).toBe(20.2);
  });
  it('converts by the factors of one group', () => {
    const grease = { unit: 'kg', units: [] };
    expect(base(250, factorOf(grease, g!, kg))).toBe(0.25);
    expect(factorOf(grease, kg!, kg)).toBe(1);
  });
  it('weighs steel tube both ways', () => {
    expect(base(12.5, factorOf({ unit: 'kg', units: [own('m', 2.219)] }, m!, kg))).toBe(27.7375);
    expect(base(100, factorOf({ unit: 'm', units: [own('kg', 0.45065345)] }, kg!, m))).toBe(45.0653);
  });
  it('has no way between groups', () => {
    expect(factorOf({ unit: 'pcs', units: [] }, kg!, pcs)).toBeNull();
  });
});
