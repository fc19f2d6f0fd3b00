/** How candidates of a reference are found by what is typed, or by the texts of a pasted sheet all at once. */
import { sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { AppError } from '../../errors';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import type { Selection } from '../list/list-column';
import { pathField, wordSql } from '../list/list-search';
import type { Place } from '../list/place';
import { isOpen } from '../read/grants';
import { labelSql } from '../read/labels';
import type { Sql } from '../sql';
import type { DbRow } from '../store/stored';

/** most texts in one question */
const MAX_TEXTS = 500;

export function searchText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > 200) throw new AppError(400);
  return value;
}

/** Texts of a pasted sheet, as they are compared; undefined when it is a search as usual. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MAX_TEXTS) throw new AppError(400);
  return [...new Set((value as readonly unknown[]).map((value) => searchText(value).trim().toLowerCase()))].filter(
    (text) => text !== '',
  );
}

/** The texts a record is found by, `pick.search` of the field, else the label fields with code and name: those the user may see. */
function searchedTexts(ctx: EngineCtx, target: ResolvedObject, field: ResolvedField | undefined, place: Place) {
  const paths = field?.pick?.search ?? [...new Set([...target.label, 'code', 'name'])];
  return paths.flatMap((path) => {
    const found = pathField((code) => ctx.registry.find(code), target, path);
    if (!found || found.via?.sub || !isOpen(found.owner, found.field, ctx.session.rights)) return [];
    const bound = bindText(ctx.registry.lib, target.object, path);
    return bound.ty.t === 'text' ? [{ found, value: place.value(bound) }] : [];
  });
}

/** A part of one of the searched texts; `field` is the one that is picked for. */
export function keywordSql(
  ctx: EngineCtx,
  target: ResolvedObject,
  field: ResolvedField | undefined,
  place: Place,
  search: string,
) {
  const word = search.trim();
  if (word === '') return [];
  const parts = searchedTexts(ctx, target, field, place).map(({ found, value }) => wordSql(target, found, value, word));
  return parts.length === 0 ? [sql`false`] : [sql`(${sql.join(parts, sql` or `)})`];
}

/** Label and searched texts of a record as a sheet may write them. */
const namesSql = (ctx: EngineCtx, target: ResolvedObject, field: ResolvedField, place: Place): readonly Sql[] =>
  [labelSql(target, 't'), ...searchedTexts(ctx, target, field, place).map(({ value }) => value)].map(
    (value) => sql`lower((${value})::text)`,
  );
/** One of the texts, whole. */
export const namedSql = (
  ctx: EngineCtx,
  target: ResolvedObject,
  field: ResolvedField,
  place: Place,
  texts: readonly string[],
): Sql =>
  sql`(${sql.join(
    namesSql(ctx, target, field, place).map((name) => sql`${name} = any(${texts}::text[])`),
    sql` or `,
  )})`;
/** `$texts`: which of the texts name the record. */
export function namedBy(
  ctx: EngineCtx,
  target: ResolvedObject,
  field: ResolvedField,
  to: Selection,
  texts: readonly string[],
) {
  const key = to.add('?names', () => sql`array[${sql.join(namesSql(ctx, target, field, to.place))}]`);
  const wanted = new Set(texts);
  return (row: DbRow) => {
    const names = new Set(row[key] as readonly (string | null)[]);
    return { $texts: [...names].filter((name): name is string => name !== null && wanted.has(name)) };
  };
}
