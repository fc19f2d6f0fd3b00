/**
 * Values a field of another type cannot hold: counted, a few of them named, and given up only when the publisher says how. Kept = they
 * move to a hidden column and come back with the type of before; emptied = they are gone.
 */
import { sql } from 'kysely';
import type { Condition } from '../../schemas/language/condition/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Answers, AskedRow, Question } from '../../schemas/language/wire-design';
import { bindCondition } from '../records/expression';
import type { EngineCtx } from '../records/host';
import { findRows } from '../records/list/finder';
import { rowScope } from '../records/read/access';
import { accessOf } from '../records/read/grants';
import { labelSql } from '../records/read/labels';
import { actualTables } from '../tables/actual';
import { conversionOf } from '../tables/convert';
import { columnsOf, storageOf, tableOf } from '../tables/names';
import type { ActualTable, Change, Lost } from '../tables/shape';
import { addressOfField, type FieldPair } from './compare';

/** Its own place beside that of the field, which may be asked for values too. */
const addressOf = ({ after, sub }: FieldPair): string => `${addressOfField(after, sub)}.type`;
const columnKeys = ({ object, sub, after }: FieldPair): readonly string[] =>
  columnsOf(after).map((column) => `${tableOf(object.object, sub?.code)}.${column}`);

/** What was answered, by table and column. */
export function lostWays(pairs: readonly FieldPair[], answers: Answers): ReadonlyMap<string, Lost> {
  const ways = new Map<string, Lost>();
  for (const pair of pairs) {
    const answer = answers[`object:${pair.object.object}`]?.[addressOf(pair)];
    if (answer !== undefined && 'lost' in answer) for (const key of columnKeys(pair)) ways.set(key, answer.lost);
  }
  return ways;
}

/** What stands in the way of changes of type, as questions. A column that gets its name with the same publish is asked when it has it. */
export async function lostQuestions(
  ctx: EngineCtx,
  pairs: readonly FieldPair[],
  changes: readonly Change[],
  actual: ReadonlyMap<string, ActualTable>,
): Promise<readonly Question[]> {
  const questions: Question[] = [];
  for (const pair of pairs) {
    const keys = columnKeys(pair);
    const change = changes.find(
      ({ table, name = '', retyped }) =>
        retyped && keys.includes(`${table}.${name}`) && actual.get(table)?.columns.has(name),
    );
    const question = change && (await askedOf(ctx, pair, change));
    if (question) questions.push(question);
  }
  return questions;
}

async function askedOf(ctx: EngineCtx, pair: FieldPair, change: Change): Promise<Question | undefined> {
  const { object, sub, after } = pair;
  const { n, mark } = await stands(ctx, change);
  if (n === 0) return undefined;
  const shown = await shownRows(ctx, pair, change);
  return {
    document: `object:${object.object}`,
    address: addressOf(pair),
    title: after.title,
    count: n,
    text: `「${object.title}」${sub ? `${sub.title}·` : ''}${after.title}：已有${n}条数据会改变，请选择怎么处理`,
    ways: ['keep', 'empty'],
    mark,
    ...shown,
  };
}

/** How many values would be lost, and which: other ones, or another type, have another mark. */
async function stands(ctx: EngineCtx, change: Change): Promise<{ readonly n: number; readonly mark: string }> {
  const { table, name = '', retyped } = change;
  const { rows } = await sql<{ n: string; sum: string }>`
    select count(*) as n, coalesce(sum(hashtextextended(id || ' ' || ${sql.id(name)}::text, 0)), 0)::text as sum
    from ${sql.id(ctx.org.schema, table)} where ${sql.raw(conversionOf(`"${name}"`, retyped?.from ?? '', retyped?.to ?? '').lost)}`.execute(
    ctx.trx,
  );
  const n = Number(rows[0]?.n ?? 0);
  return { n, mark: [retyped?.from, retyped?.to, n, rows[0]?.sum].join(' ') };
}

