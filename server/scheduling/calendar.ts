/**
 * When a resource works (30 §3 step 1). Work is interrupted only by closed time, so the engine counts in open minutes: the minutes a
 * resource has worked since its calendar begins. There a task is one span without holes, whatever breaks it runs over.
 */
import type { Interval, Minute, OpenInterval, Resource } from './types';

export interface Calendar {
  readonly from: readonly Minute[];
  readonly to: readonly Minute[];
  readonly day: readonly number[];
  /** open minutes before each interval, and those of all at the end */
  readonly before: readonly number[];
  readonly total: number;
  /** what of its shifts is taken by stops, in order */
  readonly stops: readonly Interval[];
}

/** The net calendar of a resource: overtime added to the last shift of each day, then stops taken out (30 §3 step 1). */
export function netCalendar(resource: Resource, useOvertime: boolean): Calendar {
  const open = inOrder(useOvertime ? lengthened(resource.open, resource.overtimeMin) : resource.open);
  const stops = joined(resource.stops);
  return calendarOf(without(open, stops), stops);
}

/** When at least one of several works: the calendar of the pass without limits (30 §3 step 4). */
export function unitedCalendar(calendars: readonly Calendar[]): Calendar {
  const all = calendars.flatMap(({ from, to, day }) => from.map((at, n) => ({ from: at, to: to[n]!, day: day[n]! })));
  const united: { from: Minute; to: Minute; day: number }[] = [];
  for (const next of all.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = united.at(-1);
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else united.push({ ...next });
  }
  return calendarOf(united, []);
}

/** Open minutes before a moment. */
export function worked(calendar: Calendar, at: Minute): number {
  const n = lastNotAfter(calendar.from, at);
  if (n < 0) return 0;
  return calendar.before[n]! + Math.min(at, calendar.to[n]!) - calendar.from[n]!;
}

/** The moment work begins after `done` open minutes: never within closed time. Infinity after the last. */
export function opening(calendar: Calendar, done: number): Minute {
  if (done < 0) return (calendar.from[0] ?? 0) + done;
  if (done >= calendar.total) return Number.POSITIVE_INFINITY;
  const n = lastNotAfter(calendar.before, done, calendar.from.length);
  return calendar.from[n]! + done - calendar.before[n]!;
}

/** The moment work of `done` open minutes ends: the end of an interval rather than the start of the next. */
export function closing(calendar: Calendar, done: number): Minute {
  if (done <= 0) return (calendar.from[0] ?? 0) + done;
  if (done > calendar.total) return Number.POSITIVE_INFINITY;
  const n = lastNotAfter(calendar.before, done - 1, calendar.from.length);
  return calendar.from[n]! + done - calendar.before[n]!;
}

/** Index of the interval that holds the open minute `done`; the number of intervals after the last. */
export function intervalAt(calendar: Calendar, done: number): number {
  return done >= calendar.total ? calendar.from.length : lastNotAfter(calendar.before, done, calendar.from.length);
}

/** The real stretches of open minutes [a, b), each with the day of its shift. */
export function stretches(calendar: Calendar, a: number, b: number): OpenInterval[] {
  const out: OpenInterval[] = [];
  if (b <= a) return out;
  for (let n = intervalAt(calendar, a); n < calendar.from.length && calendar.before[n]! < b; n++) {
    const start = calendar.from[n]! - calendar.before[n]!;
    const last = calendar.before[n + 1]!;
    out.push({
      from: start + Math.max(a, calendar.before[n]!),
      to: start + Math.min(b, last),
      day: calendar.day[n]!,
    });
  }
  return out;
}

/** Open minutes [a, b) of the shifts that start on the day of the open minute `done`. */
export function dayAround(calendar: Calendar, done: number): readonly [a: number, b: number] {
  let first = Math.min(intervalAt(calendar, done), calendar.from.length - 1);
  if (first < 0) return [0, 0];
  let last = first;
  while (first > 0 && calendar.day[first - 1] === calendar.day[first]) first--;
  while (last + 1 < calendar.from.length && calendar.day[last + 1] === calendar.day[last]) last++;
  return [calendar.before[first]!, calendar.before[last + 1]!];
}

/** The moment `minutes` of work must begin to end by `at`; outside of its intervals a calendar counts as open all day. */
export function backFrom(calendar: Calendar, at: Minute, minutes: number): Minute {
  if (calendar.from.length === 0) return at - minutes;
  const after = Math.max(0, at - calendar.to.at(-1)!);
  if (minutes <= after) return at - minutes;
  const left = minutes - after;
  if (left === 0) return at;
  const first = calendar.from[0]!;
  return at <= first ? at - left : opening(calendar, worked(calendar, at) - left);
}

const lastNotAfter = (values: readonly number[], limit: number, length = values.length): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

function calendarOf(intervals: readonly OpenInterval[], stops: readonly Interval[]): Calendar {
  const before = [0];
  for (const { from, to } of intervals) before.push(before.at(-1)! + to - from);
  return {
    from: intervals.map(({ from }) => from),
    to: intervals.map(({ to }) => to),
    day: intervals.map(({ day }) => day),
    before,
    total: before.at(-1)!,
    stops,
  };
}

/** Shifts that overlap count once; shifts that touch stay two. */
function inOrder(open: readonly OpenInterval[]): OpenInterval[] {
  const out: OpenInterval[] = [];
  for (const next of [...open].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const from = Math.max(next.from, out.at(-1)?.to ?? next.from);
    if (next.to > from) out.push({ ...next, from });
  }
  return out;
}

/** The last shift of a day goes on for `minutes`, at most to the next one. */
function lengthened(open: readonly OpenInterval[], minutes: number): readonly OpenInterval[] {
  if (minutes <= 0) return open;
  const sorted = inOrder(open);
  const last = new Map(sorted.map(({ day }, n) => [day, n]));
  return sorted.map((interval, n) => {
    if (last.get(interval.day) !== n) return interval;
    const next = sorted[n + 1]?.from ?? Number.POSITIVE_INFINITY;
    return { ...interval, to: Math.min(interval.to + minutes, Math.max(next, interval.to)) };
  });
}

/** Spans in order, those that touch made one. */
export function joined(spans: readonly Interval[]): Interval[] {
  const out: { from: Minute; to: Minute }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = out.at(-1);
    if (to <= from) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}

function without(open: readonly OpenInterval[], stops: readonly Interval[]): OpenInterval[] {
  const out: OpenInterval[] = [];
  let first = 0;
  for (const interval of open) {
    let { from } = interval;
    while (first < stops.length && stops[first]!.to <= from) first++;
    for (let n = first; n < stops.length && stops[n]!.from < interval.to; n++) {
      const stop = stops[n]!;
      if (stop.from > from) out.push({ ...interval, from, to: stop.from });
      from = Math.max(from, stop.to);
    }
    if (from < interval.to) out.push({ ...interval, from });
  }
  return out;
}
