/** Which shifts are open on a day (20 §10.7): entries of the calendar, then of those above it, then its week; a crew follows its rotation. */
import { dateAdd, dateDiff, partsOf } from '../../schemas/language/codec/date-time';
import { DAY, minuteOf, movedBy, type Span } from './minutes';
import type { Shift } from './shift';

export const ENTRY = { rest: '1', work: '2', extra: '3', stop: '4' } as const;

export interface Entry {
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly kind: string;
  readonly shifts: readonly Shift[];
  /** `HH:mm:ss`, of a stop */
  readonly timeFrom?: string | null;
  readonly timeTo?: string | null;
  readonly reason: string;
}
export interface Calendar {
  readonly id: string;
  readonly name: string;
  readonly parent?: Calendar | undefined;
  /** shifts of Monday (0) to Sunday (6) */
  readonly week: readonly (readonly Shift[])[];
  readonly entries: readonly Entry[];
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
}
export interface Rotation {
  readonly cycleDays: number;
  readonly anchor: string;
  readonly offset: number;
  /** shifts of day 1, 2, … */
  readonly days: readonly (readonly Shift[])[];
}
export interface OpenDay {
  readonly shifts: readonly Shift[];
  /** entries that speak about the day, the nearest calendar first */
  readonly entries: readonly Entry[];
}

/** The shifts of a calendar on a day. */
export const openDay = (calendar: Calendar, date: string): OpenDay => {
  const levels = chain(calendar, date).map((calendar) => calendar.entries.filter((entry) => covers(entry, date)));
  const entries = levels.flat();
  const normal = entries.find(({ kind }) => kind === ENTRY.rest || kind === ENTRY.work);
  const extra = entries.find(({ kind }) => kind === ENTRY.extra);
  const base = normal
    ? normal.kind === ENTRY.rest
      ? []
      : normal.shifts
    : (chain(calendar, date)[0]?.week[((partsOf(date)?.weekday ?? 1) + 6) % 7] ?? []);
  return { shifts: inOrder([...base, ...(extra?.shifts ?? [])]), entries };
};

/** The shift of a crew: a day of rest of the factory wins over the rotation unless work or overtime is set for it. */
export const crewDay = (calendar: Calendar, rotation: Rotation, date: string): OpenDay => {
  const { entries } = openDay(calendar, date);
  const first = entries.find(({ kind }) => kind !== ENTRY.stop);
  const rests = first?.kind === ENTRY.rest && !entries.some(({ kind }) => kind === ENTRY.extra);
  return { entries, shifts: rests ? [] : (rotation.days[dayNo(rotation, date) - 1] ?? []) };
};

/** Day of the cycle, 1 to `cycleDays`, also before the anchor. */
export const dayNo = ({ anchor, offset, cycleDays }: Rotation, date: string): number => {
  const days = (dateDiff(anchor, date, 'day')?.n ?? 0) + offset;
  return (((days % cycleDays) + cycleDays) % cycleDays) + 1;
};

/** Stops that touch a day or the night after it, in minutes of that day. */
export const stopsAround = (calendar: Calendar, date: string): readonly Span[] =>
  [-1, 0, 1].flatMap((days) => {
    const day = dateAdd(date, days, 'day') ?? date;
    return chain(calendar, day).flatMap(({ entries }) =>
      entries.flatMap((entry) => {
        const [from, to] = [minuteOf(entry.timeFrom), minuteOf(entry.timeTo)];
        if (entry.kind !== ENTRY.stop || !covers(entry, day) || from === null || to === null) return [];
        return [movedBy({ from, to: to > from ? to : to + DAY }, days * DAY)];
      }),
    );
  });

/** The calendar and those above it that are valid on the day, each once. */
const chain = (calendar: Calendar, date: string): readonly Calendar[] => {
  const seen = new Set<Calendar>();
  for (let at: Calendar | undefined = calendar; at && !seen.has(at); at = at.parent) seen.add(at);
  const valid = [...seen].filter(
    ({ validFrom, validTo }) => (!validFrom || validFrom <= date) && (!validTo || date <= validTo),
  );
  return valid.length > 0 ? valid : [...seen].slice(-1);
};
const covers = ({ dateFrom, dateTo }: Entry, date: string): boolean => dateFrom <= date && date <= dateTo;
const inOrder = (shifts: readonly Shift[]): readonly Shift[] =>
  [...new Map(shifts.map((shift) => [shift.id, shift])).values()].sort((a, b) => a.times.from - b.times.from);
