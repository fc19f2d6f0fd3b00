import { type RawBuilder, sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import type { Registry } from '../../registry/registry';
import { columnOf } from '../../tables/names';
import { gather, type Read } from '../gather';
import type { EngineCtx } from '../host';
import { tableSql } from '../store/stored';

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

/** Labels of a node and those above it, from the top: 一厂 / 机加车间. */
export function pathLabelSql(
  schema: string,
  object: ResolvedObject,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const parent = object.tree === undefined ? undefined : object.fields[object.tree];
  const table = tableSql(schema, object);
  if (!parent) return sql`(select ${labelSql(object, 'x')} from ${table} x where x.id = ${id})`;
  const up = sql.ref(`x.${columnOf(parent)}`);
  return sql`(with recursive w as (
    select x.id, ${up} as up, ${labelSql(object, 'x')} as label, 0 as level from ${table} x where x.id = ${id}
    union all select x.id, ${up}, ${labelSql(object, 'x')}, w.level + 1 from w join ${table} x on x.id = w.up where w.level < ${sql.lit(MAX_LEVELS)}
  ) select string_agg(w.label, ' / ' order by w.level desc) from w)`;
}
/** deeper than any tree may be; stops a loop that somebody made by hand */
const MAX_LEVELS = 64;

/** Labels of many records, one statement for all objects. Unknown objects and vanished records have none; `off` takes what is switched off. */
export async function loadLabels(
  ctx: EngineCtx,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  off?: Set<string>,
): Promise<Map<string, Map<string, string>>> {
  const found = await Promise.all(
    [...wanted].map(async ([code, ids]) => {
      const object = ctx.registry.find(code);
      if (!object || ids.size === 0) return [];
      const rows = await gather(ctx, labelRead(ctx, object), [...ids]);
      if (off) for (const row of rows) if (row.off === true) off.add(String(row.id));
      const labels = new Map(rows.map(({ id, label }) => [String(id), (label as string | null) ?? '']));
      return [[code, labels] as const];
    }),
  );
  return new Map(found.flat());
}

const reads = new WeakMap<Registry, Map<string, Read>>();
const labelRead = (ctx: EngineCtx, object: ResolvedObject): Read =>
  memo(
    memo(reads, ctx.registry, () => new Map<string, Read>()),
    `${ctx.org.schema} ${object.object}`,
    () => {
      const target: TargetLabel = (field, id) => {
        const to = field.ref === 'self' || field.ref === undefined ? object : ctx.registry.find(field.ref);
        if (!to) return sql`null`;
        return sql`(select ${labelSql(to, 'x')} from ${tableSql(ctx.org.schema, to)} x where x.id = ${id})`;
      };
      const switched = object.fields.isDisabled;
      const off = switched === undefined ? sql`false` : sql`${sql.ref(`t.${columnOf(switched)}`)}::text = '1'`;
      const { sql: text } = sql`select t.id, ${labelSql(object, 't', target)} as label, ${off} as off
        from ${tableSql(ctx.org.schema, object)} t where t.id = any(${[]}::uuid[])`.compile(ctx.trx);
      return { text, instants: [] };
    },
  );
