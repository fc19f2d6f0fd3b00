/** Cells of a board that are no charts: the rows of a list. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Cell } from '../../runtime/board/BoardCell';
import type { BoardItem } from '../../runtime/data/types';
import type { ObjectDoc } from '../../schemas/language/document';
import { resolveObject, toObjectType } from '../../schemas/language/resolve';
import { resolveBoard } from '../../schemas/language/resolve/report';
import { Around } from '../support/around';
import { DICTS, ids, orderPage, serve } from '../support/forms';

const LOG: ObjectDoc = {
  $schema: 'object/1',
  object: 'log',
  title: '流水',
  label: 'text',
  fields: { text: { title: '说明', kind: 'input' }, qty: { title: '数量', type: 'decimal' } },
  list: { columns: ['text', 'qty'] },
  actions: { view: {} },
};
const log = resolveObject(LOG, { blocks: new Map(), area: 'test' } as never);
const board = {
  ...resolveBoard({
    $schema: 'board/1',
    board: 'wall',
    title: '看板',
    search: [{ field: 'day', title: '日期' }],
    cells: { rows: { title: '大额流水', list: 'log', where: 'qty > 10', at: [1, 1] } },
  }),
  reports: {},
} as unknown as BoardItem;

beforeEach(() => {
  for (const side of ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows the rows of a list behind its own condition, and says what of the search does not reach it', async () => {
  const calls = serve({
    getPageItem: () => ({
      page: { code: 'log', title: '流水', sort: 'object', object: 'log' },
      schema: log,
      types: { log: toObjectType(log) },
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
    dictionaries: () => DICTS,
    'log/getPageList': () => ({
      records: [{ id: ids(50), text: '入库', qty: 50 }],
      total: 1,
      current: 1,
      size: 50,
    }),
  });
  const cell = board.cells[0]!;
  render(
    <Around said={{} as never}>
      <Cell
        page={orderPage()}
        board={board}
        cell={cell}
        search={{ day: ['2026-01-01', '2026-01-02'] }}
        large={false}
        sent={[]}
      />
    </Around>,
  );
  await waitFor(() => expect(screen.getByText('入库')).toBeDefined(), { timeout: 10_000 });
  expect(screen.getByRole('heading', { name: '大额流水' })).toBeDefined();
  expect(screen.getByText('未受「日期」筛选')).toBeDefined();
  expect(calls.find((call) => call.path.endsWith('log/getPageList'))?.body).toMatchObject({ where: 'qty > 10' });
});
