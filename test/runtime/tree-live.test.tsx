/** A list that follows the data: the levels of its tree, too. */
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { live, type Watcher } from '../../runtime/data/live';
import type { ListBody, ListPageData } from '../../runtime/data/types';
import { useFresh } from '../../runtime/list/use-fresh';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve } from '../support/forms';

const page = { ...orderPage({ list: { columns: ['nbr'], live: true } }), code: 'order' };
const BODY: ListBody = { current: 1, size: 30 };
const KEY = ['rows', 'order'];
const LEVEL = [...KEY, 'level', ids(1), 1];
const data = (...numbers: readonly string[]): ListPageData => ({
  records: numbers.map((nbr, n) => ({ id: ids(n + 1), version: 1, nbr, _actions: [] })),
  total: 2000,
  current: 1,
  size: 30,
});

function Level() {
  const { data: level } = useQuery<ListPageData>({
    queryKey: LEVEL,
    queryFn: () => Promise.reject(new Error('asked by the page')),
    initialData: data('下级一'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: top } = useQuery<ListPageData>({
    queryKey: KEY,
    queryFn: () => Promise.reject(new Error('asked by the page')),
    initialData: data('上级'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fresh = useFresh({ page, queryKey: KEY, body: BODY, data: top, columns: [], isBusy: false });
  return (
    <>
      <p>{[...(top?.records ?? []), ...(level?.records ?? [])].map((row) => String(row.nbr)).join(' ')}</p>
      <button type="button" onClick={fresh.show}>
        {fresh.waits ? '数据已更新' : '最新'}
      </button>
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the live channel', () => {
  it('renews the levels of a tree in sight; rows that came wait while somebody works', async () => {
    let watcher: Watcher | undefined;
    vi.spyOn(live, 'watch').mockImplementation((_topics, eachWatcher) => {
      watcher = eachWatcher;
      return () => undefined;
    });
    let children = ['下级一改'];
    const calls = serve({
      getPageList: (body) => (body.level === undefined ? data('上级') : data(...children)),
    });
    render(
      <Around said={listener()}>
        <Level />
      </Around>,
    );
    await waitFor(() => expect(watcher).toBeDefined());
    act(() => watcher?.onChange({ topic: 'object:order' }));
    expect(await screen.findByText('上级 下级一改')).toBeDefined();
    expect(calls.map(({ body }) => body.level)).toEqual([undefined, ids(1)]);

    act(() => void window.dispatchEvent(new Event('pointerdown')));
    children = ['下级一又改', '下级二'];
    act(() => watcher?.onChange({ topic: 'object:order' }));
    expect(await screen.findByText('上级 下级一又改')).toBeDefined();
    act(() => screen.getByRole('button', { name: '数据已更新' }).click());
    expect(await screen.findByText('上级 下级一又改 下级二')).toBeDefined();
  });
});
