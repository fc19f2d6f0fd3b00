import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import type { ScopeGrant } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { getOne } from '../../../server/records/read/read';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { sheetRows } from '../../support/sheets';

/** notes of departments: each row is somebody's and some department's */
const DOCS: readonly AnyDoc[] = [
  {
    $schema: 'object/2',
    object: 'memo',
    title: '便条',
    label: 'code',
    route: '/memo',
    fields: {
      code: { title: '编码', kind: 'input' },
      dept: { title: '部门', kind: 'tree', ref: 'dept' },
      owner: { title: '负责人', ref: 'employee' },
      level: { title: '级别', type: 'int' },
    },
    list: { search: ['code'], columns: ['code', 'dept', 'level'], sort: 'code', summary: { level: 'sum' } },
    actions: { add: {}, view: {}, edit: {}, export: {} },
    access: {
      owner: ['createdBy', 'owner'],
      rows: { low: { title: '低级', where: 'level < 3' }, mine: { title: '本人', where: 'owner == me.employee' } },
    },
  },
  {
    $schema: 'object/2',
    object: 'vault',
    title: '库',
    label: 'code',
    fields: { code: { title: '编码', kind: 'input' }, open: { title: '开放', type: 'bool' } },
    list: { columns: ['code'], sort: 'code' },
    actions: { view: {} },
    access: { rows: { open: { title: '开放', where: 'open', always: true } } },
  },
  {
    $schema: 'object/2',
    object: 'chest',
    title: '箱',
    label: 'code',
    fields: { code: { title: '编码', kind: 'input' }, open: { title: '开放', type: 'bool' } },
    list: { columns: ['code'], sort: 'code' },
    actions: { view: {} },
    access: { rows: { open: { title: '开放', where: 'open', always: 'all' } } },
  },
  {
    $schema: 'object/2',
    object: 'letter',
    title: '信',
    label: 'code',
    route: '/letter',
    fields: { code: { title: '编码', kind: 'input' }, memo: { title: '便条', ref: 'memo' } },
    actions: { add: {}, view: {}, edit: {} },
  },
];

const depts = { root: newId(), prod: newId(), line: newId(), buy: newId() };
const people = { wang: newId(), li: newId() };
const users = { wang: newId(), li: newId() };
const memos = new Map<string, string>();
let factory: Factory;
let page: Page;

beforeAll(async () => {
  factory = await openFactory({ documents: DOCS });
  page = factory.registry.page('memo')!;
  const dept = (id: string, name: string, parent: string | null) => ({
    id,
    code: name,
    name,
    parent_id: parent,
    type: '20',
  });
  await factory.insert('dept', [
    dept(depts.root, '总厂', null),
    dept(depts.prod, '生产部', depts.root),
    dept(depts.line, '机加', depts.prod),
    dept(depts.buy, '采购部', depts.root),
  ]);
  await factory.insert('employee', [
    { id: people.wang, code: 'E1', name: '王强' },
    { id: people.li, code: 'E2', name: '李四' },
  ]);
  const memo = (code: string, row: Record<string, unknown>) => {
    const id = newId();
    memos.set(code, id);
    return { id, code, level: 1, ...row };
  };
  await factory.insert('memo', [
    memo('A-prod', { dept_id: depts.prod, created_by_id: users.li, level: 5 }),
    memo('B-line', { dept_id: depts.line, created_by_id: users.li }),
    memo('C-buy', { dept_id: depts.buy, created_by_id: users.li }),
    memo('D-none-mine', { created_by_id: users.wang }),
    memo('E-none', { created_by_id: users.li }),
    memo('F-buy-owner', { dept_id: depts.buy, created_by_id: users.li, owner_id: people.wang, level: 7 }),
    memo('G-gone', { dept_id: depts.prod, created_by_id: users.wang, is_deleted: 1 }),
  ]);
  await factory.insert('vault', [
    { id: newId(), code: 'V1', open: true },
    { id: newId(), code: 'V2', open: false },
  ]);
  await factory.insert('chest', [
    { id: newId(), code: 'H1', open: true },
    { id: newId(), code: 'H2', open: false },
  ]);
});
afterAll(() => factory?.close());

const wang = { id: users.wang, employee: people.wang, dept: depts.prod, depts: [depts.prod, depts.line] };
const rights = ['memo:view', 'memo:export', 'letter:add'];
const scoped = (scope: ScopeGrant, me: Record<string, unknown> = wang): Promise<EngineCtx> =>
  factory.as([{ functions: rights, scope }], me);

const cases: readonly (readonly [string, ScopeGrant, readonly string[], Record<string, unknown>?])[] = [
  ['1 everything', { scope: '1', depts: [] }, ['A-prod', 'B-line', 'C-buy', 'D-none-mine', 'E-none', 'F-buy-owner']],
  ['2 own department and below', { scope: '2', depts: [] }, ['A-prod', 'B-line', 'D-none-mine']],
  ['3 own department', { scope: '3', depts: [] }, ['A-prod', 'D-none-mine']],
  ['4 mine by any owner path', { scope: '4', depts: [] }, ['D-none-mine', 'F-buy-owner']],
  ['5 chosen departments', { scope: '5', depts: [depts.buy] }, ['C-buy', 'D-none-mine', 'F-buy-owner']],
  ['a named scope', { scope: 'low', depts: [] }, ['B-line', 'C-buy', 'D-none-mine', 'E-none']],
  ['a scope of no object', { scope: 'nope', depts: [] }, []],
  ['3 without a department', { scope: '3', depts: [] }, ['D-none-mine'], { ...wang, dept: null, depts: [] }],
  ['a named scope about a null employee', { scope: 'mine', depts: [] }, [], { ...wang, employee: null }],
];

