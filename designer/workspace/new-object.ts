/** The first text of a new object. */
import { type FieldDoc, type Many, OBJECT_SCHEMA, type ObjectDoc } from '../../schemas/language/document';
import { uniqueOf } from '../tables/columns';
import type { Guessed } from './guess';

export type Sort = 'document' | 'master' | 'plain';
export const SORTS: readonly { readonly code: Sort; readonly title: string; readonly say: string }[] = [
  { code: 'document', title: '单据', say: '有编号、业务日期、审核' },
  { code: 'master', title: '基础资料', say: '有编码、名称、停用' },
  { code: 'plain', title: '自由', say: '什么都不带' },
];
export interface ObjectWish {
  readonly code: string;
  readonly title: string;
  readonly sort: Sort;
  readonly prefix: string;
  readonly tree: boolean;
}
export type Basis =
  | { readonly from: 'empty' }
  | { readonly from: 'excel'; readonly columns: readonly Guessed[] }
  | { readonly from: 'table'; readonly columns: readonly (Guessed & { readonly key: boolean })[] }
  | { readonly from: 'copy'; readonly doc: ObjectDoc };

/** Own objects live under /app; a copy brings everything but its address. */
export function objectText({ code, title, sort, prefix, tree }: ObjectWish, basis: Basis): ObjectDoc {
  const route = `/app/${code}/list`;
  if (basis.from === 'copy') return copyOf(basis.doc, { code, title, route });
  const columns = basis.from === 'empty' ? [] : basis.columns;
  const unique = basis.from === 'table' ? uniqueOf(basis.columns) : undefined;
  const fields: Many<FieldDoc> = {
    ...numberOf(sort, prefix),
    ...Object.fromEntries(columns.map((column) => [column.code, column.field])),
  };
  const placed = columns.map((column) => column.code);
  // what says which line is meant names the record
  const distinct = columns.find((column) => column.isDistinct)?.code;
  const named = distinct ?? placed[0];
  return {
    $schema: OBJECT_SCHEMA,
    object: code,
    title,
    ...(sort === 'plain' ? {} : { use: usesOf(sort, tree) }),
    route,
    ...(sort === 'plain' && named !== undefined ? { label: named } : {}),
    fields,
    // lines of the sheet that are called the same are records of their own
    ...(basis.from === 'excel' && sort === 'plain' && distinct === undefined
      ? { import: { [code]: { key: [] } } }
      : {}),
    ...(unique === undefined ? {} : { unique }),
    ...(placed.length === 0
      ? {}
      : { list: { columns: placed.slice(0, 12) }, edit: { groups: { base: { title: '基本信息', fields: placed } } } }),
    ...(sort === 'plain'
      ? { actions: { add: {}, view: {}, edit: {}, copy: {}, del: {}, import: {}, export: {} } }
      : {}),
  } as ObjectDoc;
}

/** Blocks of a sort. */
export const usesOf = (sort: Sort, tree: boolean): readonly string[] =>
  sort === 'plain' ? [] : sort === 'master' && tree ? ['master', 'tree'] : [sort];

interface Named {
  readonly code: string;
  readonly title: string;
  readonly route: string;
}
/** Everything but its addresses, and without the lists of other documents that point at the one copied. */
function copyOf(doc: ObjectDoc, { code, title, route }: Named): ObjectDoc {
  const {
    menu: _menu,
    storage: _storage,
    import: _import,
    was: _was,
    views: _views,
    examples: _examples,
    ...rest
  } = doc;
  const tabs = Object.entries(rest.detail?.tabs ?? {}).filter(
    ([, part]) => part.list === undefined && part.report === undefined,
  );
  return {
    ...rest,
    $schema: OBJECT_SCHEMA,
    object: code,
    title,
    route,
    ...(rest.detail === undefined ? {} : { detail: { ...rest.detail, tabs: Object.fromEntries(tabs) } }),
  };
}

function numberOf(sort: Sort, prefix: string): Many<FieldDoc> {
  if (sort === 'document') return { nbr: { rule: `${prefix}{yyyyMMdd}{seq:4}` } };
  if (sort === 'master') return { code: { rule: `${prefix}{seq:4}` } };
  return {};
}
