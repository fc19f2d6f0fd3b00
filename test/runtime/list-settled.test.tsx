/** A write in another tab changes rows of this list: what is done to one of them next is done to the row as it is now. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useActions } from '../../runtime/actions';
import { ListPage } from '../../runtime/list/ListPage';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve, settled } from '../support/forms';

const LONG = { timeout: 10_000 };
const page = {
  ...orderPage({
    list: { columns: ['nbr'] },
    actions: { view: {}, approve: { title: '通过', at: ['row', 'bulk'], set: { remark: '通过' } } },
  }),
  code: 'order',
};
/** of another object: that it reaches orders only the server knows */
const other = orderPage();
const elsewhere = { ...other, code: 'report', object: { ...other.object, object: 'report' } };

const Elsewhere = () => {
  const { run, outlet } = useActions(elsewhere);
  const { approve } = page.object.actions;
  return (
    <>
      <button type="button" onClick={() => approve && void run(approve, [{ id: ids(9), version: 1 }])}>
        报工生效
      </button>
      {outlet}
    </>
  );
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('an act waits for rows that are being read anew', async () => {
  let version = 1;
  let lists = 0;
  const calls = serve({
    'report/act/approve': () => {
      version = 2;
      return { done: [ids(9)] };
    },
    'order/act/approve': () => ({ done: [ids(1)] }),
    getPageList: async () => {
      lists += 1;
      const records = [{ id: ids(1), version, nbr: 'DD0001', _actions: ['view', 'approve'] }];
      // reading anew takes its time
      if (lists > 1) await settled(200);
      return { records, total: 1, current: 1, size: 30 };
    },
  });
  render(
    <Around said={listener()}>
      <Elsewhere />
      <ListPage page={page} />
    </Around>,
  );
  await screen.findByRole('gridcell', { name: 'DD0001' }, LONG);
  fireEvent.click(screen.getByRole('button', { name: '报工生效' }));
  await waitFor(() => expect(lists).toBe(2), LONG);
  const row = screen.getByRole('gridcell', { name: 'DD0001' }).parentElement as HTMLElement;
  fireEvent.click(within(row).getByText('通过'));
  const acts = () => calls.filter(({ path }) => path.includes('order/act/approve'));
  expect(acts()).toEqual([]);
  await waitFor(() => expect(acts()).toHaveLength(1), LONG);
  expect(acts()[0]?.body.targets).toEqual([{ id: ids(1), version: 2 }]);
});
