/** Jobs over the demo factory: what they do, what they tell, and that they stop. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Jobs, startJobs } from '../../server/jobs/boss';
import { JOBS } from '../../server/jobs/list';
import { wakeJob } from '../../server/jobs/wake';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { demoFactory, type Factory } from '../domain/factory';

let factory: Factory;
let jobs: Jobs;
const told: string[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  const { app, db, url, appUrl } = factory.database;
  jobs = await startJobs(
    appUrl,
    {
      db: app,
      owner: db,
      files: factory.engine.host.files,
      dataDir: '/nowhere',
      orgs: async () => [factory.org],
      asSystem: factory.engine.asSystem,
      isOff: async () => false,
    },
    { info: () => undefined, error: (_data, text) => told.push(text) },
    { pollingSeconds: 0.5, ownerUrl: url },
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

it('proves the floor of every organisation in the same way', async () => {
  expect(await run('proveFloor')).toEqual({ demo: { differences: 0 } });
  const { length } = told;
  await sql`update org_demo.prd_order set released_qty = released_qty + 1 where nbr = (select min(nbr) from org_demo.prd_order)`.execute(
    factory.database.db,
  );
  await jobs.runNow('proveFloor');
  await expect.poll(() => told.slice(length), { timeout: 20_000 }).toEqual(['floor does not balance']);
});

it('proves the genealogy of every organisation in the same way', async () => {
  expect(await run('proveTrace')).toEqual({ demo: { differences: 0 } });
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

it('seals the days of the log that are over, and 校验 names the first one that is not as it was', async () => {
  const { db } = factory.database;
  const proof = async (): Promise<string> => {
    const done = await factory.as('admin', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('operLog'), 'verify', { targets: [], ask: {} }),
    );
    return (done.answer as unknown as { rows: readonly { msg: string }[] }).rows[0]!.msg;
  };
  expect(await proof()).toBe('还没有封存的日志：每天0点20分封存前一天的数据变更');
  const entry = (at: string) =>
    sql`insert into org_demo.mw_trail (at, object, record_id, action, version, hash)
      values (${at}::timestamptz, 'note', gen_random_uuid(), 'edit', 2, 'x') returning seq`.execute(db);
  for (const at of ['2026-01-10 09:00:00+08', '2026-01-10 23:59:59+08', '2026-01-12 00:00:00+08']) await entry(at);
  // with the days the people of the demo worked on
  expect(await run('sealLog')).toEqual({ demo: { sealed: 7 } });
  expect(await proof()).toBe('2026-01-05至2026-01-14封存的7天数据变更完整');
  await expect(sql`update org_demo.mw_trail_day set hash = ''`.execute(db)).rejects.toThrow('append only');
  const below = async (work: ReturnType<typeof sql>): Promise<void> => {
    await sql`alter table org_demo.mw_trail disable trigger mw_trail_append_only`.execute(db);
    await work.execute(db);
    await sql`alter table org_demo.mw_trail enable trigger mw_trail_append_only`.execute(db);
  };
  const late = sql`'2026-01-12 00:00:00+08'::timestamptz`;
  await below(sql`update org_demo.mw_trail set user_name = '别人' where at = ${late}`);
  expect(await proof()).toBe('2026-01-12的数据变更与封存时不一致，请联系系统管理员核查');
  await below(sql`update org_demo.mw_trail set user_name = null where at = ${late}`);
  expect(await proof()).toMatch(/完整$/);
  await entry('2026-01-11 12:00:00+08');
  expect(await proof()).toBe('2026-01-11封存时有0条数据变更，现有1条，请联系系统管理员核查');
  await below(sql`delete from org_demo.mw_trail where at = '2026-01-10 09:00:00+08'`);
  expect(await proof()).toBe('2026-01-10封存时有3条数据变更，现有1条，请联系系统管理员核查');
});
