import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../server/ctx';
import { getPageList } from '../../../server/records/list/list';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { ids, seedToys, TOYS, toys } from '../../support/toys';

const calls: string[] = [];
const worth: Service = {
  name: 'toy.worth',
  right: 'toy:view',
  run: async ({ code, qty }) => {
    calls.push(String(code));
    return Number(qty ?? 0) * 10;
  },
};
let factory: Factory;
let page: Page;

beforeAll(async () => {
  factory = await openFactory({ documents: TOYS, services: [worth] });
  page = factory.registry.page('toy')!;
  await seedToys(factory);
});
afterAll(() => factory?.close());

const codes = async (body: Record<string, unknown>): Promise<string> => {
  const answer = await getPageList(await factory.root(), page, body);
  return answer.records.map((record) => record.code).join(',');
};

describe('search', () => {
  const finds: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a text by a part of it', { code: 'a' }, 'A1,A2'],
    ['nothing by an unknown text', { code: 'zz' }, ''],
    ['a percent sign as itself', { 'code,name': '0%' }, 'A1'],
    ['one box over several fields', { 'code,name': 'rob' }, 'B1'],
    ['a dictionary by several codes', { kind: ['1', '2'] }, 'A1,A2,B1'],
    ['a dictionary by one code', { kind: ['1'] }, 'A1'],
    ['many codes by one of them', { tags: ['b'] }, 'A2'],
    ['a reference', { maker: [ids.west] }, 'A2'],
    ['many references', { makers: [ids.west] }, 'A1'],
    ['a tree with all below', { shelf: [ids.top] }, 'A1,A2'],
    ['a leaf of a tree', { shelf: ids.low }, 'A1'],
    ['a number between', { qty: [1, 20] }, 'A1,A2'],
    ['a number from', { qty: [6, null] }, 'A2'],
    ['an exact number', { qty: 20 }, 'A2'],
    ['an int up to', { count: [null, 3] }, 'A1'],
    ['a date between', { made: ['2026-01-01', '2026-01-31'] }, 'A1'],
    ['a date by a relative word', { made: { rel: 'nextDays', n: 30 } }, 'A2'],
    ['a moment on its whole last day', { seen: ['2026-01-15', '2026-01-15'] }, 'A2'],
    ['a span that overlaps', { span: ['2026-01-04', '2026-02-01'] }, 'A1'],
    ['no span that does not', { span: ['2026-01-06', '2026-02-01'] }, ''],
    ['a cascader by its beginning', { area: ['110000'] }, 'A1'],
    ['a cascader in full', { area: ['110000', '110100'] }, 'A1'],
    ['a bool', { open: true }, 'A1'],
    ['the other bool', { open: false }, 'A2,B1,B2'],
    ['one of many dates', { days: ['2026-01-02', '2026-01-04'] }, 'A1'],
    ['a file that is there', { photo: false }, 'A1'],
    ['a file that is not', { photo: true }, 'A2,B1,B2'],
    ['a field of the rows', { 'parts.maker': [ids.west] }, 'A1'],
    ['a field behind a reference', { 'maker.region': '东' }, 'A1,B1'],
    ['by a parameter', { before: '2026-01-20' }, 'A1'],
    ['nothing given', { code: '', kind: [], maker: null, qty: [null, null] }, 'A1,A2,B1,B2'],
  ];
  for (const [title, search, expected] of finds)
    it(`finds ${title}`, async () => {
      expect(await codes({ search })).toBe(expected);
    });
});

it('is not asked without what its search row requires; rows named by another page are', async () => {
  const search = page.list.search.map((item) => (item.field === 'qty' ? { ...item, required: true } : item));
  const strict: Page = { ...page, list: { ...page.list, search } };
  const ask = async (body: Record<string, unknown>) =>
    (await getPageList(await factory.root(), strict, body)).records.length;
  const refused = { code: 203, message: '请填写查询条件「数量」' };
  await expect(ask({})).rejects.toMatchObject(refused);
  await expect(ask({ search: { qty: [null, null] } })).rejects.toMatchObject(refused);
  expect(await ask({ search: { qty: [1, null] } })).toBe(2);
  expect(await ask({ where: 'qty > 1' })).toBe(2);
});

