/**
 * The order of questions (security.md §7.1) on every page: function, rows and existence come before the version, and what a refusal
 * tells is what `getOne` of this user tells.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import type { Page } from '../../../server/registry/pages';
import { demoFactory, type Factory } from '../../domain/factory';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';

/** who has no right at all, who may do everything but see, and people of the plant */
const PEOPLE = ['admin', 'liuqiang', 'qianli'] as const;
const MISSING = '01900000-0000-7000-8000-000000000001';
const STALE = 999_999;

let factory: Factory;
let at: SignedApp<string>;
const sessions: Record<string, Session> = {};
let pages: readonly Page[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  for (const login of PEOPLE) sessions[login] = await factory.as(login, async (ctx) => ctx.session);
  const { shipped } = factory.engine.registries;
  pages = [...shipped.pages.values()].filter(({ sort, object }) => sort === 'list' && object.settings === undefined);
  const acting = pages.flatMap((page) => Object.values(page.actions).map(({ right }) => right));
  const reading = new Set(pages.map(({ right }) => right));
  sessions.nobody = sessionOf(factory.org, [{ functions: [] }]);
  sessions.blind = sessionOf(factory.org, [{ functions: acting.filter((right) => !reading.has(right)) }]);
  at = await openSignedApp(sessions, { db: factory.database.db, mount: factory.engine.mount });
});
afterAll(async () => {
  await at?.close();
  await factory?.database.drop();
});

interface Call {
  readonly name: string;
  readonly url: string;
  body(id: string, version: number): object;
}
/** Every write of a page that names a stored record. */
const writesOf = (page: Page): readonly Call[] => {
  const base = `/lcdp/data/${page.code}`;
  const token = newId();
  return [
    { name: 'save', url: `${base}/save`, body: (id, version) => ({ record: { id, version }, token }) },
    { name: 'saveAll', url: `${base}/saveAll`, body: (id, version) => ({ records: [{ id, version }], token }) },
    {
      name: 'deleted',
      url: `${base}/saveAll`,
      body: (id, version) => ({ records: [], deleted: [{ id, version }], token }),
    },
    ...Object.values(page.actions)
      .filter(({ code }) => !['add', 'view', 'edit', 'export', 'import'].includes(code))
      .flatMap(({ code }) =>
        (['act', 'preview'] as const).map((how) => ({
          name: `${how} ${code}`,
          url: `${base}/${how}/${code}`,
          body: (id: string, version: number) => ({ targets: [{ id, version }], token }),
        })),
      ),
  ];
};

/** Signed anew in every answer, and what only a page needs. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, part) => (key.startsWith('_') || key === 'url' ? undefined : part)));

test('a stale version tells nobody more than getOne, a missing id and one of others look alike', async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const page of pages) {
    const known = await at.post<{ records?: readonly { id: string }[] }>(
      'admin',
      `/lcdp/data/${page.code}/getPageList`,
      {
        size: 1,
        scheme: 'all',
      },
    );
    const id = known.data?.records?.[0]?.id;
    if (id === undefined) continue;
    for (const who of Object.keys(sessions)) {
      const one = await at.get(who, `/lcdp/data/${page.code}/getOne?id=${id}`);
      // one call of each sort is enough of who may do everything
      for (const call of writesOf(page).slice(0, who === 'admin' ? 1 : undefined)) {
        const stale = await at.post<{ current?: unknown } | null>(who, call.url, call.body(id, STALE));
        asked++;
        const where = `${who} ${page.code} ${call.name}: ${stale.code} ${stale.msg}`;
        const text = JSON.stringify(stale);
        if (one.code !== 200) {
          if (stale.data?.current) wrong.push(`${where}: tells the record`);
          const missing = one.code === 203 ? await at.post(who, call.url, call.body(MISSING, STALE)) : stale;
          if (stale.msg !== missing.msg) wrong.push(`${where}, missing: ${missing.msg}`);
          if (one.code === 403 && /changed|records/.test(text) && stale.data)
            wrong.push(`${where}: tells ${text.slice(0, 120)}`);
        } else if (stale.data?.current) {
          expect(plain(stale.data.current), where).toEqual(plain(one.data));
        }
        if (stale.code === 500) wrong.push(`${where}: 500`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(2_000);
}, 300_000);
