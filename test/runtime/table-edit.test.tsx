import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { DataTable, type TableEdit } from '../../runtime/table/index';
import { withRoom } from '../support/sized';
import { tableColumn } from '../support/table';

withRoom();
afterEach(cleanup);

const columns = [tableColumn('a'), tableColumn('b'), tableColumn('c')];
const rows: readonly WireRow[] = Array.from({ length: 400 }, (_, at) => ({ id: `r${at}`, a: `a${at}`, b: `b${at}` }));

const edit: TableEdit = {
  allows: (row, { key }) => key !== 'a' && row.id !== 'r1',
  draw: ({ row, column: { key }, close }) => (
    <input
      aria-label={`${row.id} ${key}`}
      data-own=""
      onKeyDown={(event) => {
        if (event.key === 'Tab') close(event.shiftKey ? -1 : 1);
        if (event.key === 'Escape') close(0);
      }}
    />
  ),
};
const show = (more: Partial<Parameters<typeof DataTable>[0]> = {}) => {
  const props = { label: '表', columns, rows, context: { now: () => '' }, edit, ...more };
  render(<DataTable {...props} />);
  return screen.getByRole('grid');
};
const line = (id: string): HTMLElement => document.getElementById(`row-${id}`) as HTMLElement;

describe('editing in place', () => {
  it('opens by double click where it is allowed, and only there', () => {
    const onDoubleClick = vi.fn();
    show({ onDoubleClick });
    fireEvent.doubleClick(within(line('r0')).getByText('b0'));
    expect(screen.getByRole('textbox', { name: 'r0 b' })).toBeTruthy();
    expect(onDoubleClick).not.toHaveBeenCalled();
    fireEvent.doubleClick(within(line('r1')).getByText('b1'));
    expect(onDoubleClick).toHaveBeenCalledOnce();
    expect(within(line('r1')).queryByRole('button')).toBeNull();
  });
  it('opens by the pen, of one cell at a time', () => {
    show();
    fireEvent.click(within(line('r0')).getByRole('button', { name: '修改列b' }));
    fireEvent.click(within(line('r2')).getByRole('button', { name: '修改列c' }));
    expect(screen.getAllByRole('textbox').map((element) => element.getAttribute('aria-label'))).toEqual(['r2 c']);
  });
  it('F2 opens the first cell of the row, Tab goes on, the end gives the focus back', () => {
    const grid = show();
    grid.focus();
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'F2' });
    const first = screen.getByRole('textbox', { name: 'r0 b' });
    first.focus();
    fireEvent.keyDown(first, { key: 'Tab' });
    const second = screen.getByRole('textbox', { name: 'r0 c' });
    second.focus();
    fireEvent.keyDown(second, { key: 'Tab' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(grid);
  });
  it('a row that is edited stays while others come and go', async () => {
    const grid = show();
    fireEvent.doubleClick(within(line('r0')).getByText('b0'));
    grid.scrollTop = 9_000;
    fireEvent.scroll(grid);
    await waitFor(() => expect(line('r190')).toBeTruthy());
    expect(document.getElementById('row-r20')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'r0 b' })).toBeTruthy();
  });
});

describe('columns in the header', () => {
  it('a dragged width is told once, when the pointer lets go', () => {
    const onResize = vi.fn();
    show({ onResize });
    const grip = screen.getAllByRole('columnheader')[0]?.querySelector('[aria-hidden]') as HTMLElement;
    grip.setPointerCapture = () => undefined;
    fireEvent.pointerDown(grip, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(grip, { clientX: 130, pointerId: 1 });
    fireEvent.pointerMove(grip, { clientX: 160, pointerId: 1 });
    expect(onResize).not.toHaveBeenCalled();
    expect(line('r0').querySelector<HTMLElement>('[role=gridcell]')?.style.width).toBe('860px');
    fireEvent.pointerUp(grip, { clientX: 160, pointerId: 1 });
    expect(onResize.mock.calls).toEqual([['a', 860]]);
  });
  it('a column is dropped before or behind another, and moved by Alt with an arrow', () => {
    const onMove = vi.fn();
    show({ columns: columns.map((column) => ({ ...column, sortable: true })), onMove, onSort: vi.fn() });
    const [first, second] = screen.getAllByRole('columnheader') as HTMLElement[];
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (key: string, value: string) => data.set(key, value),
      getData: (key: string) => data.get(key) ?? '',
      get types() {
        return [...data.keys()];
      },
    };
    fireEvent.dragStart(within(first as HTMLElement).getByRole('button'), { dataTransfer });
    fireEvent.dragOver(second as HTMLElement, { dataTransfer, clientX: 10 });
    fireEvent.drop(second as HTMLElement, { dataTransfer, clientX: 10 });
    fireEvent.keyDown(within(second as HTMLElement).getByRole('button'), { key: 'ArrowLeft', altKey: true });
    expect(onMove.mock.calls).toEqual([
      ['a', 'b', 'behind'],
      ['b', 'a', 'before'],
    ]);
  });
});