describe('row scopes reach the same rows on every way out', () => {
  for (const [title, scope, expected, me] of cases)
    it(title, async () => {
      const ctx = await scoped(scope, me);
      const list = await getPageList(ctx, page, { size: 50 });
      expect(list.records.map((record) => record.code)).toEqual(expected);
      expect(list.total).toBe(expected.length);
      const totals = { 'A-prod': 5, 'F-buy-owner': 7 } as Record<string, number>;
      expect(list.summary ?? { level: 0 }).toEqual({
        level: expected.reduce((sum, code) => sum + (totals[code] ?? 1), 0),
      });
      if (expected.length > 0) {
        const sheet = await exportList(ctx, page, {});
        expect((await sheetRows(sheet.stream)).slice(1).map((row) => row[0])).toEqual(expected);
      } else await expect(exportList(ctx, page, {})).rejects.toMatchObject({ code: 203, message: '没有可导出的数据' });
      const picked = await pickRows(ctx, factory.registry.page('letter')!, 'memo', { record: { code: 'x' } });
      expect(picked.records.map((record) => record.label).sort()).toEqual([...expected].sort());
      for (const [code, id] of memos) {
        const promise = getOne(ctx, page, { id });
        if (expected.includes(code)) expect((await promise).code).toBe(code);
        else await expect(promise).rejects.toMatchObject({ code: 203, message: '数据不存在或无权查看', data: null });
      }
    });

  it('joins the scopes of all roles that grant the right', async () => {
    const ctx = await factory.as(
      [
        { functions: rights, scope: { scope: '3', depts: [] } },
        { functions: ['memo:view'], scope: { scope: '5', depts: [depts.buy] } },
        { functions: ['memo:edit'], scope: { scope: '1', depts: [] } },
      ],
      wang,
    );
    const list = await getPageList(ctx, page, {});
    expect(list.records.map((record) => record.code)).toEqual(['A-prod', 'C-buy', 'D-none-mine', 'F-buy-owner']);
    // export stays in its own scope, edit reaches wherever view does
    const sheet = await exportList(ctx, page, {});
    expect((await sheetRows(sheet.stream)).slice(1).map((row) => row[0])).toEqual(['A-prod', 'D-none-mine']);
    expect(list.records.every((record) => (record._actions as string[]).includes('edit'))).toBe(true);
  });

  it('follows the example of the rights: 20 documents, 13 seen, 8 to edit', async () => {
    const shop = { a: newId(), b: newId(), buy: newId() };
    const dept = (id: string, name: string) => ({ id, code: name, name, parent_id: depts.root, type: '30' });
    await factory.insert('dept', [dept(shop.a, '机加车间'), dept(shop.b, '装配车间'), dept(shop.buy, '采购二部')]);
    const many = (count: number, dept_id: string) =>
      Array.from({ length: count }, (_, n) => ({
        id: newId(),
        code: `X${n}`,
        dept_id,
        created_by_id: users.li,
        level: 9,
      }));
    const foreign = many(7, shop.buy);
    await factory.insert('memo', [...many(8, shop.a), ...many(5, shop.b), ...foreign]);
    const leader = { functions: ['memo:view', 'memo:edit'], scope: { scope: '3', depts: [] } };
    const lookup = { functions: ['memo:view'], scope: { scope: '5', depts: [shop.b] } };
    const ctx = await factory.as([leader, lookup], { ...wang, dept: shop.a, depts: [shop.a] });
    const list = await getPageList(ctx, page, { search: { code: 'X' } });
    expect(list.total).toBe(13);
    expect(list.records.filter((record) => (record._actions as string[]).includes('edit'))).toHaveLength(8);
    await expect(getOne(ctx, page, { id: foreign[0]?.id })).rejects.toMatchObject({ message: '数据不存在或无权查看' });
  });

  it('marks an action only in the rows of its own right', async () => {
    const ctx = await factory.as(
      [{ functions: ['memo:view'] }, { functions: ['memo:edit'], scope: { scope: '3', depts: [] } }],
      wang,
    );
    const list = await getPageList(ctx, page, {});
    const editable = list.records.filter((record) => (record._actions as string[]).includes('edit'));
    expect(editable.map((record) => record.code)).toEqual(['A-prod', 'D-none-mine']);
    expect((await getOne(ctx, page, { id: memos.get('C-buy') }))._actions).toEqual(['view']);
    expect((await getOne(ctx, page, { id: memos.get('A-prod') }))._actions).toEqual(['view', 'edit']);
  });

  it('answers missing, deleted and foreign ids with the same body', async () => {
    const ctx = await scoped({ scope: '3', depts: [] });
    const bodies = await Promise.all(
      [newId(), memos.get('G-gone'), memos.get('C-buy'), 'no-uuid', "' or true --"].map((id) =>
        getOne(ctx, page, { id }).then(
          () => 'found',
          (error: { code: number; message: string; data: unknown }) => [error.code, error.message, error.data],
        ),
      ),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify([203, '数据不存在或无权查看', null])]),
    );
  });

  it('keeps an always-scope for everybody but the superuser, and `all` for him too', async () => {
    const codes = async (ctx: EngineCtx, object: string) =>
      (await getPageList(ctx, factory.registry.page(object)!, {})).records.map((record) => record.code);
    const clerk = await factory.as([{ functions: ['vault:view', 'chest:view'] }]);
    expect(await codes(clerk, 'vault')).toEqual(['V1']);
    expect(await codes(await factory.root(), 'vault')).toEqual(['V1', 'V2']);
    expect(await codes(await factory.root(), 'chest')).toEqual(['H1']);
  });
});
