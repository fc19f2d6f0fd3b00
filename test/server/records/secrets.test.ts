/** Secrets at rest: what the tables, the trail and the answers hold of them, and how a key is changed. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isHashed, isSealed, makeVault } from '../../../server/auth/vault';
import { newId } from '../../../server/ids';
import { resealAll, unopened } from '../../../server/records/store/secrets';
import { joinSchemas, loadSchemas } from '../../../server/registry/load';
import { buildRegistry } from '../../../server/registry/registry';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { filesOf } from '../../support/records';
import { sheetRows } from '../../support/sheets';

const SAFE = {
  $schema: 'object/2',
  object: 'safe',
  title: '保险箱',
  label: 'name',
  route: '/test/safe/list',
  fields: {
    name: { title: '名称', kind: 'input', required: true },
    token: { title: '密钥', kind: 'input', secret: true, min: 4, max: 20 },
    pin: { title: 'PIN', kind: 'input', secret: 'hash', pattern: 'pin' },
    keys: {
      title: '钥匙',
      kind: 'tabTable',
      rows: { min: 0 },
      fields: { title: { title: '名', kind: 'input' }, code: { title: '码', kind: 'input', secret: true } },
    },
  },
  list: { columns: ['name', 'token', 'pin'] },
  detail: { tabs: { $edit: {}, $history: {} } },
  actions: { add: {}, view: {}, edit: {}, copy: {}, export: {} },
} as const;
const PLAIN = 'geheim-4711';

type Data = Record<string, unknown>;
let at: TestApp;
let token = '';
const registry = buildRegistry(joinSchemas(loadSchemas(), filesOf([SAFE as never])));
const key = randomBytes(32);
const post = (path: string, body: unknown) => at.call<Data>('POST', path, { token, body });
const save = (record: Data) => post('/lcdp/data/safe/save', { record, token: newId() });
const stored = async () =>
  (
    await sql<{ token: string; pin: string }>`select token, pin from ${sql.table(`${at.org.schema}.safe`)}`.execute(
      at.database.db,
    )
  ).rows[0] as { token: string; pin: string };
let id = '';
let version = 0;

beforeAll(async () => {
  const admin = { loginName: 'boss', name: '老板', password: PASSWORD };
  at = await testApp({ registry, engine: true, key, org: { code: 'safes', name: '小厂', admin } });
  token = (await at.signIn('boss')).data.access_token;
  const made = await save({
    name: '一',
    token: PLAIN,
    pin: '274913',
    keys: [{ id: newId(), title: 'a', code: PLAIN }],
  });
  expect(made.msg).toBe('success');
  id = String(made.data.id);
  version = Number(made.data.version);
  expect((made.data.record as Data).token).toBe('******');
});
afterAll(() => at?.close());

it('stands sealed or hashed in the tables, never as it was typed', async () => {
  const row = await stored();
  expect(isSealed(row.token)).toBe(true);
  expect(isHashed(row.pin)).toBe(true);
  const vault = makeVault([key]);
  expect(vault.open(row.token)).toBe(PLAIN);
  expect(await vault.fits(row.pin, '274913')).toBe(true);
  expect(await vault.fits(row.pin, '274914')).toBe(false);
  const { rows } = await sql<{ code: string }>`select code from ${sql.table(`${at.org.schema}.safe_keys`)}`.execute(
    at.database.db,
  );
  expect(vault.open(rows[0]?.code ?? '')).toBe(PLAIN);
});

it('stands nowhere else: list, trail, kept answers, outbox', async () => {
  const list = await post('/lcdp/data/safe/getPageList', {});
  expect((list.data.records as Data[])[0]).toMatchObject({ token: '******', pin: '******' });
  for (const table of ['mw_trail', 'mw_call', 'mw_outbox']) {
    const { rows } = await sql`select t::text as text from ${sql.table(`${at.org.schema}.${table}`)} t`.execute(
      at.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/geheim|274913|s1\.[0-9a-f]{8}\.|argon2id/);
  }
});

it('stands in no exported file', async () => {
  const answer = await at.app.inject({
    method: 'POST',
    url: '/v2/api/mes/lcdp/data/safe/export',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  });
  expect(answer.statusCode).toBe(200);
  const text = JSON.stringify(await sheetRows(answer.rawPayload));
  expect(text).toContain('******');
  expect(text).not.toMatch(/geheim|274913|s1\.[0-9a-f]{8}\.|argon2id/);
});

it('stays as it is when the mask comes back, and is judged as typed when it changes', async () => {
  const before = await stored();
  const same = await save({ id, version, name: '二', token: '******', pin: '******' });
  expect(same.msg).toBe('success');
  expect(await stored()).toEqual(before);
  version = Number(same.data.version);
  expect((await save({ id, version, token: 'abc' })).code).toBe(203);
  // what looks sealed is a text like any other
  const fake = `s1.00000000.${'a'.repeat(9)}`;
  const changed = await save({ id, version, token: fake });
  expect(changed.code).toBe(203);
  const short = await save({ id, version, token: 's1.00000000.abcd' });
  expect(short.code).toBe(200);
  expect(makeVault([key]).open((await stored()).token)).toBe('s1.00000000.abcd');
});

it('is sealed again under a new key, which then suffices', async () => {
  const next = randomBytes(32);
  const plain = makeVault([key]).open((await stored()).token);
  expect(() => makeVault([next]).open('s1.00000000.abcd')).toThrow();
  // a setting as well as a field: kept under its key in mw_setting
  const setting = makeVault([key]).seal('gateway');
  await sql`insert into ${sql.table(`${at.org.schema}.mw_setting`)} (key, value) values ('safe.gateway', to_jsonb(${setting}::text))`.execute(
    at.database.db,
  );
  const places = { objects: [...registry.objects.values()], settings: ['safe.gateway'] };
  expect(await unopened(at.database.db, at.org.schema, places, makeVault([next, key]))).toEqual(new Set());
  expect(await unopened(at.database.db, at.org.schema, places, makeVault([next]))).toEqual(
    new Set([makeVault([key]).keyName]),
  );
  expect(await resealAll(at.database.db, at.org.schema, places, makeVault([next, key]))).toBe(3);
  expect(await unopened(at.database.db, at.org.schema, places, makeVault([next]))).toEqual(new Set());
  expect(makeVault([next]).open((await stored()).token)).toBe(plain);
  expect(await resealAll(at.database.db, at.org.schema, places, makeVault([next, key]))).toBe(0);
});
