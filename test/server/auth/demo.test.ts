import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captchas } from '../../../server/auth/captcha';
import { demoPassword, makeDemo, wantsDemo, withoutStories } from '../../../server/auth/demo';
import { rightsSource } from '../../../server/auth/rights';
import { sessionStore } from '../../../server/auth/sessions';
import { signIn } from '../../../server/auth/sign-in';
import { composeEngine } from '../../../server/compose';
import { type TestDatabase, testDatabase } from '../../support/database';
import { systemRegistry } from '../../support/registry';

let database: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-demo-'));
const PASSWORD = 'Gongfang#2026';
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(database.db);
  return rows[0]?.n ?? 0;
};

test('the demo factory comes through the pipeline, once; one left half made is made anew', async () => {
  const { app: db, db: owner } = database;
  const engine = composeEngine({ db, owner, keys: [Buffer.alloc(32, 7)], dataDir });
  const { runAs, condition } = engine;
  // what its people did besides is told by production/plant-story
  const documents = withoutStories(engine.documents);
  const objects = [...systemRegistry().objects.values()];
  const options = {
    db,
    owner,
    runAs,
    documents,
    calls: engine.calls,
    password: PASSWORD,
    shipped: { objects, condition, now: '2026-01-15 08:00:00' },
  };
  expect(await wantsDemo(db)).toBe(true);
  await makeDemo(options);
  expect(await wantsDemo(db)).toBe(false);
  const counts = async () => [
    await count('org_demo.purchase_order'),
    await count('org_demo.stock_ledger'),
    await count('platform.member'),
  ];
  const first = await counts();
  expect(first.every((n) => n > 0)).toBe(true);
  // everybody has an account and need not change the password first
  expect(await count('org_demo.user')).toBe(await count('platform.member'));
  const deps = {
    db,
    sessions: sessionStore(rightsSource(db, engine.registries)),
    setting: engine.setting,
    captchas: captchas(db),
  };
  const caller = { ip: '127.0.0.1', client: 'test', appMark: 0, requestId: 'r' };
  expect(await signIn(deps, { loginName: 'xumin', password: PASSWORD }, caller)).toMatchObject({
    nickName: '许敏',
    needUpdatePwd: { need: 0 },
  });

  await sql`UPDATE platform.org SET ext = '{"demo": "loading"}'`.execute(db);
  await sql`DELETE FROM platform.member WHERE login_name = 'xumin'`.execute(db);
  expect(await wantsDemo(db)).toBe(true);
  await makeDemo(options);
  expect(await counts()).toEqual(first);
  expect(await count('platform.org')).toBe(1);
});

test('its password is made once and readable by the owner only; a given one is not kept', async () => {
  expect(await demoPassword('Given#2026', dataDir)).toBe('Given#2026');
  const made = await demoPassword(undefined, dataDir);
  expect(made).toMatch(/^\w{12}$/);
  expect(await demoPassword(undefined, dataDir)).toBe(made);
  expect(statSync(join(dataDir, 'demo-password')).mode & 0o077).toBe(0);
});
