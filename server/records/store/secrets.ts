/**
 * Secret values on their way into the tables: `secret: true` is sealed under the key of the installation, `secret: "hash"` is hashed and
 * never readable again. Until here the pipeline has the plain text, so limits, patterns and checks judge what was typed.
 */
import { sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { isSealed, type Vault } from '../../auth/vault';
import type { Db } from '../../ctx';
import { memo } from '../../registry/memo';
import { columnOf } from '../../tables/names';
import { tableSql } from './stored';

interface SecretPlace {
  readonly field: ResolvedField;
  readonly sub?: string;
}
const places = new WeakMap<ResolvedObject, readonly SecretPlace[]>();
const secretPlaces = (object: ResolvedObject): readonly SecretPlace[] =>
  memo(places, object, () =>
    Object.values(object.fields).flatMap((field): SecretPlace[] => [
      ...(field.secret === undefined ? [] : [{ field }]),
      ...Object.values(field.sub?.fields ?? {})
        .filter((column) => column.secret !== undefined)
        .map((column) => ({ field: column, sub: field.code })),
    ]),
  );

/** The record with what was typed of secrets sealed; what is stored already stays as it is. */
export async function sealSecrets(vault: Vault, object: ResolvedObject, before: Rec | null, after: Rec): Promise<Rec> {
  const all = secretPlaces(object);
  if (all.length === 0) return after;
  const out: Rec = { ...after };
  for (const { field, sub } of all) {
    if (sub === undefined) {
      out[field.code] = await sealed(vault, field, before?.[field.code], after[field.code]);
      continue;
    }
    const rows = out[sub] as readonly Row[] | undefined;
    if (rows === undefined) continue;
    const old = new Map(((before?.[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    out[sub] = await Promise.all(
      rows.map(async (row) => {
        const value = await sealed(vault, field, old.get(row.id)?.[field.code], row[field.code]);
        return value === row[field.code] ? row : { ...row, [field.code]: value };
      }),
    );
  }
  return out;
}

async function sealed<T>(vault: Vault, field: ResolvedField, before: unknown, value: T): Promise<T | string> {
  if (typeof value !== 'string' || value === '' || value === before) return value;
  return field.secret === 'hash' ? vault.hash(value) : vault.seal(value);
}

/** Seals again what an older key sealed, so that the old key can be taken away; answers how many values. */
export async function resealAll(
  db: Db,
  schema: string,
  objects: Iterable<ResolvedObject>,
  vault: Vault,
): Promise<number> {
  let count = 0;
  for (const object of objects) {
    if (object.storage === 'none' || object.settings) continue;
    for (const { field, sub } of secretPlaces(object)) {
      if (field.secret !== true) continue;
      const column = sql.ref(columnOf(field));
      const table = tableSql(schema, object, sub);
      const { rows } = await sql<{ id: string; value: string }>`
        select id, ${column} as value from ${table} where ${column} is not null and ${column} not like ${`s1.${vault.keyName}.%`}`.execute(
        db,
      );
      for (const { id, value } of rows) {
        const plain = isSealed(value) ? vault.open(value) : value;
        // only what still stands there: somebody may be saving
        await sql`update ${table} set ${column} = ${vault.seal(plain)} where id = ${id}::uuid and ${column} = ${value}`.execute(
          db,
        );
        count++;
      }
    }
  }
  return count;
}
