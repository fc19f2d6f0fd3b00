/** When an event rule speaks (50 §3): in its shifts of a device, between its hours, or where both are said in both. */

import { minuteOf } from '../../calendar/minutes';
import { daysOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import { timesOn } from '../../calendar/shift';
import type { Ctx } from '../../ctx';
import { factoryMs, factoryText } from '../factory-time';

export interface Times {
  readonly shifts: readonly string[];
  /** minutes of the day; an end that is no later than its beginning is one of the next day */
  readonly hours: readonly [from: number, to: number] | null;
}
export interface Window {
  readonly from: number;
  readonly to: number;
}
/** windows by what was said, as a text */
export type Windows = ReadonlyMap<string, readonly Window[]>;

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;
const DAY_MS = DAY_MIN * MINUTE_MS;

interface Said {
  readonly activeShifts: readonly string[];
  readonly activeFrom: string | null;
  readonly activeTo: string | null;
}
/** undefined: at all times */
export const timesOf = ({ activeShifts, activeFrom, activeTo }: Said): Times | undefined => {
  const [from, to] = [minuteOf(activeFrom), minuteOf(activeTo)];
  const hours = from === null || to === null ? null : ([from, to > from ? to : to + DAY_MIN] as const);
  return activeShifts.length === 0 && hours === null ? undefined : { shifts: activeShifts, hours };
};
export const keyOfTimes = (times: Times): string => JSON.stringify(times);

/** Of all that were said of a device, as far as they reach into a span (ms). */
export const windowsOf = async (
  ctx: Ctx,
  device: string,
  all: readonly Times[],
  span: { readonly from: number; readonly until: number },
): Promise<Windows> => {
  const windows = new Map<string, readonly Window[]>();
  if (all.length === 0) return windows;
  const days: string[] = [];
  // what began the day before may last
  for (let ts = span.from - DAY_MS; ts < span.until + DAY_MS; ts += DAY_MS) days.push(factoryText(ts).slice(0, 10));
  const shiftsOf = await shiftWindows(ctx, device, days);
  for (const times of all) {
    const { shifts, hours } = times;
    const inShifts = shifts.length === 0 ? null : joined(shiftsOf(shifts));
    const inHours = hours === null ? null : joined(days.map((day) => windowOn(day, hours)));
    windows.set(
      keyOfTimes(times),
      inShifts === null || inHours === null ? (inShifts ?? inHours ?? []) : common(inShifts, inHours),
    );
  }
  return windows;
};
const windowOn = (day: string, [from, to]: readonly [number, number]): Window => {
  const midnight = factoryMs(`${day} 00:00:00`);
  return { from: midnight + from * MINUTE_MS, to: midnight + to * MINUTE_MS };
};
const shiftWindows = async (ctx: Ctx, device: string, days: readonly string[]) => {
  const resources = await resourcesOf(
    ctx,
    days.map((day) => ({ id: device, day })),
  );
  const found = days.flatMap((day) => {
    const resource = resources.get(keyOf({ id: device, day }));
    if (resource === undefined) return [];
    return daysOf(resource, day).shifts.map((shift) => {
      const { from, to } = timesOn(shift, day);
      return { shift: shift.id, window: windowOn(day, [from, to]) };
    });
  });
  return (shifts: readonly string[]): readonly Window[] =>
    found.flatMap(({ shift, window }) => (shifts.includes(shift) ? window : []));
};

/** In their order; those that touch are one. */
const joined = (windows: readonly Window[]): readonly Window[] => {
  const made: Window[] = [];
  for (const window of [...windows].sort((a, b) => a.from - b.from)) {
    const last = made.at(-1);
    if (last !== undefined && window.from <= last.to)
      made[made.length - 1] = { from: last.from, to: Math.max(last.to, window.to) };
    else made.push(window);
  }
  return made;
};
const common = (some: readonly Window[], others: readonly Window[]): readonly Window[] =>
  some.flatMap((a) =>
    others.flatMap((b) => {
      const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
      return from < to ? { from, to } : [];
    }),
  );