describe('conditions, schemes, nodes', () => {
  it('narrows by a text condition over own fields, rows and placed hops', async () => {
    expect(await codes({ where: "qty > 1 && maker.region == '东'" })).toBe('A1');
    expect(await codes({ where: 'exists(parts, size > 3)' })).toBe('A1');
  });
  it('takes a condition tree', async () => {
    const tree = {
      all: [
        { f: 'qty', op: 'ge', v: 5 },
        {
          any: [
            { f: 'kind', op: 'in', v: ['2'] },
            { f: 'code', op: 'starts', v: 'B' },
          ],
        },
      ],
    };
    expect(await codes({ where: tree })).toBe('A2');
  });
  it('applies a scheme by code or title, with its order', async () => {
    expect(await codes({ scheme: 'big' })).toBe('A2');
    expect(await codes({ scheme: '大量' })).toBe('A2');
  });
  it('narrows to a node of the side tree and all below it', async () => {
    expect(await codes({ node: { field: 'shelf', id: ids.top } })).toBe('A1,A2');
    expect(await codes({ node: { id: ids.low } })).toBe('A1');
  });
  it('narrows to ids', async () => {
    expect(await codes({ ids: [toys[1]!.id, toys[3]!.id] })).toBe('A2,B2');
  });
});

describe('order and pages', () => {
  it('sorts by columns, both ways, ending in the id', async () => {
    expect(await codes({ sort: '-code' })).toBe('B2,B1,A2,A1');
    expect(await codes({ sort: '-qty,code' })).toBe('B2,A2,A1,B1');
    expect(await codes({ sort: 'maker,code' })).toBe('A1,B1,A2,B2');
    expect(await codes({ sort: '-double' })).toBe('B2,A2,A1,B1');
  });
  it('pages', async () => {
    const ctx = await factory.root();
    const first = await getPageList(ctx, page, { current: 1, size: 3 });
    const second = await getPageList(ctx, page, { current: 2, size: 3 });
    expect([...first.records, ...second.records].map((record) => record.code)).toEqual(['A1', 'A2', 'B1', 'B2']);
    expect([first.total, second.total, first.size]).toEqual([4, 4, 3]);
  });
});

describe('rows', () => {
  it('carries values, labels, computed columns and what lists need', async () => {
    const { records } = await getPageList(await factory.root(), page, {});
    expect(records[0]).toMatchObject({
      id: toys[0]!.id,
      version: 1,
      code: 'A1',
      kind: '1',
      tags: ['a'],
      makerId: ids.east,
      maker: 'M1 东厂',
      'maker.region': '东',
      makers: [
        { id: ids.east, label: 'M1 东厂' },
        { id: ids.west, label: 'M2 西厂' },
      ],
      shelf: '下层',
      qty: 5.5,
      made: '2026-01-10',
      price: 12.5,
      late: true,
      double: 11,
      siblings: 2,
      pin: '******',
      span: ['2026-01-01 00:00:00', '2026-01-05 00:00:00'],
      'parts.maker': 'M2 西厂、M1 东厂',
      $isDisabled: true,
    });
    expect(records[3]).toMatchObject({
      code: 'B2',
      name: null,
      makerId: null,
      maker: null,
      qty: null,
      late: false,
      tags: [],
      makers: [],
      span: null,
    });
    expect(records[3]).not.toHaveProperty('$isDisabled');
  });
  it('fills columns of templates and services for the rows of the page', async () => {
    calls.length = 0;
    const { records } = await getPageList(await factory.root(), page, { size: 2 });
    expect(records.map((record) => [record.line, record.worth])).toEqual([
      ['A1 东厂 2', 55],
      ['A2 西厂 0', 200],
    ]);
    expect(calls.sort()).toEqual(['A1', 'A2']);
    const chosen = await getPageList(await factory.root(), page, { columns: ['code'] });
    expect(chosen.records[0]).not.toHaveProperty('worth');
  });
  it('totals the whole filter in two decimals, also on the first record', async () => {
    const { summary, records } = await getPageList(await factory.root(), page, { size: 1 });
    expect(summary).toMatchObject({ qty: 25.62, price: 19.75 });
    expect(records[0]).toMatchObject({ qtyTotal: 25.62, priceTotal: 19.75 });
  });
  it('tells the actions each row allows', async () => {
    const { records } = await getPageList(await factory.root(), page, {});
    expect(records.map((record) => record._actions)).toEqual([
      ['view', 'edit', 'grow', 'sell'],
      ['view', 'edit'],
      ['view', 'edit', 'grow', 'sell'],
      ['view', 'edit'],
    ]);
    const clerk = await factory.as([{ functions: ['toy:view', 'toy:sell'] }]);
    const seen = await getPageList(clerk, page, {});
    expect(seen.records.map((record) => record._actions)).toEqual([
      ['view', 'sell'],
      ['view'],
      ['view', 'sell'],
      ['view'],
    ]);
  });
});

