/** Who names what a publish touches: documents, kept search schemes and column settings (language §11.1). */

import { sql } from 'kysely';
import { type AnyDoc, OBJECT_SCHEMA } from '../../schemas/language/document';
import { addressOf } from '../../schemas/language/resolve/address';
import type { Impact } from '../../schemas/language/wire-design';
import type { Trx } from '../ctx';
import type { Registry } from '../registry/registry';
import { fieldPairs, goneFields, objectPairs } from './compare';
import { eachDocument, SORTS, type Sort, titleOf } from './sorts';

export type Touch = 'removed' | 'renamed' | 'retyped';
export interface TouchedField {
  readonly object: string;
  readonly objectTitle: string;
  /** `remark`, `items.remark` */
  readonly path: string;
  readonly title: string;
  readonly how: Touch;
}

export function touchedFields(now: Registry, next: Registry): readonly TouchedField[] {
  const pairs = objectPairs(now, next);
  const gone = goneFields(pairs).map(
    ({ object, field, path }): TouchedField => ({
      object: object.object,
      objectTitle: object.title,
      path,
      title: field.title,
      how: 'removed',
    }),
  );
  const moved = fieldPairs(pairs).flatMap(({ object, sub, before, after }): readonly TouchedField[] => {
    if (!before) return [];
    const how = before.code !== after.code ? 'renamed' : before.type !== after.type ? 'retyped' : undefined;
    const path = sub ? `${sub.code}.${before.code}` : before.code;
    return how ? [{ object: object.object, objectTitle: object.title, path, title: before.title, how }] : [];
  });
  return [...gone, ...moved];
}

const WORDS: Readonly<Record<Touch, string>> = { removed: '已移除', renamed: '已改名', retyped: '已改类型' };
const MAX = 200;

/** Everything that names a touched field; what a removed one is used by stands in the way. */
export async function impactOf(
  trx: Trx,
  schema: string,
  next: Registry,
  touched: readonly TouchedField[],
): Promise<readonly Impact[]> {
  if (touched.length === 0) return [];
  const found: Impact[] = [];
  for (const { sort, placed } of eachDocument(next.files))
    for (const field of touched) {
      if (!concerns(placed.doc, sort, field.object)) continue;
      const address = firstMention(placed.doc, field, isObject(placed.doc, field.object));
      if (address === undefined) continue;
      found.push({
        sort,
        code: titleCode(sort, placed.doc),
        title: titleOf(sort, placed.doc),
        address,
        field: field.path,
        text:
          field.how === 'removed'
            ? `「${titleOf(sort, placed.doc)}」正在使用该字段：${field.title}`
            : `${SORTS[sort].title}「${titleOf(sort, placed.doc)}」使用的字段「${field.title}」${WORDS[field.how]}`,
        blocks: field.how === 'removed',
      });
    }
  return [...found, ...(await rowsThatName(trx, schema, touched))].slice(0, MAX);
}
const titleCode = (sort: Sort, doc: AnyDoc): string =>
  String((doc as unknown as Record<string, unknown>)[SORTS[sort].codeKey] ?? '');
const isObject = (doc: AnyDoc, object: string): boolean => doc.$schema === OBJECT_SCHEMA && doc.object === object;

/** Documents that can speak of the fields of an object: its own, those over it, those that name it. */
function concerns(doc: AnyDoc, sort: Sort, object: string): boolean {
  if (sort === 'dictionaries' || sort === 'settings' || sort === 'menus') return false;
  return new RegExp(`"${object}[".#]`).test(JSON.stringify(doc)) || isObject(doc, object);
}

/**
 * The first place that names a field. In the object itself the bare code counts, elsewhere a path that ends with it (`supplier.remark`,
 * `items.remark`) or, in documents over the object, the code alone.
 */
function firstMention(doc: AnyDoc, { path, object }: TouchedField, own: boolean): string | undefined {
  const [first = '', second] = path.split('.');
  const code = second ?? first;
  const word = new RegExp(
    `(^|[^A-Za-z0-9_.])(?:doc\\.|row\\.|it\\.|old\\.)?${second === undefined ? code : `(?:${first}\\.)?${code}`}($|[^A-Za-z0-9_])`,
  );
  const hop = new RegExp(`\\.${code}($|[^A-Za-z0-9_])`);
  const over = own || reads(doc, object);
  const names = (text: string): boolean => (over && word.test(text)) || hop.test(text);
  return walk(
    doc,
    '',
    names,
    (at) => own && at === (second === undefined ? `fields.${code}` : `fields.${first}.fields.${code}`),
  );
}
const reads = (doc: AnyDoc, object: string): boolean => {
  const { page, from, of } = doc as unknown as Readonly<Record<string, unknown>>;
  return [page, from, of].some((text) => typeof text === 'string' && text.split(/[.#]/)[0] === object);
};
/** Texts that say something to people and never name a field. */
const WORDY: ReadonlySet<string> = new Set([
  'title',
  'note',
  'say',
  'tip',
  'placeholder',
  'confirm',
  '$schema',
  'object',
  'suffix',
  'was',
]);
function walk(
  node: unknown,
  at: string,
  names: (text: string) => boolean,
  skip: (at: string) => boolean,
): string | undefined {
  if (typeof node === 'string') return names(node) ? at : undefined;
  if (typeof node !== 'object' || node === null || skip(at)) return undefined;
  for (const [key, value] of Object.entries(node)) {
    if (WORDY.has(key)) continue;
    const here = addressOf(at, key);
    if (!Array.isArray(node) && !skip(here) && names(key) && !/(^|\.)fields$/.test(at)) return here;
    const found = walk(value, here, names, skip);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function rowsThatName(trx: Trx, schema: string, touched: readonly TouchedField[]): Promise<readonly Impact[]> {
  const found: Impact[] = [];
  for (const { object, objectTitle, path, title, how } of touched) {
    const like = `%"${path}%`;
    const { rows } = await sql<{ sort: 'scheme' | 'columns'; id: string; name: string }>`
      select 'scheme' as sort, id::text, name from ${sql.table(`${schema}.mw_scheme`)}
        where (type = ${object} or type like ${`${object}.%`}) and temporary = false and content::text like ${like}
      union all
      select 'columns', id::text, type from ${sql.table(`${schema}.mw_field_search`)}
        where (type = ${object} or type like ${`${object}.%`}) and content::text like ${like} limit 100`.execute(trx);
    for (const row of rows) {
      const named = row.sort === 'scheme' ? `查询方案「${row.name}」` : `「${objectTitle}」的列设置`;
      const text = how === 'renamed' ? `${named}随字段「${title}」改名` : `${named}使用的字段「${title}」${WORDS[how]}`;
      found.push({ sort: row.sort, code: row.id, title: row.name, address: '', field: path, text, blocks: false });
    }
  }
  return found;
}
