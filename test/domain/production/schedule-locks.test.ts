/** A plan that is written takes orders before work orders and operations, as the floor does (30 §1.5): neither holds up the other for ever. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Trx } from '../../../server/ctx';
import { openPlant, orderAbove, type SchedulePlant } from './schedule-plant';

let plant: SchedulePlant;
beforeAll(async () => {
  plant = await openPlant();
  await orderAbove(plant, sql`true`);
});
afterAll(() => plant?.close());

/** Somebody holds the orders while `work` waits for them; answers the rows of a table that nobody else holds meanwhile. */
const freeWhile = async (work: () => Promise<unknown>, table: string): Promise<number> => {
  const { db } = plant.base.database;
  const place = sql.table(`${plant.base.org.schema}.${table}`);
  let done: Promise<unknown> = Promise.resolve();
  const free = await db.transaction().execute(async (trx) => {
    await sql`select id from ${sql.table(`${plant.base.org.schema}.prd_order`)} for update`.execute(trx);
    done = work();
    await waited(trx);
    return (await sql`select id from ${place} for update skip locked`.execute(trx)).rows.length;
  });
  await done;
  return free;
};
const waited = async (trx: Trx): Promise<void> => {
  // not pg_stat_activity: within a transaction it stays as it was first seen
  const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  await expect.poll(async () => (await waiting.execute(trx)).rows.length, { interval: 20 }).toBeGreaterThan(0);
};
const count = async (table: string): Promise<number> => {
  const place = sql.table(`${plant.base.org.schema}.${table}`);
  return (await sql`select id from ${place}`.execute(plant.base.database.db)).rows.length;
};

it('of a run waits for the orders and holds no work order meanwhile', async () => {
  expect(await freeWhile(() => plant.run(), 'work_order')).toBe(await count('work_order'));
});

it('that is confirmed, locked or taken back waits for the orders and holds no operation meanwhile', async () => {
  for (const [call, more] of [
    ['confirm', {}],
    ['lock', { locked: true }],
    ['cancel', {}],
  ] as const) {
    const { data } = await plant.get<{ planVersion: number; tasks: readonly { id: string }[] }>('plan', {
      workshopId: plant.ids.workshop!,
      from: '2026-01-12',
      to: '2026-01-20',
    });
    const body = { ids: data.tasks.map(({ id }) => id), planVersion: data.planVersion, ...more };
    let code = 0;
    const acted = async (): Promise<void> => {
      code = (await plant.post(call, body)).code;
    };
    expect([call, await freeWhile(acted, 'order_process')]).toEqual([call, await count('order_process')]);
    expect([call, code]).toEqual([call, 200]);
  }
});
