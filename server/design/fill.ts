/** Values for what a publish adds over data: answers of the publisher, and formulas that are stored. */

import { type RawBuilder, sql } from 'kysely';
import { bindExpr } from '../../schemas/language/expr/check';
import { depsOf } from '../../schemas/language/expr/deps';
import type { Bound } from '../../schemas/language/expr/typed';
import { headRow, subRow, tyOf } from '../../schemas/language/expr/types';
import { kindOf } from '../../schemas/language/kinds';
import { isNumeric } from '../../schemas/language/kinds/index';
import { toFieldType, toObjectType } from '../../schemas/language/object-type';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { Place } from '../records/list/place';
import { newLevel, SqlFormError } from '../records/sql';
import { columnsOf, storageOf, tableOf } from '../tables/names';
import type { FieldPair } from './compare';
import { emptySql } from './plan';

/** Fills a field where it has no value; refused when rows stay without one. The ctx is that of the new documents, inside the publish. */
export async function fillField(ctx: EngineCtx, pair: FieldPair, given: unknown): Promise<number> {
  const { object, sub, after } = pair;
  const value =
    typeof given === 'string' && given.startsWith('=')
      ? computed(ctx, object, sub, after, given.slice(1))
      : literal(ctx, object, sub, after, given);
  const lacking = emptySql(after, columnsOf(after)) ?? 'false';
  const written = await write(ctx, object, sub, after, value, lacking);
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${tableSqlOf(ctx, object, sub)}
    where (${sql.raw(lacking)}) ${sub ? sql`` : sql`and is_deleted = 0`}`.execute(ctx.trx);
  const left = Number(rows[0]?.n ?? 0);
  if (left > 0) throw refuse(`「${after.title}」的填充值有${left}条为空，请更换`);
  return written;
}

/** Computes stored formulas that are new or mean something else, rows before heads, what they read before them. */
export async function rebuildFormulas(ctx: EngineCtx, pairs: readonly FieldPair[]): Promise<readonly string[]> {
  const due = pairs.filter(
    ({ before, after }) =>
      after.formulaAt === 'stored' && after.formula !== undefined && before?.formula !== after.formula,
  );
  const left: string[] = [];
  for (const pair of inOrder(due)) {
    const { object, sub, after } = pair;
    try {
      const value = computed(ctx, object, sub, after, after.formula ?? '');
      await write(ctx, object, sub, after, value, 'true');
    } catch (error) {
      // a formula over server functions has no form as SQL: it is computed when the record is saved again
      if (!(error instanceof SqlFormError)) throw error;
      left.push(`「${object.title}」${after.title}在下次保存时计算`);
    }
  }
  return left;
}

export interface TotalDifference {
  readonly object: ResolvedObject;
  readonly field: ResolvedField;
  /** of the head */
  readonly id: string;
  /** what the record is called by */
  readonly nbr: string | null;
  readonly title: string;
  readonly found: number;
  readonly expected: number;
}
/** Numbers documents keep that are not what their own fields come to, at most `limit` of them; what reads other records is as it was then. */
export async function totalDifferences(ctx: EngineCtx, limit: number): Promise<readonly TotalDifference[]> {
  const found: TotalDifference[] = [];
  for (const { object, sub, after } of ownTotals(ctx)) {
    if (found.length >= limit) break;
    const { value, from } = computed(ctx, object, sub, after, after.formula ?? '');
    const column = sql.ref(`t.${columnsOf(after)[0]}`);
    const label = object.fields[object.label[0] ?? ''];
    const shown = label === undefined ? sql`null` : sql.ref(`n.${columnsOf(label)[0]}`);
    const head = sub ? sql`t.head_id` : sql`t.id`;
    const { rows } = await sql<{
      id: string;
      title: string | null;
      line: number | null;
      found: number;
      expected: number;
    }>`
      select d.id, ${shown}::text as title, d.line, coalesce(d.found, 0)::float8 as found, coalesce(d.expected, 0)::float8 as expected
        from (select ${head} as id, ${sub ? sql`t.line_no` : sql`null::int`} as line, ${column} as found, ${value} as expected
                from ${from()}) d
        join ${tableSqlOf(ctx, object)} n on n.id = d.id
       where n.is_deleted = 0 and d.found is distinct from d.expected
       order by 2, 3 limit ${limit - found.length}`.execute(ctx.trx);
    for (const row of rows) {
      const line = row.line === null ? '' : ` 第${row.line}行`;
      const title = `${object.title} ${row.title ?? ''}${line} ${after.title}`;
      found.push({ object, field: after, id: row.id, nbr: row.title, title, found: row.found, expected: row.expected });
    }
  }
  return found;
}
/** Writes them anew, rows before heads. */
export async function mendTotals(ctx: EngineCtx): Promise<void> {
  for (const { object, sub, after } of ownTotals(ctx))
    await write(ctx, object, sub, after, computed(ctx, object, sub, after, after.formula ?? ''), 'true');
}
/** Stored numbers that are worked out of the record alone, what they read before them. */
function ownTotals(ctx: EngineCtx): readonly FieldPair[] {
  const pairs: FieldPair[] = [];
  for (const object of ctx.registry.objects.values()) {
    if (object.storage !== 'table') continue;
    const places = [undefined, ...Object.values(object.fields).filter(({ sub }) => sub !== undefined)];
    for (const sub of places)
      for (const after of Object.values(sub?.sub?.fields ?? object.fields))
        if (
          after.formulaAt === 'stored' &&
          after.formula !== undefined &&
          isNumber(after) &&
          isOwn(ctx, object, sub, after)
        )
          pairs.push({ object, sub, before: undefined, after });
  }
  return inOrder(pairs);
}
const isNumber = (field: ResolvedField): boolean => field.many !== true && isNumeric(field);
function isOwn(ctx: EngineCtx, object: ResolvedObject, sub: ResolvedField | undefined, field: ResolvedField): boolean {
  const bound = bindExpr(field.formula ?? '', {
    lib: ctx.registry.lib,
    object: toObjectType(object),
    ...(sub ? { sub: sub.code } : {}),
  });
  if (Array.isArray(bound)) return false;
  const { hops, queries, calls, time, user, sys, around } = depsOf(bound as Bound);
  if (hops.length + queries.length + calls.length > 0 || time || user || sys || around) return false;
  try {
    computed(ctx, object, sub, field, field.formula ?? '');
    return true;
  } catch (error) {
    if (error instanceof SqlFormError) return false;
    throw error;
  }
}

/** What a formula reads of its own place comes first; cycles were refused by the linter. */
function inOrder(pairs: readonly FieldPair[]): readonly FieldPair[] {
  const rest = [...pairs].sort((a, b) => Number(a.sub === undefined) - Number(b.sub === undefined));
  const done: FieldPair[] = [];
  while (rest.length > 0) {
    const free = rest.findIndex((pair) => !rest.some((other) => other !== pair && reads(pair, other)));
    done.push(...rest.splice(Math.max(free, 0), 1));
  }
  return done;
}
const reads = (pair: FieldPair, other: FieldPair): boolean =>
  pair.object === other.object && new RegExp(`\\b${other.after.code}\\b`).test(pair.after.formula ?? '');

interface Computed {
  readonly value: RawBuilder<unknown>;
  /** what must be joined for it, from the rows `t` */
  readonly from: () => RawBuilder<unknown>;
}

function computed(
  ctx: EngineCtx,
  object: ResolvedObject,
  sub: ResolvedField | undefined,
  field: ResolvedField,
  text: string,
): Computed {
  const type = toObjectType(object);
  const place = sub ? subRow(object.object, toFieldType(sub)) : headRow(type);
  const want = place && tyOf(place, toFieldType(field));
  const bound = bindExpr(text, { lib: ctx.registry.lib, object: type, ...(sub ? { sub: sub.code } : {}) }, want);
  if (Array.isArray(bound)) throw refuse(`「${field.title}」的表达式不正确：${bound[0]?.text ?? ''}`);
  const head = newLevel(object, sub ? 'h' : 't');
  const level = sub ? newLevel(object, 't', sub, head) : head;
  const at = new Place(ctx, object, 't', { level });
  const value = stored(field, at.value(bound as Bound));
  return {
    value,
    from: () =>
      sub
        ? sql`${tableSqlOf(ctx, object, sub)} as t join ${tableSqlOf(ctx, object)} as h on h.id = t.head_id ${at.joins()}`
        : sql`${tableSqlOf(ctx, object)} as t ${at.joins()}`,
  };
}

/** Numbers as they are kept; times of expressions are those of the factory. */
function stored(field: ResolvedField, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const storage = storageOf(field);
  if (storage === 'decimal') return sql`round((${value})::numeric, ${sql.lit(field.scale ?? 4)})`;
  if (storage === 'integer') return sql`round((${value})::numeric)::bigint`;
  if (storage === 'datetime') return sql`(${value}) at time zone 'Asia/Shanghai'`;
  return value;
}

const CASTS: Readonly<Record<string, string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  time: 'time',
  uuid: 'uuid',
  'text[]': 'text[]',
  'uuid[]': 'uuid[]',
  'date[]': 'date[]',
};
function literal(
  ctx: EngineCtx,
  object: ResolvedObject,
  sub: ResolvedField | undefined,
  field: ResolvedField,
  given: unknown,
): Computed {
  const decoded = kindOf(field.kind).codec.fromWire(given, field);
  const cast = CASTS[storageOf(field)];
  if ('problem' in decoded || cast === undefined) throw refuse(`「${field.title}」的填充值不正确`);
  const value = stored(field, sql`${decoded.value}::${sql.raw(cast)}`);
  return { value, from: () => sql`${tableSqlOf(ctx, object, sub)} as t` };
}

async function write(
  ctx: EngineCtx,
  object: ResolvedObject,
  sub: ResolvedField | undefined,
  field: ResolvedField,
  { value, from }: Computed,
  where: string,
): Promise<number> {
  const [column, second] = columnsOf(field);
  if (column === undefined || second !== undefined) throw refuse(`「${field.title}」不能填充`);
  const table = tableSqlOf(ctx, object, sub);
  const result = await sql`update ${table} u set ${sql.ref(column)} = v.v
    from (select t.id, ${value} as v from ${from()}) v
    where u.id = v.id and u.id in (select id from ${table} where ${sql.raw(where)})
      and u.${sql.ref(column)} is distinct from v.v`.execute(ctx.trx);
  return Number(result.numAffectedRows ?? 0);
}

const tableSqlOf = (ctx: EngineCtx, object: ResolvedObject, sub?: ResolvedField): RawBuilder<unknown> =>
  sql.table(`${ctx.org.schema}.${tableOf(object.object, sub?.code)}`);
