/**
 * Files in records: columns hold ids, the file table has names and sizes, and an answer adds the link. Whatever a client says of a file
 * but its id is not believed.
 */
import { factsOf } from '../../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { FileValue, Rec, Row, Value } from '../../../schemas/language/value';
import { fileLink } from '../../files/link';
import { filesById, fileValue } from '../../files/table';
import { memo } from '../../registry/memo';
import type { EngineCtx } from '../host';
import type { ListColumn } from '../list/list-column';

/** A field that holds files; `path` is `files` or `items.pics`. */
export interface FilePlace {
  readonly path: string;
  readonly code: string;
  readonly sub?: string;
  readonly field: ResolvedField;
}

const places = new WeakMap<ResolvedObject, readonly FilePlace[]>();
export const filePlaces = (object: ResolvedObject): readonly FilePlace[] =>
  memo(places, object, () =>
    Object.values(object.fields).flatMap((field): FilePlace[] => {
      if (field.type === 'file') return [{ path: field.code, code: field.code, field }];
      return Object.values(field.sub?.fields ?? {})
        .filter((column) => column.type === 'file')
        .map((column) => ({ path: `${field.code}.${column.code}`, code: column.code, sub: field.code, field: column }));
    }),
  );

const listOf = (value: unknown): readonly FileValue[] => (Array.isArray(value) ? (value as readonly FileValue[]) : []);

/** Every list of files of a record with its place; only those that are there. */
export function* filesIn(object: ResolvedObject, rec: Rec): Generator<{ place: FilePlace; holder: Rec | Row }> {
  for (const place of filePlaces(object)) {
    if (place.sub === undefined) {
      if (rec[place.code] !== undefined) yield { place, holder: rec };
      continue;
    }
    for (const row of (rec[place.sub] as readonly Row[] | undefined) ?? [])
      if (row[place.code] !== undefined) yield { place, holder: row };
  }
}

/** Ids by path, over all rows of a sub-table. */
export function fileIds(object: ResolvedObject, rec: Rec | null): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  if (!rec) return found;
  for (const { place, holder } of filesIn(object, rec)) {
    const ids = found.get(place.path) ?? new Set<string>();
    for (const file of listOf(holder[place.code])) ids.add(file.id);
    if (ids.size > 0) found.set(place.path, ids);
  }
  return found;
}

/** Fills names and sizes into records that were just read from their tables, in place. */
export async function nameFiles(ctx: EngineCtx, object: ResolvedObject, recs: readonly Rec[]): Promise<void> {
  if (filePlaces(object).length === 0) return;
  const lists = recs.flatMap((rec) => [...filesIn(object, rec)]);
  const ids = lists.flatMap(({ place, holder }) => listOf(holder[place.code]).map(({ id }) => id));
  if (ids.length === 0) return;
  const known = await filesById(ctx.trx, ids);
  for (const { place, holder } of lists)
    holder[place.code] = listOf(holder[place.code]).map(({ id, name, size }): FileValue => {
      const row = known.get(id);
      return row ? fileValue(row) : { id, name, size };
    });
}

/** The same for rows of a list, with links. */
export async function nameListed(
  ctx: EngineCtx,
  columns: readonly ListColumn[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const own = columns.filter((column) => column.field?.type === 'file');
  const ids = own.flatMap(({ prop }) => rows.flatMap((row) => listOf(row[prop]).map(({ id }) => id)));
  if (ids.length === 0) return;
  const known = await filesById(ctx.trx, ids);
  for (const row of rows)
    for (const { prop, field } of own)
      if (row[prop] !== undefined)
        row[prop] = shown(
          ctx,
          field,
          listOf(row[prop]).map((file) => {
            const found = known.get(file.id);
            return found ? fileValue(found) : file;
          }),
        );
}

/** Adds links to the files of an answer; a signature is one file, not a list. */
export function linkFiles(ctx: EngineCtx, object: ResolvedObject, wire: Record<string, unknown>): void {
  for (const { place, holder } of filesIn(object, wire as Rec))
    holder[place.code] = shown(ctx, place.field, listOf(holder[place.code])) as Value;
}

function shown(ctx: EngineCtx, field: ResolvedField | undefined, files: readonly FileValue[]): unknown {
  const to = { schema: ctx.org.schema, userId: ctx.session.me.id };
  const linked = files.map((file) => ({
    ...file,
    url: fileLink(ctx.host.vault, { ...to, id: file.id }, ctx.host.clock()),
  }));
  return factsOf(field).isDrawn ? (linked[0] ?? null) : linked;
}
