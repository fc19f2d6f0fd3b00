import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrg, hasOrg, listOrgs } from '../../../server/auth/organisation';
import { connect } from '../../../server/db/connect';
import { migrateOrg, migratePlatform, pendingMigrations } from '../../../server/db/migrations';
import { type TestDatabase, testDatabase } from '../../support/database';
import { systemRegistry } from '../../support/registry';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(database.db)).rows;

test('two processes that start at once migrate once, a third changes nothing', async () => {
  await run('DROP SCHEMA platform CASCADE');
  const other = connect({ url: database.url });
  const [a, b] = await Promise.all([migratePlatform(database.db), migratePlatform(other.db)]);
  await other.close();
  const [log] = await run('SELECT count(*)::int AS n FROM platform.migration_log');
  expect(a.length + b.length).toBe(log?.n);
  expect(await migratePlatform(database.db)).toEqual([]);
  expect(await pendingMigrations(database.db)).toBe(0);
});

test('a step that fails leaves nothing and is done at the next start', async () => {
  await run('CREATE SCHEMA org_half');
  const good = { id: '0001-a', sql: 'CREATE TABLE $schema.a (id int);' };
  const bad = { id: '0002-b', sql: 'CREATE TABLE $schema.b (id int); SELECT 1 / 0;' };
  await expect(migrateOrg(database.db, 'org_half', 'first', [good, bad])).rejects.toMatchObject({ code: '22012' });
  const mended = { ...bad, sql: 'CREATE TABLE $schema.b (id int);' };
  expect(await migrateOrg(database.db, 'org_half', 'first', [good, mended])).toEqual(['0002-b']);
  expect(await migrateOrg(database.db, 'org_half', 'first', [good, mended])).toEqual([]);
});

test('the trail takes no change and no removal, whoever asks', async () => {
  await run('CREATE SCHEMA org_trail');
  await migrateOrg(database.db, 'org_trail', 'first');
  await run(`INSERT INTO org_trail.mw_trail (at, object, record_id, action, hash)
    VALUES (now(), 'x', '01900000-0000-7000-8000-000000000001', 'add', 'h')`);
  for (const text of [
    'UPDATE org_trail.mw_trail SET action = $$x$$',
    'DELETE FROM org_trail.mw_trail',
    'TRUNCATE org_trail.mw_trail',
  ])
    await expect(run(text)).rejects.toMatchObject({ code: '42501' });
});

test('an organisation made half way by a process that was killed is finished by the next', async () => {
  const shipped = { objects: [...systemRegistry().objects.values()], now: '2026-01-15 08:00:00' };
  const given = {
    code: 'demo',
    name: '示例工厂',
    admin: { loginName: 'admin', name: '管理员', password: 'Gongfang#2026' },
  };
  await run(`CREATE SCHEMA org_demo`);
  await run(`INSERT INTO platform.org (id, code, name, is_platform, is_disabled)
    VALUES ('01900000-0000-7000-8000-0000000000aa', 'demo', '示例工厂', true, 1)`);
  expect(await hasOrg(database.db)).toBe(false);
  const org = await createOrg(database.db, shipped, given);
  expect(org.id).toBe('01900000-0000-7000-8000-0000000000aa');
  expect((await listOrgs(database.db)).map(({ schema }) => schema)).toEqual(['org_demo']);
  expect(await run('SELECT is_disabled, is_platform FROM platform.org')).toEqual([
    { is_disabled: 0, is_platform: true },
  ]);
  await expect(createOrg(database.db, shipped, given)).rejects.toThrow('企业编码「demo」已存在');
});
