import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrg } from '../../../server/auth/organisation';
import { connect } from '../../../server/db/connect';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

let at: TestApp;
const narrow: { close?: () => Promise<void> } = {};
beforeAll(async () => {
  at = await testApp({
    routes: [
      {
        method: 'GET',
        path: '/t/names',
        rule: 'session',
        handler: async (req) => {
          const { schema } = req.session.org;
          const rows = await pool().withSchema(schema).selectFrom('dept').select('name').execute();
          return rows.map(({ name }) => name as string);
        },
      },
    ],
  });
});
afterAll(async () => {
  await narrow.close?.();
  await at.close();
});
let db: ReturnType<typeof connect> | undefined;
const pool = () => {
  db ??= connect({ url: at.database.url, max: 4 });
  narrow.close = db.close;
  return db.db;
};

test('64 clients of two organisations over 4 connections see no foreign row', async () => {
  const objects = [...at.parts.registries.shipped.objects.values()];
  await createOrg(
    at.database.db,
    { objects, now: '2026-01-15 08:00:00' },
    { code: 'demo2', name: '示例工厂二厂', admin: { loginName: 'boss', name: '厂长', password: PASSWORD } },
  );
  const [answer, two] = [await at.signIn('admin'), await at.signIn('boss')];
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, client) => {
      const token = (client % 2 === 0 ? answer : two).data.access_token;
      const seen: string[] = [];
      for (let n = 0; n < 10; n++) seen.push(...(await at.call<string[]>('GET', '/t/names', { token })).data);
      return seen.every((name) => name === (client % 2 === 0 ? '示例工厂' : '示例工厂二厂')) && seen.length === 10;
    }),
  );
  expect(answers.every(Boolean)).toBe(true);
  // and the first one's superuser does not hold what stands over organisations elsewhere
  const { rights } = (await at.parts.sessions.find(two.data.access_token))!.session;
  expect([rights.super, rights.has('org:add'), rights.has('user:add')]).toEqual([true, false, true]);
});
