/** The frame around the pages: signing in and out, addresses, tabs, menu, search. */
import { expect } from '@playwright/test';
import { newToken, type Wire } from '../support/client';
import {
  answered,
  button,
  DEMO_PASSWORD,
  faultsOf,
  field,
  fillSignIn,
  front,
  go,
  openAs,
  openBrowser,
  openMenu,
  pageTab,
  scheme,
  signIn,
  startFactory,
  test,
} from './support';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
const factory = startFactory();
const LIST = '/oms/purchase/order';
const OWN_PASSWORD = 'Ruoshui#2026';

test('a signed-out browser goes to the sign-in page and back to where it wanted', async ({ browser }) => {
  const page = await openBrowser(browser, factory, `${LIST}?scheme=month`);
  await expect(page).toHaveURL(/\/v2\/login\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toContain(LIST);
  await expect(page.getByRole('textbox', { name: /账号/ })).toBeFocused();
  await signIn(page, 'xumin');
  await expect(page).toHaveURL(new RegExp(`/v2${LIST}\\?scheme=month`));
  await expect(pageTab(page, '采购订单')).toHaveAttribute('aria-selected', 'true');
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

test('a wrong password says the sentence of the server under the form and keeps the name', async ({ browser }) => {
  const page = await openBrowser(browser, factory);
  const answer = answered(page, '/sys/signIn', () => fillSignIn(page, 'xumin', 'Falsch#2026'));
  const { msg } = (await (await answer).json()) as { msg: string };
  expect(msg).toMatch(/[\u4e00-\u9fff]/);
  await expect(page.getByRole('alert')).toHaveText(msg);
  await expect(page.getByRole('textbox', { name: /账号/ })).toHaveValue('xumin');
  await expect(page).toHaveURL(/\/v2\/login/);

  await test.step('the right one gets in after the guard of the button', async () => {
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await expect(button(page, '登录')).toBeEnabled({ timeout: 5_000 });
    await page.locator('input[type=password]').press('Enter');
    await expect(page).toHaveURL(/\/v2\/home/, { timeout: 10_000 });
  });
  await page.context().close();
});

test('an unknown address goes home and says so', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  for (const path of ['/nirgendwo/list', '/factoryModel/nothing?x=1', '/oms/purchase/order/nosuch']) {
    await go(page, factory, path);
    await expect(page.getByText('页面不存在')).toBeVisible();
    await expect(page).toHaveURL(/\/v2\/home$/);
  }
  await test.step('so does a page of somebody else', async () => {
    await go(page, factory, '/systemset/mange/department');
    await expect(page.getByText('页面不存在')).toBeVisible();
    await expect(page).toHaveURL(/\/v2\/home$/);
  });
  await page.context().close();
});

test('a revoked session says so and leads to the sign-in page', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  await openMenu(page, '采购订单');
  await expect(front(page).locator('[data-row]').first()).toBeVisible();
  // signed out by the same tokens elsewhere
  const token = await page.evaluate(`JSON.parse(localStorage.getItem('millwright.accessToken') ?? '{}').value`);
  const out = await page.request.post(`${factory.base}/v2/api/mes/sys/signOut`, {
    headers: { authorization: `Bearer ${String(token)}` },
    data: {},
  });
  expect(out.status()).toBe(200);
  await button(front(page), '刷新').click();
  await expect(page.getByText('登录信息已失效，请重新登录').last()).toBeVisible();
  await expect(page).toHaveURL(/\/v2\/login\?redirect=/);
  expect(await page.evaluate(`localStorage.getItem('millwright.accessToken')`)).toBeNull();
  await signIn(page, 'xumin');
  await expect(pageTab(page, '采购订单')).toHaveAttribute('aria-selected', 'true');
  await page.context().close();
});

test('page tabs keep what was typed, the scheme and the order; closing asks for the unsaved only', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'xumin');
  await openMenu(page, '采购订单');
  await scheme(page, '全部');
  await button(front(page), '新增').click();
  await field(page, '合同编号').fill('HT-0815');
  await expect(pageTab(page, '新增采购订单').getByRole('img', { name: '未保存' })).toBeVisible();

  await openMenu(page, '物料');
  await expect(pageTab(page, '物料')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('HT-0815')).toBeHidden();
  await pageTab(page, '新增采购订单').click();
  await expect(field(page, '合同编号')).toHaveValue('HT-0815');
  await pageTab(page, '采购订单').click();
  await expect(page.getByRole('tab', { name: '全部', exact: true })).toHaveAttribute('aria-selected', 'true');

  await test.step('a saved tab closes at once, the unsaved one asks', async () => {
    await button(page, '关闭物料').click();
    await expect(pageTab(page, '物料')).toHaveCount(0);
    await pageTab(page, '采购订单').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect(page.getByRole('dialog')).toContainText('有未保存的修改，关闭后将丢失，是否继续？');
    await button(page.getByRole('dialog'), '确定').click();
    await expect(pageTab(page, '新增采购订单')).toHaveCount(0);
  });
  await test.step('a middle click closes', async () => {
    await pageTab(page, '采购订单').click({ button: 'middle' });
    await expect(page).toHaveURL(/\/v2\/home$/);
  });
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

test('the menu shows what the user may open, and folds', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  const menu = page.getByRole('navigation', { name: '菜单' });
  await expect(button(menu, '采购管理')).toBeVisible();
  await expect(button(menu, '系统管理')).toHaveCount(0);
  await expect(button(menu, '部门管理')).toHaveCount(0);
  // more pages than a menu shows at once: directories begin folded
  await expect(button(menu, '采购订单')).toHaveCount(0);
  await button(menu, '采购管理').click();
  await expect(button(menu, '采购订单')).toBeVisible();
  await button(menu, '采购入库').click();
  await expect(button(menu, '采购入库')).toHaveAttribute('aria-current', 'page');
  const wide = (await menu.boundingBox())?.width ?? 0;
  await button(menu, '收起菜单').click();
  await expect.poll(async () => (await menu.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
  await page.reload();
  await expect(button(menu, '展开菜单')).toBeVisible();
  await page.context().close();
});

test('Ctrl+K finds a page by a word of it', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByLabel('搜索')).toBeFocused();
  await page.keyboard.type('供应');
  await expect(page.getByRole('dialog').getByRole('button').first()).toHaveText(/^供应商/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v2\/factoryModel\//);
  await expect(pageTab(page, '供应商')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});

test('Ctrl+K finds a document by its number, 扫码 opens what a label names', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByLabel('搜索').fill('cgdd');
  const found = page.getByRole('dialog').getByRole('button', { name: /^CGDD\d+ ?采购订单$/ });
  await expect(found.first()).toBeVisible();
  const [nbr = ''] = (await found.first().innerText()).split(/\s/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v2\/oms\/purchase\/order\/detail\?id=/);
  await expect(front(page)).toContainText(nbr);
  await button(page, '扫码').first().click();
  await expect(page.getByRole('dialog').getByLabel('扫码')).toBeFocused();
  // a scanner types and enters before anything was found
  await page.keyboard.type('MB|NOBODY');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('没有找到「MB|NOBODY」');
  await page.keyboard.type('MB|MT-12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v2\/factoryModel\/material\/detail\?id=/);
  await page.context().close();
});

test('a menu stands still while it appears: a click that comes at once meets what it aimed at', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  const tops = await page.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        const seen: number[] = [];
        const until = performance.now() + 600;
        const look = (): void => {
          const item = [...document.querySelectorAll('[role=menuitem]')].at(-1) ?? null;
          const isSeen = item !== null && item.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          if (isSeen) seen.push(Math.round(item.getBoundingClientRect().top));
          if (performance.now() < until) requestAnimationFrame(look);
          else resolve([...new Set(seen)]);
        };
        document.querySelector<HTMLElement>('[aria-label$="用户菜单"]')?.click();
        look();
      }),
  );
  expect(tops).toHaveLength(1);
  await page.context().close();
});

