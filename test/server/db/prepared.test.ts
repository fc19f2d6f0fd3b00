/** Prepared statements of a connection: those that are used stay, those that are not make room. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../server/ctx';
import { connect } from '../../../server/db/connect';
import { prepareOften } from '../../../server/db/prepared';
import { type TestDatabase, testDatabase } from '../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});
afterAll(() => database.drop());

const ask = async (db: Db, text: string, value: number): Promise<unknown> => {
  prepareOften(text);
  const { rows } = await db.executeQuery<{ n: number }>(CompiledQuery.raw(text, [value]));
  return rows[0]?.n;
};
const prepared = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
};
const textOf = (n: number): string => `SELECT $1::int + ${n} AS n`;

test('what is asked often is prepared however many others come, and a connection keeps only so many', async () => {
  const { db } = database;
  for (let n = 0; n < 600; n++)
    for (let time = 0; time < 5; time++) {
      expect(await ask(db, textOf(n), time)).toBe(n + time);
      expect(await ask(db, textOf(-1), time)).toBe(time - 1);
    }
  const found = await prepared(db);
  expect(found).toContain(textOf(-1));
  expect(found).toContain(textOf(599));
  expect(found).not.toContain(textOf(0));
  expect(found.length).toBeLessThanOrEqual(220);
  // what made room is asked plainly, and is prepared anew once it is asked often
  for (let time = 0; time < 5; time++) expect(await ask(db, textOf(0), time)).toBe(time);
  expect(await prepared(db)).toContain(textOf(0));
});

test('a connection gives back within a transaction as well, also between queries that wait for each other', async () => {
  const answers = await database.db.transaction().execute((trx) =>
    Promise.all(
      Array.from({ length: 1_500 }, (_, n) => {
        const text = textOf(1_000 + Math.floor(n / 5));
        prepareOften(text);
        return trx.executeQuery<{ n: number }>(CompiledQuery.raw(text, [n]));
      }),
    ),
  );
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(answers.map((_, n) => 1_000 + Math.floor(n / 5) + n));
  expect((await prepared(database.db)).length).toBeLessThanOrEqual(220);
});

test('a prepared statement answers as one that is asked plainly: rows, cells, counts, refusals, and other columns after a change', async () => {
  const { db } = database;
  const run = (text: string, values: unknown[]) =>
    db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
  await run('CREATE TABLE told (id int PRIMARY KEY, day date, big bigint, list text[], extra jsonb)', []);
  const [insert, read] = [
    'INSERT INTO told VALUES ($1, $2, $3, $4, $5)',
    'SELECT * FROM told WHERE id >= $1 ORDER BY id',
  ];
  const cells = `/* cells */ ${read}`;
  for (let n = 0; n < 6; n++) {
    for (const text of [insert, read, cells]) prepareOften(text);
    const put = await run(insert, [n, n === 1 ? null : '2026-01-15', '9007199254740993', ['a"b', null], { n }]);
    expect(put.numAffectedRows).toBe(1n);
    const row = {
      id: n,
      day: n === 1 ? null : '2026-01-15',
      big: '9007199254740993',
      list: ['a"b', null],
      extra: { n },
    };
    expect((await run(read, [n])).rows).toEqual([row]);
    expect((await run(cells, [n])).rows).toEqual([Object.values(row)]);
    expect((await run(read, [99])).rows).toEqual([]);
    await expect(run(insert, [n, null, null, null, null])).rejects.toMatchObject({ code: '23505' });
    await expect(run(read, ['x'])).rejects.toMatchObject({ code: '22P02' });
    const round: Record<string, unknown> = {};
    round.round = round;
    await expect(run(insert, [99, null, null, null, round])).rejects.toThrow('circular');
  }
  expect(await prepared(db)).toEqual(expect.arrayContaining([insert, read, cells]));
  await run('ALTER TABLE told ADD COLUMN later int DEFAULT 7', []);
  expect((await run(read, [5])).rows).toMatchObject([{ id: 5, later: 7 }]);
  await run('DROP TABLE told', []);
});

test('a search that is planned by its value is never prepared', async () => {
  const text = "SELECT count(*)::int AS n FROM (VALUES (ARRAY['a'])) v (t) WHERE t @> $1::text[]";
  for (let time = 0; time < 6; time++) {
    prepareOften(text);
    await database.db.executeQuery(CompiledQuery.raw(text, [['a']]));
  }
  expect(await prepared(database.db)).not.toContain(text);
});

test('a connection that loads prepares what is sent again, and plans it once for all values', async () => {
  const { db, close } = connect({ url: database.url, max: 1, loads: true });
  try {
    const text = 'SELECT $1::int * 2 AS n';
    for (let time = 0; time < 3; time++)
      expect((await db.executeQuery(CompiledQuery.raw(text, [time]))).rows).toEqual([{ n: time * 2 }]);
    await db.executeQuery(CompiledQuery.raw('SELECT $1::int * 3 AS n', [1]));
    await sql`BEGIN`.execute(db);
    await sql`COMMIT`.execute(db);
    const { rows } = await sql<{ statement: string; generic: string; custom: string }>`
      SELECT statement, generic_plans::text AS generic, custom_plans::text AS custom FROM pg_prepared_statements`.execute(
      db,
    );
    expect(rows).toEqual([{ statement: text, generic: '2', custom: '0' }]);
  } finally {
    await close();
  }
});
