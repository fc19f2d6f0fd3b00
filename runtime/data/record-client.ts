/** Calls over records (language §12.3). Every screen reads and writes through these; nothing else knows a path. */

import type { WireField } from '../../schemas/language/features/wire';
import type { Json } from '../../schemas/language/value';
import type { CalendarDay, Comparison, History, ImportAnswer } from '../../schemas/language/wire';
import { type CallOptions, http } from './http';
import type {
  ActBody,
  ActData,
  CascadeOption,
  Dictionaries,
  ListBody,
  ListPageData,
  PageItem,
  PickBody,
  PickData,
  Pull,
  SaveBody,
  SaveData,
  TreeNode,
  Usage,
  WhyData,
  WireRecord,
} from './types';

/** Page codes carry `#edit` and `.view`; a path takes the part the server knows. */
const at = (page: string, call: string): string => `/lcdp/data/${encodeURIComponent(bare(page))}/${call}`;
const bare = (page: string): string => page.replace(/#.*$/, '');

/** The list beside which a tree stands: of records without levels only what the field's picker offers. */
export interface TreePlace {
  readonly page: string;
  readonly field: string;
}
export interface TreeAsk {
  readonly keyword?: string;
  /** what a keyword finds stands below the nodes above it */
  readonly path?: true;
  /** these nodes, switched off ones too, below the nodes above them */
  readonly ids?: readonly string[];
  readonly beside?: TreePlace;
  /** from 1 */
  readonly part?: number;
}
/** nodes of a level that come at once */
const TREE_PART = 100;
/** Behind a full part there may be another one. */
export const mayGoOn = (part: readonly TreeNode[]): boolean => part.length === TREE_PART;

export const recordClient = {
  pageItem: (page: string, options?: CallOptions): Promise<PageItem> =>
    http.get('/lcdp/apppage/getPageItem', { ...options, params: { pageId: page } }),
  /** fields of any object the caller may see, for whoever writes expressions over it */
  fieldsOf: (object: string, options?: CallOptions): Promise<readonly WireField[]> =>
    http.get('/lcdp/apppage/fields', { ...options, params: { object } }),
  dictionaries: (codes: readonly string[], options?: CallOptions): Promise<Dictionaries> =>
    http.get('/lcdp/data/dictionaries', { ...options, params: { codes: codes.join(',') } }),
  list: (page: string, body: ListBody, options?: CallOptions): Promise<ListPageData> =>
    http.post(at(page, 'getPageList'), body, options),
  getOne: (page: string, by: Readonly<Record<string, string>>, options?: CallOptions): Promise<WireRecord> =>
    http.get(at(page, 'getOne'), { ...options, params: by }),
  getNew: (
    page: string,
    body: { readonly with?: Json; readonly copyOf?: string } = {},
    options?: CallOptions,
  ): Promise<WireRecord> => http.post(at(page, 'getNew'), body, options),
  save: (page: string, body: SaveBody, options?: CallOptions): Promise<SaveData> =>
    http.post(at(page, 'save'), body, options),
  saveAll: (
    page: string,
    body: {
      readonly records: readonly (Json | WireRecord)[];
      readonly deleted?: readonly { readonly id: string; readonly version: number }[];
      readonly schema?: string;
      readonly token: string;
      readonly accept?: readonly string[];
    },
    options?: CallOptions,
  ): Promise<{ readonly records: readonly SaveData[] }> => http.post(at(page, 'saveAll'), body, options),
  act: (page: string, action: string, body: ActBody, options?: CallOptions): Promise<ActData> =>
    http.post(at(page, `act/${encodeURIComponent(action)}`), body, options),
  /** what the act would do; of a push its open lines */
  preview: <T = ActData>(page: string, action: string, body: ActBody, options?: CallOptions): Promise<T> =>
    http.post(at(page, `preview/${encodeURIComponent(action)}`), body, options),
  resolve: (
    page: string,
    body: { readonly record: Json | WireRecord; readonly want: readonly string[]; readonly task?: string },
    options?: CallOptions,
  ): Promise<{ readonly values: Readonly<Record<string, Json>>; readonly _hop?: WireRecord['_hop'] }> =>
    http.post(at(page, 'resolve'), body, options),
  pick: (page: string, field: string, body: PickBody, options?: CallOptions): Promise<PickData> =>
    http.post(at(page, `pick/${encodeURIComponent(field)}`), body, options),
  /** nodes a text finds, below those they stand under */
  findNodes: (object: string, keyword: string, beside?: TreePlace): Promise<readonly TreeNode[]> =>
    recordClient.tree(object, null, { keyword, path: true, ...(beside === undefined ? {} : { beside }) }),
  /** children of a node, a part of them at a time; `parentId` null = the first level, whole where the tree is small */
  tree: (
    object: string,
    parentId: string | null,
    { keyword, path, ids, beside, part = 1 }: TreeAsk = {},
  ): Promise<readonly TreeNode[]> =>
    http.get(parentId === null ? '/application/appdata/getFirstTreeData' : '/application/appdata/getTreeData', {
      quiet: true,
      params: {
        object,
        ...(parentId === null ? {} : { parentId }),
        ...(keyword === undefined ? { current: part, size: TREE_PART } : { keyword, ...(path ? { path: '1' } : {}) }),
        ...(ids === undefined ? {} : { ids: ids.join(',') }),
        ...beside,
      },
    }),
  /** choices of a cascader, one level at a time */
  options: (body: {
    readonly page: string;
    readonly field: string;
    readonly value?: Json;
    readonly row?: Json;
    readonly keyword?: string;
  }): Promise<{ readonly options: readonly CascadeOption[]; readonly more?: boolean }> =>
    http.post('/application/appdata/cascade', body, { quiet: true }),
  /** `rows` = a sub-table: one line for each of its rows */
  export: (page: string, body: ListBody & { readonly rows?: string }, options?: CallOptions): Promise<unknown> =>
    http.download(at(page, 'export'), body, options),
  /** workbook to fill in; `code` names one of several */
  template: (page: string, code?: string, options?: CallOptions): Promise<unknown> =>
    http.download(at(page, 'template'), undefined, { ...options, ...(code === undefined ? {} : { params: { code } }) }),
  import: (
    page: string,
    file: Blob,
    params: {
      readonly code?: string;
      readonly mode: string;
      readonly dryRun?: '1';
      readonly token?: string;
    },
    options?: CallOptions & { readonly onLine?: (line: unknown) => void },
  ): Promise<ImportAnswer> => http.feed(at(page, 'import'), file, { ...options, params }),
  links: (
    object: string,
    id: string,
  ): Promise<
    readonly {
      readonly direction: 'up' | 'down';
      readonly object: string;
      readonly title: string;
      readonly id: string;
      readonly nbr: string;
      readonly auditStatus?: string;
      readonly docStatus?: string;
      readonly bizDate?: string;
      readonly url?: string;
    }[]
  > => http.post('/lcdp/appdata/related', { object, id }, { quiet: true }),
  /** two versions of a thing; without `beside` the version before it */
  compare: (page: string, id: string, beside?: string): Promise<Comparison> =>
    http.post(at(page, 'compare'), { id, ...(beside === undefined ? {} : { with: beside }) }, { quiet: true }),
  /** who changed what, newest first */
  history: (page: string, id: string, current: number, size: number): Promise<History> =>
    http.post(at(page, 'history'), { id, current, size }, { quiet: true }),
  /** shifts, minutes and entries of each day of a month (`yyyy-MM`) for a record that is a resource */
  month: (page: string, id: string, month: string): Promise<readonly CalendarDay[]> =>
    http.post(at(page, 'month'), { id, month }, { quiet: true }),
  /** documents a new record of the page may be made from */
  pulls: (page: string): Promise<readonly Pull[]> => http.post(at(page, 'pulls'), {}, { quiet: true }),
  /** the number a record would get if it were saved now; `reads` names the fields that make another one */
  number: (
    object: string,
    field: string,
    values: WireRecord,
  ): Promise<{ readonly preview: string | null; readonly reads: readonly string[] }> =>
    http.post('/application/appdata/codeRule', { object, field, values }, { quiet: true }),
  /** who did the last thing to a record, which actions are not there and why */
  why: (
    page: string,
    body: { readonly id: string; readonly field?: string; readonly row?: string },
  ): Promise<WhyData> => http.post(at(page, 'why'), body, { quiet: true }),
  /** where the record is used, as counts by object */
  usage: (page: string, id: string): Promise<readonly Usage[]> => http.post(at(page, 'usage'), { id }, { quiet: true }),
};
