import { describe, expect, it, vi } from 'vitest';
import { GridStore } from '../../runtime/grid/store';
import type { Row } from '../../schemas/language/value';

const rows = (n: number): Row[] =>
  Array.from({ length: n }, (_, at) => ({ id: `r${at}`, lineNo: (at + 1) * 10, qty: at }));

describe('GridStore', () => {
  it('tells only the row that changed', () => {
    const store = new GridStore(rows(3));
    const first = vi.fn();
    const second = vi.fn();
    const list = vi.fn();
    store.signal('r0').subscribe(first);
    store.signal('r1').subscribe(second);
    store.list.subscribe(list);
    store.commitRows([{ id: 'r1', lineNo: 20, qty: 7 }]);
    expect(second).toHaveBeenCalledTimes(1);
    expect(first).not.toHaveBeenCalled();
    expect(list).not.toHaveBeenCalled();
    expect(store.row('r1')?.qty).toBe(7);
    expect(store.dirty).toBe(true);
  });

  it('goes back and forth by steps of the user', () => {
    const store = new GridStore(rows(2));
    store.mark();
    store.commitRows([{ id: 'r0', qty: 5 }]);
    store.mark();
    store.commit([...store.rows, { id: 'r9', qty: 9 }]);
    expect(store.undo()).toBe(true);
    expect(store.rows).toHaveLength(2);
    expect(store.undo()).toBe(true);
    expect(store.row('r0')?.qty).toBe(0);
    expect(store.dirty).toBe(false);
    expect(store.undo()).toBe(false);
    store.redo();
    expect(store.row('r0')?.qty).toBe(5);
  });

  it('keeps no step for a change that changed nothing', () => {
    const store = new GridStore(rows(1));
    store.mark();
    store.unmark();
    expect(store.canUndo).toBe(false);
  });

  it('drops problems and the active cell of rows that are gone', () => {
    const store = new GridStore(rows(3));
    store.setProblems('r1', [{ code: 'x', path: 'items[r1].qty', text: '错', row: 'r1', col: 'qty' }]);
    store.activate({ row: 'r1', col: 'qty' });
    store.commit(store.rows.filter((row) => row.id !== 'r1'));
    expect(store.problemCount).toBe(0);
    expect(store.active).toBeNull();
    expect(store.indexOf('r2')).toBe(1);
  });

  it('lists problems in the order of the rows and counts errors only', () => {
    const store = new GridStore(rows(3));
    const at = (row: string, level?: 'warn') => ({
      code: 'x',
      path: '',
      text: row,
      row,
      col: 'qty',
      ...(level === undefined ? {} : { level }),
    });
    store.setAllProblems([at('r2'), at('r0', 'warn'), at('r1')]);
    expect(store.problems.map((problem) => problem.row)).toEqual(['r0', 'r1', 'r2']);
    expect(store.problemCount).toBe(2);
  });

  it('selects a rectangle between anchor and active cell', () => {
    const store = new GridStore(rows(5));
    store.activate({ row: 'r3', col: 'qty' });
    store.activate({ row: 'r1', col: 'qty' }, true);
    expect(store.selectedRows()).toEqual([1, 3]);
    store.activate({ row: 'r2', col: 'qty' });
    expect(store.selectedRows()).toEqual([2, 2]);
  });
});
