import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareOrg } from '../../../server/auth/organisation';
import { planTables } from '../../../server/tables/apply';
import { indexCondition } from '../../../server/tables/condition';
import { uniqueName } from '../../../server/tables/names';
import { type TestDatabase, testDatabase } from '../../support/database';
import { systemRegistry } from '../../support/registry';

let database: TestDatabase;
const { objects, lib } = systemRegistry();
beforeAll(async () => {
  database = await testDatabase();
  await sql`CREATE SCHEMA org_demo`.execute(database.db);
});
afterAll(() => database.drop());

test('the shipped documents become tables that fit them, and nothing changes the second time', async () => {
  const condition = indexCondition(database.db, lib);
  const shipped = { objects: [...objects.values()], now: '2026-01-15 08:00:00', condition };
  expect((await prepareOrg(database.db, 'org_demo', shipped)).length).toBeGreaterThan(50);
  expect(await prepareOrg(database.db, 'org_demo', shipped)).toEqual([]);
  expect(await planTables(database.db, 'org_demo', shipped.objects, { ...shipped, whole: true })).toEqual([]);
});

test('a unique entry with a condition binds only the rows it names', async () => {
  const add = (id: number, code: string, base: boolean): Promise<unknown> =>
    sql`INSERT INTO org_demo.unit (id, code, name, unit_group, is_base)
      VALUES (${`01900000-0000-7000-8000-00000000000${id}`}, ${code}, ${code}, '1', ${base})`.execute(database.db);
  await add(1, 'kg', true);
  await add(2, 'g', false);
  await add(3, 't', false);
  await expect(add(4, 'lb', true)).rejects.toMatchObject({ constraint: uniqueName('unit', 'base') });
});
