/**
 * Rules over the use of a meter (50 §6 energyRule): what each looks at as measures in the order of time, plain data in and out. When an
 * alert opens, repeats and ends the rule engine of devices says (50 §2.10): a measure is told to it as its distance from the limit.
 */
import { addDec, roundHalfUp, subDec } from '../../schemas/language/codec/decimal';
import type { Rule, Sample, Warning } from '../iot/rules/rule';
import { WINDOW } from '../iot/rules/rule';
import { medianOf } from './fit';
import { midnightOf } from './register';

export const TYPE = {
  ...({ moment: '1', window: '2', quota: '3', jump: '4', rest: '5', night: '6' } as const),
  ...({ factor: '7', demand: '8', silent: '9', loss: '10' } as const),
} as const;
export interface EnergyRule {
  readonly type: string;
  readonly below: boolean;
  readonly limit: number;
  /** % of the limit from which on it is told of before */
  readonly part: number;
  readonly windowMin: number;
  readonly forSec: number;
  readonly nights: number;
  readonly clear: number | null;
  /** minutes of a day; null = all day */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** 1 Monday … 7 Sunday; none = all */
  readonly days: readonly number[];
}
export interface Slot {
  readonly slot: number;
  readonly use: number;
  readonly est: boolean;
}
export interface Series {
  readonly slotMs: number;
  /** those that are over, in the order of time */
  readonly slots: readonly Slot[];
  /** the end of what was read, over or not */
  readonly heardUntil: number;
  readonly now: number;
  /** use of the meters below, by slot; none: there are no meters below */
  readonly below: ReadonlyMap<number, number>;
  /** kvarh by day */
  readonly reactive: ReadonlyMap<string, number>;
  /** of the month a day is a day of */
  readonly quotaOf: (day: string) => number | null;
  readonly monthOf: (day: string) => string;
  /** days of one sort are alike: work days, rest days, … */
  readonly sortOf: (day: string) => string;
  readonly isRest: (day: string) => boolean;
  readonly clockOf: (ms: number) => string;
}
/** What a rule looks at, at the moment it is known. */
export interface Measure {
  readonly ts: number;
  readonly value: number;
  readonly limit: number;
  /** use beyond the limit; null = it is not about use */
  readonly over: number | null;
  readonly quiet?: boolean;
}
/** One line of alerts: `part` % of the quota, or the rule as a whole. */
export interface Line {
  readonly part: number | null;
  readonly measures: readonly Measure[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LIKE_DAYS = 4;
const NIGHT_HOURS = 5;
const SCALE = 4;
const rounded = (x: number): number => roundHalfUp(x, SCALE);
const beyond = (value: number, limit: number): number => Math.max(0, subDec(value, limit));

export const linesOf = (rule: EnergyRule, series: Series): readonly Line[] => {
  if (rule.type === TYPE.quota) return quotaLines(rule, series);
  return [{ part: null, measures: MEASURES[rule.type]?.(rule, series) ?? [] }];
};
type Measures = (rule: EnergyRule, series: Series) => readonly Measure[];

const minuteOf = (clock: string): number => Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
const weekDayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
/** Whether a slot lies in the times of a rule; what goes past midnight belongs to the day it began on. */
const isWithin = ({ range, days }: EnergyRule, clock: string): boolean => {
  const [day, minute] = [clock.slice(0, 10), minuteOf(clock)];
  const wraps = range !== null && range.to <= range.from;
  const early = wraps && minute < range.to;
  const on = days.length === 0 || days.includes(weekDayOf(early ? dayBefore(day) : day));
  if (!on || range === null) return on;
  return wraps ? minute >= range.from || early : minute >= range.from && minute < range.to;
};

/** kW, or m³/h */
const rateOf = ({ slotMs }: Series, use: number): number => rounded((use * HOUR_MS) / slotMs);
const ratesOf =
  (limitOf: (rule: EnergyRule) => number): Measures =>
  (rule, series) =>
    series.slots.map(({ slot, use }) => {
      const [value, limit] = [rateOf(series, use), limitOf(rule)];
      const over = rule.below ? null : rounded((beyond(value, limit) * series.slotMs) / HOUR_MS);
      return { ts: slot + series.slotMs, value, limit, over, quiet: !isWithin(rule, series.clockOf(slot)) };
    });

/** Use of the last minutes, of slots that count. */
const windowOf =
  (counts: (slot: Slot, clock: string) => boolean, isQuiet: (clock: string) => boolean): Measures =>
  ({ windowMin, limit }, { slots, slotMs, clockOf }) => {
    const spanMs = Math.max(slotMs, windowMin * MINUTE_MS);
    const held = slots.map((one) => ({ ...one, use: counts(one, clockOf(one.slot)) ? one.use : 0 }));
    let [first, sum] = [0, 0];
    return held.map(({ slot, use }) => {
      sum = addDec(sum, use);
      for (let old = held[first]; old !== undefined && old.slot <= slot - spanMs; old = held[++first])
        sum = subDec(sum, old.use);
      const value = rounded(sum);
      return { ts: slot + slotMs, value, limit, over: beyond(value, limit), quiet: isQuiet(clockOf(slot)) };
    });
  };

interface Sum {
  readonly use: number;
  readonly slots: number;
}
const sumBy = ({ slots }: Series, keyOf: (slot: number) => number): ReadonlyMap<number, Sum> => {
  const sums = new Map<number, Sum>();
  for (const { slot, use } of slots) {
    const sum = sums.get(keyOf(slot)) ?? { use: 0, slots: 0 };
    sums.set(keyOf(slot), { use: addDec(sum.use, use), slots: sum.slots + 1 });
  }
  return sums;
};
/** Hours of which no slot is missing. */
const hoursOf = (series: Series): ReadonlyMap<number, number> => {
  const sums = sumBy(series, (slot) => Math.floor(slot / HOUR_MS) * HOUR_MS);
  const whole = HOUR_MS / series.slotMs;
  return new Map([...sums].flatMap(([at, { use, slots }]) => (slots < whole ? [] : [[at, use] as const])));
};
const daysOf = (series: Series): readonly (readonly [at: number, use: number])[] => {
  const whole = DAY_MS / series.slotMs;
  return [...sumBy(series, midnightOf)].flatMap(([at, { use, slots }]) => (slots < whole ? [] : [[at, use] as const]));
};

/** The same hour of the last four days of its sort; with fewer there is nothing to compare with. */
const jumpsOf: Measures = ({ limit: times }, series) => {
  const hours = hoursOf(series);
  const past = new Map<string, number[]>();
  return [...hours].flatMap(([at, value]) => {
    const clock = series.clockOf(at);
    const key = `${series.sortOf(clock.slice(0, 10))} ${clock.slice(11, 13)}`;
    const like = past.get(key) ?? [];
    past.set(key, [...like, value].slice(-LIKE_DAYS));
    const usual = medianOf(like);
    if (like.length < LIKE_DAYS || usual === null) return [];
    const limit = rounded(usual * times);
    return [{ ts: at + HOUR_MS, value: rounded(value), limit, over: beyond(value, limit) }];
  });
};

/** The least hour of each night; so many nights above the limit in a row make it true. A night that was not read breaks the row. */
const nightsOf: Measures = ({ limit, nights }, series) => {
  const hours = hoursOf(series);
  const mornings = [...new Set([...hours.keys()].map(midnightOf))];
  let [row, before] = [0, 0];
  return mornings.flatMap((midnight) => {
    const night = Array.from({ length: NIGHT_HOURS }, (_, n) => hours.get(midnight + n * HOUR_MS));
    const read = night.flatMap((use) => use ?? []);
    if (read.length < NIGHT_HOURS) return [];
    const value = rounded(Math.min(...read));
    row = value <= limit ? 0 : before === midnight - DAY_MS ? row + 1 : 1;
    before = midnight;
    // above the limit and not for long enough it goes on, and opens nothing
    const quiet = row > 0 && row < nights;
    return [{ ts: midnight + NIGHT_HOURS * HOUR_MS, value, limit, over: null, quiet }];
  });
};

const factorsOf: Measures = ({ limit }, series) =>
  daysOf(series).flatMap(([at, use]) => {
    const reactive = series.reactive.get(series.clockOf(at).slice(0, 10));
    if (reactive === undefined || use <= 0) return [];
    return [{ ts: at + DAY_MS, value: rounded(use / Math.hypot(use, reactive)), limit, over: null }];
  });

/** What the meters below a meter do not measure. */
const lossesOf: Measures = ({ limit }, series) => {
  if (series.below.size === 0) return [];
  const below = sumBy(
    { ...series, slots: [...series.below].map(([slot, use]) => ({ slot, use, est: false })) },
    midnightOf,
  );
  return daysOf(series).flatMap(([at, use]) => {
    if (use <= 0) return [];
    const lost = subDec(use, below.get(at)?.use ?? 0);
    return [
      {
        ts: at + DAY_MS,
        value: rounded((lost / use) * 100),
        limit,
        over: beyond(rounded(lost), rounded((use * limit) / 100)),
      },
    ];
  });
};

/** Ends of what was read, and when it was missed too long. Filled slots were not read. */
const silencesOf: Measures = ({ windowMin }, { slots, slotMs, heardUntil, now }) => {
  const spanMs = windowMin * MINUTE_MS;
  const read = slots.filter(({ est }) => !est);
  const found: Measure[] = [];
  const miss = (from: number, to: number | null): void => {
    if ((to ?? now) - from < spanMs) return;
    found.push({ ts: from + spanMs, value: windowMin, limit: 0, over: null });
    if (to !== null) found.push({ ts: to, value: 0, limit: 0, over: null });
  };
  for (const [n, { slot }] of read.entries()) {
    const before = read[n - 1];
    if (before !== undefined) miss(before.slot + slotMs, slot);
  }
  if (heardUntil > 0) miss(Math.max(heardUntil, (read.at(-1)?.slot ?? 0) + slotMs), null);
  return found;
};
/** When a meter is missed, if nothing comes; null = it is missed already. */
export const missedAt = ({ windowMin }: EnergyRule, { heardUntil, now }: Series): number | null => {
  const at = heardUntil + windowMin * MINUTE_MS;
  return heardUntil > 0 && at > now ? at : null;
};

/** 80, 90, 100 % of the quota of a month, each from there to the next: one is open at a time, and each opens once a month. */
const quotaLines = ({ part }: EnergyRule, series: Series): readonly Line[] => {
  const parts = [...new Set([part, 90, 100])].sort((a, b) => a - b);
  let [month, sum] = ['', 0];
  const sums = series.slots.flatMap(({ slot, use }) => {
    const day = series.clockOf(slot).slice(0, 10);
    const of = series.monthOf(day);
    sum = of === month ? addDec(sum, use) : use;
    month = of;
    const quota = series.quotaOf(day);
    return quota === null || quota === 0 ? [] : [{ ts: slot + series.slotMs, use: sum, quota }];
  });
  return parts.map((from, n) => {
    const to = parts[n + 1] ?? Number.POSITIVE_INFINITY;
    return {
      part: from,
      measures: sums.map(({ ts, use, quota }) => {
        const percent = rounded((use / quota) * 100);
        const limit = rounded((quota * from) / 100);
        // told once: what is above belongs to the next part
        const value = percent >= to ? 0 : rounded(use);
        return { ts, value, limit, over: beyond(rounded(use), quota) };
      }),
    };
  });
};

const always = (): boolean => false;
const MEASURES: Readonly<Record<string, Measures>> = {
  [TYPE.moment]: ratesOf(({ limit }) => limit),
  [TYPE.demand]: ratesOf(({ limit, part }) => rounded((limit * part) / 100)),
  [TYPE.window]: (rule, series) =>
    windowOf(
      () => true,
      (clock) => !isWithin(rule, clock),
    )(rule, series),
  [TYPE.rest]: (rule, series) =>
    windowOf((_, clock) => series.isRest(clock.slice(0, 10)) || isWithin(rule, clock), always)(rule, series),
  [TYPE.jump]: jumpsOf,
  [TYPE.night]: nightsOf,
  [TYPE.factor]: factorsOf,
  [TYPE.silent]: silencesOf,
  [TYPE.loss]: lossesOf,
};

const SIGNAL = 'x';
const MAX_PER_HOUR = 12;
/** A rule as the engine of devices knows it: a measure beyond its limit. A quota is reached, all others are passed. */
export const foldedRule = ({ type, below, limit, clear, forSec }: EnergyRule): Rule => ({
  ...{ sort: 'values', any: false, often: null, clearMs: 0, skipInMaint: false, maxPerHour: MAX_PER_HOUR },
  conditions: [{ signal: SIGNAL, op: type === TYPE.quota ? '>=' : '>', value: 0 }],
  forMs: type === TYPE.moment ? forSec * 1000 : 0,
  clearValue: clear === null ? null : below ? subDec(limit, clear) : subDec(clear, limit),
});
export const isBelow = ({ type, below }: EnergyRule): boolean => below || type === TYPE.factor;
/** Its times close before what is measured outside of them, and open after it: nothing opens by a measure of before. */
export const samplesOf = (rule: EnergyRule, measures: readonly Measure[]): readonly Sample[] =>
  measures.flatMap(({ ts, value, limit, quiet }) => {
    const times = { ts, signal: WINDOW, x: quiet === true ? 0 : 1 };
    const x = { ts, signal: SIGNAL, x: isBelow(rule) ? subDec(limit, value) : subDec(value, limit) };
    return quiet === true ? [times, x] : [x, times];
  });

export interface Told {
  readonly value: number | null;
  readonly limit: number | null;
  readonly peak: number | null;
  readonly overUse: number | null;
  /** beyond the limit itself, not only beyond the part of it that is told before */
  readonly isGrave: boolean;
}
/** Sums are of what lies beyond; of windows and months, which hold each other, it is the most. */
const ADDED: readonly string[] = [TYPE.moment, TYPE.demand, TYPE.jump, TYPE.loss];
/** What an alert says of its measures. */
export const toldOf = (rule: EnergyRule, measures: readonly Measure[], warning: Warning): Told => {
  const mine = measures.filter(({ ts }) => ts >= warning.startAt && ts < (warning.endAt ?? Number.MAX_SAFE_INTEGER));
  const opened = mine.findLast(({ ts }) => ts <= warning.openAt);
  const values = mine.filter(({ quiet }) => quiet !== true).map(({ value }) => value);
  const peak = values.length === 0 ? null : isBelow(rule) ? Math.min(...values) : Math.max(...values);
  const overs = mine.flatMap(({ over }) => over ?? []);
  const isSum = ADDED.includes(rule.type);
  const overUse =
    overs.length === 0 ? null : rounded(isSum ? overs.reduce((sum, x) => addDec(sum, x), 0) : Math.max(...overs));
  const limit = rule.type === TYPE.demand ? rule.limit : (opened?.limit ?? null);
  const isSilent = rule.type === TYPE.silent;
  return {
    ...{
      value: opened?.value ?? null,
      limit: isSilent ? rule.windowMin : limit,
      peak: isSilent ? null : peak,
      overUse,
    },
    isGrave: rule.type === TYPE.demand && (peak ?? 0) > rule.limit,
  };
};
