import { describe, expect, it } from 'vitest';
import type { ListPageData, WireRow } from '../../runtime/data/types';
import { isByLevel, laidOut } from '../../runtime/list/use-levels';

const row = (id: string, leaf = false): WireRow => ({ id, leaf });
const part = (records: readonly WireRow[], more: Partial<ListPageData> = {}): ListPageData => ({
  records,
  total: records.length,
  current: 1,
  size: 200,
  ...more,
});
const full = (from: number) => Array.from({ length: 200 }, (_, n) => row(`n${from + n}`, true));
const shape = (known: Readonly<Record<string, readonly ListPageData[]>>, own: Readonly<Record<string, boolean>> = {}) =>
  laidOut(new Map(Object.entries(known)), own);

describe('levels of a tree', () => {
  it('stand below the branches that are open, and only those are asked for', () => {
    const known = { top: [part([row('a'), row('b'), row('c', true)])], a: [part([row('a1'), row('a2', true)])] };
    const { rows, reached } = shape(known, { a: true, a1: true, b: false });
    expect(rows.map((row) => `${row.level}${row.row.id}${row.open ? '+' : ''}`)).toEqual([
      '0a+',
      '1a1+',
      '1a2',
      '0b',
      '0c',
    ]);
    expect(reached).toEqual(['top', 'a', 'a1']);
    expect(shape(known, {}).reached).toEqual(['top']);
  });
  it('say how many rows of a level wait, while they know it', () => {
    const mores = (known: Readonly<Record<string, readonly ListPageData[]>>) =>
      shape(known)
        .rows.filter(({ more }) => more !== undefined)
        .map(({ more, row: own }) => [own.id, more, own.$isDisabled]);
    expect(mores({ top: [part(full(0), { total: 350 })] })).toEqual([['more:top', 150, true]]);
    expect(mores({ top: [part(full(0), { total: 1000, capped: true })] })).toEqual([['more:top', 0, true]]);
    expect(mores({ top: [part(full(0), { total: 400 }), part(full(200), { total: 400 })] })).toEqual([]);
    expect(mores({ top: [part(full(0), { total: 250 }), part(full(200).slice(50), { total: 250 })] })).toEqual([]);
  });
  it('do not follow a loop', () => {
    const { rows } = shape({ top: [part([row('a')])], a: [part([row('a')])] }, { a: true });
    expect(rows.map((row) => row.row.id)).toEqual(['a']);
  });
  it('are asked for when the whole does not fit, never for a search', () => {
    const data = part([], { total: 1000, capped: true });
    const list = { data, query: { q: undefined, node: undefined }, search: {} } as never;
    expect(isByLevel(list)).toBe(true);
    expect(isByLevel({ ...(list as object), data: part([], { total: 1000 }) } as never)).toBe(false);
    expect(isByLevel({ ...(list as object), search: { name: '甲' } } as never)).toBe(false);
  });
});
