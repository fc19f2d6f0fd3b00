/** What monitors of energy tell of this moment (50 §6.4): the load so far, the price that holds and until when, where the month ends. */
import { dateAdd } from '../../schemas/language/codec/date-time';
import { addDec, divDec, mulDec, roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { DAY_TYPE, periodAt, priceOf, type Tariff, type Tier } from './tariff';

const DAY_MINUTES = 1440;

/** Use in slots up to a moment: of the slot it lies in as much as has passed, evenly. */
export const usedUntil = (
  slots: readonly { readonly at: number; readonly use: number }[],
  until: number,
  slotMs: number,
): number =>
  sumDec(
    slots.map(({ at, use }) =>
      at >= until ? 0 : at + slotMs <= until ? use : roundHalfUp(mulDec(use, (until - at) / slotMs), 4),
    ),
  );

/** Mean load of the slot that runs, as far as it was read; null while it has hardly begun. */
export const runningLoad = (use: number, readMs: number, leastMs = 60_000): number | null =>
  readMs < leastMs ? null : roundHalfUp(divDec(mulDec(use, 3_600_000), readMs) ?? 0, 2);

/** Reactive load beside an active one. */
export const kvarOf = (kw: number, pf: number): number | null =>
  pf === 0 || Math.abs(pf) > 1 ? null : roundHalfUp(kw * Math.sqrt(1 / (pf * pf) - 1), 2);

/** What of a meter is not measured below it, in per cent. */
export const lossRate = (own: number, below: readonly number[]): number | null =>
  own === 0 || below.length === 0 ? null : roundHalfUp(mulDec(divDec(subDec(own, sumDec(below)), own) ?? 0, 100), 2);

export interface PriceNow {
  /** null: priced without periods */
  readonly period: string | null;
  readonly price: number | null;
  /** minutes from the midnight the day began with, when another period begins; null = none does within two days */
  readonly until: number | null;
}
/** The price of a minute; `tariffOf` and `dayTypeOf` tell those of a day. */
export const priceAt = (
  date: string,
  minute: number,
  of: { readonly tariff: (date: string) => Tariff | undefined; readonly dayType: (date: string) => string },
): PriceNow | undefined => {
  const tariff = of.tariff(date);
  if (tariff === undefined) return undefined;
  const period = periodAt(tariff, date, of.dayType(date), minute);
  const price = priceOf(tariff, period);
  if (period === null) return { period, price, until: null };
  // slots begin at quarters of an hour, and the period may go on after midnight
  for (let at = minute - (minute % 15) + 15; at < minute + 2 * DAY_MINUTES; at += 15) {
    const day = dateAdd(date, Math.floor(at / DAY_MINUTES), 'day') ?? date;
    const then = of.tariff(day);
    const isSame =
      then !== undefined &&
      periodAt(then, day, of.dayType(day), at % DAY_MINUTES) === period &&
      priceOf(then, period) === price;
    if (!isSame) return { period, price, until: at };
  }
  return { period, price, until: null };
};

/** The step a cycle that has used so much is in. */
export const tierAt = (tiers: readonly Tier[], used: number): Tier | undefined =>
  tiers.find(({ to }) => to === null || used < to) ?? tiers.at(-1);

export interface DayTotal {
  readonly dayType: string;
  readonly value: number;
}
const MEAN_DAYS = 7;
/**
 * What a month comes to: what it has so far, and for each day that is left the mean of the last seven days of its sort (50 §6.4). A sort
 * nobody has seen yet is told by weekends; null while nothing tells one.
 */
export const forecastOf = (
  soFar: number,
  left: readonly string[],
  /** whole days before today, the newest first */
  past: readonly DayTotal[],
): number | null => {
  const meanOf = (dayType: string): number | null => {
    const own = past.filter((day) => day.dayType === dayType).slice(0, MEAN_DAYS);
    if (own.length === 0) return dayType === DAY_TYPE.holiday ? meanOf(DAY_TYPE.weekend) : null;
    return divDec(sumDec(own.map(({ value }) => value)), own.length);
  };
  let sum = soFar;
  for (const dayType of left) {
    const mean = meanOf(dayType);
    if (mean === null) return null;
    sum = addDec(sum, mean);
  }
  return roundHalfUp(sum, 2);
};
