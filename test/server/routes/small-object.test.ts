/** Adding a small object is a JSON file and a menu entry, nothing else: table, list, form, rights, save, export follow. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { functions, services } from '../../../server/domain';
import { newId } from '../../../server/ids';
import { joinSchemas, loadSchemas } from '../../../server/registry/load';
import { buildRegistry } from '../../../server/registry/registry';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { sheetRows } from '../../support/sheets';

const OBJECT = {
  $schema: 'object/2',
  object: 'forklift',
  title: '叉车',
  use: ['master'],
  route: '/factoryModel/forklift/list',
  fields: {
    code: { rule: 'CC{seq:3}' },
    load: { title: '载重', type: 'decimal', required: true, min: 0, scale: 2, suffix: 't' },
    keeper: { title: '保管人', ref: 'employee' },
    nextCheck: { title: '下次年检', kind: 'dateCritical', warn: 30 },
    refuels: {
      title: '加油记录',
      kind: 'tabTable',
      rows: { min: 0 },
      fields: {
        day: { title: '日期', kind: 'date', required: true },
        litre: { title: '升', type: 'decimal', required: true },
      },
      columns: ['day', 'litre'],
    },
    used: { title: '累计油耗', type: 'decimal', formula: 'sum(refuels.litre)', scale: 2 },
  },
  checks: { heavy: { that: 'load <= 20', at: 'load', say: '载重不能超过20吨' } },
  list: {
    search: ['keeper', 'nextCheck:datetimeRange'],
    columns: ['load:sort', 'keeper', 'nextCheck', 'used'],
    summary: { load: 'sum' },
  },
  edit: {
    groups: {
      base: { fields: ['load', 'keeper', 'nextCheck'] },
      refuels: { title: '加油', fields: ['refuels', 'used'] },
    },
  },
};
const MENU = {
  $schema: 'menus/1',
  area: 'extra',
  title: '扩展',
  items: { forklift: { title: '叉车', page: 'forklift' } },
};

const folder = mkdtempSync(join(tmpdir(), 'small-object-'));
let at: TestApp;
let token = '';
beforeAll(async () => {
  mkdirSync(join(folder, 'objects/factory'), { recursive: true });
  mkdirSync(join(folder, 'menus'));
  writeFileSync(join(folder, 'objects/factory/forklift.json'), JSON.stringify(OBJECT));
  writeFileSync(join(folder, 'menus/extra.json'), JSON.stringify(MENU));
  const registry = buildRegistry(joinSchemas(loadSchemas(), loadSchemas(folder)), {
    functions,
    services: services.map(({ name }) => name),
  });
  const admin = { loginName: 'boss', name: '老板', password: PASSWORD };
  at = await testApp({ registry, engine: true, org: { code: 'small', name: '小厂', admin } });
  token = (await at.signIn('boss')).data.access_token;
});
afterAll(async () => {
  await at?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Data = Record<string, unknown>;
const post = (path: string, body: unknown) => at.call<Data>('POST', path, { token, body });
const get = (path: string, query: Record<string, string> = {}) => at.call<Data>('GET', path, { token, query });
const page = '/lcdp/data/forklift';

it('has its menu, its functions and its page', async () => {
  const menus = (await get('/application/apps/getUserMenuList')).data as Record<string, Data[]>;
  expect(
    Object.values(menus)
      .flat()
      .find((row) => row.page === 'forklift'),
  ).toMatchObject({
    name: '叉车',
    url: '/factoryModel/forklift/list',
    parentId: 'extra',
    type: 20,
  });
  const item = await get('/lcdp/apppage/getPageItem', { pageId: 'forklift' });
  expect(item.data.rights).toEqual(expect.arrayContaining(['forklift:add', 'forklift:disable', 'forklift:export']));
  expect((item.data.columns as Data[]).map((column) => column.prop)).toEqual(
    expect.arrayContaining(['code', 'name', 'load', 'used']),
  );
});

it('is entered, saved, read, listed, changed, checked, exported and removed', async () => {
  const fresh = await post(`${page}/getNew`, {});
  expect(fresh.data).toMatchObject({ isDisabled: '0', _actions: ['save'] });
  const record = {
    name: '一号车',
    load: 3.5,
    nextCheck: '2026-12-01',
    refuels: [
      { id: newId(), day: '2026-01-05', litre: 20.25 },
      { id: newId(), day: '2026-01-09', litre: 10 },
    ],
  };
  const saved = await post(`${page}/save`, { record, token: newId() });
  expect([saved.code, saved.msg]).toEqual([200, 'success']);
  expect(saved.data.record).toMatchObject({ code: 'CC001', name: '一号车', used: 30.25, version: 1 });
  const id = saved.data.id as string;

  const heavy = await post(`${page}/save`, { record: { name: '重车', load: 25 }, token: newId() });
  expect([heavy.code, heavy.msg]).toEqual([203, '载重不能超过20吨']);
  await post(`${page}/save`, { record: { name: '二号车', load: 2 }, token: newId() });

  const list = await post(`${page}/getPageList`, { sort: '-load', scheme: 'enabled' });
  expect(list.data).toMatchObject({ total: 2, summary: { load: 5.5 } });
  expect((list.data.records as Data[]).map((record) => [record.code, record.load, record.used])).toEqual([
    ['CC001', 3.5, 30.25],
    ['CC002', 2, 0],
  ]);
  expect((list.data.records as Data[])[0]?._actions).toEqual(expect.arrayContaining(['edit', 'disable', 'del']));

  const answer = await get(`${page}/getOne`, { id });
  expect((answer.data.refuels as Data[]).map((row) => [row.lineNo, row.litre])).toEqual([
    [10, 20.25],
    [20, 10],
  ]);
  const changed = await post(`${page}/save`, { record: { id, version: answer.data.version, load: 4 }, token: newId() });
  expect(changed.data.record).toMatchObject({ load: 4, name: '一号车', used: 30.25, version: 2 });

  const sheet = await at.app.inject({
    method: 'POST',
    url: `/v2/api/mes${page}/export`,
    payload: { columns: ['code', 'name', 'load', 'isDisabled'], sort: 'code' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sheet.headers['content-disposition']).toMatch(
    /^attachment; filename\*=UTF-8''%E5%8F%89%E8%BD%A6_\d{14}\.xlsx$/,
  );
  expect(await sheetRows(sheet.rawPayload)).toEqual([
    ['编码', '名称', '载重', '状态'],
    ['CC001', '一号车', 4, '启用'],
    ['CC002', '二号车', 2, '启用'],
  ]);

  const gone = await post(`${page}/act/del`, { targets: [{ id, version: 2 }], token: newId() });
  expect(gone.code).toBe(200);
  expect((await get(`${page}/getOne`, { id })).msg).toBe('数据不存在或无权查看');
  expect((await post(`${page}/getPageList`, {})).data.total).toBe(1);
});

it('answers nobody without a session or a right', async () => {
  for (const call of ['getPageList', 'getNew', 'resolve', 'export', 'pick/keeper', 'save', 'act/del'])
    expect((await at.call('POST', `${page}/${call}`, { body: {} })).code, call).toBe(401);
  expect((await at.call('GET', `${page}/getOne`, { query: { id: newId() } })).code).toBe(401);
  expect((await post('/lcdp/data/nope/getPageList', {})).code).toBe(404);
});
