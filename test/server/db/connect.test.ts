import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTx } from '../../../server/db/tx';
import { type TestDatabase, testDatabase } from '../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('numbers, dates and instants come as exact texts in factory time', async () => {
  const { rows } =
    await sql`SELECT 12345678901234567890.1234::numeric AS n, 9007199254740993::int8 AS i, '2026-01-15'::date AS d,
    '08:30'::time AS t, '2026-01-15T00:00:00.25Z'::timestamptz AS at, ARRAY[1.5, 2]::numeric[] AS ns,
    ARRAY['2026-01-15']::date[] AS ds, ARRAY['2026-01-15T00:00:00Z']::timestamptz[] AS ats, 7::int4 AS small, true AS yes,
    '{"a": 1.5}'::jsonb AS j, ARRAY['a', NULL, 'b,c']::text[] AS ts`.execute(database.db);
  expect(rows[0]).toEqual({
    n: '12345678901234567890.1234',
    i: '9007199254740993',
    d: '2026-01-15',
    t: '08:30:00',
    at: '2026-01-15 08:00:00',
    ns: ['1.5', '2'],
    ds: ['2026-01-15'],
    ats: ['2026-01-15 08:00:00'],
    small: 7,
    yes: true,
    j: { a: 1.5 },
    ts: ['a', null, 'b,c'],
  });
});

test('an instant without zone is read in factory time', async () => {
  const { rows } = await sql<{
    at: string;
  }>`SELECT to_char(${'2026-01-15 08:00:00'}::timestamptz AT TIME ZONE 'UTC', 'HH24:MI') AS at`.execute(database.db);
  expect(rows[0]?.at).toBe('00:00');
});

test('a statement that runs too long is cancelled', async () => {
  await expect(
    database.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 50`.execute(trx);
      await sql`SELECT pg_sleep(5)`.execute(trx);
    }),
  ).rejects.toMatchObject({ code: '57014' });
});

test('two transactions that deadlock both end well', async () => {
  await sql`CREATE TABLE public.pair (id int PRIMARY KEY, n int NOT NULL)`.execute(database.db);
  await sql`INSERT INTO public.pair VALUES (1, 0), (2, 0)`.execute(database.db);
  let runs = 0;
  const both = (first: number, second: number): Promise<void> =>
    inTx(database.db, async (trx) => {
      runs++;
      await sql`UPDATE public.pair SET n = n + 1 WHERE id = ${first}`.execute(trx);
      await sql`SELECT pg_sleep(0.2)`.execute(trx);
      await sql`UPDATE public.pair SET n = n + 1 WHERE id = ${second}`.execute(trx);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  const { rows } = await sql<{ n: number }>`SELECT n FROM public.pair ORDER BY id`.execute(database.db);
  expect(rows.map(({ n }) => n)).toEqual([2, 2]);
  expect(runs).toBeGreaterThan(2);
});

test('an error that is no conflict is not run again', async () => {
  let runs = 0;
  await expect(
    inTx(database.db, async (trx) => {
      runs++;
      await sql`SELECT 1 / 0`.execute(trx);
    }),
  ).rejects.toMatchObject({ code: '22012' });
  expect(runs).toBe(1);
});
