/** The menu as a tree: where rows go by key and over others, and the geometry of the chart panel. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { areaMeant, gestureAt } from '../../designer/chart/gestures';
import { cellAt, freeCells, neighbour, rectOf, tracksOf } from '../../designer/chart/grid';
import { emptied, multiplied } from '../../designer/chart/samples';
import { ChartStage } from '../../designer/chart/stage';
import { MenuTree } from '../../designer/lists/MenuTree';
import { menuRows, spotOver } from '../../designer/lists/menu-rows';

const DOC = {
  $schema: 'menus/1',
  area: 'xShop',
  title: '车间',
  items: {
    a: { title: '甲', page: 'demoDoc' },
    dir: { title: '目录', items: { b: { title: '乙', page: 'demoTree' } } },
    c: { title: '丙', page: 'demoGrid', hide: true },
  },
};
const rows = menuRows(DOC, (page) => page);
afterEach(cleanup);

describe('the menu as rows', () => {
  it('are the tree from top to bottom', () => {
    expect(rows.map((row) => [row.title, row.depth, row.list])).toEqual([
      ['甲', 0, 'items'],
      ['目录', 0, 'items'],
      ['乙', 1, 'items.dir.items'],
      ['丙', 0, 'items'],
    ]);
  });
  it('take a carried one before, behind, or in a directory', () => {
    const over = (n: number, share: number) => spotOver(rows, rows[n] as never, share);
    expect(over(0, 0.2)).toEqual({ list: 'items', after: null, place: 'before' });
    expect(over(3, 0.2)).toEqual({ list: 'items', after: 'dir', place: 'before' });
    expect(over(3, 0.8)).toEqual({ list: 'items', after: 'c', place: 'after' });
    expect(over(1, 0.5)).toEqual({ list: 'items.dir.items', after: 'b', place: 'in' });
  });
  it('move by Alt and an arrow, are renamed by F2 and taken out by Delete', () => {
    const onMove = vi.fn(() => true);
    const onRename = vi.fn();
    const onRemove = vi.fn();
    const tree = (selected: string) => (
      <MenuTree
        rows={rows}
        selection={[selected]}
        onSelect={vi.fn()}
        refusal={() => undefined}
        onMove={onMove}
        onRename={onRename}
        onRemove={onRemove}
        onRestore={vi.fn()}
        onHide={vi.fn()}
      />
    );
    const { rerender } = render(tree('items.c'));
    const key = (name: string, more: object = {}) =>
      fireEvent.keyDown(screen.getByRole('tree'), { key: name, ...more });
    key('ArrowUp', { altKey: true });
    expect(onMove).toHaveBeenLastCalledWith('items.c', 'items', 'a');
    key('ArrowRight', { altKey: true });
    expect(onMove).toHaveBeenLastCalledWith('items.c', 'items.dir.items', 'b');
    rerender(tree('items.dir.items.b'));
    key('ArrowLeft', { altKey: true });
    expect(onMove).toHaveBeenLastCalledWith('items.dir.items.b', 'items', 'dir');
    key('F2');
    fireEvent.change(screen.getByLabelText('新的名称'), { target: { value: '乙二' } });
    fireEvent.keyDown(screen.getByLabelText('新的名称'), { key: 'Enter' });
    expect(onRename).toHaveBeenCalledWith('items.dir.items.b', '乙二');
    key('Delete');
    expect(onRemove).toHaveBeenCalledWith('items.dir.items.b');
  });
});

describe('the chart panel', () => {
  const tracks = { columns: tracksOf('100px 100px', 10, 10), rows: tracksOf('50px 50px 50px', 20, 10) };
  it('knows its cells by points and areas', () => {
    expect(rectOf(tracks, { row: 2, column: 1, rows: 2, columns: 2 })).toEqual({ x: 10, y: 80, w: 210, h: 110 });
    expect(rectOf(tracks, { row: 3, column: 1, rows: 2, columns: 1 })).toBeUndefined();
    expect(cellAt(tracks, 150, 100)).toEqual({ row: 2, column: 2 });
    expect(cellAt(tracks, 900, 900)).toEqual({ row: 3, column: 2 });
    expect(freeCells(tracks, [{ row: 1, column: 1, rows: 3, columns: 1 }])).toHaveLength(3);
  });
  it('moves by where a chart is held, and grows by the corner across', () => {
    const stage = new ChartStage();
    stage.geometry = { charts: [{ address: 'cells.a', x: 10, y: 20, w: 100, h: 110 }], tracks };
    const at = () => [1, 1, 2, 1];
    const held = gestureAt(stage, { x: 50, y: 100 }, undefined, undefined, at);
    expect(held).toMatchObject({ sort: 'move', grab: { row: 1, column: 0 } });
    if (held?.sort !== 'move') throw new Error('not held');
    expect(areaMeant(held, tracks, 150, 150)).toEqual({ row: 2, column: 2, rows: 2, columns: 1 });
    const sized = gestureAt(stage, { x: 110, y: 130 }, 'se', 'cells.a', at);
    if (sized?.sort !== 'size') throw new Error('no corner');
    expect(areaMeant(sized, tracks, 150, 150)).toEqual({ row: 1, column: 1, rows: 3, columns: 2 });
    const joined = gestureAt(stage, { x: 150, y: 40 }, undefined, undefined, at);
    if (joined?.sort !== 'join') throw new Error('not free');
    expect(areaMeant(joined, tracks, 150, 100)).toEqual({ row: 1, column: 2, rows: 2, columns: 1 });
  });
  it('walks to the nearest chart', () => {
    const box = (address: string, x: number, y: number) => ({ address, x, y, w: 10, h: 10 });
    const charts = [box('a', 0, 0), box('b', 20, 0), box('c', 0, 20)];
    expect(neighbour(charts, 'a', 'ArrowRight')?.address).toBe('b');
    expect(neighbour(charts, 'a', 'ArrowDown')?.address).toBe('c');
    expect(neighbour(charts, 'b', 'ArrowRight')).toBeUndefined();
    expect(neighbour(charts, undefined, 'ArrowUp')?.address).toBe('a');
  });
  it('shows no rows, and many', () => {
    const data = {
      dims: [{ code: 's', title: '状态', type: 'dict' }],
      measures: [{ code: 'n', title: '单数', type: 'int', total: 'count' }],
      rows: [{ k: ['10'], l: ['草稿'], v: { n: 4 } }],
      total: { n: 4 },
      asOf: '',
      drill: true,
    } as never;
    expect(emptied(data)).toMatchObject({ rows: [], total: { n: null } });
    const many = multiplied(data).rows;
    expect(many).toHaveLength(120);
    expect(many[1]).toMatchObject({ k: ['10 2'], l: ['草稿 2'], v: { n: 2 } });
  });
});
