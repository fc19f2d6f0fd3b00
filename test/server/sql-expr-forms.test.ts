import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../schemas/language/env';
import { type Bound, bindExpr, type TypeEnv } from '../../schemas/language/expr/check';
import { evaluate } from '../../schemas/language/expr/evaluate';
import { PICK_PLACES, sqlProblems } from '../../schemas/language/expr/sql-form';
import { functionNames, functionOf } from '../../schemas/language/functions';
import { toObjectType } from '../../schemas/language/object-type';
import type { FieldType, ObjectType, TypeLib } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import { migrateOrg } from '../../server/db/migrations';
import {
  fromSql,
  joinsSql,
  listPlaces,
  newLevel,
  SqlFormError,
  type SqlScope,
  sqlFunctionNames,
  toSql,
  whereSql,
} from '../../server/records/sql';
import { syncTables } from '../../server/tables/apply';
import { envOf, random } from '../language/expr-fixture';
import { type TestDatabase, testDatabase } from '../support/database';
import { ORDER, PARTNER, partnerId, randomRecords, WORLD, WORLD_DICTS, WORLD_LIB } from '../support/expr-world';
import { insertRecord } from '../support/insert-record';

const SCHEMA = 'org_forms';
const NOW = '2026-01-15 10:30:00';
let database: TestDatabase;
const records = randomRecords(random(77), 5, 20);
const env = envOf({ now: NOW, dict: (code) => WORLD_DICTS.get(code) });
/** the order with an extension field */
const withExt: ObjectType = (() => {
  const type = toObjectType(ORDER);
  const weight: FieldType = { code: 'ext.weight', title: '重量', kind: 'default', type: 'decimal' };
  return { ...type, fields: { ...type.fields, 'ext.weight': weight } };
})();
const lib: TypeLib = { ...WORLD_LIB, object: (code) => (code === 'order' ? withExt : WORLD_LIB.object(code)) };
const TYPES: TypeEnv = { lib, object: withExt };

beforeAll(async () => {
  database = await testDatabase();
  await sql.raw(`CREATE SCHEMA ${SCHEMA}`).execute(database.db);
  await migrateOrg(database.db, SCHEMA, 'first');
  await syncTables(database.db, SCHEMA, WORLD, { now: NOW });
  for (const rec of records.partner) await insertRecord(database.db, SCHEMA, PARTNER, rec);
  for (const rec of records.order) await insertRecord(database.db, SCHEMA, ORDER, rec);
});
afterAll(() => database.drop());

const bound = (text: string, types: TypeEnv = TYPES): Bound => {
  const result = bindExpr(text, types);
  if (Array.isArray(result)) throw new Error(result[0]?.text);
  return result;
};
const scopeOf = (more: Partial<SqlScope> = {}) => {
  const level = newLevel(ORDER);
  const ctx: SqlScope = {
    lib,
    schema: SCHEMA,
    object: (code) => WORLD.find((object) => object.object === code),
    places: listPlaces(level),
    scope: { env, self: null },
    ...more,
  };
  return { level, ctx };
};
/** text and parameters of a condition in a where */
const where = (text: string): readonly [string, readonly unknown[]] => {
  const { ctx } = scopeOf();
  const { sql: out, parameters } = whereSql(bound(text), ctx).compile(database.db);
  return [out.replaceAll('"', ''), parameters];
};
const idsWhere = async (text: string, more: Partial<SqlScope> = {}): Promise<readonly string[]> => {
  const { level, ctx } = scopeOf(more);
  const condition = whereSql(bound(text), ctx);
  const { rows } = await sql<{
    id: string;
  }>`select t.id from ${fromSql(ctx, level)}${joinsSql(ctx, level)} where ${condition} order by t.id`.execute(
    database.db,
  );
  return rows.map((row) => row.id);
};

describe('forms of conditions', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['state == 10', '(t.state = $1::text)', ['10']],
    ['state != 10', '(t.state is distinct from $1::text)', ['10']],
    ['!(state == 10)', '(not (t.state is not distinct from $1::text))', ['10']],
    ['state == null', '(t.state is null)', []],
    ['n1 < 5', '(t.n1 < $1::numeric)', ['5']],
    ['!(n1 < 5)', '(not coalesce((t.n1 < $1::numeric), false))', ['5']],
    ['k == 3', '(t.k = $1::bigint)', ['3']],
    ['day < today()', '(t.day < $1::date)', ['2026-01-15']],
    ['at <= now()', "(t.at < ($1::timestamp + interval '1 second')::timestamptz)", [NOW]],
    ["state in [10, 'x']", '(t.state = any($1::text[]))', [['10', 'x']]],
    ["day in period('thisMonth')", '(t.day >= $1::date and t.day <= $2::date)', ['2026-01-01', '2026-01-31']],
    ["'a' in tags", '(t.tags @> array[$1::text])', ['a']],
    ['flag', 't.flag', []],
    ['flag && n1 == n2', '(t.flag and (t.n1 is not distinct from t.n2))', []],
    ['createdBy == me.id', '(t.created_by_id = $1::uuid)', ['ffffffff-ffff-ffff-ffff-ffffffffffff']],
    ['partner.rate > 1', '(j1.rate > $1::numeric)', ['1']],
    ['ext.weight > 5', "((nullif(t.ext->>$1, ''))::numeric > $2::numeric)", ['weight', '5']],
  ])('%s', (text, out, parameters) => {
    expect(where(text)).toEqual([out, parameters]);
  });

  it('joins a reference once, however often it is read', () => {
    const { level, ctx } = scopeOf();
    whereSql(bound("partner.rate > 1 && partner.open && contains(doc.partner.name, 'a')"), ctx);
    expect(level.joins.size).toBe(1);
  });
  it('sends every text of a request as a value', () => {
    const evil = "x'); drop table t; --";
    const [text, parameters] = where(`note == '${evil.replaceAll("'", "\\'")}'`);
    expect(text).toBe('(t.note = $1::text)');
    expect(parameters).toEqual([evil]);
  });
  it('finds what an extension field says', async () => {
    const [first] = records.order as [Rec];
    await sql`update ${sql.table(`${SCHEMA}.order`)} set ext = '{"weight": 7.5}' where id = ${first.id}`.execute(
      database.db,
    );
    expect(await idsWhere('ext.weight > 5')).toEqual([first.id]);
    expect(await idsWhere('empty(ext.weight)')).toHaveLength(records.order.length - 1);
  });
  it('narrows queries to the rows of the viewer, and only there', async () => {
    const mine = bound("code == 'P1'", { lib, object: toObjectType(PARTNER) });
    const alive = records.partner.filter((rec) => rec.isDeleted === 0);
    expect(await idsWhere(`count(partner) == ${alive.length}`)).toHaveLength(records.order.length);
    const seen = alive.some((rec) => rec.code === 'P1') ? 1 : 0;
    expect(await idsWhere(`count(partner) == ${seen}`, { rowScope: () => mine })).toHaveLength(records.order.length);
  });
  it('takes an id that is none for nobody', async () => {
    expect(await idsWhere("partner == 'no uuid'")).toEqual([]);
    expect(await idsWhere(`partner == '${partnerId(0)}'`)).toEqual(
      records.order.filter((rec) => rec.partner === partnerId(0)).map((rec) => rec.id),
    );
  });
});

