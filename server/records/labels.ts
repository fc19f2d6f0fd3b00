import { type RawBuilder, sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { columnOf } from '../tables/names';
import type { EngineCtx } from './host';
import { tableSql } from './stored';

/** What a reference to a record shows: its label fields joined by a space. A record holds no labels of others, so references are left out. */
export function labelOf(object: ResolvedObject, rec: Rec): string {
  return object.label
    .filter((code) => object.fields[code]?.type !== 'ref')
    .map((code) => rec[code])
    .filter((value) => value !== null && value !== undefined && value !== '')
    .join(' ');
}

/** Label of the record a reference points at, over the value of the reference. */
type TargetLabel = (field: ResolvedField, id: RawBuilder<unknown>) => RawBuilder<string | null>;

/** The same in SQL over an alias of the object's table; references among the label fields where `target` can say theirs. */
export function labelSql(object: ResolvedObject, alias: string, target?: TargetLabel): RawBuilder<string | null> {
  const parts = object.label.flatMap((code): RawBuilder<unknown>[] => {
    const field = object.fields[code];
    if (!field || field.sub || field.formulaAt === 'live') return [];
    const value = sql.ref(`${alias}.${columnOf(field)}`);
    if (field.type !== 'ref') return [value];
    return target ? [target(field, value)] : [];
  });
  if (parts.length === 0) return object.label.length === 0 ? sql`${sql.ref(`${alias}.id`)}::text` : sql`null::text`;
  return parts.length === 1 ? sql`${parts[0]}::text` : sql`concat_ws(' ', ${sql.join(parts)})`;
}

/** Labels of many records, one statement for all objects. Unknown objects and vanished records have none. */
export async function loadLabels(
  ctx: EngineCtx,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  const parts: RawBuilder<unknown>[] = [];
  for (const [code, ids] of wanted) {
    const object = ctx.registry.find(code);
    if (!object || ids.size === 0) continue;
    found.set(code, new Map());
    const target: TargetLabel = (field, id) => {
      const to = field.ref === 'self' || field.ref === undefined ? object : ctx.registry.find(field.ref);
      if (!to) return sql`null`;
      return sql`(select ${labelSql(to, 'x')} from ${tableSql(ctx.org.schema, to)} x where x.id = ${id})`;
    };
    parts.push(
      sql`select ${sql.lit(code)} as object, t.id, ${labelSql(object, 't', target)} as label
        from ${tableSql(ctx.org.schema, object)} t where t.id = any(${[...ids]}::uuid[])`,
    );
  }
  if (parts.length === 0) return found;
  const { rows } = await sql<{
    object: string;
    id: string;
    label: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(ctx.trx);
  for (const { object, id, label } of rows) found.get(object)?.set(id, label ?? '');
  return found;
}
