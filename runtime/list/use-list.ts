/** The state of one list: the query of its address, the rows, the selection. A view gets ready values and callbacks. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Json } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { ListBody, ListPageData, SearchValues, WireRow } from '../data/types';
import { factoryTime, type Page, useHost } from '../page/index';
import {
  type ListQuery,
  type QueryAct,
  readQuery,
  readSort,
  reduceQuery,
  writeQuery,
  writeSort,
} from '../page/list-query';
import { rememberRows } from '../page/neighbours';
import { isLockedRow, type Selection, type SelectionAct, type SortKey, type TableStatus } from '../table/index';
import { defaultSize } from './page-size';
import { type Scheme, schemeBy, searchInForce } from './schemes';
import { splitParams } from './search-body';
import { missingOf, searchDefaults, standIns } from './search-defaults';
import { useLeavers } from './use-leavers';
import { useRowRules } from './use-row-rules';
import { type Schemes, useSchemes } from './use-schemes';
import { useSelection } from './use-selection';
import { useSettled, type WhenSettled } from './use-settled';

export interface List {
  readonly query: ListQuery;
  readonly size: number;
  /** code of the scheme that applies, '' = none */
  readonly scheme: string;
  readonly chosen: Scheme | undefined;
  readonly schemes: Schemes;
  /** search values in force, those of the scheme and defaults among them */
  readonly search: SearchValues;
  /** what the search row starts with */
  readonly defaults: SearchValues;
  /** titles of what has to be filled in before the list is asked */
  readonly missing: readonly string[];
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
  readonly whenSettled: WhenSettled;
  readonly body: ListBody;
  /** key of the rows in the cache */
  readonly queryKey: readonly unknown[];
}
export interface ListOptions {
  /** rows drawn at once, without pages */
  readonly whole?: number | undefined;
  /** rows stand in a tree: what is found comes with what is above it */
  readonly isTree?: boolean;
  /** a span of days the view shows, in place of what is searched for in that field */
  readonly span?: { readonly field: string; readonly from: string; readonly to: string } | undefined;
}
const NO_ROWS: readonly WireRow[] = [];

