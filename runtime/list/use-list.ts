/** The state of one list: the query of its address, the rows, the selection. A view gets ready values and callbacks. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { HttpError } from '../data/http';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { ListBody, ListPageData, WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import { isLockedRow, type Selection, type SelectionAct, type SortKey, type TableStatus } from '../table/index';
import { defaultSize } from './page-size';
import { type ListQuery, type QueryAct, readQuery, readSort, reduceQuery, writeQuery, writeSort } from './query';
import { defaultScheme } from './schemes';
import { useLeavers } from './use-leavers';
import { useRowRules } from './use-row-rules';
import { useSelection } from './use-selection';

export interface List {
  readonly query: ListQuery;
  readonly size: number;
  /** code of the scheme that applies, '' = none */
  readonly scheme: string;
  readonly sort: readonly SortKey[];
  readonly ask: (act: QueryAct) => void;
  readonly rows: readonly WireRow[];
  readonly data: ListPageData | undefined;
  readonly status: TableStatus;
  /** milliseconds since 1970 when the rows came */
  readonly at: number;
  readonly refresh: () => void;
  readonly selection: Selection;
  readonly choose: (act: SelectionAct) => void;
  /** rows that something was done to: those that the list no longer holds leave the selection */
  readonly checkChosen: (ids: readonly string[]) => void;
  readonly isLocked: (row: WireRow) => boolean;
  readonly body: ListBody;
  /** key of the rows in the cache */
  readonly queryKey: readonly unknown[];
}
const NO_ROWS: readonly WireRow[] = [];
/** a tree is drawn whole */
const TREE_SIZE = 1000;

export const useList = (
  page: Page,
  options: { readonly tree?: boolean; readonly columns?: readonly string[] } = {},
): List => {
  const host = useHost();
  const client = useQueryClient();
  const { list } = page.object;
  const query = useMemo(() => readQuery(host.params), [host.params]);
  const size = query.size ?? defaultSize(host.session.listDataShowNum, list.size);
  const scheme = useMemo(() => query.scheme ?? defaultScheme(page), [query.scheme, page]);
  const schemeSort = list.schemes.find((one) => one.code === scheme)?.sort;
  const sort = useMemo(() => query.sort ?? readSort(schemeSort ?? list.sort), [query.sort, schemeSort, list.sort]);

  const body = useMemo<ListBody>(
    () => ({
      current: options.tree === true ? 1 : query.page,
      size: options.tree === true ? TREE_SIZE : size,
      ...(Object.keys(query.search).length === 0 ? {} : splitParams(page, query)),
      ...(scheme === '' ? {} : { scheme }),
      ...(query.node === undefined ? {} : { node: query.node }),
      ...(query.sort === undefined ? {} : { sort: writeSort(query.sort) }),
    }),
    [page, query, size, scheme, options.tree],
  );
  const queryKey = useMemo(() => keys.list(page.object.object, page.code, body), [page, body]);
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => recordClient.list(page.code, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: host.active,
  });
  const rows = result.data?.records ?? NO_ROWS;

  const ask = useCallback(
    (act: QueryAct) =>
      host.setParams(writeQuery(reduceQuery(readQuery(host.params), act), host.params), {
        replace: act.type !== 'scheme',
      }),
    [host],
  );
  const { isDisabled } = useRowRules(page);
  const isLocked = useCallback((row: WireRow) => isLockedRow(row) || isDisabled(row), [isDisabled]);
  const { selection, choose } = useSelection(page, rows, isLocked);
  const ready = result.data !== undefined && !result.isPlaceholderData;
  const checkChosen = useLeavers({ page, body, rows, ready, selection, choose });

  // a page behind the last one (rows were deleted) shows the last one
  const last =
    result.data === undefined || options.tree === true ? undefined : Math.max(1, Math.ceil(result.data.total / size));
  useEffect(() => {
    if (last !== undefined && !result.isPlaceholderData && result.data?.capped !== true && query.page > last)
      ask({ type: 'page', page: last });
  }, [last, query.page, result.isPlaceholderData, result.data?.capped, ask]);

  return {
    query,
    size,
    scheme,
    sort,
    ask,
    rows,
    data: result.data,
    status: listStatus(result.error, result.data !== undefined, result.isFetching, () => void result.refetch()),
    at: result.dataUpdatedAt,
    refresh: () => {
      for (const object of shownObjects(page)) void client.invalidateQueries({ queryKey: keys.object(object) });
    },
    selection,
    choose,
    checkChosen,
    isLocked,
    body,
    queryKey,
  };
};

/** What the page shows rows of: its own, and of the lists below them. */
const shownObjects = ({ object }: Page): readonly string[] => [
  object.object,
  ...object.list.below.flatMap((part) => part.list?.split('.')[0] ?? []),
];

/** Search controls over parameters go to `params`, all others to `search`. */
const splitParams = (page: Page, { search }: ListQuery): Pick<ListBody, 'search' | 'params'> => {
  const params = new Set(page.object.list.search.flatMap((item) => (item.param === undefined ? [] : [item.param])));
  const of = (mine: boolean) => Object.fromEntries(Object.entries(search).filter(([key]) => params.has(key) === mine));
  return { search: of(false), params: of(true) };
};

/** What a table over a query shows. */
export const listStatus = (error: Error | null, hasRows: boolean, stale: boolean, retry: () => void): TableStatus => {
  if (error !== null)
    return {
      state: 'failed',
      text: error instanceof HttpError ? error.msg : '服务异常,请重试',
      requestId: error instanceof HttpError ? error.requestId : undefined,
      onRetry: retry,
    };
  if (!hasRows) return { state: 'loading' };
  return { state: stale ? 'stale' : 'ready' };
};
