/** The search of a board: in its address, and kept for its reader on the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listQueries, listSettings, type SchemeContent, settingKeys } from '../data/list-settings';
import type { BoardItem, SearchValues } from '../data/types';
import { factoryTime, type Page, useHost } from '../page/index';
import { readQuery, reduceQuery, writeQuery } from '../page/list-query';
import { keptOf, recalled, withSearch } from '../report/query';
import { readKept, searchInForce, searchPage } from './search';

export interface BoardSearch {
  /** the board as a page that the row of search is drawn for */
  readonly page: Page;
  readonly values: SearchValues;
  /** false while it is not known what was kept */
  readonly ready: boolean;
  search(values: SearchValues): void;
  /** back to the defaults, nothing kept */
  reset(): void;
  /** what is set now as a scheme, and one that is chosen */
  readonly content: SchemeContent;
  apply(content: SchemeContent): void;
}

/** `isKept`: somebody signed in looks at it */
export const useBoardSearch = (page: Page, board: BoardItem, isKept: boolean): BoardSearch => {
  const host = useHost();
  const client = useQueryClient();
  const searched = useMemo(() => searchPage(page, board), [page, board]);
  const now = `${factoryTime(host.session.now()).slice(0, 10)} 12:00:00`;
  const has = isKept && board.search.length > 0;
  const own = useQuery({ ...listQueries(page.code).columns, enabled: has });
  const content = own.data?.content;
  const kept = useMemo(() => readKept(content), [content]);
  const values = useMemo(() => searchInForce(searched, host.params, kept, now), [searched, host.params, kept, now]);
  const write = (next: SearchValues | null): void => {
    const query = reduceQuery(readQuery(host.params), { type: 'search', search: next ?? {} });
    const params = writeQuery(query, host.params);
    if (next === null) params.delete('none');
    host.setParams(next === null ? params : withSearch(searched, params, next, now), { replace: true });
    if (!has) return;
    const search = next === null ? null : keptOf(searched, next, now);
    const text = search === null ? null : JSON.stringify({ search });
    // shown at once; one that could not be kept holds for this page
    client.setQueryData(
      settingKeys.columns(page.code),
      text === null ? null : { id: '', type: page.code, version: 0, from: 'personal', ...own.data, content: text },
    );
    void listSettings.saveColumns({ type: page.code, content: text }).catch(() => undefined);
  };
  const set = keptOf(searched, values, now);
  return {
    page: searched,
    values,
    ready: !own.isLoading,
    search: write,
    reset: () => write(null),
    content: set === null ? {} : { search: set },
    apply: ({ search }) => write(recalled(searched, search, now)),
  };
};
