import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListPage } from '../../runtime/list/ListPage';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { type Call, ids, listener, orderPage, serve } from '../support/forms';

const LONG = { timeout: 10_000 };
const ACTIONS = ['view', 'edit', 'copy', 'del', 'approve'];
const row = (n: number, more: Record<string, unknown> = {}) => ({
  id: ids(n),
  version: 1,
  nbr: `DD000${n}`,
  kind: '1',
  _actions: ACTIONS,
  ...more,
});
const pageAs = (as: string): Page => ({
  ...orderPage({
    list: { columns: ['nbr', 'kind'], as: [as] },
    actions: {
      view: {},
      edit: {},
      copy: {},
      del: {},
      approve: { title: '通过', at: ['row', 'bulk'], set: { remark: '通过' } },
    },
  }),
  code: 'order',
});
const open = (as: string, total = 3): Call[] => {
  const calls = serve({
    'act/approve': () => ({ done: [ids(1), ids(2)] }),
    getPageList: () => ({
      records: [row(1), row(2), row(3, { sourceOrderNbr: 'RK1' })],
      total,
      current: 1,
      size: 30,
    }),
  });
  render(
    <Around said={listener()}>
      <ListPage page={pageAs(as)} />
    </Around>,
  );
  return calls;
};

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe.each(['cards', 'board:kind'])('%s', (as) => {
  it('has every action of a row, those beyond the third behind ⋯', async () => {
    const calls = open(as);
    const card = (await screen.findByText('DD0001', {}, LONG)).closest('li') as HTMLElement;
    expect(within(card).queryByText('删除')).toBeNull();
    fireEvent.click(within(card).getByRole('button', { name: '更多操作' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toContain('删除');
    const [first] = menu.getAllByRole('menuitem');
    fireEvent.click(first!);
    expect(calls.length).toBeGreaterThan(0);
  });

  it('chooses rows by the rules of the table', async () => {
    const calls = open(as);
    const box = async (nbr: string) =>
      (await screen.findByRole('checkbox', { name: `选择 ${nbr}` }, LONG)) as HTMLInputElement;
    expect((await box('DD0003')).disabled).toBe(true);
    fireEvent.click(await box('DD0001'));
    fireEvent.click(await box('DD0002'));
    expect((await box('DD0001')).checked).toBe(true);
    const bar = within(screen.getByRole('toolbar', { name: '操作' }));
    expect(bar.getByText('已选 2 条')).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: '通过' }));
    await waitFor(() => {
      const { body } = calls.find(({ path }) => path.includes('act/approve')) ?? {};
      expect(body?.targets).toMatchObject([{ id: ids(1) }, { id: ids(2) }]);
    });
  });
});

it('a board says that it holds more rows than it shows', async () => {
  open('board:kind', 400);
  expect(await screen.findByText('只显示前3条，请缩小查询范围', {}, LONG)).toBeTruthy();
});
