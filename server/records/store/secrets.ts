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

/** What may be sealed in an organisation: fields marked `secret: true` of its objects, and settings by key. */
export interface SealedPlaces {
  readonly objects: Iterable<ResolvedObject>;
  readonly settings: readonly string[];
}

/** Names of the keys that sealed what is stored here and that the vault does not have. */
export async function unopened(
  db: Db,
  schema: string,
  places: SealedPlaces,
  vault: Vault,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const { column, table } of sealedColumns(schema, places.objects)) {
    const { rows } = await sql<{ name: string }>`
      select distinct substr(${column}, 4, 8) as name from ${table} where ${column} like 's1.%'`.execute(db);
    for (const { name } of rows) keys.add(name);
  }
  const { rows } = await sql<{ name: string }>`
    select distinct substr(value #>> '{}', 4, 8) as name from ${settingsOf(schema)}
     where key = any(${[...places.settings]}) and value #>> '{}' like 's1.%'`.execute(db);
  for (const { name } of rows) keys.add(name);
  for (const name of vault.names) keys.delete(name);
  return keys;
}

const settingsOf = (schema: string) => sql.table(`${schema}.mw_setting`);
function* sealedColumns(schema: string, objects: Iterable<ResolvedObject>) {
  for (const object of objects) {
    if (object.storage === 'none' || object.settings) continue;
    for (const { field, sub } of secretPlaces(object))
      if (field.secret === true) yield { column: sql.ref(columnOf(field)), table: tableSql(schema, object, sub) };
  }
}

/** Seals again what an older key sealed, so that the old key can be taken away; answers how many values. */
export async function resealAll(db: Db, schema: string, places: SealedPlaces, vault: Vault): Promise<number> {
  let count = 0;
  for (const { column, table } of sealedColumns(schema, places.objects)) {
    const { rows } = await sql<{ id: string; value: string }>`
      select id, ${column} as value from ${table} where ${column} is not null and ${column} not like ${`s1.${vault.keyName}.%`}`.execute(
      db,
    );
    for (const { id, value } of rows) {
      if (isSealed(value) && !vault.opens(value)) continue;
      const plain = isSealed(value) ? vault.open(value) : value;
      // only what still stands there: somebody may be saving
      await sql`update ${table} set ${column} = ${vault.seal(plain)} where id = ${id}::uuid and ${column} = ${value}`.execute(
        db,
      );
      count++;
    }
  }
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value #>> '{}' as value from ${settingsOf(schema)}
     where key = any(${[...places.settings]}) and value #>> '{}' like 's1.%' and value #>> '{}' not like ${`s1.${vault.keyName}.%`}`.execute(
    db,
  );
  for (const { key, value } of rows) {
    if (!vault.opens(value)) continue;
    await sql`update ${settingsOf(schema)} set value = to_jsonb(${vault.seal(vault.open(value))}::text)
      where key = ${key} and value #>> '{}' = ${value}`.execute(db);
    count++;
  }
  return count;
}
