import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListPage } from '../../runtime/list/ListPage';
import { Around } from '../support/around';
import { type Call, ids, listener, orderPage, serve } from '../support/forms';

const LONG = { timeout: 10_000 };
const ACTIONS = ['view', 'edit', 'del', 'approve'];
const row = (n: number, _actions: readonly string[] = ACTIONS) => ({
  id: ids(n),
  version: 1,
  nbr: `DD000${n}`,
  _actions,
});
const page = {
  ...orderPage({
    list: { columns: ['nbr'] },
    actions: { view: {}, del: {}, approve: { title: '通过', at: ['row', 'bulk'], set: { remark: '通过' } } },
  }),
  code: 'order',
};

/** The list as the server has it; an approved order is not in it any more, the second one only moved to another page. */
const serveList = (): Call[] => {
  let approved = false;
  return serve({
    'act/approve': () => {
      approved = true;
      return { done: [ids(1), ids(2)] };
    },
    getPageList: (body) => {
      if (Array.isArray(body.ids)) return { records: [row(2, ['view'])], total: 1, current: 1, size: 2 };
      const records = approved ? [row(3)] : [row(1), row(2), row(3)];
      return { records, total: records.length, current: 1, size: 30 };
    },
  });
};
const asked = (calls: readonly Call[]) => calls.filter(({ body }) => Array.isArray(body.ids)).map(({ body }) => body);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('rows that an action moves out of the list', () => {
  it('leave the selection; those on another page stay, with what they allow now', async () => {
    const calls = serveList();
    render(
      <Around said={listener()}>
        <ListPage page={page} />
      </Around>,
    );
    for (const name of ['DD0001', 'DD0002'])
      fireEvent.click((await screen.findByRole('gridcell', { name }, LONG)).parentElement as HTMLElement);
    expect(screen.getAllByText('已选 2 条')).toHaveLength(2);
    const bar = within(screen.getByRole('toolbar', { name: '操作' }));
    fireEvent.click(bar.getByRole('button', { name: '通过' }));
    await waitFor(() => expect(screen.getAllByText('已选 1 条')).toHaveLength(2), LONG);
    expect(asked(calls)[0]).toMatchObject({ current: 1, size: 2, ids: [ids(1), ids(2)] });
    expect(bar.queryByRole('button', { name: '通过' })).toBeNull();
  });
  it('are not asked for when nothing is chosen', async () => {
    const calls = serveList();
    render(
      <Around said={listener()}>
        <ListPage page={page} />
      </Around>,
    );
    await screen.findByRole('gridcell', { name: 'DD0001' }, LONG);
    fireEvent.click(screen.getAllByRole('button', { name: '通过' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'DD0001' })).toBeNull(), LONG);
    expect(asked(calls)).toEqual([]);
  });
});
