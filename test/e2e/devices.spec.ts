/** Devices: the embedded messenger, the root font, lists, forms and windows of a phone, sizes for fingers. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import {
  answered,
  button,
  cell,
  demoDocsThisYear,
  dialog,
  faultsOf,
  field,
  fillSignIn,
  front,
  go,
  openBrowser,
  row,
  signIn,
  startFactory,
  test,
} from './support';

const factory = startFactory();
const LIST = '/oms/purchase/order';
const DINGTALK =
  'Mozilla/5.0 (Linux; Android 12) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 AliApp(DingTalk/7.0.30) com.alibaba.android.rimet';
const PHONE = { width: 390, height: 844 };

const openPhone = (browser: Browser, userAgent?: string): Promise<Page> =>
  openBrowser(browser, factory, '/login', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
const rootFont = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
/** Nothing of the page stands beyond the right edge. */
const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

test('the messenger has no menu and no tabs: a title and the way back, and says who it is in every call', async ({
  browser,
}) => {
  const page = await openPhone(browser, DINGTALK);
  const marks = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) marks.add(request.headers().appmark);
  });
  await fillSignIn(page, 'xumin');
  await expect(page.getByRole('heading', { name: /许敏/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '菜单' })).toHaveCount(0);
  await expect(page.getByRole('tablist', { name: '打开的页面' })).toHaveCount(0);
  await expect(button(page, '菜单')).toHaveCount(0);
  await expect(button(page, '返回')).toHaveCount(0);

  await button(front(page), '采购订单').tap();
  const cards = front(page).getByRole('list', { name: '采购订单' });
  await expect(cards.getByRole('listitem').first()).toBeVisible();
  await fits(page);
  await button(page, '新增').tap();
  await expect(field(page, '供应商')).toBeVisible();
  await button(page, '返回').tap();
  await expect(cards).toBeVisible();
  await button(page, '返回').tap();
  await expect(page.getByRole('heading', { name: /许敏/ })).toBeVisible();
  expect([...marks]).toEqual(['2']);
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

test('a phone: cards, a form in one column, the pick window as a drawer, controls for a finger', async ({
  browser,
}) => {
  const page = await openPhone(browser);
  await fillSignIn(page, 'xumin');
  await button(front(page), '采购订单').tap();
  const card = front(page).getByRole('list', { name: '采购订单' }).getByRole('listitem').first();
  await expect(card).toBeVisible();
  for (const name of [
    '新增',
    '筛选',
    '刷新',
    '列设置',
    '搜索页面、单号、物料',
    '许敏 用户菜单',
    '菜单',
    '返回',
    '方案操作',
  ]) {
    const box = await button(page, name).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    expect(box?.width, name).toBeGreaterThanOrEqual(44);
  }
  await test.step('one control of search, the others behind 筛选', async () => {
    const search = front(page).getByRole('search', { name: '查询条件' });
    await expect(button(search, '查询')).toHaveCount(0);
    await button(search, '筛选').tap();
    await expect(button(search, '高级筛选')).toBeVisible();
    await fits(page);
    await button(search, '收起').tap();
  });
  await button(page, '新增').tap();
  const fields = front(page).locator('[data-field]:has(> label)').filter({ visible: true });
  await expect(fields.first()).toBeVisible();
  const lefts = await fields.evaluateAll(
    (all) => new Set(all.map((element) => Math.round(element.getBoundingClientRect().left))).size,
  );
  expect(lefts).toBe(1);
  await fits(page);
  await page.getByLabel('选择供应商', { exact: true }).tap();
  await expect(dialog(page).getByLabel('查找')).toBeVisible();
  await expect(async () => {
    const box = await dialog(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width: PHONE.width });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height);
  }).toPass();
  await answered(page, '/pick/supplier', () => dialog(page).getByLabel('查找').fill('恒力'));
  await row(dialog(page), '恒力').tap();
  await button(dialog(page), '确定').tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(front(page).locator('[data-field=supplier]')).toContainText('恒力');
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

test('a tablet: rows, cells and bars for a finger, no number cut; floor mode fills the window, of a phone too', async ({
  browser,
}) => {
  const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
  const page = await openBrowser(browser, factory, '/login', tablet);
  await signIn(page, 'admin');
  const isHigh = async (what: Locator): Promise<void> =>
    expect((await what.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await go(page, factory, '/demo/list?scheme=all');
  await isHigh(row(front(page), /SL/));
  await isHigh(button(page, '关闭示例列表'));
  await go(page, factory, '/demo/edit');
  await button(front(page), '空行').tap();
  // the line below a cell belongs to its row
  const line = cell(page, 'material').locator('xpath=ancestor::*[@data-row]');
  for (const what of [line, button(front(page), '添加'), button(front(page), '保存')]) await isHigh(what);
  await go(page, factory, '/board/demoBoard');
  const number = front(page).getByRole('region', { name: '单据', exact: true });
  await expect(number).toContainText(await demoDocsThisYear(await factory.client('admin')));
  expect(await number.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await page.setViewportSize(PHONE);
  await go(page, factory, '/demo/floor');
  await button(front(page), '车间模式').tap();
  await expect.poll(async () => (await button(page, '提交').boundingBox())?.width).toBeGreaterThan(320);
  await fits(page);
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

test('the root font is width / 120 px, never under that of 1440, and an ordinary browser is marked 0', async ({
  browser,
}) => {
  const page = await openBrowser(browser, factory);
  const mark = page.waitForRequest((request) => request.url().includes('getUserMenuList'));
  await signIn(page, 'xumin');
  expect((await mark).headers().appmark).toBe('0');
  for (const [width, px] of [
    [1024, 12],
    [1440, 12],
    [1920, 16],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await rootFont(page)).toBe(`${px}px`);
  }
  await go(page, factory, LIST);
  await expect(row(page, /CGDD/)).toBeVisible();
  await page.context().close();
});
