/** Loads the document of a page, its dictionaries and the types its expressions may name; one identity per version of the document. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Many } from '../../schemas/language/document';
import type { ResolvedDict, ResolvedObject, ResolvedView, TypeLib } from '../../schemas/language/resolved';
import { HttpError, isInSandbox } from '../data/http';
import { listQueries } from '../data/list-settings';
import { keptOffline } from '../data/offline-pages';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { Dictionaries, PageItem } from '../data/types';
import { createEnv } from './browser-env';
import { factoryTime } from './factory-time';
import { HopStore } from './hop-store';
import { type HostSession, useHost } from './host';
import type { Page, PageSort } from './types';

export type PageState =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly error: HttpError; readonly retry: () => void }
  | { readonly status: 'ready'; readonly page: Page };

export interface LoadedPage {
  readonly item: PageItem;
  readonly dicts: Dictionaries;
}

const HOUR = 3_600_000;

/** `purchaseOrder`, `dept.factory`, `purchaseOrder#edit`; the part before `#` names the document. */
export const usePage = (code: string): PageState => {
  const { session } = useHost();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.page(documentOf(code)),
    queryFn: () => {
      if (sortOf(code) === 'list' && !code.includes('#')) askListSettings(client, documentOf(code));
      return loadPage(client, code);
    },
    staleTime: 60_000,
  });
  const loaded = query.data;
  const page = useMemo(
    () => (loaded === undefined ? undefined : makePage(code, loaded, session)),
    [code, loaded, session],
  );
  if (page !== undefined) return { status: 'ready', page };
  if (query.error !== null)
    return {
      status: 'error',
      error: query.error instanceof HttpError ? query.error : new HttpError(0, '页面打开失败'),
      retry: () => void query.refetch(),
    };
  return { status: 'loading' };
};

/** Schemes and columns of a list are asked while its document is on its way: its rows wait for them. */
const askListSettings = (client: QueryClient, page: string): void => {
  const { schemes, columns } = listQueries(page);
  void client.prefetchQuery(schemes);
  void client.prefetchQuery(columns);
};

/** Pages that work without network are kept on the device with their dictionaries. */
export const loadPage = (client: QueryClient, code: string): Promise<LoadedPage> =>
  keptOffline(
    `page ${documentOf(code)}`,
    () => fetchPage(client, code),
    ({ item: { schema } }) => (schema.floor?.offline === true || schema.floor?.keeps === true) && !isInSandbox(),
  );

const fetchPage = async (client: QueryClient, code: string): Promise<LoadedPage> => {
  const item = await recordClient.pageItem(documentOf(code), { quiet: true });
  const codes = [...new Set(item.dicts)].sort();
  const dicts =
    codes.length === 0
      ? {}
      : await client.fetchQuery({
          queryKey: keys.dicts(codes),
          queryFn: () => recordClient.dictionaries(codes, { quiet: true }),
          staleTime: HOUR,
        });
  return { item, dicts };
};

export const documentOf = (code: string): string => code.replace(/#.*$/, '');

/** One record for the organisation or the user: its page is the form. */
export const isSingle = ({ object }: Pick<Page, 'object'>): boolean =>
  object.single !== undefined && object.single !== false;

export const sortOf = (code: string): PageSort =>
  code.endsWith('#edit') ? 'edit' : code.endsWith('#detail') ? 'detail' : 'list';

export const makePage = (code: string, { item, dicts: byCode }: LoadedPage, session: HostSession): Page => {
  const dicts = new Map<string, ResolvedDict>(Object.entries(byCode));
  const rights = new Set(item.rights);
  const view = documentOf(code).split('.')[1];
  const object = withView(item.schema, view);
  const can = (right: string): boolean => session.me.super || rights.has(right) || session.can(right);
  return {
    code: documentOf(code),
    sort: item.report !== undefined ? 'report' : item.board !== undefined ? 'board' : sortOf(code),
    title: item.page.title,
    ...(item.report === undefined ? {} : { report: item.report }),
    ...(item.board === undefined ? {} : { board: item.board }),
    object,
    lib: libOf(item, dicts),
    dicts,
    rights,
    ...(item.tabs === undefined ? {} : { tabs: item.tabs }),
    can,
    env: (hops = new HopStore()) =>
      createEnv(
        { me: session.me, now: () => factoryTime(session.now()), dicts, sys: (key) => session.sys(key), can },
        hops,
      ),
  };
};

/** The server sends the view in place; a document that still carries it as a view gets it put there here. */
const withView = (object: ResolvedObject, code: string | undefined): ResolvedObject => {
  const view: ResolvedView | undefined = code === undefined ? undefined : object.views?.[code];
  return view === undefined
    ? object
    : { ...object, title: view.title, list: view.list, edit: view.edit, detail: view.detail, actions: view.actions };
};

const own = <T>(of: Many<T> | undefined, key: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
const libOf = (item: PageItem, dicts: ReadonlyMap<string, ResolvedDict>): TypeLib => ({
  object: (code) => own(item.types, code),
  dict: (code) => dicts.get(code),
  setting: (key) => own(item.settings, key),
  serverFunction: (name) => own(item.functions, name),
});