describe('summaries over the rows of a statement', () => {
  it.each([
    'sum(n1)',
    'avg(n1)',
    'min(day)',
    'max(k)',
    'count()',
    'count(flag)',
    'sum(n1, n2 > 0)',
    'pct(sum(n1, flag), sum(n1))',
    'distinct(state)',
    'round(sum(n1 * n2) / count(), 2)',
    'first(code)',
    'last(code, flag)',
    'sum(partner.rate + 0)',
    'sum(sum(items.qty))',
    'exists(n1 > 100)',
    'floor(avg(n2), 1)',
  ])('%s', async (text) => {
    const types: TypeEnv = { ...TYPES, rowsAtHand: true };
    const { level, ctx } = scopeOf();
    const value = toSql(bound(text, types), ctx);
    const { rows } = await sql<{
      v: unknown;
    }>`select ${value} as v from ${fromSql(ctx, level)}${joinsSql(ctx, level)}`.execute(database.db);
    const inOrder = [...records.order].sort((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? -1 : 1));
    const hop = (_object: string, id: string, field: string) =>
      records.partner.find((rec) => rec.id === id)?.[field] as never;
    const scope: Scope = { env: { ...env, hop }, self: null, rows: inOrder as unknown as Row[] };
    const mine = evaluate(bound(text, types), scope);
    expect(typeof mine === 'number' ? Number(rows[0]?.v) : rows[0]?.v).toEqual(mine);
  });
});

describe('dots of a process column', () => {
  it('gives the list that the interpreter gives', async () => {
    const text = 'steps(items, word, grade, part.name)';
    const { level, ctx } = scopeOf();
    const value = toSql(bound(text), ctx);
    const { rows } = await sql<{
      id: string;
      v: unknown;
    }>`select t.id, ${value} as v from ${fromSql(ctx, level)}${joinsSql(ctx, level)}`.execute(database.db);
    const hop = (_object: string, id: string, field: string) =>
      records.partner.find((rec) => rec.id === id)?.[field] as never;
    for (const rec of records.order) {
      const mine = evaluate(bound(text), { env: { ...env, hop }, self: rec, doc: rec });
      expect(rows.find((row) => row.id === rec.id)?.v).toEqual(mine);
    }
  });
});

describe('what has no SQL form', () => {
  it.each([
    ["matches(note, 'phone')", 'matches'],
    ['number(note) > 1', 'number'],
    ["count(split(note, ';')) > 1", 'split'],
    ['uniqueBy(items, part)', 'uniqueBy'],
    ['text(n1) == note', 'text'],
    ['isNew()', 'isNew'],
  ])('%s names %s', (text, fn) => {
    expect(sqlProblems(bound(text)).map((problem) => [problem.code, problem.text.split('（')[0]])).toEqual([
      ['expr.sql', `条件无法转换为查询：${fn}`],
    ]);
    expect(() => where(text)).toThrow(SqlFormError);
  });
  it('lets anything be computed before that reads no row', () => {
    expect(sqlProblems(bound("day == dateOf('2026-01-01') && n1 > number('5')"))).toEqual([]);
    expect(where("n1 > number('5')")).toEqual(['(t.n1 > $1::numeric)', ['5']]);
    const pick: TypeEnv = { ...TYPES, candidate: toObjectType(PARTNER) };
    expect(sqlProblems(bound('rate > number(doc.note) && !isNew()', pick), PICK_PLACES)).toEqual([]);
    expect(sqlProblems(bound('number(code) > 1', pick), PICK_PLACES)).toHaveLength(1);
  });
  it('knows the same functions as the table says', () => {
    const known = new Set(['today', 'now', 'period', 'can']);
    const says = functionNames().filter((name) => functionOf(name)?.sql === true && !known.has(name));
    expect([...sqlFunctionNames()].sort()).toEqual([...says].sort());
  });
});
