import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Num, numText, parseNum, roundNum, toNumber } from '../../schemas/language/codec/decimal';
import type { Env, Scope } from '../../schemas/language/env';
import { type Bound, bindExpr, type TypeEnv } from '../../schemas/language/expr/check';
import { aggregate } from '../../schemas/language/expr/collect';
import { compile } from '../../schemas/language/expr/evaluate';
import { newFrame, type V } from '../../schemas/language/expr/frame';
import { sqlProblems } from '../../schemas/language/expr/sql-form';
import type { AggBound } from '../../schemas/language/expr/typed';
import { toObjectType } from '../../schemas/language/object-type';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { migrateOrg } from '../../server/db/migrations';
import {
  fromSql,
  joinsSql,
  type Level,
  listPlaces,
  newLevel,
  pickPlaces,
  type SqlScope,
  toSql,
  whereSql,
} from '../../server/records/sql';
import { driverValue } from '../../server/records/sql/param';
import { syncTables } from '../../server/tables/apply';
import { envOf, random } from '../language/expr-fixture';
import { type TestDatabase, testDatabase } from '../support/database';
import { expression, type GenPlace, HEAD_PLACE, PICK_PLACE, ROW_PLACE, TYPES } from '../support/expr-generator';
import { ORDER, PARTNER, randomRecords, WORLD, WORLD_DICTS, WORLD_LIB } from '../support/expr-world';
import { insertRecord } from '../support/insert-record';

const FULL = process.env.LAWS === 'full';
const SEED = Number(process.env.SEED ?? 515);
const SCHEMA = 'org_expr';
const NOW = '2026-01-15 10:30:00';

let database: TestDatabase;
const records = randomRecords(random(SEED), 7, 24);
const objects = new Map<string, ResolvedObject>(WORLD.map((object) => [object.object, object]));
const byId = new Map<string, Rec>([...records.partner, ...records.order].map((rec) => [rec.id as string, rec]));

beforeAll(async () => {
  database = await testDatabase();
  await sql.raw(`CREATE SCHEMA ${SCHEMA}`).execute(database.db);
  await migrateOrg(database.db, SCHEMA, 'first');
  await syncTables(database.db, SCHEMA, WORLD, { now: NOW });
  for (const rec of records.partner) await insertRecord(database.db, SCHEMA, PARTNER, rec);
  for (const rec of records.order) await insertRecord(database.db, SCHEMA, ORDER, rec);
});
afterAll(() => database.drop());

/** the same world in memory */
const env: Env = envOf({
  now: NOW,
  dict: (code) => WORLD_DICTS.get(code),
  hop: (_object, id, field) => {
    const rec = byId.get(id);
    return rec === undefined ? null : field === 'live' ? liveOf(rec) : ((rec[field] as Value | undefined) ?? null);
  },
  label: (object, id) =>
    (objects.get(object)?.label ?? [])
      .map((code) => byId.get(id)?.[code])
      .filter((part) => part)
      .join(' '),
  query: (need) => {
    const rows = need.object === 'partner' ? records.partner : records.order;
    const alive = rows
      .filter((rec) => rec.isDeleted === 0)
      .sort((a, b) => order(a.createdAt, b.createdAt) || order(a.id, b.id));
    return aggregate(need.node as AggBound, alive.map(withLive) as unknown as Row[], need.scope as Scope, compile);
  },
  subtree: (object, id) => {
    const ids = [id];
    for (let i = 0; i < ids.length; i += 1) {
      for (const rec of records.order)
        if (rec.parent === ids[i] && rec.isDeleted === 0 && !ids.includes(rec.id as string)) ids.push(rec.id as string);
    }
    return object === 'order' ? ids : [id];
  },
  ancestors: (_object, id) => {
    const ids = [id];
    for (let at = byId.get(id)?.parent; typeof at === 'string' && !ids.includes(at); at = byId.get(at)?.parent)
      ids.push(at);
    return ids;
  },
});
const order = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
const LIVE = bindExpr(ORDER.fields.live?.formula ?? '', { lib: WORLD_LIB, object: toObjectType(ORDER) }) as Bound;
function liveOf(rec: Rec): Value {
  const value = compile(LIVE)(newFrame({ env, self: rec, doc: rec })) as Num | null;
  return value === null ? null : toNumber(roundNum(value, 2));
}
const lives = new Map<Rec, Rec>();
function withLive(rec: Rec): Rec {
  if (rec.items === undefined || rec.notes !== undefined) return rec;
  let live = lives.get(rec);
  if (live === undefined) {
    live = { ...rec, live: liveOf(rec) };
    lives.set(rec, live);
  }
  return live;
}

/** what a value of the machine is as a text to compare with the driver's */
function told(v: V, ty: Bound['ty']): unknown {
  if (v === null) return null;
  if (Array.isArray(v))
    return [...(v as readonly V[])].map((value) => told(value, ty.t === 'list' ? ty.of : ty)).sort();
  if (ty.t === 'int' || ty.t === 'decimal') return numText(v as never);
  return v;
}
function answered(v: unknown, ty: Bound['ty']): unknown {
  if (v === null || v === undefined) return null;
  if (Array.isArray(v)) return v.map((item) => answered(item, ty.t === 'list' ? ty.of : ty)).sort();
  if (ty.t === 'int' || ty.t === 'decimal') return numText(parseNum(String(v)) ?? Number.NaN);
  return v;
}

