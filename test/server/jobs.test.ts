/** Jobs over the demo factory: what they do, what they tell, and that they stop. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Jobs, startJobs } from '../../server/jobs/boss';
import { JOBS } from '../../server/jobs/list';
import { wakeJob } from '../../server/jobs/wake';
import { demoFactory, type Factory } from '../domain/factory';

let factory: Factory;
let jobs: Jobs;
const told: string[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  const { db, url } = factory.database;
  jobs = await startJobs(
    url,
    {
      db,
      files: factory.engine.host.files,
      dataDir: '/nowhere',
      orgs: async () => [factory.org],
      asSystem: factory.engine.asSystem,
      isOff: async () => false,
    },
    { info: () => undefined, error: (_data, text) => told.push(text) },
    { pollingSeconds: 0.5 },
  );
});
afterAll(() => jobs?.stop());

const run = async (name: string): Promise<unknown> => {
  expect(await jobs.runNow(name)).toBe(true);
  const done = async () => (await jobs.states()).find((job) => job.name === name);
  await expect.poll(async () => (await done())?.state, { timeout: 20_000 }).toBe('completed');
  return (await done())?.output;
};

it('names every job with its time, and refuses a foreign one', async () => {
  expect((await jobs.states()).map(({ name, cron }) => [name, cron])).toContainEqual(['proveStock', '40 2 * * *']);
  expect(await jobs.runNow('dropDatabase')).toBe(false);
});

it('offers every job to be run at once, and hears who asks for one', async () => {
  const dict = factory.engine.registries.shipped.dicts.get('sysJobCode');
  expect(dict?.items.map(({ code, title }) => [code, title])).toEqual(JOBS.map(({ name, title }) => [name, title]));
  const [before] = (await jobs.states()).filter(({ name }) => name === 'dropOldCalls');
  await factory.database.db.transaction().execute((trx) => wakeJob({ trx: trx as never }, 'dropOldCalls'));
  const state = async () => (await jobs.states()).find(({ name }) => name === 'dropOldCalls');
  await expect.poll(async () => (await state())?.finishedAt, { timeout: 20_000 }).not.toBe(before?.finishedAt);
});

it('proves the stock of every organisation, with an alarm when it does not balance', async () => {
  expect(await run('proveStock')).toEqual({ demo: { differences: 0 } });
  expect(told).toEqual([]);
  await sql`update org_demo.stock_balance set qty = qty + 1 where stock_key = (select min(stock_key) from org_demo.stock_balance)`.execute(
    factory.database.db,
  );
  await jobs.runNow('proveStock');
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['stock does not balance']);
});

it('tells of an organisation that ends in 30, 7 or 1 days, and of no other', async () => {
  const { db } = factory.database;
  const end = (days: number) => sql`update platform.org set valid_to = '2026-01-15'::date + ${days}::int`.execute(db);
  const told = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from org_demo.mw_outbox where event = 'org.expiring'`.execute(
        db,
      )
    ).rows[0]?.n;
  await end(8);
  expect(await run('orgExpiring')).toEqual({ demo: { told: 0 } });
  await end(7);
  const before = await told();
  await jobs.runNow('orgExpiring');
  await expect.poll(told, { timeout: 20_000 }).toBe((before ?? 0) + 1);
});

it('clears events that were delivered long ago', async () => {
  await sql`update org_demo.mw_outbox set done_at = now() - interval '31 days' where seq = (select min(seq) from org_demo.mw_outbox)`.execute(
    factory.database.db,
  );
  expect(await run('cleanOutbox')).toEqual({ demo: { deleted: 1 } });
});

it('clears previews and hidden columns where the tables of the organisation are', async () => {
  expect(await run('dropSandboxes')).toEqual({ demo: { dropped: 0 } });
  expect(await run('dropRetired')).toMatchObject({ demo: {} });
});
