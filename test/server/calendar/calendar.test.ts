/** The examples of 20 §10.7 with their exact numbers, over calendars made by hand. */
import { describe, expect, it } from 'vitest';
import { type Calendar, crewDay, dayNo, type Entry, openDay, type Rotation } from '../../../server/calendar/day';
import { minutesOf, without } from '../../../server/calendar/minutes';
import { netMinutes, type Resource, shiftAt, workOf } from '../../../server/calendar/resource';
import { type Shift, timesOf, timesOn } from '../../../server/calendar/shift';

type Times = readonly [start: string, end: string];
const shift = (name: string, [start, end]: Times, breaks: readonly Times[] = [], more: Partial<Shift> = {}): Shift => ({
  id: name,
  code: name,
  name,
  color: '#409EFF',
  isNight: false,
  graceBefore: 30,
  graceAfter: 120,
  times: timesOf(
    start,
    end,
    breaks.map(([startTime, endTime]) => ({ startTime, endTime, plannedStop: true })),
  )!,
  former: [],
  ...more,
});
const DAY_SHIFT = shift('白班', ['08:00', '17:00'], [['12:00', '13:00']]);
const NIGHT = shift('夜班', ['20:00', '05:00'], [['00:00', '01:00']]);
const BOTH = [DAY_SHIFT, NIGHT];
const calendar = (more: Partial<Calendar> = {}): Calendar => ({
  id: 'c',
  name: '工厂日历',
  week: [BOTH, BOTH, BOTH, BOTH, BOTH, BOTH, []],
  entries: [],
  ...more,
});
const entry = (kind: string, dateFrom: string, more: Partial<Entry> = {}): Entry => ({
  kind,
  dateFrom,
  dateTo: dateFrom,
  shifts: [],
  reason: '',
  ...more,
});
const device = (calendar: Calendar, more: Partial<Resource> = {}): Resource => ({
  calendar: calendar,
  isDevice: true,
  ...more,
});
const names = (shifts: readonly Shift[]): string => shifts.map(({ name }) => name).join(',');
const CNC = device(calendar());

describe('minutes of a shift', () => {
  const net = (shift: Shift): number =>
    workOf(device(calendar({ week: Array(7).fill([shift]) })), '2026-01-15')[0]!.netMin;
  it('are its span without its breaks', () => {
    expect(net(DAY_SHIFT)).toBe(480);
    expect(net(NIGHT)).toBe(480);
    expect(
      net(
        shift(
          '长白班',
          ['08:00', '20:00'],
          [
            ['12:00', '13:00'],
            ['17:30', '18:00'],
          ],
        ),
      ),
    ).toBe(630);
    expect(net(shift('全天', ['08:00', '08:00']))).toBe(1440);
  });
  it('keep a break that does not stop the device, for people it is a break', () => {
    const manned = shift('白班', ['08:00', '17:00'], []);
    const eachShift: Shift = { ...manned, times: { ...manned.times, breaks: [{ from: 720, to: 780, stops: false }] } };
    const week = Array(7).fill([eachShift]);
    expect(netMinutes(device(calendar({ week })), '2026-01-15')).toBe(540);
    expect(netMinutes({ calendar: calendar({ week }), isDevice: false }, '2026-01-15')).toBe(480);
  });
  it('are those of its day after the times were changed', () => {
    const changed = shift('白班', ['09:00', '17:00'], [], {
      former: [{ until: '2026-01-15', times: DAY_SHIFT.times }],
    });
    expect(timesOn(changed, '2026-01-15').from).toBe(480);
    expect(timesOn(changed, '2026-01-16').from).toBe(540);
  });
});

describe('the shift of a moment', () => {
  const at = (time: string): string => {
    const { shift: found, date } = shiftAt(CNC, time);
    return `${found?.name ?? '--'} ${date}`;
  };
  it('looks inside, at the day before first', () => {
    expect(at('2026-01-16 02:30:00')).toBe('夜班 2026-01-15');
    expect(at('2026-01-15 08:00:00')).toBe('白班 2026-01-15');
    expect(at('2026-01-15 20:00:00')).toBe('夜班 2026-01-15');
  });
  it('gives what is late to the shift before, what is early to the next, else to none', () => {
    expect(at('2026-01-16 05:30:00')).toBe('夜班 2026-01-15');
    expect(at('2026-01-15 18:20:00')).toBe('白班 2026-01-15');
    expect(at('2026-01-15 19:10:00')).toBe('-- 2026-01-15');
    expect(at('2026-01-15 19:40:00')).toBe('夜班 2026-01-15');
    // the end belongs to the shift by its grace, not by its interval
    expect(at('2026-01-15 17:00:00')).toBe('白班 2026-01-15');
  });
  it('finds the one that starts just after midnight the evening before', () => {
    const early = shift('零点班', ['00:10', '08:00']);
    const resource = device(calendar({ week: Array(7).fill([early]) }));
    expect(shiftAt(resource, '2026-01-15 23:50:00')).toMatchObject({ date: '2026-01-16' });
  });
});

