import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListPage } from '../../runtime/list/ListPage';
import { SearchRow } from '../../runtime/list/SearchRow';
import { searchControls } from '../../runtime/list/search-fields';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve } from '../support/forms';

// happy-dom has no widths, so the real one would fold its tags into "+ 1"
vi.mock('antd', async (load) => ({
  ...(await load<typeof import('antd')>()),
  TreeSelect: ({ value }: { readonly value: readonly { readonly label: string }[] }) => (
    <div role="tree">{value.map(({ label }) => label)}</div>
  ),
}));

afterEach(cleanup);

const page: Page = {
  ...orderPage({
    list: {
      search: [
        'supplier',
        { param: 'by', title: '经办', kind: 'dialogSelect', ref: 'supplier', where: 'supplier == param.by' },
        { param: 'validOn', title: '有效于', kind: 'date', where: 'bizDate <= param.validOn' },
      ],
    },
  }),
  code: 'order',
};
const show = (values: Record<string, string>) => {
  const onSearch = vi.fn();
  serve({
    'pick/by': () => ({ records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 }),
    pick: () => ({ records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 }),
  });
  render(
    <Around said={listener()}>
      <SearchRow page={page} values={values} onSearch={onSearch} onReset={() => undefined} />
    </Around>,
  );
  return onSearch;
};

describe('a parameter of a search', () => {
  it('takes one record', async () => {
    const onSearch = show({});
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '经办' }));
    fireEvent.click(await screen.findByTitle('S1 恒力'));
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ by: ids(30) }));
  });

  it('shows the title of the one record an address names', async () => {
    show({ by: ids(30) });
    expect(await screen.findByText('S1 恒力')).toBeTruthy();
  });

  it('is one day where a field is a span of days', async () => {
    show({});
    // a span has a second box, for its end
    expect(await screen.findAllByPlaceholderText('有效于', {}, { timeout: 10_000 })).toHaveLength(1);
    expect(screen.queryByPlaceholderText('到')).toBeNull();
  });

  it('of a report takes one value, too', () => {
    const kind = page.object.fields.kind!;
    const report = { params: { kind } } as unknown as NonNullable<Page['report']>;
    const at: Page = { ...orderPage({ list: { search: ['kind'] } }), report };
    expect(searchControls(at)[0]).toMatchObject({ key: 'kind', title: '类型' });
    expect(searchControls(at)[0]?.Control.name).toBe('DictParam');
  });
});

const FOUND = { records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 };
/** The list at an address another page leads to. */
const openAt = (search: readonly (string | object)[], address: string) => {
  const calls = serve({
    pick: () => FOUND,
    tree: () => [{ id: ids(31), label: '另一个', leaf: true }],
    getPageList: () => ({ records: [], total: 0, current: 1, size: 30 }),
  });
  const setParams = vi.fn();
  const list: Page = { ...orderPage({ list: { search, columns: ['nbr:scan', 'supplier'] } }), code: 'order' };
  render(
    <Around said={listener()} change={{ params: new URLSearchParams(address), setParams }}>
      <ListPage page={list} />
    </Around>,
  );
  return { calls, setParams };
};
const chips = () => screen.findByRole('group', { name: '已应用的条件' }, { timeout: 10_000 });

describe('a list that a link narrows', () => {
  it('shows the record in a tree control by its title', async () => {
    openAt(['supplier:tree'], `s.supplier=${ids(30)}`);
    expect(await screen.findByText('S1 恒力', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByRole('group', { name: '已应用的条件' })).toBeNull();
  });

  it('says what stands in no control, and gives it up', async () => {
    const { setParams } = openAt(['bizDate'], `s.supplier=${ids(30)}&s.kind=2&s.nbr=DD`);
    const bar = within(await chips());
    expect(await bar.findByText(/S1 恒力/)).toBeTruthy();
    expect(bar.getByText(/样品/)).toBeTruthy();
    const [first, ...others] = bar.getAllByRole('button', { name: '去掉这个条件' });
    // the scan input of a column shows its text
    expect(others).toHaveLength(1);
    fireEvent.click(first!);
    expect(setParams.mock.calls.at(-1)?.[0].toString()).toBe('s.kind=2&s.nbr=DD');
  });

  it('says that of a value of its rows, too', async () => {
    openAt(['bizDate'], `s.items.material=${ids(30)}`);
    expect((await chips()).textContent).toContain('物料');
  });

  it('shows one day where a span is searched', async () => {
    openAt(['bizDate'], 's.bizDate=2026-01-15');
    expect(await screen.findAllByDisplayValue('2026-01-15', {}, { timeout: 10_000 })).toHaveLength(2);
  });
});

describe('what a search row starts with', () => {
  const DAY = { field: 'bizDate', default: ['2026-01-01', '2026-01-31'] };
  const asked = async (search: readonly (string | object)[], address: string): Promise<unknown> => {
    const { calls } = openAt(search, address);
    const lists = () => calls.filter(({ path }) => path.endsWith('getPageList'));
    await waitFor(() => expect(lists()).toHaveLength(1), { timeout: 10_000 });
    return (lists()[0]?.body as { readonly search?: unknown } | undefined)?.search;
  };
  it('is searched for until the address says something else, or that all was emptied', async () => {
    expect(await asked([DAY], '')).toEqual({ bizDate: ['2026-01-01', '2026-01-31'] });
    cleanup();
    expect(await asked([DAY], 's.kind=2')).toEqual({ kind: '2' });
    cleanup();
    expect(await asked([DAY], 'bare=1')).toBeUndefined();
  });
  it('stands in wherever it is required; without one nothing is asked', async () => {
    expect(await asked([{ ...DAY, required: true }], 's.kind=2')).toEqual({
      bizDate: ['2026-01-01', '2026-01-31'],
      kind: '2',
    });
    cleanup();
    const { calls } = openAt([{ field: 'bizDate', required: true }], '');
    expect(await screen.findByText(/请填写查询条件/, {}, { timeout: 10_000 })).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('getPageList'))).toEqual([]);
  });
});
