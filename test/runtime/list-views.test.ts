import { describe, expect, it } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { boardColumns, wayOf } from '../../runtime/list/board';
import { rowsByDay } from '../../runtime/list/calendar';
import { viewsOf } from '../../runtime/list/views';
import { addMonths, weeksOf } from '../../runtime/month/index';
import type { Page } from '../../runtime/page/index';
import type { ResolvedAction, ResolvedDict } from '../../schemas/language/resolved';
import { makeObject } from '../support/objects';

const dict: ResolvedDict = {
  code: 'd',
  title: '状态',
  version: '1',
  items: [
    { code: '10', title: '草稿' },
    { code: '30', title: '进行中' },
    { code: '60', title: '完成' },
  ],
};
const object = makeObject('doc', {
  fields: {
    state: { title: '状态', dict: 'd' },
    other: { title: '别的', dict: 'd' },
    day: { title: '日', kind: 'date' },
  },
  state: 'state',
  list: { as: ['table', 'board:state', 'calendar:day', 'board:other', 'calendar:gone', 'space'] },
});
const page = { object, code: 'doc', dicts: new Map([['d', dict]]) } as unknown as Page;
const row = (id: string, more: Record<string, unknown>): WireRow => ({ id, ...more }) as WireRow;
const action = (code: string, more: Partial<ResolvedAction>): ResolvedAction =>
  ({ code, title: code, at: ['row'], right: `doc:${code}`, builtIn: false, ...more }) as ResolvedAction;

describe('views of a list', () => {
  it('are those it names, with a field it has; once each', () => {
    expect(viewsOf(page).map(({ code, field }) => [code, field])).toEqual([
      ['table', undefined],
      ['board', 'state'],
      ['calendar', 'day'],
    ]);
  });
});

describe('a board', () => {
  it('has a column for every value, and for rows without one only when there are such', () => {
    const rows = [row('a', { state: '30' }), row('b', { state: '10' }), row('c', { state: '30' })];
    const shape = (list: readonly WireRow[]) =>
      boardColumns(page, 'state', list).map(({ value, rows: own }) => [value, own.map((row) => row.id).join('')]);
    expect(shape(rows)).toEqual([
      ['10', 'b'],
      ['30', 'ac'],
      ['60', ''],
    ]);
    expect(shape([row('x', {}), row('y', { state: '99' })])).toEqual([
      ['', 'x'],
      ['10', ''],
      ['30', ''],
      ['60', ''],
      ['99', 'y'],
    ]);
  });
  it('lets a card go where an action of it leads, and nowhere else', () => {
    const actions = [
      action('start', { from: ['10'], to: '30' }),
      action('finish', { from: ['30'], to: '60' }),
      action('drop', { to: '90', tone: 'danger' }),
      action('back', { to: '10' }),
    ];
    const ways = (more: Record<string, unknown>, field = 'state') =>
      [...wayOf(page, field, row('a', more), actions)].map(([to, { code }]) => `${code}→${to}`);
    expect(ways({ state: '10' })).toEqual(['start→30']);
    expect(ways({ state: '30' })).toEqual(['finish→60', 'back→10']);
    expect(ways({ state: '30', _actions: ['back'] })).toEqual(['back→10']);
    expect(ways({ state: '30', other: '10' }, 'other')).toEqual([]);
  });
});

describe('a calendar', () => {
  it('shows whole weeks from Monday', () => {
    const weeks = weeksOf('2026-02');
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([5, '2026-01-26', '2026-03-01']);
    expect(weeksOf('2027-02')).toHaveLength(4);
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', 0)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-03',
    ]);
  });
  it('puts rows on their day, spans on each of theirs, lists on each day named', () => {
    const rows = [
      row('day', { day: '2026-01-15' }),
      row('moment', { day: '2026-01-15 08:00:00' }),
      row('span', { day: ['2026-01-30 08:00:00', '2026-02-02 17:00:00'] }),
      row('days', { day: ['2026-01-14', '2026-01-16'] }),
      row('none', { day: null }),
    ];
    const days = rowsByDay(rows, 'day', '2026-01-01', '2026-01-31');
    expect([...days].map(([day, own]) => [day, own.map((row) => row.id)])).toEqual([
      ['2026-01-15', ['day', 'moment']],
      ['2026-01-30', ['span']],
      ['2026-01-31', ['span']],
      ['2026-01-14', ['days']],
      ['2026-01-16', ['days']],
    ]);
  });
});
