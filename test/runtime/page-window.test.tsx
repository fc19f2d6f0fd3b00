import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useActions } from '../../runtime/actions';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve } from '../support/forms';

afterEach(cleanup);

const LOG: ObjectDoc = {
  $schema: 'object/2',
  object: 'log',
  title: '流水',
  label: 'text',
  fields: { text: { title: '说明', kind: 'input' } },
  list: { columns: ['text'], search: ['text'] },
  actions: { view: {} },
};
const log = resolveObject(LOG, { blocks: new Map(), area: 'test' } as never);
const page = orderPage({
  actions: {
    logs: { title: '看流水', at: ['row'], open: { page: 'log', as: 'drawer', with: { 's.text': '=nbr' } } },
    far: { title: '去别处', at: ['row'], open: { page: 'log' } },
  },
} as never);

function Buttons() {
  const actions = useActions(page);
  const row = { id: ids(9), nbr: 'DD0001' };
  return (
    <>
      {['logs', 'far'].map((code) => (
        <button key={code} type="button" onClick={() => void actions.run(page.object.actions[code]!, [row])}>
          {code}
        </button>
      ))}
      {actions.outlet}
    </>
  );
}
const open = (urlOf: (code: string) => string | undefined) => {
  const openPage = vi.fn();
  const calls = serve({
    getPageItem: () => ({
      page: { code: 'log', title: '流水', sort: 'object', object: 'log' },
      schema: log,
      types: { log: toObjectType(log) },
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
    getPageList: () => ({ records: [{ id: ids(50), text: '入库' }], total: 1, current: 1, size: 30 }),
  });
  render(
    <Around said={listener()} change={{ urlOf, openPage }}>
      <Buttons />
    </Around>,
  );
  return { openPage, calls };
};
const LONG = { timeout: 15_000 };

it('an action opens a page in a drawer, with its values, and it closes', async () => {
  const { openPage, calls } = open(() => '/log');
  fireEvent.click(screen.getByRole('button', { name: 'logs' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy(), LONG);
  await waitFor(() => expect(calls.some((call) => call.path.endsWith('log/getPageList'))).toBe(true), LONG);
  expect(calls.find((call) => call.path.endsWith('log/getPageList'))?.body.search).toEqual({ text: 'DD0001' });
  expect(openPage).not.toHaveBeenCalled();
  fireEvent.click(document.querySelector('.ant-drawer-close') as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LONG);
}, 30_000);

it('without an address it opens beside the page, with one as a page', async () => {
  const { openPage } = open(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'far' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy(), LONG);
  expect(openPage).not.toHaveBeenCalled();
  cleanup();
  const again = open(() => '/log');
  fireEvent.click(screen.getByRole('button', { name: 'far' }));
  await waitFor(() => expect(again.openPage).toHaveBeenCalledWith('/log'), LONG);
}, 30_000);