/** Nobody writes the values that were answered about until they are gone; what comes first is seen, and asked about. */
export async function holdLost(ctx: EngineCtx, ways: ReadonlyMap<string, Lost>): Promise<void> {
  const actual = await actualTables(ctx.trx, ctx.org.schema);
  const tables = new Set([...ways.keys()].map((key) => key.split('.')[0] ?? '').filter((table) => actual.has(table)));
  for (const table of [...tables].sort())
    await sql`lock table ${sql.id(ctx.org.schema, table)} in share row exclusive mode`.execute(ctx.trx);
}

const MOST_ROWS = 5;
/** a condition holds this many values, and an address as many as it has room for */
const MOST_VALUES = 20;
const MOST_TEXT = 60;

/** A few of the records as their reader may see them, and the list that shows them; nothing of those he does not reach. */
async function shownRows(ctx: EngineCtx, pair: FieldPair, change: Change): Promise<Pick<Question, 'rows' | 'list'>> {
  const { before, sub } = pair;
  const object = ctx.registry.find(pair.object.object);
  const right = `${object?.object}:view`;
  const scope = object && ctx.session.rights.has(right) ? rowScope(ctx, object, right) : false;
  if (!object || !before || scope === false) return {};
  if (guards(pair, object).some((field) => accessOf(object, field, ctx.session.rights) !== 'value')) return {};
  const found = await findRows(ctx, {
    object,
    conditions: scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [lostRow(ctx, pair, change)],
    select: () => sql`t.id, ${labelSql(object, 't')} as label, ${valuesSql(ctx, pair, change)} as held`,
    order: () => sql`t.id desc`,
    limit: MOST_VALUES,
  });
  const rows = found.map(({ id, label, held }): AskedRow => {
    const values = (held as readonly string[] | null) ?? [];
    return { id: String(id), title: String(label ?? ''), value: values.join('、').slice(0, MOST_TEXT) };
  });
  const page = ctx.registry.page(object.object);
  const values = [...new Set(found.flatMap(({ held }) => (held as readonly string[] | null) ?? []))];
  const list =
    page?.route === undefined || storageOf(before) !== 'text' || values.length === 0
      ? undefined
      : `${page.route}?q=${encodeURIComponent(JSON.stringify(holding(before, sub, values)))}`;
  return { rows: rows.slice(0, MOST_ROWS), ...(list === undefined ? {} : { list }) };
}
const guards = ({ before, sub }: FieldPair, object: ResolvedObject): readonly ResolvedField[] => [
  ...(before ? [before] : []),
  ...(sub ? [object.fields[sub.code] ?? sub] : []),
];

function holding(field: ResolvedField, sub: ResolvedField | undefined, values: readonly string[]): Condition {
  const f = sub ? `${sub.code}.${field.code}` : field.code;
  const leaves = values.slice(0, MOST_VALUES).map((v): Condition => ({ f, op: 'eq', v }));
  const [first, second] = leaves;
  return first !== undefined && second === undefined ? first : { any: leaves };
}

/** The head `t` has a value that would be lost, itself or in a row. */
function lostRow(ctx: EngineCtx, { sub }: FieldPair, change: Change) {
  if (!sub) return sql`(${sql.raw(lostIn('t', change))})`;
  return sql`exists (select 1 from ${sql.id(ctx.org.schema, change.table)} r where r.head_id = t.id and (${sql.raw(lostIn('r', change))}))`;
}
function valuesSql(ctx: EngineCtx, { sub }: FieldPair, change: Change) {
  const column = sql.id(sub ? 'r' : 't', change.name ?? '');
  if (!sub) return sql`array[${column}::text]`;
  return sql`(select array_agg(distinct ${column}::text) from ${sql.id(ctx.org.schema, change.table)} r
    where r.head_id = t.id and (${sql.raw(lostIn('r', change))}))`;
}
const lostIn = (alias: string, { name, retyped }: Change): string =>
  conversionOf(`${alias}."${name}"`, retyped?.from ?? '', retyped?.to ?? '').lost;
