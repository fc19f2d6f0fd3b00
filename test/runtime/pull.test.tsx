/** 选单 of a new document: sources, their open lines, and what the form has then. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EditPage } from '../../runtime/record';
import { Around } from '../support/around';
import { freshOrder, ids, listener, ORDER, orderPage, serve, settled, storedOrder } from '../support/forms';
import { withRoom } from '../support/sized';

withRoom();
afterEach(cleanup);

const page = orderPage({
  fields: { ...ORDER.fields, srcType: { title: '来源', kind: 'input', readonly: true } },
  actions: { ...ORDER.actions, pass: { title: '下推', at: ['row'], push: { to: 'order', rows: 'items' } } },
});

it('takes the open lines of the chosen document into the form', async () => {
  const source = { ...storedOrder(1), _actions: ['view', 'pass'] };
  const closed = { ...storedOrder(1), id: ids(8), nbr: 'DD0002', _actions: ['view'] };
  const calls = serve({
    getNew: () => freshOrder(),
    pulls: () => [{ page: 'order', action: 'pass', title: '订单' }],
    getPageItem: () => ({
      page: { code: 'order', title: '订单', sort: 'object', object: 'order' },
      schema: page.object,
      types: {},
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
    getPageList: () => ({ records: [source, closed], total: 2, current: 1, size: 50 }),
    'preview/pass': () => ({
      lines: [
        {
          rowId: ids(100),
          headId: ids(9),
          nbr: 'DD0001',
          lineNo: 10,
          limit: 10,
          used: 4,
          open: 6,
          asked: 6,
          isOpen: true,
        },
      ],
    }),
    'act/pass': () => ({
      target: 'order',
      records: [
        { supplierId: ids(30), supplier: 'S1 恒力', items: [{ id: ids(500), qty: 6, price: 2 }], _actions: ['save'] },
      ],
    }),
  });
  render(
    <Around said={listener()}>
      <EditPage page={page} params={new URLSearchParams()} />
    </Around>,
  );
  fireEvent.click(await screen.findByText('选单', {}, { timeout: 8000 }));
  const pick = await screen.findByRole('dialog', {}, { timeout: 8000 });
  expect(pick.textContent).toContain('选择订单');
  await waitFor(() => expect(calls.some((call) => call.path.includes('getPageList'))).toBe(true));
  await act(() => settled(300));
  fireEvent.click(await within(pick).findByText('DD0001', {}, { timeout: 8000 }));
  await act(() => settled(50));
  expect(pick.textContent).toContain('没有可选的明细');
  fireEvent.click(within(pick).getByText('加入 1 行'));
  const lines = await screen.findByText('可下推', {}, { timeout: 8000 });
  const push = lines.closest<HTMLElement>('[role=dialog]')!;
  fireEvent.click(within(push).getByText('确定'));
  expect(await screen.findByText('S1 恒力', {}, { timeout: 8000 })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('tab', { name: /明细/ }).textContent).toContain('1 行'));
  expect(calls.find((call) => call.path.includes('act/pass'))?.body.targets).toEqual([
    { id: ids(9), version: 3, rows: [{ id: ids(100), ask: { qty: 6 } }] },
  ]);
});
