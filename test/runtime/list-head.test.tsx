/** A row over a list (`list.head`): the first row of another list in its words, with its buttons, for who may open that list. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListPage } from '../../runtime/list/ListPage';
import type { Page } from '../../runtime/page/index';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { Around } from '../support/around';
import { type Call, DICTS, ids, listener, orderPage, serve } from '../support/forms';

const MONTH: ObjectDoc = {
  $schema: 'object/2',
  object: 'month',
  title: '结账',
  storage: 'none',
  fields: { text: { title: '期间', kind: 'input' } },
  list: { columns: ['text'] },
  actions: { closeMonth: { title: '结账', at: ['toolbar'] }, export: {} },
};
const month = resolveObject(MONTH, { blocks: new Map(), area: 'test' } as never);
const page: Page = { ...orderPage({ list: { columns: ['nbr'], head: 'month' } }), code: 'order' };
const LONG = { timeout: 10_000 };

const serveMonths = (): Call[] => {
  let closed = false;
  return serve({
    getPageItem: () => ({
      page: { code: 'month', title: '结账', sort: 'object', object: 'month' },
      schema: month,
      types: { month: toObjectType(month) },
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
    dictionaries: () => DICTS,
    'act/closeMonth': () => {
      closed = true;
      return { records: [], answer: { text: '2026-01已结账' } };
    },
    'month/getPageList': () => ({
      records: [{ id: ids(50), text: closed ? '本期 2026-02 未结账' : '本期 2026-01 未结账' }],
      total: 3,
      current: 1,
      size: 1,
    }),
    getPageList: () => ({ records: [{ id: ids(9), nbr: 'DD0001' }], total: 1, current: 1, size: 30 }),
  });
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a row over a list', () => {
  it('says what the other list says first, and does what can be done there', async () => {
    const calls = serveMonths();
    render(
      <Around said={listener()}>
        <ListPage page={page} />
      </Around>,
    );
    await screen.findByText('本期 2026-01 未结账', {}, LONG);
    expect(await screen.findByRole('gridcell', { name: 'DD0001' }, LONG)).toBeTruthy();
    const asked = calls.filter(({ path }) => path.endsWith('month/getPageList'));
    expect(asked.map(({ body }) => body)).toEqual([{ current: 1, size: 1 }]);
    fireEvent.click(screen.getByRole('button', { name: '结账' }));
    await waitFor(() => expect(screen.getByText('本期 2026-02 未结账')).toBeTruthy(), LONG);
  });
  it('is not there for who may not open that list', async () => {
    const calls = serveMonths();
    render(
      <Around said={listener()}>
        <ListPage page={{ ...page, can: (right) => right !== 'month:view' }} />
      </Around>,
    );
    await screen.findByRole('gridcell', { name: 'DD0001' }, LONG);
    expect(screen.queryByText('本期 2026-01 未结账')).toBeNull();
    expect(calls.filter(({ path }) => path.includes('month'))).toEqual([]);
  });
});
