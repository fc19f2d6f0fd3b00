/** What people keep about a list: search schemes and column settings, by the calls of the specification (§7). */

import type { Condition } from '../../schemas/language/condition/index';
import type { Scheme } from '../../schemas/language/wire';
import { http } from './http';
import type { SearchValues } from './types';

export interface SchemeContent {
  /** canonical text; the tree of one too long to be a text */
  readonly where?: string | Condition;
  readonly search?: SearchValues;
  readonly sort?: string;
  readonly columns?: readonly string[];
  /** of a report: how its rows are grouped and compared */
  readonly shown?: { readonly by?: readonly string[]; readonly period?: string; readonly compare?: string };
}
export type SchemeRow = Scheme<SchemeContent>;
export interface SchemeBody {
  readonly id?: string;
  readonly name?: string;
  readonly content: SchemeContent;
  readonly isDefault?: 0 | 1;
  readonly type: string;
  readonly role?: string;
  readonly version?: number;
  readonly temporary?: 1;
  readonly token?: string;
}
export interface FieldSearchRow {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly version: number;
  readonly from: 'personal' | 'role';
}

/** rows by what they were counted for; `capped` = there are more */
export type Counts = Readonly<Record<string, { readonly total: number; readonly capped?: boolean }>>;

export const settingKeys = {
  schemes: (page: string) => ['schemes', page] as const,
  shared: (page: string, id: string) => ['schemes', page, 'shared', id] as const,
  counts: (object: string, page: string, codes: readonly string[]) =>
    ['object', object, 'counts', page, codes] as const,
  nodeCounts: (object: string, page: string, field: string, ids: readonly string[]) =>
    ['object', object, 'nodeCounts', page, field, ids] as const,
  columns: (page: string) => ['fieldSearch', page] as const,
};

const quiet = { quiet: true } as const;
export const listSettings = {
  schemes: (type: string, id?: string): Promise<readonly SchemeRow[]> =>
    http.get('/searchScheme/getList', { ...quiet, params: { type, ...(id === undefined ? {} : { id }) } }),
  saveScheme: (body: SchemeBody): Promise<{ readonly id: string }> =>
    http.post('/gongdan/searchScheme/save', body, quiet),
  deleteScheme: (id: string): Promise<true> => http.get('/searchScheme/del', { params: { id } }),
  setDefault: (id: string, type: string): Promise<true> =>
    http.get('/searchScheme/setDefault', { params: { id, type } }),
  cancelDefault: (id: string, type: string): Promise<true> =>
    http.get('/searchScheme/cancelDefault', { params: { id, type } }),
  counts: (page: string, schemes: readonly string[]): Promise<Counts> =>
    http.post(`/lcdp/data/${encodeURIComponent(page)}/counts`, { schemes }, quiet),
  nodeCounts: (page: string, field: string, ids: readonly string[]): Promise<Counts> =>
    http.post(`/lcdp/data/${encodeURIComponent(page)}/counts`, { nodes: { field, ids } }, quiet),
  columns: (type: string): Promise<FieldSearchRow | null> =>
    http.get('/basedata/fieldSearch/getOne', { ...quiet, params: { type } }),
  saveColumns: (body: {
    readonly type: string;
    readonly content: string | null;
    readonly role?: string;
  }): Promise<{ readonly id: string | null }> => http.post('/basedata/fieldSearch/saveOrUpdate', body, quiet),
};

/** Both questions of a list, in the form a query client takes them; a page asks them while its document is on its way. */
export const listQueries = (page: string) => ({
  schemes: {
    queryKey: settingKeys.schemes(page),
    queryFn: () => listSettings.schemes(page),
    staleTime: 60_000,
    retry: false,
  },
  columns: {
    queryKey: settingKeys.columns(page),
    queryFn: () => listSettings.columns(page),
    staleTime: 300_000,
    retry: false,
  },
});
