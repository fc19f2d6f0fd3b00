/** Settings of an organisation: read with their defaults, changed with version and trail, read by everything from then on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSealed } from '../../../server/auth/vault';
import { newId } from '../../../server/ids';
import { forgetSettings } from '../../../server/records/settings/settings';
import { openSettings, saveSettingsPage } from '../../../server/records/settings/settings-page';
import { joinSchemas, loadSchemas } from '../../../server/registry/load';
import type { Page } from '../../../server/registry/pages';
import { buildRegistry } from '../../../server/registry/registry';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { filesOf, openFactory } from '../../support/records';
import { upload } from '../../support/upload';

const RADIO = {
  $schema: 'settings/1',
  group: 'radio',
  title: '电台',
  keys: { 'radio.secret': { title: '口令', kind: 'input', secret: true, max: 20 } },
} as const;

type Data = Record<string, unknown>;
let at: TestApp;
let token = '';
const post = (path: string, body: unknown) => at.call<Data>('POST', `/basedata/bdSysConfig/${path}`, { token, body });
const save = (key: string, value: unknown, version: number, call = newId()) =>
  post('saveOrUpdate', { rows: [{ key, value, version }], token: call });
const row = async (key: string): Promise<Data> =>
  ((await post('getPageList', { keyword: key })).data.records as Data[])[0] as Data;

beforeAll(async () => {
  const registry = buildRegistry(joinSchemas(loadSchemas(), filesOf([RADIO as never])));
  const admin = { loginName: 'boss', name: '老板', password: PASSWORD };
  at = await testApp({ registry, engine: true, org: { code: 'setting', name: '小厂', admin } });
  token = (await at.signIn('boss')).data.access_token;
});
afterAll(() => at?.close());

it('lists the keys of a group with their defaults', async () => {
  const { data } = await post('getPageList', { group: 'file' });
  expect(data.total).toBe(5);
  expect(await row('file.maxMB')).toMatchObject({ value: 50, defaultValue: 50, isDefault: true, version: 0, max: 200 });
});

it('keeps a value, takes it at once, and goes back to the default', async () => {
  expect((await save('file.maxMB', 1, 0)).data).toEqual({ saved: 1 });
  expect(await row('file.maxMB')).toMatchObject({ value: 1, isDefault: false, version: 1 });
  const large = await upload(at.app, token, { name: 'a.txt', bytes: Buffer.alloc(2 * 1024 * 1024, 0x61) });
  expect(large.msg).toBe('文件超过1MB');
  expect((await save('file.maxMB', null, 1)).data).toEqual({ saved: 1 });
  expect(await row('file.maxMB')).toMatchObject({ value: 50, isDefault: true, version: 2 });
  // a page opened before both changes is stale
  expect(await save('file.maxMB', 3, 0)).toMatchObject({ code: 203, data: { rule: 'record.stale' } });
});

it('refuses what the key does not hold, a stale version and an unknown key', async () => {
  expect(await save('file.maxMB', 201, 0)).toMatchObject({ code: 203, msg: '单个文件上限不能大于200' });
  expect((await save('file.maxMB', 'viel', 0)).code).toBe(203);
  expect(await save('file.maxMB', 7, 3)).toMatchObject({ code: 203, data: { rule: 'record.stale' } });
  expect((await save('file.nothing', 7, 0)).status).toBe(400);
  expect((await post('saveOrUpdate', { rows: [] })).status).toBe(400);
  expect(await row('file.maxMB')).toMatchObject({ isDefault: true });
});

it('does a call once', async () => {
  const call = newId();
  expect((await save('file.imageMaxPx', 2048, 0, call)).data).toEqual({ saved: 1 });
  expect((await save('file.imageMaxPx', 2048, 0, call)).data).toEqual({ saved: 1 });
  expect(await row('file.imageMaxPx')).toMatchObject({ value: 2048, version: 1 });
});

it('seals secrets and tells them to nobody, and writes who changed what', async () => {
  expect((await save('radio.secret', 'geheim', 0)).data).toEqual({ saved: 1 });
  expect(await row('radio.secret')).toMatchObject({ value: '******', version: 1 });
  expect((await save('radio.secret', '******', 1)).data).toEqual({ saved: 0 });
  const { rows } = await sql<{ value: string }>`select value #>> '{}' as value from ${sql.table(
    `${at.org.schema}.mw_setting`,
  )} where key = 'radio.secret'`.execute(at.database.db);
  expect(isSealed(rows[0]?.value ?? '')).toBe(true);
  const trail = await sql<{ changes: Data[] }>`select changes from ${sql.table(
    `${at.org.schema}.mw_trail`,
  )} where object = 'sysConfig' order by seq`.execute(at.database.db);
  expect(trail.rows[0]?.changes).toMatchObject([{ path: 'file.maxMB', from: 50, to: 1 }]);
  expect(JSON.stringify(trail.rows)).not.toContain('geheim');
});

it('is globalSetting of the specification by its own names, with one version', async () => {
  const get = () => at.call<Data>('GET', '/basedata/globalSetting/getOne', { token });
  const put = (body: Data) => at.call<Data>('POST', '/basedata/globalSetting/addOrUpdate', { token, body });
  const before = (await get()).data;
  const call = { version: before.version, listDataShowNum: 50, waterMark: { text: '内部资料' }, token: newId() };
  const { data } = await put(call);
  expect(data).toEqual({ version: Number(before.version) + 2 });
  expect((await put(call)).data).toEqual(data);
  expect((await get()).data.version).toBe(data.version);
  const values = async () => [(await row('listDataShowNum')).value, (await row('waterMark.text')).value];
  expect(await values()).toEqual([50, '内部资料']);
  expect((await put({ ...call, listDataShowNum: 40, token: newId() })).msg).toBe('数据已被他人修改，请刷新后重试');
  expect((await put({ ...data, listDataShowNum: 500 })).msg).toContain('列表每页行数');
  expect((await put({ ...data, waterMark: { nothing: 1 } })).code).toBe(400);
  expect(await values()).toEqual([50, '内部资料']);
  await put({ ...data, listDataShowNum: null, waterMark: { text: null } });
});

it('tells the browser what holds for one document too, so that its expressions are worked out as the server does', async () => {
  const sys = async () =>
    (await at.call<{ sys: Data }>('GET', '/basedata/globalSetting/getOne', { token })).data.sys as Data;
  expect(await sys()).not.toHaveProperty(['audit.mode.purchaseOrder']);
  // as 单据审核 keeps it
  await sql`insert into ${sql.table(`${at.org.schema}.mw_setting`)} (key, value, version, updated_at)
            values ('audit.mode.purchaseOrder', '"2"', 1, now()), ('auth.pin.purchaseOrder', '"x"', 1, now())`.execute(
    at.database.db,
  );
  forgetSettings(at.org.id);
  expect(await sys()).toMatchObject({ 'audit.mode': '1', 'audit.mode.purchaseOrder': '2' });
  for (const key of ['radio.secret', 'auth.pin.purchaseOrder']) expect(await sys()).not.toHaveProperty([key]);
});

it('is not for everybody', async () => {
  expect((await at.call('POST', '/basedata/bdSysConfig/getPageList', { body: {} })).status).toBe(401);
});

const page = (call: string, body: unknown) => at.call<Data>('POST', `/lcdp/data/demoSetting/${call}`, { token, body });
const open = async (): Promise<Data> => (await at.call<Data>('GET', '/lcdp/data/demoSetting/getOne', { token })).data;
const savePage = (record: Data, call = newId()) => page('save', { record, token: call });

it('opens a page over settings as one record: the keys of its groups, secrets masked', async () => {
  const item = await at.call<Data>('GET', '/lcdp/apppage/getPageItem?pageId=demoSetting', { token });
  const { edit, fields } = item.data.schema as { edit: { groups: Data[] }; fields: Record<string, Data> };
  expect(edit.groups.map((group) => group.tab)).toEqual(['示例报数', '示例提醒']);
  expect(fields.demoGraceDays).toMatchObject({ title: '宽限天数', default: 3, max: 30 });
  expect(await open()).toMatchObject({ version: 1, demoGraceDays: 3, demoCompany: '工坊示例厂', demoAlarmKey: null });
});

it('saves keys of both tabs in one call, and a value that is the default is stored as none', async () => {
  const saved = await savePage({ version: 1, demoGraceDays: 7, demoAlarmOn: false, demoAlarmKey: 'geheim-2' });
  expect(saved.data).toMatchObject({
    version: 4,
    record: { demoGraceDays: 7, demoAlarmOn: false, demoAlarmKey: '******' },
  });
  expect(await row('demo.graceDays')).toMatchObject({ value: 7, isDefault: false });
  const back = await savePage({ version: 4, demoGraceDays: 3, demoAlarmKey: '******' });
  expect(back.data).toMatchObject({ version: 5, record: { demoGraceDays: 3 } });
  expect(await row('demo.graceDays')).toMatchObject({ isDefault: true });
  const emptied = await savePage({ version: 5, demoAlarmOn: true, demoNote: '' });
  expect(emptied.data).toMatchObject({ version: 6, record: { demoAlarmOn: true } });
});

it('refuses a stale page with what stands there now, limits, checks of the page and keys of other pages', async () => {
  const stale = await savePage({ version: 5, demoGraceDays: 4 });
  expect(stale).toMatchObject({ code: 203, data: { rule: 'record.stale', current: { version: 6, demoGraceDays: 3 } } });
  expect(await savePage({ version: 6, demoGraceDays: 31 })).toMatchObject({ code: 203, msg: '宽限天数不能大于30' });
  expect(await savePage({ version: 6, demoAlarmRepeatDays: 4 })).toMatchObject({
    code: 203,
    msg: '重复间隔不能超过宽限天数3',
  });
  expect((await savePage({ version: 6, fileMaxMB: 1 })).status).toBe(400);
  expect((await savePage({ demoGraceDays: 4 })).status).not.toBe(200);
  expect(await open()).toMatchObject({ version: 6, demoGraceDays: 3, demoAlarmRepeatDays: 1 });
});

it('does a save of the page once, and has no rows to list', async () => {
  const call = newId();
  const first = await savePage({ version: 6, demoCompany: '甲厂' }, call);
  expect(await savePage({ version: 6, demoCompany: '甲厂' }, call)).toEqual(first);
  expect((await open()).version).toBe(7);
  for (const text of ['getPageList', 'export']) expect((await page(text, {})).status).toBe(404);
  for (const text of ['why', 'usage', 'links', 'saveAll'])
    expect((await page(text, { id: at.org.id, records: [] })).status).toBe(404);
});

it('lets nobody change a page of settings who may only look at it, nor by the right of another page', async () => {
  const factory = await openFactory();
  try {
    const at = factory.registry.page('demoSetting') as Page;
    for (const functions of [[], ['demoSetting:view'], ['sysConfig:edit', 'demoSetting:view']]) {
      const ctx = await factory.as([{ functions }]);
      const sent = saveSettingsPage(ctx, at, { record: { version: 1, demoGraceDays: 4 }, token: newId() });
      await expect(sent).rejects.toMatchObject({ code: 403 });
    }
    const looking = await factory.as([{ functions: ['demoSetting:view'] }]);
    expect((await openSettings(looking, at))._actions).toEqual(['view']);
  } finally {
    await factory.close();
  }
});
