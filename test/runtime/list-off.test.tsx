/** Columns that say nothing of what was searched for are left out of a list, and come back with the next answer. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListPage } from '../../runtime/list/ListPage';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { DICTS, ids, listener, orderPage, serve } from '../support/forms';

const page: Page = { ...orderPage({ list: { columns: ['nbr', 'contact', 'rate'] } }), code: 'order' };
const LONG = { timeout: 10_000 };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('leaves out what the answer says is off, as long as it says so', async () => {
  let off: readonly string[] | undefined = ['rate'];
  serve({
    dictionaries: () => DICTS,
    getPageList: () => ({
      records: [{ id: ids(9), nbr: 'DD0001', contact: '王强' }],
      total: 1,
      current: 1,
      size: 30,
      ...(off === undefined ? {} : { off }),
    }),
  });
  render(
    <Around said={listener()}>
      <ListPage page={page} />
    </Around>,
  );
  await screen.findByRole('gridcell', { name: 'DD0001' }, LONG);
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');
  await waitFor(() => expect(heads().join()).not.toContain('折扣'), LONG);
  expect(heads().join()).toContain('联系人');
  off = undefined;
  fireEvent.click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => expect(heads().join()).toContain('折扣'), LONG);
});
