/** Ids of devices, work groups, places, crews, people and calendars as resources of the calendar (20 §10.7). */
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import { type Book, bookOf, calendarOfUnit, crewOf, rowsOf } from './book';
import type { Resource } from './resource';

export interface Ask {
  readonly id: string;
  /** the day asked about: people belong to the crew of that day */
  readonly day: string;
}
export const keyOf = ({ id, day }: Ask): string => `${id} ${day}`;

/** Resources by id and day; what is none of them is left out. */
export const resourcesOf = async (ctx: Ctx, asks: readonly Ask[]): Promise<ReadonlyMap<string, Resource>> => {
  const book = await bookOf(ctx);
  const { records } = ctx.asSystem();
  const open = new Set(asks.map(({ id }) => id));
  const found = new Map<string, Resource>();
  for (const id of [...open]) {
    const calendar = book.calendars.get(id);
    if (calendar) found.set(id, { calendar, isDevice: true });
    else if (book.units.has(id)) found.set(id, { calendar: calendarOfUnit(book, id), isDevice: true });
    if (found.has(id)) open.delete(id);
  }
  if (open.size > 0) {
    // what an id is of nobody says: all three are asked at once
    const [devices, workGroups, teams] = await Promise.all(
      (['equipment', 'workGroup', 'team'] as const).map(
        (object): Promise<readonly Rec[]> => records.many(object, [...open], { stored: true }),
      ),
    );
    const groups = await groupsOf(ctx, devices ?? []);
    for (const record of devices ?? [])
      found.set(record.id as string, deviceOf(book, record, groups.get(record.id as string)));
    for (const record of workGroups ?? []) found.set(record.id as string, groupOf(book, record));
    for (const record of teams ?? []) found.set(record.id as string, crewOf(book, record));
    for (const id of found.keys()) open.delete(id);
  }
  const answer = new Map<string, Resource>();
  for (const ask of asks) {
    const resource = found.get(ask.id);
    if (resource) answer.set(keyOf(ask), resource);
  }
  const people = asks.filter(({ id }) => open.has(id));
  if (people.length > 0) for (const [key, crew] of await crewsOf(ctx, book, people)) answer.set(key, crew);
  return answer;
};

/** A device of its own calendar, else that of its group, else that of its place. */
const deviceOf = (book: Book, device: Rec, group: Rec | undefined): Resource => ({
  calendar:
    book.calendars.get(String(device.workCalendar ?? '')) ??
    book.calendars.get(String(group?.workCalendar ?? '')) ??
    calendarOfUnit(book, device.factoryUnit as string | null),
  isDevice: true,
});
const HANDS = '2';
const groupOf = (book: Book, group: Rec): Resource => ({
  calendar:
    book.calendars.get(String(group.workCalendar ?? '')) ?? calendarOfUnit(book, group.factoryUnit as string | null),
  isDevice: group.mode !== HANDS,
});

/** The group of each device; a device is in one at most. */
const groupsOf = async (ctx: Ctx, devices: readonly Rec[]): Promise<ReadonlyMap<string, Rec>> => {
  const { records } = ctx.asSystem();
  const ids = devices.map(({ id }) => id as string);
  if (ids.length === 0) return new Map();
  const heads = await records.find('workGroup', 'isDisabled == 0 && exists(equips, equipment in param.ids)', {
    param: { ids },
  });
  const groups = await records.many(
    'workGroup',
    heads.map(({ id }) => id as string),
    { rows: ['equips'], stored: true },
  );
  return new Map(groups.flatMap((group) => rowsOf(group, 'equips').map((row) => [row.equipment as string, group])));
};

/** People work with the crew they belong to on the day. */
const crewsOf = async (ctx: Ctx, book: Book, asks: readonly Ask[]): Promise<ReadonlyMap<string, Resource>> => {
  const { records } = ctx.asSystem();
  const found = await records.many('employee', [...new Set(asks.map(({ id }) => id))], { stored: true });
  const ids = found.map(({ id }) => id as string);
  if (ids.length === 0) return new Map();
  const heads = await records.find('team', 'exists(members, employee in param.ids)', { param: { ids } });
  const teams = await records.many(
    'team',
    heads.map(({ id }) => id as string),
    { rows: ['members'], stored: true },
  );
  const answer = new Map<string, Resource>();
  for (const ask of asks) {
    if (!ids.includes(ask.id)) continue;
    const team = teams.find((team) =>
      rowsOf(team, 'members').some(
        ({ employee, fromDate, toDate }) =>
          employee === ask.id && String(fromDate) <= ask.day && (typeof toDate !== 'string' || ask.day <= toDate),
      ),
    );
    answer.set(keyOf(ask), team ? crewOf(book, team) : { calendar: book.standard, isDevice: false });
  }
  return answer;
};