describe('the rotation of a crew', () => {
  const days = [...Array(6).fill([DAY_SHIFT]), [], ...Array(6).fill([NIGHT]), []];
  const rotation = (offset: number): Rotation => ({ cycleDays: 14, anchor: '2026-01-05', offset, days });
  const on = (offset: number, date: string, eachCalendar = calendar()): string =>
    names(crewDay(eachCalendar, rotation(offset), date).shifts);
  it('counts from its anchor, forwards and backwards', () => {
    expect(dayNo(rotation(0), '2026-01-15')).toBe(11);
    expect(on(0, '2026-01-15')).toBe('夜班');
    expect(dayNo(rotation(7), '2026-01-15')).toBe(4);
    expect(on(7, '2026-01-15')).toBe('白班');
    expect(dayNo(rotation(0), '2026-01-04')).toBe(14);
    expect(on(0, '2026-01-04')).toBe('');
  });
  it('rests with the factory unless work or overtime is set', () => {
    const rest = entry('1', '2026-01-15');
    expect(on(0, '2026-01-15', calendar({ entries: [rest] }))).toBe('');
    expect(on(0, '2026-01-15', calendar({ entries: [rest, entry('3', '2026-01-15')] }))).toBe('夜班');
    const own = calendar({ parent: calendar({ entries: [rest] }), entries: [entry('2', '2026-01-15')] });
    expect(on(0, '2026-01-15', own)).toBe('夜班');
  });
});

describe('days of a calendar', () => {
  const year = calendar({
    entries: [
      entry('1', '2026-02-15', { dateTo: '2026-02-23' }),
      entry('2', '2026-02-28', { shifts: [DAY_SHIFT] }),
      entry('3', '2026-01-18', { shifts: [DAY_SHIFT] }),
      entry('3', '2026-02-20', { shifts: [NIGHT] }),
    ],
  });
  it('rest by an entry, work by an entry', () => {
    for (let day = 15; day <= 23; day++) expect(netMinutes(device(year), `2026-02-${day}`)).toBe(day === 20 ? 480 : 0);
    expect(names(openDay(year, '2026-02-28').shifts)).toBe('白班');
    expect(netMinutes(device(year), '2026-02-28')).toBe(480);
  });
  it('add overtime to what is normal', () => {
    expect(names(openDay(year, '2026-01-18').shifts)).toBe('白班');
    expect(
      names(openDay(calendar({ entries: [entry('3', '2026-01-15', { shifts: [NIGHT] })] }), '2026-01-15').shifts),
    ).toBe('白班,夜班');
  });
  it('take the nearest entry, then that of the calendar above, then the week', () => {
    const child = calendar({
      parent: year,
      week: Array(7).fill([DAY_SHIFT]),
      entries: [entry('2', '2026-02-16', { shifts: BOTH })],
    });
    expect(names(openDay(child, '2026-02-16').shifts)).toBe('白班,夜班');
    expect(names(openDay(child, '2026-02-17').shifts)).toBe('');
    expect(names(openDay(child, '2026-01-18').shifts)).toBe('白班');
    expect(names(openDay(child, '2026-02-28').shifts)).toBe('白班');
    expect(names(openDay(child, '2026-01-15').shifts)).toBe('白班');
  });
  it('follow the calendar above outside of their validity', () => {
    const child = calendar({ parent: calendar(), week: Array(7).fill([]), validFrom: '2026-02-01' });
    expect(names(openDay(child, '2026-01-15').shifts)).toBe('白班,夜班');
    expect(names(openDay(child, '2026-02-02').shifts)).toBe('');
  });
  it('end with calendars that name each other', () => {
    const loop: { -readonly [key in keyof Calendar]: Calendar[key] } = calendar();
    loop.parent = loop;
    expect(names(openDay(loop, '2026-01-15').shifts)).toBe('白班,夜班');
  });
});

describe('stops', () => {
  const stop = (date: string, timeFrom: string, timeTo: string): Entry => entry('4', date, { timeFrom, timeTo });
  it('cut what they meet, also of the night before', () => {
    expect(netMinutes(device(calendar({ entries: [stop('2026-01-15', '09:00:00', '11:00:00')] })), '2026-01-15')).toBe(
      840,
    );
    // 00:30–02:00 of the 16th lies in the night of the 15th; its break is gone already
    const night = device(calendar({ entries: [stop('2026-01-16', '00:30:00', '02:00:00')] }));
    expect(workOf(night, '2026-01-15')[1]!.netMin).toBe(420);
    expect(netMinutes(night, '2026-01-16')).toBe(960);
    // over midnight
    expect(
      workOf(device(calendar({ entries: [stop('2026-01-15', '23:00:00', '00:00:00')] })), '2026-01-15')[1]!.netMin,
    ).toBe(420);
  });
  it('come from maintenance as well', () => {
    const served = device(calendar(), { plannedStops: () => [{ from: 840, to: 960 }] });
    expect(netMinutes(served, '2026-01-15')).toBe(840);
  });
  it('are not counted twice', () => {
    expect(
      minutesOf(
        without(
          [{ from: 0, to: 100 }],
          [
            { from: 20, to: 40 },
            { from: 30, to: 50 },
          ],
        ),
      ),
    ).toBe(70);
  });
});
