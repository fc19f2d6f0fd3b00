/** A shift as the calendar reads it (20 §2): a block of working time with its breaks, and the times it had before they were changed. */
import type { Rec, Row } from '../../schemas/language/value';
import { DAY, minuteOf, type Span } from './minutes';

export interface Break extends Span {
  /** the device stands still; people rest in every break */
  readonly stops: boolean;
}
/** Minutes since midnight of the day the shift starts. */
export interface ShiftTimes extends Span {
  readonly breaks: readonly Break[];
}
export interface Shift {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly color: string;
  readonly isNight: boolean;
  readonly graceBefore: number;
  readonly graceAfter: number;
  readonly times: ShiftTimes;
  /** times up to and on a day, oldest first: a change speaks about the days from the next one */
  readonly former: readonly { readonly until: string; readonly times: ShiftTimes }[];
}

/** Start = end is a whole day; a break earlier than the start belongs to the next day. Null without both times. */
export const timesOf = (start: unknown, end: unknown, breaks: readonly Rec[]): ShiftTimes | null => {
  const [from, until] = [minuteOf(start), minuteOf(end)];
  if (from === null || until === null) return null;
  return {
    from,
    to: until > from ? until : until + DAY,
    breaks: breaks.flatMap((row) => {
      const [at, till] = [minuteOf(row.startTime), minuteOf(row.endTime)];
      if (at === null || till === null) return [];
      const first = at < from ? at + DAY : at;
      return [{ from: first, to: first + ((till - at + DAY) % DAY), stops: row.plannedStop !== false }];
    }),
  };
};

const NIGHT = '3';
export const shiftOfRecord = (record: Rec): Shift | null => {
  const times = timesOf(record.startTime, record.endTime, rowsOf(record.breaks));
  if (times === null) return null;
  return {
    id: record.id as string,
    code: String(record.code ?? ''),
    name: String(record.name ?? ''),
    color: String(record.color ?? '#409EFF'),
    isNight: record.type === NIGHT,
    graceBefore: Number(record.graceBefore ?? 0),
    graceAfter: Number(record.graceAfter ?? 0),
    times,
    former: rowsOf(record.former)
      .flatMap((row) => {
        const old = timesOf(row.startTime, row.endTime, rowsOf(row.breaks));
        return old === null ? [] : [{ until: String(row.until), times: old }];
      })
      .sort((a, b) => (a.until < b.until ? -1 : 1)),
  };
};

/** The times a shift has on a day. */
export const timesOn = (shift: Shift, date: string): ShiftTimes =>
  shift.former.find(({ until }) => date <= until)?.times ?? shift.times;

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);