export const useList = (page: Page, options: ListOptions = {}): List => {
  const host = useHost();
  const client = useQueryClient();
  const { list } = page.object;
  const query = useMemo(() => readQuery(host.params), [host.params]);
  const size = query.size ?? defaultSize(host.session.listDataShowNum, list.size);
  const schemes = useSchemes(page, query.scheme);
  const chosen = schemeBy(schemes.all, query.scheme ?? schemes.first);
  const scheme = chosen?.code ?? query.scheme ?? '';
  const schemeSort = chosen?.content.sort;
  const today = factoryTime(host.session.now()).slice(0, 10);
  const defaults = useMemo(() => searchDefaults(page, `${today} 12:00:00`), [page, today]);
  const said = useMemo(
    () => ({
      ...(isUntouched(query) ? defaults : standIns(page, defaults)),
      ...searchInForce(query.scheme, chosen, query.search),
    }),
    [page, query, chosen, defaults],
  );
  const missing = useMemo(() => missingOf(page, said), [page, said]);
  const sort = useMemo(() => query.sort ?? readSort(schemeSort ?? list.sort), [query.sort, schemeSort, list.sort]);

  const { whole, span, isTree = false } = options;
  const { field: spanOf, from, to } = span ?? {};
  const search = useMemo<SearchValues>(
    () => (spanOf === undefined || from === undefined || to === undefined ? said : { ...said, [spanOf]: [from, to] }),
    [said, spanOf, from, to],
  );
  const body = useMemo<ListBody>(
    () => ({
      current: whole === undefined ? query.page : 1,
      size: whole ?? size,
      ...splitParams(page, search, chosen?.content.search ?? NO_SEARCH),
      ...(scheme === '' ? {} : { scheme }),
      ...(query.q === undefined ? {} : { q: query.q as Json }),
      ...(query.node === undefined ? {} : { node: query.node }),
      ...(query.sort === undefined ? {} : { sort: writeSort(query.sort) }),
      ...(isTree ? { path: true as const } : {}),
    }),
    [page, query, search, chosen, size, scheme, whole, isTree],
  );
  const queryKey = useMemo(() => keys.list(page.object.object, page.code, body), [page, body]);
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => recordClient.list(page.code, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: host.active && schemes.ready && missing.length === 0,
  });
  const rows = missing.length > 0 ? NO_ROWS : (result.data?.records ?? NO_ROWS);
  const { refetch } = result;

  const { first, all } = schemes;
  const ask = useCallback(
    (act: QueryAct) => {
      const before = readQuery(host.params);
      const told = act.type === 'search' ? { ...act, starts: Object.keys(defaults).length > 0 } : act;
      const params = writeQuery(reduceQuery(settled(before, act, all, first, defaults), told), host.params);
      // who presses 查询 again wants to see what is there now
      if (act.type === 'search' && params.toString() === host.params.toString()) void refetch();
      // the page behind the last one corrects itself: nothing to come back to
      else host.setParams(params, { replace: act.type === 'page' && act.silent === true });
    },
    [host, all, first, defaults, refetch],
  );
  const { isDisabled } = useRowRules(page);
  const isLocked = useCallback((row: WireRow) => isLockedRow(row) || isDisabled(row), [isDisabled]);
  const { selection, choose } = useSelection(page, rows, isLocked);
  const ready = result.data !== undefined && !result.isPlaceholderData;
  // a record opened from here goes on to the next one
  useEffect(() => {
    if (ready)
      rememberRows(
        page.object.object,
        rows.map(({ id }) => id),
      );
  }, [ready, rows, page]);
  const whenSettled = useSettled(queryKey, refetch);
  const checkChosen = useLeavers({ page, body, rows, ready, selection, choose });

  // a page behind the last one (rows were deleted) shows the last one
  const last =
    result.data === undefined || whole !== undefined ? undefined : Math.max(1, Math.ceil(result.data.total / size));
  useEffect(() => {
    if (last !== undefined && !result.isPlaceholderData && result.data?.capped !== true && query.page > last)
      ask({ type: 'page', page: last, silent: true });
  }, [last, query.page, result.isPlaceholderData, result.data?.capped, ask]);

  return {
    query,
    size,
    scheme,
    chosen,
    schemes,
    search: said,
    defaults,
    missing,
    sort,
    ask,
    rows,
    data: result.data,
    status:
      missing.length > 0
        ? UNASKED
        : listStatus(result.error, result.data !== undefined, result.isFetching, () => void result.refetch()),
    at: result.dataUpdatedAt,
    refresh: () => {
      for (const object of shownObjects(page)) void client.invalidateQueries({ queryKey: keys.object(object) });
    },
    selection,
    choose,
    checkChosen,
    isLocked,
    whenSettled,
    body,
    queryKey,
  };
};

/** What the page shows rows of: its own, and of the lists below them. */
const shownObjects = ({ object }: Page): readonly string[] => [
  object.object,
  ...object.list.below.flatMap((part) => part.list?.split('.')[0] ?? []),
];

const NO_SEARCH: SearchValues = {};
const UNASKED: TableStatus = { state: 'ready' };

/** The address names no search value: the list is searched by what its search row starts with. */
const isUntouched = ({ search, bare }: ListQuery): boolean => !bare && Object.keys(search).length === 0;

/**
 * Values of the scheme the list opened with are in no address. Once the user touches search, node or condition, scheme and values are
 * written out: from then on the address says everything.
 */
const settled = (
  query: ListQuery,
  act: QueryAct,
  schemes: readonly Scheme[],
  first: string,
  defaults: SearchValues,
): ListQuery => {
  const scheme = query.scheme === undefined ? schemeBy(schemes, first) : undefined;
  const brings = scheme?.content.search;
  if (scheme === undefined || brings === undefined || act.type === 'scheme') return query;
  const own = isUntouched(query) ? { ...defaults, ...brings } : { ...brings, ...query.search };
  return { ...query, scheme: scheme.code, search: own };
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
