/** Cells of a board that are no charts: the rows of a list. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Cell } from '../../runtime/board/BoardCell';
import { ListPaper } from '../../runtime/board/ListPaper';
import type { BoardItem } from '../../runtime/data/types';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { resolveBoard } from '../../schemas/language/resolve/report';
import type { Part } from '../../schemas/language/resolved';
import { Around } from '../support/around';
import { DICTS, ids, orderPage, serve } from '../support/forms';

const LOG: ObjectDoc = {
  $schema: 'object/2',
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

const answers = (count: number) => ({
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
    records: Array.from({ length: Math.min(count, 50) }, (_, at) => ({ id: ids(50 + at), text: `入库${at}`, qty: 50 })),
    total: count,
    current: 1,
    size: 50,
  }),
});

it('shows the rows of a list behind its own condition, and says what of the search does not reach it', async () => {
  const calls = serve(answers(1));
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
  await waitFor(() => expect(screen.getByText('入库0')).toBeDefined(), { timeout: 10_000 });
  expect(screen.getByRole('heading', { name: '大额流水' })).toBeDefined();
  expect(screen.getByText('未受「日期」筛选')).toBeDefined();
  expect(calls.find((call) => call.path.endsWith('log/getPageList'))?.body).toMatchObject({ where: 'qty > 10' });
});

it('puts on paper the rows that fit, and says how many there are', async () => {
  const calls = serve(answers(60));
  render(
    <Around said={{} as never}>
      <ListPaper title="大额流水" part={board.cells[0] as Part} />
    </Around>,
  );
  // 600 px hold 23 lines besides the head and the count
  await waitFor(() => expect(screen.getByText('共60条，此处为前23条')).toBeDefined(), { timeout: 10_000 });
  expect(screen.getAllByRole('row')).toHaveLength(24);
  expect(screen.getByRole('columnheader', { name: '说明' })).toBeDefined();
  expect(calls.find((call) => call.path.endsWith('log/getPageList'))?.body).toMatchObject({
    where: 'qty > 10',
    size: 50,
  });
});
