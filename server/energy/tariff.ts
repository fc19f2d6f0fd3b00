/** What a kWh or a m³ costs at a moment (50 §6.1): version by day, season by month, sort of day, slot; steps by what was used before. */
import { dateAdd, partsOf } from '../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { ENTRY } from '../calendar/day';

export interface TariffSlot {
  readonly months: readonly number[];
  readonly dayType: string;
  /** minutes of the day; `to` may be 1440 */
  readonly from: number;
  readonly to: number;
  readonly period: string;
}
export interface Tier {
  readonly from: number;
  /** null: and beyond */
  readonly to: number | null;
  readonly price: number;
}
export interface Tariff {
  readonly id: string;
  readonly energyType: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly flatPrice: number | null;
  readonly prices: ReadonlyMap<string, number>;
  readonly slots: readonly TariffSlot[];
  readonly tiers: readonly Tier[];
  readonly tierCycle: 'month' | 'year';
  readonly sewagePrice: number;
  readonly sewageRate: number;
  readonly resPrice: number;
}
export const DAY_TYPE = { all: '1', work: '2', weekend: '3', holiday: '4' } as const;

/** Published versions of an energy never overlap. */
export const tariffOn = (tariffs: readonly Tariff[], energyType: string, date: string): Tariff | undefined =>
  tariffs.find(
    (tariff) =>
      tariff.energyType === energyType &&
      tariff.startDate <= date &&
      (tariff.endDate === null || tariff.endDate >= date),
  );

/** By the entry of the standard calendar on the day, else by its weekday. */
export const dayTypeOf = (date: string, entry: string | null): string => {
  if (entry === ENTRY.rest) return DAY_TYPE.holiday;
  if (entry === ENTRY.work || entry === ENTRY.extra) return DAY_TYPE.work;
  return (partsOf(date)?.weekday ?? 1) > 5 ? DAY_TYPE.weekend : DAY_TYPE.work;
};

/** The period of a minute; a slot of just this sort of day goes before one of all days. null: the tariff has no periods. */
export const periodAt = (tariff: Tariff, date: string, dayType: string, minute: number): string | null => {
  const month = Number(date.slice(5, 7));
  const fits = tariff.slots.filter(({ months, from, to }) => months.includes(month) && from <= minute && minute < to);
  const found = fits.find((slot) => slot.dayType === dayType) ?? fits.find((slot) => slot.dayType === DAY_TYPE.all);
  return found?.period ?? null;
};

/** null: nobody said a price. */
export const priceOf = ({ prices, flatPrice }: Tariff, period: string | null): number | null =>
  period === null ? flatPrice : (prices.get(period) ?? flatPrice);

/** What a day costs whose cycle has used `before`, each step at its price; null: no step says one. */
export const tierFee = (tiers: readonly Tier[], before: number, use: number): number | null => {
  if (tiers.length === 0) return null;
  // what flows back is taken off where it was put on
  const [low, high] = use < 0 ? [addDec(before, use), before] : [before, addDec(before, use)];
  const fees = tiers.map(({ from, to, price }) => {
    const part = subDec(Math.min(high, to ?? high), Math.max(low, from));
    return part > 0 ? mulDec(part, price) : 0;
  });
  return roundHalfUp(mulDec(sumDec(fees), use < 0 ? -1 : 1), 2);
};
/** The month a day is paid in: months of fees may begin on another day than the first, and are named by it. */
export const feeMonth = (date: string, billDay: number): string =>
  (Number(date.slice(8, 10)) < billDay ? (dateAdd(`${date.slice(0, 7)}-01`, -1, 'month') ?? date) : date).slice(0, 7);
/** Steps begin anew with it. */
export const cycleOf = ({ tierCycle }: Tariff, date: string, billDay: number): string =>
  feeMonth(date, billDay).slice(0, tierCycle === 'year' ? 4 : 7);