test('signing out forgets the session', async ({ browser }) => {
  const page = await openAs(browser, factory, 'xumin');
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/v2\/login$/);
  expect(await page.evaluate(`localStorage.getItem('millwright.accessToken')`)).toBeNull();
  await go(page, factory, LIST);
  await expect(page).toHaveURL(/\/v2\/login\?redirect=/);
  await page.context().close();
});

test('许敏 changes her password: what the rules refuse, what is typed twice, and everybody signs in again (acceptance 2)', async ({
  browser,
}) => {
  const admin = await factory.client('admin');
  const { records } = await admin.must<{ records: readonly Wire[] }>('/basedata/bdSysConfig/getPageList', {
    keyword: 'auth.minLength',
    current: 1,
    size: 200,
  });
  const known = records.find(({ key }) => key === 'auth.minLength');
  await admin.must('/basedata/bdSysConfig/saveOrUpdate', {
    rows: [{ key: 'auth.minLength', value: 10, version: known?.version }],
    token: newToken(),
  });
  const [page, other] = [await openAs(browser, factory, 'xumin'), await openAs(browser, factory, 'xumin')];
  await go(page, factory, '/personal/changePwd');
  const change = async (password: string, again = password): Promise<void> => {
    await field(page, '原密码').fill(DEMO_PASSWORD);
    await field(page, '新密码').fill(password);
    await field(page, '再次输入新密码').fill(again);
    await page.locator('button[type=submit]').click();
  };
  await change('Xumin123', 'Xumin124');
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await change('Xumin123');
  await expect(page.getByRole('alert').filter({ hasText: '密码不符合要求' })).toHaveText(
    '密码不符合要求：长度8位，至少10位；不能包含登录账号',
  );
  // nothing changed: the old one is still hers
  await factory.client('xumin');
  await openMenu(other, '采购订单');
  await expect(front(other).locator('[data-row]').first()).toBeVisible();

  await change(OWN_PASSWORD);
  await expect(page.getByText('密码修改成功，请重新登录')).toBeVisible();
  await expect(page).toHaveURL(/\/v2\/login/);
  await button(front(other), '刷新').click();
  await expect(other).toHaveURL(/\/v2\/login/);
  await fillSignIn(page, 'xumin', DEMO_PASSWORD);
  await expect(page.getByRole('alert')).toContainText('账号或密码错误');
  await fillSignIn(page, 'xumin', OWN_PASSWORD);
  await expect(page).toHaveURL(/\/v2\/home/);
  for (const eachPage of [page, other]) await eachPage.context().close();
});
