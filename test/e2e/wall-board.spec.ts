/** A large board without sign-in: from the factory's net, by key, by a code; what happens when its right or the network ends. */
import { expect, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { faultsOf, go, openAs, openBrowser, sharedFactory, test } from './support';

const factory = sharedFactory();
const BOARD = '/dashboard/devicerunning';
let admin: Client;
let cfg: Wire;
const board = (page: Page) => page.getByRole('main', { name: '机加车间设备运行' });

test.beforeAll(async () => {
  admin = await factory.client('admin');
  const { records } = await admin.list('screenCfg', { current: 1, size: 10 });
  cfg = records.find(({ name }) => name === '机加大屏') ?? {};
  expect(cfg.id).toBeTruthy();
});
const stored = (): Promise<Wire> => admin.must(`/lcdp/data/screenCfg/getOne?id=${cfg.id}`);
/** 重置地址 as its dialog does it */
const renew = async (): Promise<string> => {
  const record = await stored();
  const { ask } = await admin.must<{ ask: { address: string } }>('/lcdp/data/screenCfg/preview/newKey', {
    targets: [{ id: record.id, version: record.version }],
  });
  const { address } = ask;
  const { code } = await admin.act('screenCfg', 'newKey', [record], { ask: { address } });
  expect(code).toBe(200);
  return address.replace(/^\/v2/, '');
};
const setOpen = async (value: boolean): Promise<void> => {
  const { records } = await admin.must<{ records: readonly Wire[] }>('/basedata/bdSysConfig/getPageList', {
    current: 1,
    size: 500,
  });
  const row = records.find(({ key }) => key === 'screen.openAccess') ?? {};
  await admin.must('/basedata/bdSysConfig/saveOrUpdate', {
    rows: [{ key: 'screen.openAccess', value, version: row.version ?? 0 }],
    token: crypto.randomUUID(),
  });
};

test('from the net of the factory it opens without sign-in and without a key, and turns no one to the sign-in page', async ({
  browser,
}) => {
  const page = await openBrowser(browser, factory, BOARD);
  await expect(board(page)).toBeVisible();
  await expect(page.getByText('交班前请完成报工和工位清扫')).toBeVisible();
  await expect(page.getByRole('region', { name: '设备状态' })).toContainText(/暂无数据|运行/);
  expect(page.url()).toContain(BOARD);
  await go(page, factory, '/dashboard/deviceoperationmonitor');
  await expect(page.getByRole('main', { name: '机加车间监控' })).toBeVisible();
  await expect(page.getByRole('region', { name: '未关闭报警' })).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('a key opens it; a new address closes the old one within ten seconds, and what it showed stays', async ({
  browser,
}) => {
  await setOpen(false);
  const page = await openBrowser(browser, factory, await renew());
  await expect(board(page)).toBeVisible();
  await renew();
  await expect(page.getByRole('alert')).toHaveText('授权已失效，请联系管理员', { timeout: 10_000 });
  await expect(board(page)).toBeVisible();
  expect(page.url()).toContain(BOARD);
});

test('without a right it shows a code; entered in 大屏设置 the screen opens by itself', async ({ browser }) => {
  await setOpen(false);
  const page = await openBrowser(browser, factory, BOARD);
  await expect(page.getByRole('heading', { name: '大屏未授权' })).toBeVisible();
  const shown = page.getByRole('status', { name: '配对码' });
  await expect(shown).toHaveText(/\d{3} \d{3}/);
  const code = ((await shown.textContent()) ?? '').replace(' ', '');
  expect((await admin.act('screenCfg', 'pair', [await stored()], { ask: { code } })).code).toBe(200);
  await expect(board(page)).toBeVisible();
  // it keeps its key on this machine
  await page.reload();
  await expect(board(page)).toBeVisible();
});

test('without network it says since when, and its numbers stay', async ({ browser }) => {
  await setOpen(true);
  const page = await openBrowser(browser, factory, BOARD);
  await expect(board(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole('alert')).toHaveText(/^数据更新于\d\d:\d\d:\d\d，网络中断$/, { timeout: 60_000 });
  await expect(board(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a stream that was cut opens again without a reload, and the board is asked for meanwhile', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await setOpen(true);
  const page = await openBrowser(browser, factory);
  let streams = 0;
  await page.route('**/screen/stream?*', (route) => {
    streams++;
    return streams === 1 ? route.abort() : route.continue();
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/screen/data?')) asked++;
  });
  await go(page, factory, BOARD);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await expect(board(page)).toBeVisible();
  expect([streams, asked]).toEqual([1, 1]);
  await expect.poll(() => streams, { timeout: 30_000 }).toBe(2);
  // by the stream alone
  const record = await stored();
  await admin.must('/lcdp/data/screenCfg/save', {
    record: { id: record.id, version: record.version, notice: '从数据流来的公告' },
    token: crypto.randomUUID(),
  });
  await expect(page.getByText('从数据流来的公告')).toBeVisible({ timeout: 10_000 });
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
});

test('大屏设置 shows the board with what is typed, before it is saved', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin', `/edevice/largescreensetting/edit?id=${cfg.id}`);
  const preview = page.getByRole('region', { name: '预览' });
  await expect(preview.getByRole('region', { name: '设备状态' })).toBeVisible();
  await page.getByLabel('标题').fill('一号机加大屏');
  await page.getByLabel('标题').press('Tab');
  await expect(preview.getByRole('heading', { name: '一号机加大屏' })).toBeVisible();
  expect((await stored()).title).not.toBe('一号机加大屏');
  await page.close();
});
