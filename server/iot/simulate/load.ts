/**
 * What is used up to a moment, as a function of the moment alone: runs that begin anywhere and processes that know nothing of each other
 * find the same register, and it never falls.
 */
import { seeded } from './random';
import { DAY_MS, dayOf, MINUTE_MS } from './scenarios';

/** Units of an energy an hour: kW or m³/h. */
export interface Load {
  readonly seed: number;
  /** in the shifts, and outside of them */
  readonly work: number;
  readonly rest: number;
}

/** 60 minutes of each shift of the demo factory, and what lies between its shifts; minutes of the day, whole quarters of an hour. */
export const REST: readonly (readonly [number, number])[] = [
  [0, 60],
  [300, 480],
  [720, 780],
  [1020, 1200],
];
export const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS = 96;
/** of rest in each quarter of a day, hours */
const RESTS: readonly number[] = Array.from({ length: QUARTERS }, (_, n) =>
  REST.some(([from, to]) => from <= n * 15 && n * 15 < to) ? 0.25 : 0,
);
/** of rest before each quarter of a day, hours */
const RESTED = RESTS.map((_, n) => RESTS.slice(0, n).reduce((sum, hours) => sum + hours, 0));
const REST_HOURS = RESTS.reduce((sum, hours) => sum + hours, 0);
const WORK_HOURS = 24 - REST_HOURS;

/** when registers stood at nothing */
const FIRST_DAY = dayOf(Date.UTC(2024, 0, 1));
/** Days differ by up to twice this share, quarters by up to twice that share of one at rest: together less than all, or a register would fall. */
const DAY_SPREAD = 0.015;
const QUARTER_SPREAD = 0.2;

/** Mean use of a day. */
export const dayUse = ({ work, rest }: Load): number => work * WORK_HOURS + rest * REST_HOURS;
export const loadOf = (seed: number, day: number, rest: number): Load => ({
  seed,
  rest,
  work: (day - rest * REST_HOURS) / WORK_HOURS,
});

/** Between -1 and 1, the same for the same numbers. */
export const noise = (seed: number, n: number): number => seeded(seed * 65_537 + n)() * 2 - 1;
const between = (from: number, to: number, part: number): number => from + (to - from) * part;

/** Used from the first day up to a moment. */
export const usedBy = (load: Load, ts: number): number => {
  const { seed, work, rest } = load;
  const day = dayOf(ts);
  const n = Math.round((day - FIRST_DAY) / DAY_MS);
  const quarter = Math.floor(ts / QUARTER_MS);
  const part = (ts - quarter * QUARTER_MS) / QUARTER_MS;
  const ofDay = Math.floor((ts - day) / QUARTER_MS);
  const rested = (RESTED[ofDay] ?? 0) + (RESTS[ofDay] ?? 0) * part;
  const whole = dayUse(load);
  const share = (((ofDay + part) / 4 - rested) * work + rested * rest) / whole;
  const days = n + share + DAY_SPREAD * between(noise(seed, n), noise(seed, n + 1), share);
  const wave = between(noise(seed, quarter), noise(seed, quarter + 1), part) * QUARTER_SPREAD * (rest / 4);
  return whole * days + wave;
};
/** An hour, at a moment: it is even within a quarter. */
export const rateAt = (load: Load, ts: number): number => {
  const from = Math.floor(ts / QUARTER_MS) * QUARTER_MS;
  return (usedBy(load, from + QUARTER_MS) - usedBy(load, from)) * 4;
};
