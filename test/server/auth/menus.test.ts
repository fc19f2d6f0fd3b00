/** Each person of the demo factory opens every entry of the menu he sees: none ends in a refusal, and none that he could open is missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../server/ctx';
import { applicationRoutes } from '../../../server/routes/application';
import type { Parts } from '../../../server/routes/parts';
import type { MenuItem } from '../../../src/session/menus';
import { demoFactory, type Factory } from '../../domain/factory';
import { openSignedApp, type SignedApp } from '../../support/sessions';

let factory: Factory;
let at: SignedApp<string>;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  factory = await demoFactory();
  const { db } = factory.database;
  const people = await db.withSchema(factory.org.schema).selectFrom('user').select('login_name').execute();
  for (const { login_name } of people) {
    const login = login_name as string;
    sessions[login] = await factory.as(login, async (ctx) => ctx.session);
  }
  const { registries, setting } = factory.engine;
  const parts = { db, registries, setting, clock: () => new Date() } as unknown as Parts;
  at = await openSignedApp(sessions, { db, mount: [applicationRoutes(parts), ...factory.engine.mount] });
});
afterAll(async () => {
  await at?.close();
  await factory?.database.drop();
});

test('what stands in the menu opens, for everybody', async () => {
  const { pages } = factory.engine.registries.shipped;
  expect(Object.keys(sessions).length).toBeGreaterThan(10);
  const wrong: string[] = [];
  let opened = 0;
  for (const login of Object.keys(sessions)) {
    const answer = await at.get<Record<string, readonly MenuItem[]>>(login, '/application/apps/getUserMenuList');
    const all = Object.values(answer.data).flat();
    for (const { name, page: code, hidden } of all) {
      const page = pages.get(code ?? '');
      if (!page || hidden) continue;
      const calls = [
        at.get(login, `/lcdp/apppage/getPageItem?pageId=${page.code}`),
        ...(page.sort === 'board'
          ? []
          : page.object.settings !== undefined || page.object.single
            ? [at.get(login, `/lcdp/data/${page.code}/getOne`)]
            : [at.post(login, `/lcdp/data/${page.code}/getPageList`, { size: 1 })]),
      ];
      for (const { code: outcome, msg } of await Promise.all(calls)) {
        opened++;
        if (outcome !== 200) wrong.push(`${login} ${name}: ${outcome} ${msg}`);
      }
    }
    // what he may open is there
    const seen = new Set(all.filter(({ hidden }) => !hidden).map(({ page }) => page));
    for (const { page, right, hidden, in: where } of factory.engine.registries.shipped.menus)
      if (
        page !== null &&
        right !== null &&
        !hidden &&
        where !== 'messenger' &&
        sessions[login]?.rights.has(right) &&
        !seen.has(page)
      )
        wrong.push(`${login} misses ${page}`);
  }
  expect(wrong).toEqual([]);
  expect(opened).toBeGreaterThan(300);
});

test("what is not a person's does not open by its address: production, page by page", async () => {
  const { pages, menus } = factory.engine.registries.shipped;
  const lists = menus.flatMap(({ id, page }) => {
    const own = id.startsWith('production.') ? pages.get(page ?? '') : undefined;
    return own?.sort === 'list' ? [own] : [];
  });
  expect(lists.length).toBeGreaterThan(20);
  const open: string[] = [];
  let refused = 0;
  for (const [login, { rights }] of Object.entries(sessions)) {
    for (const { code, right } of lists) {
      if (rights.has(right)) continue;
      const answers = await Promise.all([
        at.get(login, `/lcdp/apppage/getPageItem?pageId=${code}`),
        at.post(login, `/lcdp/data/${code}/getPageList`, { size: 1 }),
      ]);
      refused += answers.length;
      for (const answer of answers) if (answer.code !== 403) open.push(`${login} ${code}: ${answer.code}`);
    }
  }
  expect(open).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});
