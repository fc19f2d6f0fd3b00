import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { actionColumn } from '../../runtime/list/index';
import { type MenuAt, RowMenu } from '../../runtime/list/RowActions';
import { rowWords } from '../../runtime/list/row-actions';
import { DataTable, type TableColumn } from '../../runtime/table/index';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { withRoom } from '../support/sized';
import { tableColumn } from '../support/table';

withRoom();
afterEach(cleanup);

const action = (code: string, title: string): ResolvedAction =>
  ({ code, title, at: ['row'] }) as unknown as ResolvedAction;
const ACTIONS = [action('view', '查看'), action('edit', '修改'), action('approve', '通过'), action('del', '删除')];
const ROWS: readonly WireRow[] = [
  {
    id: 'r0',
    nbr: 'DD0001',
    files: [{ id: 'f1', name: '图纸.pdf', url: '/f1' }] as never,
    _actions: ['view', 'edit', 'approve', 'del'],
  },
  { id: 'r1', nbr: 'DD0002', _actions: ['view'] },
];
const show = () => {
  const [onAction, onLink] = [vi.fn(), vi.fn()];
  const columns = [
    tableColumn('nbr', { as: 'link' }),
    tableColumn('files', { as: 'file' }),
    actionColumn(ACTIONS, onAction, () => undefined),
  ];
  const link = (_column: TableColumn, row: WireRow) => ({ open: () => onLink(row.id) });
  render(<DataTable label="表" columns={columns} rows={ROWS} context={{ now: () => '', link }} />);
  const grid = screen.getByRole('grid');
  grid.focus();
  return { grid, onAction, onLink };
};
const items = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('menuitem')).map((item) => item.textContent);

describe('a row by the keyboard', () => {
  it('lists all its actions, links and files', async () => {
    const { grid, onAction, onLink } = show();
    expect(grid.getAttribute('aria-keyshortcuts')).toBe('Shift+F10');
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'F10', shiftKey: true });
    expect(await items()).toEqual(['修改', '查看', '通过', '删除', '列nbr：DD0001', '列files：图纸.pdf']);
    fireEvent.click(screen.getByRole('menuitem', { name: '通过' }));
    expect(onAction).toHaveBeenCalledWith(ACTIONS[2], ROWS[0]);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ContextMenu' });
    await waitFor(async () => expect(await items()).toEqual(['查看', '列nbr：DD0002']));
    fireEvent.click(screen.getByRole('menuitem', { name: '列nbr：DD0002' }));
    expect(onLink).toHaveBeenCalledWith('r1');
  });

  it('leaves the menu of the browser to the pointer', () => {
    const { grid } = show();
    expect(fireEvent.contextMenu(grid)).toBe(true);
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ContextMenu' });
    expect(fireEvent.contextMenu(grid)).toBe(false);
  });
});

describe('the menu of a row that was read again', () => {
  const at: MenuAt = { row: ROWS[0]!, rest: (row) => rowWords(row, ACTIONS).rest, left: 0, top: 0 };
  const menuOver = (rows: readonly WireRow[], onAction = vi.fn(), onClose = vi.fn()) => ({
    menu: <RowMenu at={at} rows={rows} onAction={onAction} onClose={onClose} />,
    onAction,
    onClose,
  });

  it('offers what the row allows now, and acts on it as it is now', async () => {
    const shown = render(menuOver(ROWS).menu);
    expect(await items()).toEqual(['通过', '删除']);
    const now = { ...ROWS[0]!, version: 2, _actions: ['view', 'edit', 'del'] };
    const { menu, onAction } = menuOver([now]);
    shown.rerender(menu);
    await waitFor(async () => expect(await items()).toEqual(['删除']));
    fireEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    expect(onAction).toHaveBeenCalledWith(ACTIONS[3], now);
  });

  it.each([
    ['allows nothing more', [{ ...ROWS[0]!, _actions: ['view'] }]],
    ['is gone', [ROWS[1]!]],
  ])('closes where the row %s', (_how, rows) => {
    const { menu, onClose } = menuOver(rows);
    render(menu);
    expect(screen.queryByRole('menuitem')).toBeNull();
    expect(onClose).toHaveBeenCalled();
  });
});
