/** Where documents keep the links to what they were made from: rows of a sub-table, or the head (§7.4). */
import { type RawBuilder, sql } from 'kysely';
import type { Many } from '../../../schemas/language/document';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import type { Registry } from '../../registry/registry';
import { columnOf } from '../../tables/names';
import { tableSql } from '../store/stored';

export interface LinkPlace {
  readonly object: ResolvedObject;
  /** absent = the head itself is linked */
  readonly sub?: string;
  readonly fields: Many<ResolvedField>;
  /** field with the source line: `srcRowId`, at a head without it `srcId` */
  readonly key: string;
}

const places = new WeakMap<ResolvedObject, readonly LinkPlace[]>();
/** Places of an object that hold links; most have none or one. */
export const linkPlaces = (object: ResolvedObject): readonly LinkPlace[] =>
  memo(places, object, () => {
    const found: LinkPlace[] = [];
    for (const field of Object.values(object.fields)) {
      if (field.sub?.fields.srcRowId)
        found.push({ object, sub: field.code, fields: field.sub.fields, key: 'srcRowId' });
    }
    const { srcRowId, srcId } = object.fields;
    if (srcRowId ?? srcId) found.push({ object, fields: object.fields, key: srcRowId ? 'srcRowId' : 'srcId' });
    return found;
  });

const holders = new WeakMap<Registry, readonly LinkPlace[]>();
/** Every place of every document that may hold links; what the server notes for itself (a reservation) is no child of anything. */
export const allLinkPlaces = (registry: Registry): readonly LinkPlace[] =>
  memo(holders, registry, () =>
    [...registry.objects.values()]
      .filter((object) => object.storage !== 'none' && isWritten(object))
      .flatMap(linkPlaces),
  );
const isWritten = ({ actions }: ResolvedObject): boolean => actions.add !== undefined || actions.edit !== undefined;

/** Holders of links in a record: its rows, or the head as one. */
export function linkedRows(place: LinkPlace, rec: Rec | null): readonly (Row | Rec)[] {
  if (rec === null) return [];
  const list = place.sub === undefined ? [rec] : ((rec[place.sub] as readonly Row[] | undefined) ?? []);
  return list.filter((row) => typeof row[place.key] === 'string' && row[place.key] !== '');
}

/** A document that counts: not deleted, not void. */
export const isLive = (object: ResolvedObject, rec: Rec): boolean =>
  Number(rec.isDeleted ?? 0) === 0 && (object.state === undefined || rec[object.state] !== '90');

/** `t` is the head: alive in SQL. */
export function liveSql(object: ResolvedObject): RawBuilder<unknown> {
  const state = object.state === undefined ? undefined : object.fields[object.state];
  const alive = object.fields.isDeleted ? sql`t.is_deleted = 0` : sql`true`;
  return state ? sql`${alive} and ${sql.ref(`t.${columnOf(state)}`)} is distinct from '90'` : alive;
}

/** `from … t [join … r]`; the line is `r`, or `t` where the head is linked. */
export function placeSql(
  schema: string,
  place: LinkPlace,
): { readonly from: RawBuilder<unknown>; readonly line: string } {
  const head = tableSql(schema, place.object);
  if (place.sub === undefined) return { from: sql`${head} t`, line: 't' };
  return { from: sql`${tableSql(schema, place.object, place.sub)} r join ${head} t on t.id = r.head_id`, line: 'r' };
}

/** Column of a field of the place, over the alias of its line. */
export const lineRef = (place: LinkPlace, line: string, code: string): RawBuilder<unknown> => {
  const field = place.fields[code];
  if (!field) throw new Error(`${place.object.object}: no field ${code}`);
  return sql.ref(`${line}.${columnOf(field)}`);
};