describe('names that are not the page’s', () => {
  const bad: readonly (readonly [string, Record<string, unknown>])[] = [
    ['an unknown sort key', { sort: 'nope' }],
    ['SQL in a sort key', { sort: 'code; drop table toy' }],
    ['a field in the sort that the page does not show', { sort: 'count' }],
    ['an unknown column', { columns: ['code', 'nope'] }],
    ['SQL as a column', { columns: ['code" from pg_user --'] }],
    ['an unknown search field', { search: { nope: 1 } }],
    ['SQL as a search field', { search: { "code' or '1'='1": 'x' } }],
    ['an unknown name in the condition', { where: 'nope == 1' }],
    ['a query over another object', { where: 'exists(maker, code == row.code)' }],
    ['a hop that is not on the page', { where: "maker.name == 'x'" }],
    ['a setting', { where: 'sys.listDataShowNum > 1' }],
    ['an unknown scheme', { scheme: 'nope' }],
    ['an unknown node field', { node: { field: 'maker', id: ids.east } }],
    ['an id that is none', { ids: ["1' or true"] }],
    ['an unknown key', { page: 2 }],
    ['too large a page', { size: 5000 }],
    ['a wrong value', { search: { qty: ['a', 'b'] } }],
    ['a wrong date', { search: { made: ['2026-13-01', null] } }],
    ['a secret', { where: "pin == 'x'" }],
    [
      'a tree that is too deep',
      { where: { all: [{ all: [{ all: [{ all: [{ all: [{ f: 'qty', op: 'eq', v: 1 }] }] }] }] }] } },
    ],
  ];
  for (const [title, body] of bad)
    it(`refuses ${title} as 400 before any SQL`, async () => {
      // without a connection: whatever went as far as a statement would fail in another way
      const ctx = { ...(await factory.root()), trx: null as never };
      await expect(getPageList(ctx, page, body)).rejects.toMatchObject({ code: 400 });
    });
  it('keeps quotes and backslashes of values as values', async () => {
    for (const value of ["' or 1=1 --", '\\', '"', "\\'; drop table toy; --", '%', '_'])
      expect(await codes({ search: { code: value } })).toBe('');
    expect(await codes({})).toBe('A1,A2,B1,B2');
  });
});

describe('fields the user may not see', () => {
  it('are in no row, no total, no sort, no condition', async () => {
    const clerk = await factory.as([{ functions: ['toy:view'] }]);
    const { records, summary } = await getPageList(clerk, page, {});
    for (const record of records) for (const key of Object.keys(record)) expect(key).not.toMatch(/^price/);
    expect(summary).not.toHaveProperty('price');
    for (const body of [
      { sort: 'price' },
      { columns: ['price'] },
      { where: 'price > 1' },
      { search: { price: [1, 2] } },
    ])
      await expect(getPageList(clerk, page, body)).rejects.toMatchObject({ code: 400 });
  });
});
