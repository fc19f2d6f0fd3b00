/** Document sorts an organisation may have of its own: their schema, where their files stand, the key that holds their code. */
import { type AnyDoc, BLOCK_SCHEMA, OBJECT_SCHEMA } from '../../schemas/language/document';
import type { Placed, SchemaFiles } from '../registry/load';

export type Sort = 'object' | 'block' | 'report' | 'board' | 'menus' | 'dictionaries' | 'settings' | 'print' | 'flow';
type FileKey = Exclude<keyof SchemaFiles, 'data'>;
interface SortFacts {
  readonly schema: AnyDoc['$schema'];
  readonly files: FileKey;
  readonly codeKey: string;
  readonly title: string;
}

export const SORTS: Readonly<Record<Sort, SortFacts>> = {
  object: { schema: OBJECT_SCHEMA, files: 'objects', codeKey: 'object', title: '对象' },
  block: { schema: BLOCK_SCHEMA, files: 'blocks', codeKey: 'block', title: '区块' },
  report: { schema: 'report/1', files: 'reports', codeKey: 'report', title: '报表' },
  board: { schema: 'board/1', files: 'boards', codeKey: 'board', title: '看板' },
  menus: { schema: 'menus/1', files: 'menus', codeKey: 'area', title: '菜单' },
  dictionaries: { schema: 'dictionaries/1', files: 'dictionaries', codeKey: 'area', title: '字典' },
  settings: { schema: 'settings/1', files: 'settings', codeKey: 'group', title: '参数' },
  print: { schema: 'print/1', files: 'prints', codeKey: 'print', title: '打印' },
  flow: { schema: 'flow/1', files: 'flows', codeKey: 'flow', title: '流程' },
};
export const SORT_NAMES = Object.keys(SORTS) as readonly Sort[];

const BY_SCHEMA = new Map(SORT_NAMES.map((sort) => [SORTS[sort].schema as string, sort]));
/** The sort a text says it is; undefined for data files and what is no document. */
export const sortOf = (doc: { readonly $schema?: unknown }): Sort | undefined => BY_SCHEMA.get(String(doc.$schema));
export const codeOf = (sort: Sort, doc: object): string =>
  String((doc as Readonly<Record<string, unknown>>)[SORTS[sort].codeKey] ?? '');
export const titleOf = (sort: Sort, doc: object): string => {
  const { title } = doc as { readonly title?: unknown };
  return typeof title === 'string' && title !== ''
    ? title
    : titlesWithin(doc) || codeOf(sort, doc) || SORTS[sort].title;
};
/** dictionaries that are named one by one */
const NAMED = 3;
/** A file of dictionaries has no name of its own: it is called what is in it. */
const titlesWithin = (doc: object): string => {
  const { dicts } = doc as { readonly dicts?: unknown };
  const all: readonly unknown[] = typeof dicts === 'object' && dicts !== null ? Object.values(dicts) : [];
  const titles = all.flatMap((dict) => {
    const title = (dict as { readonly title?: unknown } | null)?.title;
    return typeof title === 'string' && title !== '' ? [title] : [];
  });
  return titles.slice(0, NAMED).join('、') + (titles.length > NAMED ? `等${titles.length}个字典` : '');
};

/** `object:toolLoan` */
export const idOf = (sort: Sort, code: string): string => `${sort}:${code}`;
export const readId = (id: unknown): { readonly sort: Sort; readonly code: string } | undefined => {
  if (typeof id !== 'string' || id.length > 80) return undefined;
  const [, sort, code] = /^([a-z]+):([A-Za-z][A-Za-z0-9]{0,39})$/.exec(id) ?? [];
  return sort !== undefined && code !== undefined && Object.hasOwn(SORTS, sort)
    ? { sort: sort as Sort, code }
    : undefined;
};

/** Documents of an organisation and nodes of its overlays begin with x and a capital. */
export const OWN_CODE = /^x[A-Z][A-Za-z0-9]{0,38}$/;

const FLAT: ReadonlySet<Sort> = new Set(['block', 'board', 'menus', 'dictionaries', 'settings', 'print', 'flow']);
/** Where a document would stand as a file: what the linter names it by. */
export const pathOf = (sort: Sort, code: string, area: string): string =>
  `${SORTS[sort].files}/${FLAT.has(sort) || area === '' ? '' : `${area}/`}${code}.json`;

/** Every document of the files but data, with its id. */
export const eachDocument = (
  files: SchemaFiles,
): readonly { readonly id: string; readonly sort: Sort; readonly placed: Placed<AnyDoc> }[] =>
  SORT_NAMES.flatMap((sort) =>
    (files[SORTS[sort].files] as readonly Placed<AnyDoc>[]).map((placed) => ({
      id: idOf(sort, codeOf(sort, placed.doc)),
      sort,
      placed,
    })),
  );
