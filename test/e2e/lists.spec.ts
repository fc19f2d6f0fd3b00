/** A buyer makes the list of orders his own: conditions, schemes, links he shares, columns. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import {
  button,
  confirm,
  dialog,
  drawn,
  faultsOf,
  front,
  go,
  listOf,
  openAs,
  scheme,
  startFactory,
  test,
} from './support';

const factory = startFactory();
const ORDERS = '/oms/purchase/order';
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'xumin');
});
test.afterAll(async () => page?.context().close());

const openOrders = async (at: Page = page, query = ''): Promise<void> => {
  await go(at, factory, `${ORDERS}${query}`);
  await settled(at);
};
const settled = (at: Page = page) => expect(front(at).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
/** What the page bar says. */
const total = async (at: Page = page): Promise<number> => {
  await settled(at);
  const text = await front(at)
    .getByText(/^共 \d+\+? 条$/)
    .textContent();
  return Number(/\d+/.exec(text ?? '')?.[0]);
};
const builder = (): Locator => dialog(page);
const openBuilder = async (): Promise<void> => {
  await button(front(page), '高级筛选').click();
  await expect(builder()).toContainText('高级筛选');
};
/** Chooses by what is typed, with the keyboard alone. */
const pick = async (name: string, n: number, typed: string): Promise<void> => {
  const control = builder().getByRole('combobox', { name }).nth(n);
  await control.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type(typed);
  await expect
    .poll(async () => {
      const active = await control.getAttribute('aria-activedescendant');
      return page.locator(`[id="${active}"]`).getAttribute('aria-label');
    })
    .toBe(typed);
  await page.keyboard.press('Enter');
  await expect(listOf(page)).toHaveCount(0);
};
/** Chooses with the pointer, where nothing can be typed. */
const choose = async (name: string, option: string): Promise<void> => {
  await builder().getByRole('combobox', { name }).focus();
  await page.keyboard.press('ArrowDown');
  await listOf(page).getByText(option, { exact: true }).click();
  await expect(listOf(page)).toHaveCount(0);
};
const apply = async (): Promise<void> => {
  await builder().getByRole('button', { name: '应用' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await settled();
};
const chips = (at: Page = page): Locator => front(at).getByRole('group', { name: '已应用的条件' });
const tab = (title: string | RegExp): Locator =>
  front(page).getByRole('tablist', { name: '查询方案' }).getByRole('tab', { name: title });
const schemeMenu = async (entry: string): Promise<void> => {
  await button(front(page), '方案操作').click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

test('a condition is built, stands above the rows and in the address, and goes again', async () => {
  await openOrders(page, '?scheme=');
  const all = await total();
  await openBuilder();
  await pick('字段', 0, '价税合计');
  await builder().getByRole('spinbutton').first().fill('1000');
  await button(builder(), '条件').first().click();
  await pick('字段', 1, '业务日期');
  await choose('业务日期的比较', '属于时段');
  await choose('业务日期的时段', '近 n 天');
  await builder().getByRole('spinbutton', { name: '业务日期的天数' }).fill('3650');
  await apply();
  const found = await total();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await expect(chips()).toContainText('价税合计大于等于1000');
  await expect(chips()).toContainText('业务日期属于时段近 3650 天');
  // the address says all of it: the same after a reload, and for whoever gets it
  const address = new URL(page.url());
  expect(JSON.parse(address.searchParams.get('q') ?? '')).toHaveProperty('all');
  await page.reload();
  expect(await total()).toBe(found);
  await chips().getByRole('button', { name: '去掉这个条件' }).first().click();
  await expect(chips()).not.toContainText('价税合计');
  await settled();
  // back and forward walk through what was asked
  await page.goBack();
  await expect(chips()).toContainText('价税合计');
  expect(await total()).toBe(found);
  await page.goBack();
  await expect(chips()).toHaveCount(0);
  expect(await total()).toBe(all);
  await page.goForward();
  await expect(chips()).toContainText('价税合计');
  await button(chips(), '清空条件').click();
  await expect(chips()).toHaveCount(0);
});

test('an expression of one’s own is checked where it is wrong; rows and groups narrow', async () => {
  await openOrders(page, '?scheme=');
  const all = await total();
  await openBuilder();
  await builder().getByRole('button', { name: '删除条件' }).click();
  await button(builder(), '自定义条件').click();
  const text = builder().getByRole('textbox', { name: '自定义条件' });
  await text.fill('totalAmount > nope * 2');
  await expect(builder().getByRole('alert')).toContainText('第15个字符');
  await button(builder(), '应用').click();
  await expect(builder().getByRole('status')).toHaveText('还有没填完的条件');
  await expect(text).toBeFocused();
  await text.fill('totalAmount > 100 * 10');
  await text.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await total()).toBeLessThan(all);
  await expect(chips()).toContainText('totalAmount > 100 * 10');
  // one row of the sub-table, in a group of its own
  await button(chips(), 'totalAmount > 100 * 10').click();
  await button(builder(), '条件组').last().click();
  await pick('字段', 0, '采购明细');
  await expect(builder().getByText('采购明细的同一行').last()).toBeVisible();
  await pick('字段', 1, '数量');
  await builder().getByRole('spinbutton').first().fill('1');
  await apply();
  await expect(chips()).toContainText('采购明细有一行');
  expect(await total()).toBeGreaterThan(0);
  expect(faultsOf(page)).toEqual([]);
});

test('a scheme is kept, opens by default, is changed, shared, and deleted after a question', async ({ browser }) => {
  await openOrders(page, '?scheme=');
  const all = await total();
  await openBuilder();
  await pick('字段', 0, '价税合计');
  await builder().getByRole('spinbutton').first().fill('2000');
  await apply();
  const found = await total();
  await button(front(page), '保存方案').click();
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(dialog(page)).toContainText('请填写方案名称');
  await expect(dialog(page)).toContainText('将保存：高级筛选');
  await dialog(page).getByRole('textbox').fill('大额订单');
  await dialog(page).getByRole('checkbox', { name: '打开列表时默认使用' }).check();
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(tab(/^\(默认\)大额订单/)).toHaveAttribute('aria-selected', 'true');
  await expect(chips()).toHaveCount(0);
  expect(await total()).toBe(found);
  await expect(tab('大额订单')).toContainText(String(found));
  const shared = new URL(page.url()).search;
  expect(shared).toContain('scheme=');
  // the list opens with it, first of the tabs
  await openOrders();
  await expect(front(page).getByRole('tablist', { name: '查询方案' }).getByRole('tab').first()).toHaveText(
    `(默认)大额订单${found}`,
  );
  expect(await total()).toBe(found);
  await sharedWith(browser, shared, found);
  // its own condition is changed in the builder
  await schemeMenu('修改条件');
  await builder().getByRole('spinbutton').first().fill('1');
  await button(builder(), '更新方案').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => total()).toBeGreaterThanOrEqual(found);
  await schemeMenu('取消默认');
  await expect(tab('大额订单')).not.toContainText('(默认)');
  await schemeMenu('重命名');
  await dialog(page).getByRole('textbox').fill('待审核');
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('方案名称已存在')).toBeVisible();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await schemeMenu('删除方案');
  await confirm(page, '删除方案「大额订单」？');
  await expect(tab('大额订单')).toHaveCount(0);
  expect(await total()).toBe(all);
});

