import { type RawBuilder, sql } from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { columnOf, tableOf } from '../tables/names';
import type { EngineCtx } from './host';

/** What a reference to a record shows: its label fields joined by a space. */
export function labelOf(object: ResolvedObject, rec: Rec): string {
  return object.label
    .map((code) => rec[code])
    .filter((value) => value !== null && value !== undefined && value !== '')
    .join(' ');
}

/** The same in SQL over an alias of the object's table. */
export function labelSql(object: ResolvedObject, alias: string): RawBuilder<string | null> {
  const parts = object.label.flatMap((code) => {
    const field = object.fields[code];
    return field && !field.sub && field.formulaAt !== 'live' ? [sql.ref(`${alias}.${columnOf(field)}`)] : [];
  });
  if (parts.length === 0) return sql`${sql.ref(`${alias}.id`)}::text`;
  return parts.length === 1 ? sql`${parts[0]}::text` : sql`concat_ws(' ', ${sql.join(parts)})`;
}

/** Labels of many records, one query per object. Unknown objects and vanished records have none. */
export async function loadLabels(
  ctx: EngineCtx,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  for (const [code, ids] of wanted) {
    const object = ctx.registry.find(code);
    if (!object || ids.size === 0) continue;
    const rows = await ctx.trx
      .selectFrom(`${tableOf(code)} as t`)
      .select(['t.id', labelSql(object, 't').as('label')])
      .where(sql<boolean>`t.id = any(${[...ids]}::uuid[])`)
      .execute();
    found.set(code, new Map(rows.map((row) => [row.id as string, (row.label as string | null) ?? ''])));
  }
  return found;
}
