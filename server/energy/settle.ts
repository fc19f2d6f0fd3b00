/**
 * The settled unit (50 §6.1): meter × day × period. Its fee is rounded once; days, months, units and totals are sums of these, so they
 * agree to the cent.
 */
import { addDec, mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import { demandOf, type SlotUse } from './slots';
import { cycleOf, dayTypeOf, periodAt, priceOf, type Tariff, tariffOn, tierFee } from './tariff';

export interface Settled {
  readonly day: string;
  /** null: priced without periods */
  readonly period: string | null;
  readonly use: number;
  readonly est: boolean;
  /** kW, and when its slot begins */
  readonly demand: number;
  readonly demandAt: number;
  /** null: no price holds */
  readonly fee: number | null;
  readonly sewage: number;
  readonly resource: number;
}
export interface SettleRule {
  readonly energyType: string;
  readonly slotMs: number;
  readonly tariffs: readonly Tariff[];
  /** first day of a month of fees */
  readonly billDay: number;
  /** factory day and minute of a moment */
  readonly dayOf: (at: number) => { readonly day: string; readonly minute: number };
  /** entry of the standard calendar, `ENTRY` */
  readonly entryOn: (day: string) => string | null;
}
interface Open {
  readonly day: string;
  readonly period: string | null;
  readonly tariff: Tariff | undefined;
  use: number;
  est: boolean;
  demand: number;
  demandAt: number;
  /** of slots at their prices, 6 decimals; null: one of them has none */
  slotFee: number | null;
}

/** Slots in the order of time, whole cycles of steps among them. */
export const settle = (rule: SettleRule, slots: readonly SlotUse[]): readonly Settled[] => {
  const open = new Map<string, Open>();
  for (const slot of slots) {
    const { day, minute } = rule.dayOf(slot.slot);
    const tariff = tariffOn(rule.tariffs, rule.energyType, day);
    const period = tariff === undefined ? null : periodAt(tariff, day, dayTypeOf(day, rule.entryOn(day)), minute);
    const key = `${day} ${period ?? ''}`;
    const unit = open.get(key) ?? firstOf(slot, { day, period, tariff });
    const price = tariff === undefined ? null : priceOf(tariff, period);
    unit.use = addDec(unit.use, slot.use);
    unit.est ||= slot.est;
    const load = demandOf(slot.use, rule.slotMs);
    if (load > unit.demand) {
      unit.demand = load;
      unit.demandAt = slot.slot;
    }
    unit.slotFee =
      price === null || unit.slotFee === null ? null : addDec(unit.slotFee, roundHalfUp(mulDec(slot.use, price), 6));
    open.set(key, unit);
  }
  return priced([...open.values()], rule.billDay);
};
const firstOf = ({ slot }: SlotUse, at: Pick<Open, 'day' | 'period' | 'tariff'>): Open => ({
  ...at,
  use: 0,
  est: false,
  demand: 0,
  demandAt: slot,
  slotFee: 0,
});

const priced = (units: readonly Open[], billDay: number): readonly Settled[] => {
  const used = new Map<string, number>();
  return units.map(({ tariff, slotFee, ...unit }) => {
    if (tariff === undefined) return { ...unit, fee: null, sewage: 0, resource: 0 };
    const cycle = cycleOf(tariff, unit.day, billDay);
    const before = used.get(cycle) ?? 0;
    used.set(cycle, addDec(before, unit.use));
    const byTier = tierFee(tariff.tiers, before, unit.use);
    return {
      ...unit,
      fee: byTier ?? (slotFee === null ? null : roundHalfUp(slotFee, 2)),
      sewage: roundHalfUp(mulDec(mulDec(unit.use, tariff.sewageRate), tariff.sewagePrice), 2),
      resource: roundHalfUp(mulDec(unit.use, tariff.resPrice), 2),
    };
  });
};
