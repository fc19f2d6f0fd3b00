import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Below } from '../../runtime/list/Below';
import { ListPage } from '../../runtime/list/ListPage';
import type { Page } from '../../runtime/page/index';
import { TableSummary } from '../../runtime/table/TableSummary';
import type { TableColumn } from '../../runtime/table/types';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { Around } from '../support/around';
import { type Call, DICTS, ids, listener, orderPage, serve } from '../support/forms';

const LOG: ObjectDoc = {
  $schema: 'object/2',
  object: 'log',
  title: '流水',
  label: 'text',
  fields: {
    order: { title: '订单', ref: 'order' },
    text: { title: '说明', kind: 'input' },
    qty: { title: '数量', type: 'decimal' },
  },
  list: { columns: ['order', 'text', 'qty'], summary: { qty: 'sum' } },
  actions: { view: {} },
};
const log = resolveObject(LOG, { blocks: new Map(), area: 'test' } as never);
const page: Page = {
  ...orderPage({
    list: {
      columns: ['nbr', 'supplier'],
      below: { log: { title: '流水', list: 'log', where: 'order == doc.id && text != doc.remark' } },
    },
    views: { log: { title: '流水', page: 'log' } },
  }),
  code: 'order',
};
const row = { id: ids(9), nbr: 'DD0001', supplierId: ids(30), supplier: 'S1 恒力' };

const serveLog = (total: number): Call[] =>
  serve({
    getPageItem: () => ({
      page: { code: 'log', title: '流水', sort: 'object', object: 'log' },
      schema: log,
      types: { log: toObjectType(log) },
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
    dictionaries: () => DICTS,
    getOne: () => ({ ...row, remark: '急' }),
    'log/getPageList': () => ({
      records: [{ id: ids(50), orderId: ids(9), order: 'DD0001', text: '入库', qty: 5 }],
      total,
      current: 1,
      size: 50,
      summary: { qty: 7 },
    }),
    getPageList: () => ({ records: [row], total: 1, current: 1, size: 30 }),
  });
const LONG = { timeout: 10_000 };
const asked = (calls: readonly Call[]) => calls.filter((call) => call.path.endsWith('log/getPageList'));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1000);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('the label of totals stands where it can run on, not cut in a narrow column of numbers', () => {
  const column = (key: string, align: 'left' | 'right') =>
    ({ key, title: key, width: 72, minWidth: 48, align, headerAlign: align }) as unknown as TableColumn;
  const placed = [column('no', 'right'), column('name', 'left'), column('spec', 'left'), column('qty', 'right')].map(
    (column) => ({ column, style: { width: 72 } }),
  );
  const drawn = (left: number) => {
    const middle = placed.slice(left);
    const layout = { left: placed.slice(0, left), middle, right: [], edges: [], leftWidth: 72 * left };
    render(
      <TableSummary
        window={{ layout: { ...layout, rightWidth: 0, total: 288 }, middle, height: 34, before: 0, after: 0 }}
        features={[]}
        summary={{ label: '合计（全部 2 条）', values: { qty: '7' } }}
      />,
    );
    const cell = screen.getByText('合计（全部 2 条）');
    const align = cell.dataset.align;
    cleanup();
    return align;
  };
  expect([drawn(0), drawn(1)]).toEqual([undefined, undefined]);
});

describe('a list below a list', () => {
  const open = (shown: typeof row | undefined) =>
    render(
      <Around said={listener()}>
        <Below page={page} row={shown} context={{ now: () => '2026-01-15 08:31:00' }} />
      </Around>,
    );
  it('asks for the rows of the chosen record, with what the list did not carry of it', async () => {
    const calls = serveLog(1);
    open(row);
    fireEvent.click(screen.getByRole('tab', { name: '流水' }));
    await screen.findByRole('gridcell', { name: '入库' }, LONG);
    expect(asked(calls).map((call) => call.body)).toEqual([
      { current: 1, size: 50, where: `order == '${ids(9)}' && text != '急'` },
    ]);
    // the order is the same in every row
    expect(screen.queryByRole('columnheader', { name: '订单' })).toBeNull();
    expect(screen.getByText('合计（全部 1 条）')).toBeTruthy();
    expect(screen.getByText('共 1 条')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull();
  });
  it('has pages of its own', async () => {
    const calls = serveLog(120);
    open(row);
    fireEvent.click(screen.getByRole('tab', { name: '流水' }));
    fireEvent.click(await screen.findByRole('button', { name: '3' }, LONG));
    await waitFor(() => expect(asked(calls).map((call) => call.body.current)).toEqual([1, 3]), LONG);
  });
  it('asks nothing and says what to do while no row is chosen', async () => {
    const calls = serveLog(1);
    open(undefined);
    fireEvent.click(screen.getByRole('tab', { name: '流水' }));
    await screen.findByText('点选上面的一行，这里显示它的流水', {}, LONG);
    expect(asked(calls)).toEqual([]);
  });
});

describe('views behind one address', () => {
  it('are turned to at the right and keep the conditions of each', async () => {
    serveLog(1);
    const seen: string[] = [];
    const change = {
      params: new URLSearchParams('s.nbr=DD'),
      setParams: (params: URLSearchParams) => void seen.push(params.toString()),
    };
    const view = render(
      <Around said={listener()} change={change}>
        <ListPage page={page} />
      </Around>,
    );
    await screen.findAllByRole('radio', {}, LONG);
    expect(screen.getAllByRole('radio').map((element) => element.textContent)).toEqual(['订单', '流水']);
    fireEvent.click(screen.getByRole('radio', { name: '流水' }));
    expect(seen).toEqual(['view=log']);
    view.unmount();
    render(
      <Around said={listener()} change={{ ...change, params: new URLSearchParams('view=log') }}>
        <ListPage page={page} />
      </Around>,
    );
    await screen.findByRole('gridcell', { name: '入库' }, LONG);
    expect(screen.getByRole('radio', { name: '流水' }).getAttribute('aria-checked')).toBe('true');
  });
});