interface Setting {
  readonly name: string;
  readonly types: TypeEnv;
  readonly place: GenPlace;
  readonly level: () => Level;
  readonly places: (level: Level) => SqlScope['places'];
  readonly scope: Scope;
  readonly known?: NonNullable<SqlScope['known']>;
  /** records the expression is asked for, by the id of their row in the statement */
  readonly rows: ReadonlyMap<string, Scope>;
}
const orders = records.order.map(withLive);
const someOrder = orders.find((rec) => (rec.items as Row[]).length > 1) as Rec;
const someRow = (someOrder.items as Row[])[0] as Row;
const lib = { lib: WORLD_LIB };
const inPick: Scope = { env, self: null, doc: someOrder, row: someRow };
const BASIC: readonly Setting[] = [
  {
    name: 'list',
    types: { ...lib, object: toObjectType(ORDER) },
    place: HEAD_PLACE,
    level: () => newLevel(ORDER),
    places: listPlaces,
    scope: { env, self: null },
    rows: new Map(orders.map((rec) => [rec.id as string, { env, self: rec, doc: rec }])),
  },
  {
    name: 'rows of a sub-table',
    types: { ...lib, object: toObjectType(ORDER), sub: 'items' },
    place: ROW_PLACE,
    level: () => newLevel(ORDER, 'r', ORDER.fields.items, newLevel(ORDER, 't')),
    places: listPlaces,
    scope: { env, self: null },
    rows: new Map(
      orders.flatMap((doc) => (doc.items as Row[]).map((row) => [row.id, { env, self: row, doc, row }] as const)),
    ),
  },
  {
    name: 'pick',
    types: { ...lib, object: toObjectType(ORDER), sub: 'items', candidate: toObjectType(PARTNER) },
    place: PICK_PLACE,
    level: () => newLevel(PARTNER),
    places: pickPlaces,
    scope: inPick,
    rows: new Map(
      records.partner.map((rec) => [rec.id as string, { env, self: rec, it: rec, doc: someOrder, row: someRow }]),
    ),
  },
];

const [ofList, , ofPick] = BASIC as [Setting, Setting, Setting];
const slotted =
  (scope: Scope): NonNullable<SqlScope['known']> =>
  (bound, type) =>
    sql`${driverValue(compile(bound)(newFrame(scope)), bound.ty)}::${sql.raw(type)}`;
const SETTINGS: readonly Setting[] = [
  ...BASIC,
  { ...ofList, name: 'list as a compiled statement', known: slotted({ env, self: null }) },
  { ...ofPick, name: 'pick as a compiled statement', known: slotted(inPick) },
  {
    ...ofPick,
    name: 'pick before the host has loaded anything',
    scope: { ...inPick, env: { ...env, hop: () => undefined, label: () => undefined, query: () => undefined } },
  },
];

async function inSql(bound: Bound, at: Setting): Promise<ReadonlyMap<string, unknown>> {
  const level = at.level();
  const ctx: SqlScope = {
    lib: WORLD_LIB,
    schema: SCHEMA,
    object: (code) => objects.get(code),
    places: at.places(level),
    scope: at.scope,
    ...(at.known === undefined ? {} : { known: at.known }),
  };
  const value = toSql(bound, ctx);
  const where = bound.ty.t === 'bool' ? sql`, (${whereSql(bound, ctx)}) as w` : sql``;
  const head = level.head === undefined ? sql`` : sql` join ${fromSql(ctx, level.head)} on t.id = r.head_id`;
  const headJoins = level.head === undefined ? sql`` : joinsSql(ctx, level.head);
  const query = sql<{
    id: string;
    v: unknown;
    w?: boolean;
  }>`select ${sql.ref(`${level.alias}.id`)} as id, ${value} as v${where} from ${fromSql(ctx, level)}${head}${joinsSql(ctx, level)}${headJoins}`;
  const compiled = query.compile(database.db);
  try {
    const { rows } = await database.db.executeQuery(compiled);
    for (const row of rows)
      if (bound.ty.t === 'bool' && row.w !== true && row.v === true) throw new Error('as a where it is not true');
    for (const row of rows)
      if (bound.ty.t === 'bool' && row.w === true && row.v !== true) throw new Error('only as a where it is true');
    return new Map(rows.map((row) => [row.id, row.v]));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${compiled.sql}\n${JSON.stringify(compiled.parameters)}`);
  }
}

describe('interpreter = SQL', () => {
  for (const at of SETTINGS) {
    it(`agrees on random expressions: ${at.name}, seed ${SEED}`, { timeout: 1_200_000 }, async () => {
      const wanted = FULL ? 3_000 : 400;
      let pairs = 0;
      for (let n = 0; n < wanted; n += 1) {
        const next = random(SEED * 1_000_003 + n);
        const ty = TYPES[n % TYPES.length] as (typeof TYPES)[number];
        const text = expression(next, at.place, ty, 2 + (n % 3));
        const bound = bindExpr(text, at.types);
        const seen = `seed ${SEED}, ${at.name} no ${n}: ${text}`;
        if (Array.isArray(bound)) {
          // the generator does not count nodes or hops behind row words
          if (bound.every((problem) => problem.code === 'expr.limit')) continue;
          expect.fail(`${seen}: ${bound.map((problem) => problem.text).join('; ')}`);
        }
        expect(sqlProblems(bound, new Set(Object.keys(at.places(at.level())) as never[])), seen).toEqual([]);
        const found = await inSql(bound, at).catch((error: Error) => expect.fail(`${seen}: ${error.message}`));
        for (const [id, scope] of at.rows) {
          const frame = newFrame(scope);
          const mine = told(compile(bound)(frame), bound.ty);
          expect(frame.budget.over, seen).toBe(false);
          const theirs = answered(found.get(id), bound.ty);
          if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
            expect.fail(
              `${seen}\nrecord ${JSON.stringify(scope.self)}\ninterpreter ${JSON.stringify(mine)}\nSQL ${JSON.stringify(theirs)}`,
            );
          }
          pairs += 1;
        }
      }
      console.log(`${at.name}: ${pairs} pairs agree`);
    });
  }
});
