import { describe, expect, it } from 'vitest';
import type { ListPageData, WireRow } from '../../runtime/data/types';
import { changedCells, inPlace, isSameOrder } from '../../runtime/list/fresh';
import type { TableColumn } from '../../runtime/table/index';

const row = (id: string, qty: number, version = 1): WireRow => ({ id, qty, version });
const data = (records: readonly WireRow[], total = records.length): ListPageData => ({
  records,
  total,
  current: 1,
  size: 30,
});
const column = (key: string): TableColumn =>
  ({ key, text: (row: WireRow) => String(row[key] ?? '') }) as unknown as TableColumn;

describe('fresh rows', () => {
  it('keep their places while somebody works: values change, nothing comes, goes or moves', () => {
    const now = data([row('a', 1), row('b', 2), row('gone', 3)], 3);
    const fresh = data([row('new', 9), row('b', 5, 2), row('a', 1)], 4);
    expect(isSameOrder(now.records, fresh.records)).toBe(false);
    const shown = inPlace(now, fresh);
    expect(shown.records.map((record) => [record.id, record.qty])).toEqual([
      ['a', 1],
      ['b', 5],
      ['gone', 3],
    ]);
    expect(shown.total).toBe(3);
  });
  it('only cells whose text changed flash', () => {
    const columns = [column('$index'), column('qty'), column('name')];
    const before = [row('a', 1), row('b', 2), row('c', 3)];
    const after = [row('a', 1, 2), row('b', 5, 2), row('c', 9, 1), row('new', 1)];
    expect([...changedCells(columns, before, after)].map(([id, keys]) => [id, [...keys]])).toEqual([['b', ['qty']]]);
  });
});
