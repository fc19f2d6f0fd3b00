/**
 * Where an object begins, and who looks at it: a sheet, a table of another system, fields pasted from another object; empty and full
 * previews, tried as somebody else, two editors at once, values for what is there already, and whoever may only look.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { makeBook } from '../../server/excel/write';
import {
  chip,
  fieldOnSheet,
  left,
  named,
  onStage,
  openDesigner,
  properties,
  safe,
  settled,
  sheet,
  side,
  typeCode,
} from './designing';
import {
  answered,
  button,
  choose,
  dialog,
  type Factory,
  faultsOf,
  front,
  openAs,
  openMenu,
  startFactory,
  test,
} from './support';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const factory = startFactory();
let page: Page;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1366, height: 768 });
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string, of = page): Promise<void> => {
  if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const card = (of: Page, title: string) =>
  of.getByRole('region', { name: '对象' }).getByRole('button', { name: new RegExp(title) });
const preview = async (entry: string): Promise<void> => {
  await page.getByRole('button', { name: /^预览/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const publish = async (note: string): Promise<void> => {
  await safe(page);
  await button(page, '发布').click();
  await page.getByPlaceholder('这次改了什么，为什么改').fill(note);
  const answer = await answered(page, '/design/publish', () =>
    page.getByRole('button', { name: /^发布( v\d+)?$/ }).click(),
  );
  expect(await answer.json()).toMatchObject({ code: 200 });
};
/** A table of another system beside the factory's own. */
const otherSystem = async ({ url, dataDir }: Factory): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema legacy;
    create table legacy.gauge (no varchar(20) primary key, name text not null, limit_mm numeric(8,3), bought date);
    comment on column legacy.gauge.no is '量具编号'; comment on column legacy.gauge.name is '量具名称';
    comment on column legacy.gauge.limit_mm is '量程'; comment on column legacy.gauge.bought is '购入日期';
    insert into legacy.gauge select 'LJ' || n, '卡尺' || n, n * 10, date '2025-01-01' + n from generate_series(1, 3) n`);
  await client.end();
  writeFileSync(join(dataDir, 'sync.json'), JSON.stringify({ local: { tables: ['legacy.gauge'] } }));
};

test('a sheet becomes an object: titles of its first line, kinds by what stands below', async () => {
  await openDesigner(page);
  await button(page, '新建对象').click();
  await dialog(page).getByRole('radio', { name: /Excel/ }).click();
  const buffer = await makeBook([
    {
      spec: { name: '点检', columns: [{ width: 16 }, { width: 16 }, { width: 16 }] },
      rows: [
        ['点检项目', '标准值', '点检日期'],
        ['主轴温度', 60, '2026-01-15'],
        ['油位', 2.5, '2026-01-16'],
      ],
    },
  ]);
  await dialog(page).locator('input[type=file]').setInputFiles({ name: '设备点检.xlsx', mimeType: XLSX, buffer });
  await expect(dialog(page).getByRole('list', { name: '列成为的字段' }).getByRole('listitem')).toHaveText([
    '点检项目单行文字',
    '标准值数字',
    '点检日期日期',
  ]);
  await expect(dialog(page).getByLabel('标题', { exact: true })).toHaveValue('设备点检');
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await dialog(page).getByLabel('新应用的名称').fill('设备现场');
  await typeCode(page, 'xCheck');
  await shot('start-excel');
  await button(dialog(page), '确定').click();
  await expect(fieldOnSheet(page, 'dianJianXiangMu')).toBeVisible();
  await expect(fieldOnSheet(page, 'biaoZhunZhi')).toBeVisible();
});

test('previews: no rows, ten thousand rows', async () => {
  await side(page, '列表');
  await preview('没有数据');
  await expect(
    sheet(page)
      .getByText(/暂无数据|还没有/)
      .first(),
  ).toBeVisible();
  await shot('start-none');
  await preview('一万行数据');
  await expect(
    sheet(page)
      .getByText(/10,?000/)
      .first(),
  ).toBeVisible();
  await shot('start-many');
  await preview('示例数据');
  await publish('点检');
});

test('fields are copied to another object as text', async () => {
  await side(page, '编辑');
  await onStage(page, fieldOnSheet(page, 'biaoZhunZhi'));
  await expect(properties(page).getByRole('heading', { name: '标准值' })).toBeVisible();
  await page.keyboard.press('Control+c');
  // what is new begins at its page, whichever side of another object was looked at
  await side(page, '动作');
  await page.getByTitle('打开其他对象').click();
  await button(page, '新建对象').click();
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await dialog(page).getByLabel('标题', { exact: true }).fill('设备保养');
  await settled(page);
  await button(dialog(page), '确定').click();
  await expect(page.getByTitle('打开其他对象')).toContainText('设备保养');
  await page.locator('[data-designer]').focus();
  await page.keyboard.press('Control+v');
  await expect(fieldOnSheet(page, 'biaoZhunZhi')).toBeVisible();
  await shot('start-pasted');
  await safe(page);
});

test('two editors: what both changed is decided, the rest is merged', async ({ browser }) => {
  const other = await openAs(browser, factory, 'admin');
  await openDesigner(other);
  await other
    .getByRole('navigation', { name: '应用' })
    .getByRole('button', { name: /设备现场/ })
    .click();
  await card(other, '设备保养').click();
  const field = (of: Page) => onStage(of, fieldOnSheet(of, 'biaoZhunZhi'));
  const hint = (of: Page) => properties(of).getByLabel('提示', { exact: true }).first();
  await field(other);
  await field(page);
  // neither knows of the other until both have done it
  let go: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/lcdp/design/steps', async (route) => {
    await both;
    await route.continue();
  });
  await hint(page).fill('按作业指导书');
  await hint(page).press('Enter');
  await hint(other).fill('按说明书');
  await hint(other).press('Enter');
  await safe(other);
  go();
  const bar = page.getByRole('region', { name: '与他人修改冲突' });
  await expect(bar).toBeVisible();
  await shot('start-conflict');
  await page.unroute('**/lcdp/design/steps');
  await button(bar, '用对方的').click();
  await expect(bar).toHaveCount(0);
  await expect(hint(page)).toHaveValue('按说明书');
  await safe(page);
  expect(faultsOf(other)).toEqual([]);
  await other.context().close();
});

test('a required field over records: each gets a value', async () => {
  // what was begun by hand gets what names its records
  await left(page, '组件');
  await chip(page, 'kind:input').click();
  await named(page, '保养项目', 'item');
  await safe(page);
  const admin = await factory.client('admin');
  for (const item of ['主轴温度', '油位'])
    expect(await admin.save('xCheck', { dianJianXiangMu: item })).toMatchObject({ code: 200 });
  await page.getByTitle('打开其他对象').click();
  await card(page, '设备点检').click();
  await expect(fieldOnSheet(page, 'dianJianXiangMu')).toBeVisible();
  await left(page, '组件');
  await chip(page, 'kind:input').click();
  await named(page, '班次', 'team');
  await properties(page).getByLabel('必填').getByText('是').click();
  await safe(page);
  await button(page, '发布').click();
  await expect(page.getByText('现有2条数据没有该字段「班次」')).toBeVisible();
  await page.getByText('补值', { exact: true }).click();
  await page.getByRole('textbox', { name: '班次的值' }).fill('白班');
  await page.getByRole('textbox', { name: '班次的值' }).press('Tab');
  await shot('start-fill');
  await page.getByPlaceholder('这次改了什么，为什么改').fill('写明班次');
  const answer = await answered(page, '/design/publish', () => button(page, '发布').click());
  expect(await answer.json()).toMatchObject({ code: 200 });
  // the list has no column of it yet
  for (const { id } of (await admin.list('xCheck')).records)
    expect((await admin.one('xCheck', String(id))).team).toBe('白班');
});

test('the draft is tried as an operator, over real rows that stay as they are', async () => {
  await properties(page).waitFor();
  await onStage(page, fieldOnSheet(page, 'team'));
  const hint = properties(page).getByLabel('提示', { exact: true }).first();
  await hint.fill('白班或夜班');
  await hint.press('Enter');
  await safe(page);
  await preview('以角色或用户试用…');
  await dialog(page).getByRole('radio', { name: '本人 按自己的权限' }).click();
  await button(dialog(page), '开始试用').click();
  await expect(page.getByText('主轴温度').first()).toBeVisible();
  await shot('start-tried');
  await button(page, '结束试用').click();
  await expect(fieldOnSheet(page, 'team')).toBeVisible();
});

test('a table becomes an object, and its rows come in', async () => {
  await otherSystem(factory);
  await page.getByTitle('打开其他对象').click();
  await button(page, '同步表').click();
  const line = page.locator('[data-table="legacy.gauge"]');
  await shot('start-tables');
  await button(line, '新建对象').click();
  await expect(dialog(page).getByText(/量具编号（单行文字，唯一）、量具名称/)).toBeVisible();
  await dialog(page).getByLabel('标题', { exact: true }).fill('量具');
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await typeCode(page, 'xGauge');
  await shot('start-table');
  await button(dialog(page), '确定').click();
  await expect(fieldOnSheet(page, 'limitMm')).toBeVisible();
  await publish('量具');
  await expect(fieldOnSheet(page, 'limitMm')).toBeVisible();
  await page.getByTitle('打开其他对象').click();
  await button(page, '同步表').click();
  await button(line, '同步到已有对象').click();
  // a dialog takes the focus when it has come
  const focused = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]')?.textContent ?? '');
  await expect.poll(focused).toContain('选择已发布的对象');
  await choose(page, dialog(page), '同步到', '量具', '量具');
  await shot('start-sync');
  await button(dialog(page), '保存').click();
  await answered(page, '/sync/run', () => button(line, '立即同步').click());
  await expect(line).toContainText('新增3 修改0 不变0 失败0');
  await shot('start-synced');
  await page.keyboard.press('Escape');
  await button(page, '离开设计器').click();
  await openMenu(page, '量具');
  await expect(front(page).getByText('卡尺3')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('an app goes out as a file and comes back: what is not the same is decided', async () => {
  const files = () => page.getByRole('button', { name: /^导入导出/ });
  const apps = page.getByRole('navigation', { name: '应用' });
  const exported = async (): Promise<Buffer> => {
    await apps.getByRole('button', { name: /设备现场/ }).click();
    await files().click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '导出「设备现场」' }).click();
    return readFileSync(await (await download).path());
  };
  const take = (buffer: Buffer) =>
    page.getByLabel('导入应用文件').setInputFiles({ name: '设备现场.zip', mimeType: 'application/zip', buffer });
  await openDesigner(page);
  // shipped as it is: known before anybody asks
  await apps.getByRole('button', { name: /采购管理/ }).click();
  await files().click();
  await expect(page.getByRole('menuitem', { name: /没有自建或改过的内容可以导出/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  const first = await exported();
  await take(first);
  await expect(dialog(page).getByText('没有要导入的改动')).toBeVisible();
  await button(dialog(page), '取消').click();
  await card(page, '设备点检').click();
  await onStage(page, fieldOnSheet(page, 'biaoZhunZhi'));
  const title = properties(page).getByRole('textbox', { name: '标题', exact: true }).first();
  await title.fill('标准');
  await title.press('Enter');
  await publish('短一点');
  await page.getByTitle('打开其他对象').click();
  await take(first);
  await expect(dialog(page).getByText('这里不一样')).toBeVisible();
  await choose(page, dialog(page), '设备点检怎么办', '用文件里的');
  await shot('start-import');
  await button(dialog(page), '导入并发布').click();
  await expect(page.getByText('已导入「设备现场」，发布 1 个文档')).toBeVisible();
  expect((await exported()).equals(first)).toBe(true);
});

test('who may only look finds everything at rest', async ({ browser }) => {
  const admin = await factory.client('admin');
  const { records } = await admin.list('role', { current: 1, size: 50 });
  const role = await admin.one('role', String(records.find((record) => record.code === 'operator')?.id));
  const functions = [...(role.functions as string[]), 'dataModel:view'];
  expect(await admin.save('role', { id: role.id, version: role.version, functions })).toMatchObject({ code: 200 });
  const looker = await openAs(browser, factory, 'sunhao');
  await looker.getByRole('navigation', { name: '菜单' }).getByRole('button', { name: '系统管理' }).click();
  await looker.getByRole('navigation', { name: '菜单' }).getByRole('button', { name: '模型创建', exact: true }).click();
  await looker
    .getByRole('navigation', { name: '应用' })
    .getByRole('button', { name: /设备现场/ })
    .click();
  await expect(button(looker, '新建对象')).toHaveCount(0);
  await looker.getByRole('region', { name: '菜单' }).getByRole('button').first().click();
  await expect(looker.getByText('只读', { exact: true })).toBeVisible();
  await expect(button(looker, '新增目录')).toBeDisabled();
  await shot('start-looker', looker);
  await looker.getByTitle('打开其他对象').click();
  await card(looker, '设备点检').click();
  await expect(fieldOnSheet(looker, 'team')).toBeVisible();
  await expect(looker.getByRole('tab', { name: '组件', exact: true })).toHaveCount(0);
  await shot('start-looker-object', looker);
  expect(faultsOf(looker)).toEqual([]);
  await looker.context().close();
});
