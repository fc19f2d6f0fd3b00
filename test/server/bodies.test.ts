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

/**
 * Nearly valid calls, which come further than wrong shapes do: records that are there, in their version; answers of a dialog by its fields;
 * each with at most one value that is none.
 */
const ROUNDS = process.env.LAWS === 'full' ? 6_000 : 300;
interface Known {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: unknown;
}
const MIXED: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['/lcdp/codeLabel/templates', { type: 'material' }],
  ['/lcdp/codeLabel/labels', { type: 'material', current: 1, size: 5 }],
  ['/lcdp/codeLabel/sources', { type: 'material', keyword: 'a', current: 1, size: 5 }],
  ['/lcdp/codeLabel/batch', { material: ID }],
  ['/lcdp/codeLabel/preview', { type: 'material', material: ID, qty: 10, count: 1, perLabel: 5 }],
  [
    '/lcdp/codeLabel/generate',
    { type: 'material', material: ID, qty: 10, count: 1, perLabel: 5, template: 'x', token: 'g' },
  ],
  ['/lcdp/codeLabel/reprint', { ids: [ID], reason: '破损', token: 'r' }],
  ['/lcdp/codeLabel/labelPreview', { ids: [ID], template: 'x' }],
  ['/lcdp/codeLabel/reprintPreview', { ids: [ID], template: 'x' }],
  ['/lcdp/scan', { code: 'M001', place: 'otherIssue', text: 'x', object: 'material' }],
  ['/home/layout', { cells: [{ key: 'a', x: 0, y: 0, w: 4, h: 2, sort: 'todo' }], token: 'h' }],
  ['/home/cards', { cards: [{ key: 'a', object: 'purchaseOrder' }], keys: ['a'] }],
  ['/home/opened', { page: 'purchaseOrder', object: 'purchaseOrder', id: ID, title: 'x' }],
  ['/message/mine', { current: 1, size: 5, read: false, kind: '10' }],
  ['/message/read', { ids: [ID] }],
  ['/sys/user/own', { phrases: ['同意'] }],
  ['/chartdesign/query', { cells: [{ key: 'a', report: 'purchaseArrive', groups: [], measures: [], search: {} }] }],
  ['/gongdan/searchScheme/save', { type: 'purchaseOrder', name: 'x', content: { where: "nbr == 'x'", search: {} } }],
  ['/basedata/fieldSearch/saveOrUpdate', { type: 'purchaseOrder', field: 'nbr', values: ['x'] }],
  ['/lcdp/appdata/related', { object: 'purchaseOrder', id: ID, relation: 'up' }],
  ['/application/appdata/codeRule', { object: 'purchaseOrder', values: {} }],
  ['/lcdp/data/replay/discard', { entries: [{ id: ID, page: 'otherIssue' }], token: 'd' }],
];

it(`answers none of ${ROUNDS} nearly valid calls with 500`, async () => {
  const failed: string[] = [];
  const known = new Map<string, readonly Known[]>();
  for (const page of pages) {
    const { data } = await app.post<{ records?: readonly Known[] }>('root', `/lcdp/data/${page.code}/getPageList`, {
      current: 1,
      size: 5,
    });
    if (data?.records && data.records.length > 0) known.set(page.code, data.records);
  }
  expect(known.size).toBeGreaterThan(50);
  const all = [...known.keys()];
  const reports = [...registry.pages.values()].filter(({ report }) => report !== undefined);
  /** one of the values is another one, half of the time */
  const spoilt = <T extends Readonly<Record<string, unknown>>>(of: T): Readonly<Record<string, unknown>> =>
    below(2) === 0 ? of : { ...of, [one(Object.keys(of).length > 0 ? Object.keys(of) : ['x'])]: one(WRONG) };
  const fitting = ({
    type,
    dict,
    ref,
  }: {
    readonly type: string;
    readonly dict?: string;
    readonly ref?: string;
  }): unknown => {
    if (ref !== undefined) return one(known.get(ref)?.map(({ id }) => id) ?? [ID]);
    if (dict !== undefined) return one([...(registry.dicts.get(dict)?.items ?? [{ code: '10' }])]).code;
    return { int: 1, decimal: 2.5, bool: true, date: DAY, datetime: `${DAY} 10:00:00` }[type] ?? '一';
  };
  const fields = (of: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(of).map(([code, field]) => [code, fitting(field as never)]));
  const callOf = (n: number): readonly [string, unknown] => {
    const code = one(all);
    const page = registry.pages.get(code)!;
    const record = one(known.get(code)!);
    const { id, version } = record;
    const action = one(Object.values(page.actions));
    const sort = below(8);
    if (sort < 3 && action) {
      const act = {
        targets: below(6) === 0 ? [] : [below(4) === 0 ? spoilt({ id, version }) : { id, version }],
        ask: spoilt(fields((action.ask ?? {}) as Readonly<Record<string, unknown>>)),
        token: `a${n}`,
      };
      return [`/lcdp/data/${code}/${one(['act', 'preview'])}/${action.code}`, below(4) === 0 ? spoilt(act) : act];
    }
    if (sort === 3) {
      const field = one(Object.values(page.object.fields));
      const value = below(2) === 0 ? fitting(field as never) : one(WRONG);
      return [`/lcdp/data/${code}/save`, { record: { id, version, [field.code]: value }, token: `e${n}` }];
    }
    if (sort === 4) return [`/lcdp/data/${code}/save`, { record: spoilt(fields(page.object.fields)), token: `n${n}` }];
    if (sort === 5 && reports.length > 0) {
      const { code: name, report } = one(reports);
      const dims = Object.keys(report!.dims);
      const measures = Object.keys(report!.measures);
      const marks = { [one(dims)]: one([null, 'x', DAY, 1, ID]) };
      const drill = { cells: marks, marks, at: marks, measure: one(measures), search: {}, current: 1, size: 5 };
      if (below(2) === 0) return [`/lcdp/data/${name}/drill`, spoilt(drill)];
      const cell = {
        key: 'a',
        report: report!.report,
        groups: [one(dims)],
        by: one(dims),
        measures: [one(measures)],
        search: {},
      };
      return ['/chartdesign/query', [spoilt(cell)]];
    }
    const [path, body] = one(MIXED);
    const own = JSON.parse(JSON.stringify(body).replaceAll(ID, below(2) === 0 ? id : ID)) as typeof body;
    return [path, spoilt({ ...own, ...(own.token === undefined ? {} : { token: `m${n}` }) })];
  };
  const told = new Map<number, number>();
  for (let n = 0; n < ROUNDS; n++) {
    const [path, body] = callOf(n);
    const answer = await app.post('root', path, body);
    told.set(answer.code, (told.get(answer.code) ?? 0) + 1);
    if (answer.status >= 500) failed.push(`${path} ${JSON.stringify(body).slice(0, 400)}`);
  }
  expect(failed).toEqual([]);
  // they come far enough to be done, or refused by a rule
  expect((told.get(200) ?? 0) + (told.get(203) ?? 0)).toBeGreaterThan(ROUNDS / 4);
}, 1_800_000);
