/** Calendars of an organisation, read once and kept until one of them changes; a resource finds its own by 20 §10.7. */
import type { Rec, Row } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import { calendarStamp } from '../datasets/factory/calendar-stamp';
import type { Calendar, Entry, Rotation } from './day';
import type { Resource } from './resource';
import { type Shift, shiftOfRecord } from './shift';

export interface Book {
  readonly stamp: string;
  readonly shifts: ReadonlyMap<string, Shift>;
  readonly calendars: ReadonlyMap<string, Calendar>;
  readonly standard: Calendar;
  readonly patterns: ReadonlyMap<string, Rec>;
  readonly units: ReadonlyMap<string, { readonly parent: string | null; readonly calendar: string | null }>;
}
/** what people see when nobody has set up a calendar: nothing is open */
const NONE: Calendar = { id: '', name: '', week: [], entries: [] };
const WEEKLY = '1';
const books = new Map<string, Promise<Book>>();

/** The calendars as this request sees them. */
export const bookOf = async (ctx: Ctx): Promise<Book> => {
  const stamp = await calendarStamp(ctx);
  const known = await books.get(ctx.org.id)?.catch(() => undefined);
  if (known?.stamp === stamp) return known;
  const loading = load(ctx, stamp);
  books.set(ctx.org.id, loading);
  return loading;
};

/** The calendar of a place: its own, that of the nearest place above, the default one. */
export const calendarOfUnit = (book: Book, unit: string | null | undefined): Calendar => {
  const seen = new Set<string>();
  for (let id = unit; id && !seen.has(id); id = book.units.get(id)?.parent) {
    seen.add(id);
    const own = book.calendars.get(book.units.get(id)?.calendar ?? '');
    if (own) return own;
  }
  return book.standard;
};

/** A crew works its rotation over the calendar of its place; without one it follows the calendar. */
export const crewOf = (book: Book, team: Rec): Resource => {
  const pattern = book.patterns.get(String(team.shiftPattern ?? ''));
  return {
    calendar: calendarOfUnit(book, team.factoryUnit as string | null),
    isDevice: false,
    rotation: pattern && rotationOf(book.shifts, pattern, Number(team.patternOffset ?? 0)),
  };
};

export const rowsOf = (rec: Rec, sub: string): readonly Row[] => (rec[sub] as readonly Row[] | undefined) ?? [];

const load = async (ctx: Ctx, stamp: string): Promise<Book> => {
  const { records } = ctx.asSystem();
  const all = async (object: string, rows: boolean): Promise<readonly Rec[]> => {
    const heads = await records.find(object, 'true');
    return rows
      ? records.many(
          object,
          heads.map(({ id }) => id as string),
          { rows: true, stored: true },
        )
      : heads;
  };
  const shifts = new Map<string, Shift>();
  for (const record of await all('shift', true)) {
    const shift = shiftOfRecord(record);
    if (shift) shifts.set(shift.id, shift);
  }
  const patterns = byId(await all('shiftPattern', true));
  const heads = await all('workCalendar', true);
  const calendars = calendarsOf(heads, patterns, shifts);
  const standard = heads.find(({ isDefault }) => isDefault === true);
  const units = new Map(
    (await all('factoryUnit', false)).map((record) => [
      record.id as string,
      { parent: (record.parent as string | null) ?? null, calendar: (record.workCalendar as string | null) ?? null },
    ]),
  );
  return { stamp, shifts, calendars, patterns, units, standard: calendars.get(standard?.id as string) ?? NONE };
};

const calendarsOf = (
  heads: readonly Rec[],
  patterns: ReadonlyMap<string, Rec>,
  shifts: ReadonlyMap<string, Shift>,
): ReadonlyMap<string, Calendar> => {
  const made = new Map<string, Calendar & { parent?: Calendar | undefined }>();
  for (const head of heads)
    made.set(head.id as string, {
      id: head.id as string,
      name: String(head.name ?? ''),
      week: weekOf(patterns.get(String(head.pattern ?? '')), shifts),
      entries: rowsOf(head, 'entries').map((row) => entryOf(row, shifts)),
      validFrom: (head.validFrom as string | null) ?? null,
      validTo: (head.validTo as string | null) ?? null,
    });
  for (const head of heads) {
    const calendar = made.get(head.id as string);
    if (calendar) calendar.parent = made.get(String(head.parent ?? ''));
  }
  return made;
};

const entryOf = (row: Row, shifts: ReadonlyMap<string, Shift>): Entry => ({
  dateFrom: String(row.dateFrom),
  dateTo: String(row.dateTo),
  kind: String(row.kind),
  shifts: shiftsIn(row.shifts, shifts),
  timeFrom: (row.timeFrom as string | null) ?? null,
  timeTo: (row.timeTo as string | null) ?? null,
  reason: String(row.reason ?? ''),
});

/** Shifts of Monday to Sunday; a pattern that goes round is no week. */
const weekOf = (pattern: Rec | undefined, shifts: ReadonlyMap<string, Shift>): Calendar['week'] =>
  pattern?.kind === WEEKLY ? daysOf(pattern, shifts) : [];

const rotationOf = (shifts: ReadonlyMap<string, Shift>, pattern: Rec, offset: number): Rotation | undefined =>
  typeof pattern.anchorDate !== 'string'
    ? undefined
    : { anchor: pattern.anchorDate, cycleDays: Number(pattern.cycleDays), offset, days: daysOf(pattern, shifts) };

const daysOf = (pattern: Rec, shifts: ReadonlyMap<string, Shift>): readonly (readonly Shift[])[] => {
  const days: (readonly Shift[])[] = Array.from({ length: Number(pattern.cycleDays) }, () => []);
  for (const [at, row] of rowsOf(pattern, 'days').entries()) days[at] = shiftsIn(row.shifts, shifts);
  return days;
};

const shiftsIn = (ids: unknown, shifts: ReadonlyMap<string, Shift>): readonly Shift[] =>
  (Array.isArray(ids) ? ids : []).flatMap((id) => shifts.get(String(id)) ?? []);
const byId = (list: readonly Rec[]): ReadonlyMap<string, Rec> =>
  new Map(list.map((record) => [record.id as string, record]));
