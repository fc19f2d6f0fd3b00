/** What a resource works (20 §10.7): its shifts on a day, the minutes left of them, and the shift a moment belongs to. */
import { dateAdd, dateOf } from '../../schemas/language/codec/date-time';
import { type Calendar, crewDay, type OpenDay, openDay, type Rotation, stopsAround } from './day';
import { DAY, minuteOf, minutesOf, movedBy, type Span, without } from './minutes';
import { type Shift, timesOn } from './shift';

/** A device runs through breaks that do not stop it, people rest in all; a crew has a rotation. */
export interface Resource {
  readonly calendar: Calendar;
  readonly isDevice: boolean;
  readonly rotation?: Rotation | undefined;
  /** planned stops of the maintenance part around a day, in minutes of it */
  readonly plannedStops?: (date: string) => readonly Span[];
}
export interface WorkSpan {
  readonly shift: Shift;
  readonly span: Span;
  /** shift − breaks, then − stops */
  readonly planMin: number;
  readonly netMin: number;
  readonly net: readonly Span[];
  /** breaks that no stop covers */
  readonly rest: readonly Span[];
}

export const daysOf = (resource: Resource, date: string): OpenDay =>
  resource.rotation ? crewDay(resource.calendar, resource.rotation, date) : openDay(resource.calendar, date);

/** Shifts that start on a day with what is left of each. */
export const workOf = (resource: Resource, date: string): readonly WorkSpan[] => {
  const { shifts } = daysOf(resource, date);
  if (shifts.length === 0) return [];
  const stops = [...stopsAround(resource.calendar, date), ...(resource.plannedStops?.(date) ?? [])];
  return shifts.map((shift) => {
    const { from, to, breaks } = timesOn(shift, date);
    const open = without(
      [{ from, to }],
      breaks.filter((eachBreak) => eachBreak.stops || !resource.isDevice),
    );
    const net = without(open, stops);
    const rest = without(without([{ from, to }], open), stops);
    return { shift, span: { from, to }, planMin: minutesOf(open), netMin: minutesOf(net), net, rest };
  });
};

/** Net minutes of a day; shifts that overlap count once. */
export const netMinutes = (resource: Resource, date: string): number => {
  let left: readonly Span[] = [];
  let sum = 0;
  for (const { net } of workOf(resource, date)) {
    const fresh = without(net, left);
    sum += minutesOf(fresh);
    left = [...left, ...fresh];
  }
  return sum;
};

export interface Located {
  readonly shift: Shift | null;
  /** the day the shift starts; the calendar day outside of all */
  readonly date: string;
}
/** The shift of a moment: inside one, else the one before within its grace, else the next one within its grace. */
export const shiftAt = (resource: Resource, at: string): Located => {
  const today = dateOf(at);
  const minute = minuteOf(at) ?? 0;
  // the day before first: its night shift is the one people still work
  const near = [-1, 0, 1].flatMap((days) => {
    const date = dateAdd(today, days, 'day') ?? today;
    return daysOf(resource, date).shifts.map((shift) => ({
      shift,
      date,
      span: movedBy(timesOn(shift, date), days * DAY),
    }));
  });
  const inside = near.find(({ span }) => span.from <= minute && minute < span.to);
  if (inside) return inside;
  const before = near.filter(({ span }) => span.to <= minute).sort((a, b) => b.span.to - a.span.to)[0];
  if (before && minute - before.span.to <= before.shift.graceAfter) return before;
  const next = near.filter(({ span }) => span.from > minute).sort((a, b) => a.span.from - b.span.from)[0];
  if (next && next.span.from - minute <= next.shift.graceBefore) return next;
  return { shift: null, date: today };
};
