/**
 * What a list asks for, kept in the address so that it can be shared: page, size, sort, scheme, tree node, search values (`s.<field>`),
 * and a condition somebody built (`q`: the tree as JSON, or `~<id>` of one the server keeps because it is too long).
 * Everything here is pure; keys of the address that are not the list's stay as they are.
 */
import { type Condition, readCondition } from '../../schemas/language/condition/index';
import type { Json } from '../../schemas/language/value';
import type { SearchValues } from '../data/types';

export interface SortKey {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}
export interface ListQuery {
  readonly page: number;
  /** undefined = the default size */
  readonly size: number | undefined;
  /** undefined = the document's sort */
  readonly sort: readonly SortKey[] | undefined;
  /** undefined = the default scheme, '' = none */
  readonly scheme: string | undefined;
  readonly node: { readonly field: string; readonly id: string } | undefined;
  readonly search: SearchValues;
  readonly q: Condition | string | undefined;
  /** searched by nothing, although the search row starts with something */
  readonly bare: boolean;
}
export type QueryAct =
  /** `silent`: the list corrected itself */
  | { readonly type: 'page'; readonly page: number; readonly silent?: true }
  | { readonly type: 'size'; readonly size: number }
  /** ascending, descending, the document's order again */
  | { readonly type: 'sort'; readonly key: string }
  /** `search`: the values it brings, in the place of those the one before it brought */
  | { readonly type: 'scheme'; readonly scheme: string; readonly search?: SearchValues }
  | { readonly type: 'node'; readonly node: { readonly field: string; readonly id: string } | undefined }
  /** `starts`: the search row starts with something, so that nothing has to be said */
  | { readonly type: 'search'; readonly search: SearchValues; readonly starts?: boolean }
  | { readonly type: 'q'; readonly q: Condition | string | undefined }
  | { readonly type: 'reset' };

export const EMPTY_QUERY: ListQuery = {
  page: 1,
  size: undefined,
  sort: undefined,
  scheme: undefined,
  node: undefined,
  search: {},
  q: undefined,
  bare: false,
};
/** characters of a tree in an address */
export const Q_LENGTH = 2000;
const SEARCH = 's.';
const OWN = ['page', 'size', 'sort', 'scheme', 'node', 'q', 'bare'];

/** Whatever narrows or orders anew starts at the first page. */
export const reduceQuery = (query: ListQuery, act: QueryAct): ListQuery => {
  switch (act.type) {
    case 'page':
      return { ...query, page: Math.max(1, Math.floor(act.page)) };
    case 'size':
      return { ...query, size: act.size, page: 1 };
    case 'sort':
      return { ...query, sort: nextSort(query.sort ?? [], act.key), page: 1 };
    case 'scheme':
      return {
        ...query,
        scheme: act.scheme,
        search: act.search ?? query.search,
        q: undefined,
        sort: undefined,
        page: 1,
      };
    case 'node':
      return { ...query, node: act.node, page: 1 };
    case 'search': {
      const search = withoutEmpty(act.search);
      return { ...query, search, bare: act.starts === true && Object.keys(search).length === 0, page: 1 };
    }
    case 'q':
      return { ...query, q: act.q, page: 1 };
    case 'reset':
      return { ...query, search: {}, node: undefined, q: undefined, bare: false, page: 1 };
  }
};

export const readQuery = (params: URLSearchParams): ListQuery => {
  const search: Record<string, Json> = {};
  for (const [key, text] of params) if (key.startsWith(SEARCH)) search[key.slice(SEARCH.length)] = readValue(text);
  const [field, id] = split(params.get('node'));
  return {
    page: positive(params.get('page')) ?? 1,
    size: positive(params.get('size')),
    sort: params.has('sort') ? readSort(params.get('sort') ?? '') : undefined,
    scheme: params.get('scheme') ?? undefined,
    node: field !== undefined && id !== undefined ? { field, id } : undefined,
    search,
    q: readQ(params.get('q')),
    bare: params.get('bare') === '1',
  };
};

/** The address with this query; defaults are not written. */
export const writeQuery = (query: ListQuery, params: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams();
  for (const [key, text] of params) if (!OWN.includes(key) && !key.startsWith(SEARCH)) next.append(key, text);
  if (query.page > 1) next.set('page', String(query.page));
  if (query.size !== undefined) next.set('size', String(query.size));
  if (query.sort !== undefined && query.sort.length > 0) next.set('sort', writeSort(query.sort));
  if (query.scheme !== undefined) next.set('scheme', query.scheme);
  if (query.node !== undefined) next.set('node', `${query.node.field}:${query.node.id}`);
  for (const [key, value] of Object.entries(query.search)) next.set(SEARCH + key, writeValue(value));
  if (query.q !== undefined) next.set('q', writeQ(query.q));
  if (query.bare) next.set('bare', '1');
  return next;
};

export const writeQ = (q: Condition | string): string => (typeof q === 'string' ? q : JSON.stringify(q));

/** A tree that is none is no condition: the address was cut or typed wrong. */
const readQ = (text: string | null): Condition | string | undefined => {
  if (text === null || text === '') return undefined;
  if (/^~[\w-]{36}$/.test(text)) return text;
  const read = looksLikeJson(text) ? readCondition(readValue(text)) : undefined;
  return read?.tree;
};

/** `-bizDate,nbr` */
export const readSort = (text: string): readonly SortKey[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) => (part.startsWith('-') ? { key: part.slice(1), order: 'desc' } : { key: part, order: 'asc' }));

export const writeSort = (sort: readonly SortKey[]): string =>
  sort.map(({ key, order }) => (order === 'desc' ? `-${key}` : key)).join(',');

const nextSort = (sort: readonly SortKey[], key: string): readonly SortKey[] | undefined => {
  const now = sort.length === 1 && sort[0]?.key === key ? sort[0].order : undefined;
  if (now === undefined) return [{ key, order: 'asc' }];
  return now === 'asc' ? [{ key, order: 'desc' }] : undefined;
};

export const isEmptyValue = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((part) => part === null || part === ''));

const withoutEmpty = (search: SearchValues): SearchValues =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => !isEmptyValue(value)));

/** A text is written as it is unless it could be read as JSON; everything else is JSON. */
const writeValue = (value: Json): string =>
  typeof value === 'string' && !looksLikeJson(value) ? value : JSON.stringify(value);

const readValue = (text: string): Json => {
  if (!looksLikeJson(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

const looksLikeJson = (text: string): boolean => /^[[{"]|^(true|false|null)$/.test(text);

const positive = (text: string | null): number | undefined => {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number > 0 ? number : undefined;
};

const split = (text: string | null): readonly [string?, string?] => {
  const at = text?.indexOf(':') ?? -1;
  return text === null || at < 1 ? [] : [text.slice(0, at), text.slice(at + 1)];
};
