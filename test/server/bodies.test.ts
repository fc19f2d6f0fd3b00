/**
 * No body makes the server fail: thousands of wrong ones (broken texts, names every object answers to, numbers beyond their type, wrong
 * shapes) for calls of all pages. Refusals are fine, a 500 is not. `SEED` chooses them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeEngine, shippedRegistry } from '../../server/compose';
import { checkDecoded } from '../../server/plugins/decoding';
import { DAY, DEMO, DEMO_KEY } from '../domain/factory';
import { onlyOrg, type TestDatabase, testDatabase } from '../support/database';
import { openSignedApp, type SignedApp, sessionOf } from '../support/sessions';

const BODIES = process.env.LAWS === 'full' ? 20_000 : 600;
const SEED = Number(process.env.SEED ?? 20_260_115);

describe('decoding', () => {
  it('names what no value may hold', () => {
    expect(() => checkDecoded({ record: { name: 'a\0b' } })).toThrow('参数「record.name」含有无效字符');
    expect(() => checkDecoded({ rows: [{ name: 'a\ud800' }] })).toThrow('参数「rows.0.name」含有无效字符');
    expect(() => checkDecoded(JSON.parse('{"version": 1e400}'))).toThrow('参数「version」超出数值范围');
    expect(() => checkDecoded({ search: { constructor: 1 } })).toThrow('参数名「search.constructor」无效');
    expect(() => checkDecoded(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toThrow('嵌套过深');
    expect(() => checkDecoded({ name: '😀 constructor', rows: [[1]], none: null })).not.toThrow();
  });
});

const registry = shippedRegistry();
const pages = [...registry.pages.values()].filter(({ sort, view }) => sort === 'list' && view === undefined);
let database: TestDatabase;
let app: SignedApp<'root'>;
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-bodies-'));
beforeAll(async () => {
  database = await testDatabase({ start: DEMO });
  const { db } = database;
  const engine = composeEngine({
    db: database.app,
    owner: db,
    registry,
    keys: [DEMO_KEY],
    dataDir,
    clock: () => new Date(`${DAY}T10:00:00+08:00`),
  });
  const root = sessionOf(await onlyOrg(db), [{ isSuper: true }]);
  app = await openSignedApp({ root }, { db, mount: engine.mount, dataDir });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

let seed = SEED;
const below = (n: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const ID = '0199bb2a-7a4e-7000-8000-000000000001';
const WRONG: readonly unknown[] = [
  'a\0b',
  '\ud800',
  '',
  ' ',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '2026-13-40 25:00:00',
  '999999-01-01',
  ID,
  'not-an-id',
  '0',
  '-1',
  '1e400',
  'NaN',
  'Infinity',
  '１２',
  '99999999999999999999',
  "'; select 1 --",
  '%',
  '\\',
  '~',
  '~x',
  "name == 'x'",
  'x'.repeat(3_000),
  0,
  -1,
  1.5,
  1e9,
  2 ** 31,
  2 ** 53,
  1e30,
  -1e300,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  [1],
  ['constructor'],
  [{}],
  { f: 'constructor', op: 'eq', v: 1 },
  { f: 'id', op: 'eq', v: 'x' },
  { id: ID, version: 1e30 },
  { and: [] },
  { not: null },
  { from: 1, to: {} },
];
const CALLS: readonly (readonly [string, readonly string[]])[] = [
  [
    'getPageList',
    ['current', 'size', 'search', 'where', 'q', 'scheme', 'node', 'params', 'sort', 'columns', 'ids', 'level', 'path'],
  ],
  ['counts', ['search', 'where', 'node']],
  ['compare', ['ids', 'id', 'a', 'b', 'from', 'to', 'version']],
  ['history', ['id', 'current', 'size', 'from', 'to']],
  ['month', ['month', 'from', 'to', 'search', 'where']],
  ['why', ['id', 'field', 'record']],
  ['usage', ['id', 'ids', 'object', 'current']],
  ['getNew', ['from', 'id', 'copy', 'push', 'preset', 'record']],
  ['resolve', ['record', 'changed', 'field', 'fields', 'need', 'id']],
  ['save', ['record', 'token', 'version']],
  ['saveAll', ['records', 'token', 'rows', 'deleted']],
  ['del', ['targets', 'token', 'ids']],
  ['links', ['id', 'ids', 'object']],
  ['drill', ['cells', 'measure', 'search', 'dims', 'where', 'params', 'current', 'size']],
];

it(`answers none of ${BODIES} bodies with 500`, async () => {
  const failed: string[] = [];
  for (let n = 0; n < BODIES; n++) {
    const page = one(pages);
    const [call, keys] = one(CALLS);
    const fields = Object.keys(page.object.fields);
    const dict = (): object =>
      Object.fromEntries(
        Array.from({ length: 1 + below(3) }, () => [below(8) === 0 ? String(one(WRONG)) : one(fields), one(WRONG)]),
      );
    const value = (): unknown => (below(3) === 0 ? dict() : below(6) === 0 ? [dict()] : one(WRONG));
    const wrong = Object.fromEntries(Array.from({ length: 1 + below(3) }, () => [one(keys), value()]));
    // half of them are right but for one thing
    const body =
      below(2) === 0
        ? wrong
        : call === 'getPageList'
          ? { current: 1, size: 5, ...one([{ search: dict() }, { [one(keys)]: value() }]) }
          : call === 'save'
            ? { record: dict(), token: `t${n}` }
            : { ...wrong, id: ID };
    const path = `/lcdp/data/${page.code}/${call}`;
    const answer = await app.post('root', path, below(60) === 0 ? [one(WRONG)] : body);
    if (answer.status >= 500) failed.push(`${path} ${JSON.stringify(body).slice(0, 400)}`);
  }
  expect(failed).toEqual([]);
}, 1_800_000);