/** Another person's tabs do not have the scheme, the address of it still narrows. */
const sharedWith = async (browser: Browser, query: string, found: number): Promise<void> => {
  const other = await openAs(browser, factory, 'admin');
  await openOrders(other, query);
  expect(await total(other)).toBe(found);
  await go(other, factory, ORDERS);
  await settled(other);
  await expect(front(other).getByRole('tab', { name: '大额订单' })).toHaveCount(0);
  await other.context().close();
};

test('a condition too long for an address is kept behind it', async () => {
  await openOrders(page, '?scheme=');
  await openBuilder();
  await builder().getByRole('button', { name: '删除条件' }).click();
  for (let n = 0; n < 2; n += 1) {
    await button(builder(), '自定义条件').click();
    const parts = Array.from({ length: 20 }, (_, i) => `contains(remark, '${'长'.repeat(30)}${n}${i}')`);
    await builder()
      .getByRole('textbox', { name: '自定义条件' })
      .nth(n)
      .fill(`totalAmount >= 0 || ${parts.join(' || ')}`);
  }
  await apply();
  await expect.poll(() => new URL(page.url()).searchParams.get('q') ?? '').toMatch(/^~/);
  const found = await total();
  await page.reload();
  expect(await total()).toBe(found);
  await expect(chips()).toContainText('totalAmount >= 0');
});

test('columns are hidden, moved and kept for the person, and come back', async () => {
  await openOrders(page, '?scheme=');
  const heads = () => front(page).getByRole('columnheader');
  await expect(heads().filter({ hasText: '采购员' })).toHaveCount(1);
  await button(front(page), '列设置').click();
  const popover = page.getByRole('tooltip').filter({ hasText: '全选' });
  await expect(popover).toBeVisible();
  await expect.poll(async () => Math.round((await popover.boundingBox())?.width ?? 0)).toBe(170);
  await popover.getByRole('checkbox', { name: '采购员' }).uncheck();
  await expect(popover.getByRole('checkbox', { name: '全选' })).toBeChecked({ indeterminate: true });
  await popover.getByLabel('移动价税合计').focus();
  // lifting, moving and dropping by keys each take a frame
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key);
    await drawn(page);
  }
  const saved = page.waitForResponse((response) => response.url().endsWith('/basedata/fieldSearch/saveOrUpdate'));
  await button(front(page), '列设置').click();
  expect((await saved).ok()).toBe(true);
  const titles = async (): Promise<string> => (await heads().allInnerTexts()).join('|');
  await expect(heads().filter({ hasText: '采购员' })).toHaveCount(0);
  await page.reload();
  await settled();
  await expect(heads().filter({ hasText: '采购员' })).toHaveCount(0);
  const mine = await titles();
  expect(mine.indexOf('价税合计')).toBeLessThan(mine.indexOf('供应商'));
  await button(front(page), '列设置').click();
  await popover.getByRole('button', { name: '恢复默认' }).click();
  await button(front(page), '列设置').click();
  await expect(heads().filter({ hasText: '采购员' })).toHaveCount(1);
  await page.reload();
  await settled();
  await expect(heads().filter({ hasText: '采购员' })).toHaveCount(1);
  await scheme(page, '本月');
  expect(faultsOf(page)).toEqual([]);
});
