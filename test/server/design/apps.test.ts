/** 应用设置 (domain 10 §5.11): an app that is off has no menu and answers nothing; its data stays. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeEngine } from '../../../server/compose';
import { mirrorDocuments } from '../../../server/design/mirror/mirror';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';

type Data = Record<string, unknown>;
let at: TestApp;
let token = '';
beforeAll(async () => {
  at = await testApp({ engine: true });
  const engine = composeEngine({
    db: at.database.app,
    owner: at.database.db,
    keys: [randomBytes(32)],
    dataDir: at.dataDir,
  });
  await engine.asSystem(at.org, mirrorDocuments);
  token = (await at.signIn('admin')).data.access_token;
});
afterAll(() => at?.close());

const post = (path: string, body: unknown = {}) => at.call<Data>('POST', path, { token, body });
const rows = async () =>
  ((await post('/lcdp/data/app/getPageList', { scheme: 'all' })).data as { records: Data[] }).records;
const rowOf = async (code: string) => (await rows()).find((row) => row.code === code) as Data;
const act = async (action: string, code: string) => {
  const { id, version } = await rowOf(code);
  return post(`/lcdp/data/app/act/${action}`, { targets: [{ id, version }], ask: {}, token: newId() });
};
const said = (answer: { msg: string; data: unknown }): string => JSON.stringify([answer.msg, answer.data]);
const menus = async () =>
  Object.keys((await at.call<Data>('GET', '/application/apps/getUserMenuList', { token })).data);

test('the apps are there with their menus and what they need', async () => {
  expect(await rowOf('purchase')).toMatchObject({ name: '采购管理', source: '10', isDisabled: '0' });
  expect(Number((await rowOf('purchase')).menuCount)).toBeGreaterThan(0);
  expect((await rowOf('purchase')).needs).toContain('工厂建模');
});

test('what others or everything stands on is not switched off', async () => {
  expect(said(await act('disable', 'system'))).toContain('「系统管理」是基础应用，不能停用');
  expect(said(await act('disable', 'factory'))).toMatch(/应用「.+」依赖此应用，请先停用/);
});

test('switched off: no menu, no page, no right; on again: everything is back', async () => {
  expect(await menus()).toContain('purchase');
  expect((await act('disable', 'purchase')).msg).toBe('success');
  expect(await menus()).not.toContain('purchase');
  for (const path of ['purchaseOrder/getPageList', 'purchaseOrder/save', 'purchaseOrder%23edit/getNew'])
    expect(await post(`/lcdp/data/${path}`)).toMatchObject({ code: 203, msg: '应用「采购管理」已停用' });
  const item = { query: { pageId: 'purchaseOrder' }, token };
  expect((await at.call('GET', '/lcdp/apppage/getPageItem', item)).status).toBe(403);
  // what pushes into it is a button no more
  const order = await at.call('GET', '/lcdp/apppage/getPageItem', { query: { pageId: 'prdOrder' }, token });
  expect(JSON.stringify(order.data)).toContain('下推领料');
  expect(JSON.stringify(order.data).includes('生成采购申请')).toBe(false);
  const none = await act('disable', 'demo');
  expect(none.msg).toBe('success');
  // the others go on, and roles keep what they were given
  expect((await post('/lcdp/data/material/getPageList')).code).toBe(200);
  const tree = await at.call('GET', '/sys/role/grantTree', { token });
  expect(JSON.stringify(tree.data)).toContain('purchaseOrder:view');
  for (const code of ['demo', 'purchase']) expect((await act('enable', code)).msg).toBe('success');
  expect((await post('/lcdp/data/purchaseOrder/getPageList')).code).toBe(200);
  expect(await menus()).toContain('purchase');
});

test('a field that points into an app that is off is not there, and what it holds stays', async () => {
  const factory = await rowOf('factory');
  expect(String(factory.needs ?? '')).not.toContain('物联采集');
  const item = async () => {
    const { data } = await at.call<Data>('GET', '/lcdp/apppage/getPageItem', { query: { pageId: 'pointMap' }, token });
    const { fields, columns, search, schema } = data;
    const { edit, detail, import: sheets, checks } = schema as Data;
    return JSON.stringify([fields, columns, search, edit, detail, sheets, checks]);
  };
  const list = (body: unknown = {}) => post('/lcdp/data/pointMap/getPageList', body);
  expect(await item()).toContain('"dataPoint');
  // alerts of energy become orders of a service, whose page stands here
  expect(said(await act('disable', 'iot'))).toContain('应用「能源管理」依赖此应用，请先停用');
  expect((await act('disable', 'energy')).msg).toBe('success');
  expect((await act('disable', 'iot')).msg).toBe('success');
  expect(await item()).not.toContain('dataPoint');
  const { code, data } = await list();
  expect(code).toBe(200);
  expect(JSON.stringify(data)).not.toContain('dataPoint');
  expect((await list({ search: { dataPoint: newId() } })).code).toBe(400);
  expect((await act('enable', 'iot')).msg).toBe('success');
  expect((await act('enable', 'energy')).msg).toBe('success');
  expect(await item()).toContain('"dataPoint');
});

test('the menu follows the order of the apps', async () => {
  const { id } = await rowOf('purchase');
  const { data } = await at.call<Data>('GET', '/lcdp/data/app/getOne', { token, query: { id: String(id) } });
  const record = { ...data, sortNo: 1 };
  expect((await post('/lcdp/data/app/save', { record, version: data.version, token: newId() })).msg).toBe('success');
  expect((await menus())[0]).toBe('purchase');
  const renamed = { ...record, version: Number(data.version) + 1, name: '买' };
  expect(said(await post('/lcdp/data/app/save', { record: renamed, token: newId() }))).toContain(
    '内置应用的应用名称不能修改',
  );
});
