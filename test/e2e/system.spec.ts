/** Rights from the administrator's tree to what somebody sees, and the personal centre. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Wire } from '../support/client';
import {
  answered,
  button,
  choose,
  confirm,
  faultsOf,
  field,
  fillSignIn,
  front,
  go,
  openAs,
  openBrowser,
  openMenu,
  row,
  rowAction,
  saved,
  startFactory,
  test,
} from './support';

const factory = startFactory();
const OWN = 'Ruoshui#2026';
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string, of: Page = page): Promise<void> => {
  if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

const tree = (): Locator => front(page).getByRole('group', { name: '功能权限' });
/** the line of a page in the tree of grants */
const line = (name: string): Locator =>
  tree()
    .locator('[data-node]')
    .filter({ has: page.getByRole('checkbox', { name, exact: true }) })
    .last();
const box = (at: Locator, name: string): Locator => at.getByRole('checkbox', { name, exact: true });
const save = () => answered(page, '/role/save', () => button(front(page), '保存').click());
const editRole = async (): Promise<void> => {
  await openMenu(page, '角色管理');
  await rowAction(page, row(front(page), '订单访客'), '编辑');
  await expect(line('采购订单')).toBeVisible();
};

test('a role gives exactly what was ticked, in its scope, until it is taken away', async ({ browser }) => {
  await test.step('the administrator ticks functions in the tree', async () => {
    await openMenu(page, '角色管理');
    await button(front(page), '新增').click();
    await field(front(page), '角色编码').fill('visitor');
    await field(front(page), '角色名称').fill('订单访客');
    await choose(page, front(page), '数据范围', '仅本人');
    await front(page).getByLabel('功能权限查找').fill('采购订单');
    await box(line('采购订单'), '打印').check();
    // whoever may print may see
    await expect(box(line('采购订单'), '查看')).toBeChecked();
    await expect(box(line('采购订单'), '采购订单')).not.toBeChecked();
    await shot('system-role-new');
    await save();
    await saved(page);
  });

  const admin = await factory.client('admin');
  const one = async (object: string, code: string): Promise<Wire> => {
    const { records } = await admin.must<{ records: readonly Wire[] }>(`/lcdp/data/${object}/getPageList`, {
      current: 1,
      size: 100,
    });
    const found = records.find((record) => record.code === code || record.loginName === code);
    if (found === undefined) throw new Error(`no ${object} ${code}`);
    return found;
  };
  const [role, dept] = [await one('role', 'visitor'), await one('dept', '14')];
  const made = await admin.save('user', { loginName: 'hejing', name: '何静', deptId: dept.id, roles: [role.id] });
  expect(made.code).toBe(200);

  const other = await openBrowser(browser, factory);
  await test.step('the first password is shown once and changed at once', async () => {
    await openMenu(page, '用户管理');
    await rowAction(page, row(front(page), 'hejing'), '重置密码');
    await confirm(page, '将生成新的初始密码');
    const told = page.getByRole('dialog', { name: /初始密码/ });
    await expect(told).toContainText('hejing');
    const text = ((await told.textContent()) ?? '').replace(/\s+/g, '');
    const first = /hejing何静(\S{12})/.exec(text)?.[1] ?? '';
    expect(first).toHaveLength(12);
    await told.getByRole('button', { name: '确定' }).click();
    // no code can be sent here: no way leads to a forgotten password
    await expect(other.getByRole('link', { name: '忘记密码' })).toHaveCount(0);
    await fillSignIn(other, 'hejing', first);
    await expect(other.getByRole('heading', { name: '修改密码' })).toBeVisible();
    await field(other, '原密码').fill(first);
    await field(other, '新密码').fill(OWN);
    await field(other, '再次输入新密码').fill(OWN);
    await other.locator('button[type=submit]').click();
    await expect(other).toHaveURL(/\/v2\/login/);
    await fillSignIn(other, 'hejing', OWN);
    await expect(other).toHaveURL(/\/v2\/home/);
  });

  const orders = async (): Promise<void> => {
    await go(other, factory, '/oms/purchase/order');
    await expect(front(other).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
  };
  await test.step('the user sees the page, none of the rows of others, no button beyond', async () => {
    await orders();
    await expect(front(other).locator('[role=row][data-row]')).toHaveCount(0);
    await expect(button(front(other), '新增')).toHaveCount(0);
    const menu = other.getByRole('navigation', { name: '菜单' });
    await expect(menu.getByRole('button', { name: '采购订单', exact: true })).toBeVisible();
    await expect(menu.getByRole('button', { name: '系统管理' })).toHaveCount(0);
    await shot('system-visitor', other);
  });

  await test.step('what changes is seen before it is saved, and holds at the next request', async () => {
    await editRole();
    await choose(page, front(page), '数据范围', '全部');
    await box(line('采购订单'), '新增').check();
    await expect(front(page).getByText('新增 1 项')).toBeVisible();
    await front(page).getByText('改动 1', { exact: true }).click();
    await expect(tree().locator('[data-change=added]')).toHaveText('新增');
    await shot('system-role-changed');
    await save();
    await orders();
    await expect(front(other).locator('[role=row][data-row]').first()).toBeVisible();
    await expect(button(front(other), '新增')).toBeVisible();
  });

  await test.step('the details of the user say what he may do and by which role', async () => {
    await openMenu(page, '用户管理');
    await rowAction(page, row(front(page), 'hejing'), '查看');
    await front(page).getByRole('tab', { name: '权限', exact: true }).click();
    await expect(front(page).getByText('来自 订单访客')).toHaveCount(0);
    await expect(tree().locator('[data-node]').filter({ hasText: '采购订单' }).first()).toContainText('全部');
    await expect(tree().getByTitle('来自 订单访客')).toHaveCount(3);
    await shot('system-user-rights');
  });

  await test.step('what is taken away is refused at the next request', async () => {
    await editRole();
    for (const name of ['查看', '新增', '打印']) await box(line('采购订单'), name).uncheck();
    await expect(front(page).getByText('取消 3 项')).toBeVisible();
    await save();
    const refused = await answered(other, '/purchaseOrder/getPageList', () => button(front(other), '查询').click());
    expect(((await refused.json()) as { code: number }).code).toBe(403);
    await go(other, factory, '/oms/purchase/order');
    await expect(other).toHaveURL(/\/v2\/home/);
  });
  expect(faultsOf(other)).toEqual([]);

  await test.step('who forgot to sign out ends that session himself', async () => {
    const forgotten = await openBrowser(browser, factory);
    await fillSignIn(forgotten, 'hejing', OWN);
    await expect(forgotten).toHaveURL(/\/v2\/home/);
    await go(other, factory, '/personal');
    await expect(other).toHaveURL(/\/v2\/personal\/infoMange/);
    await expect(front(other)).toContainText('订单访客');
    await shot('system-personal', other);
    await field(other, '昵称').fill('小何');
    await choose(other, front(other), '表格密度', '宽松');
    const stored = other.waitForResponse((response) => response.url().includes('/sys/user/own'));
    await answered(other, '/userProfile/save', () => button(front(other), '保存').click());
    await stored;
    // at once, without signing in again
    await expect(button(other, '小何 用户菜单')).toBeVisible();
    await front(other).getByRole('tab', { name: '安全' }).click();
    await expect(front(other).getByText('当前', { exact: true })).toHaveCount(1);
    await shot('system-safety', other);
    // the sign-in with the first password ended when it was changed
    await expect(button(front(other), '下线')).toHaveCount(1);
    await button(front(other), '下线').click();
    await answered(other, '/sys/user/endSession', () => confirm(other, '将立即退出'));
    await expect(button(front(other), '下线')).toHaveCount(0);
    await go(forgotten, factory, '/home');
    await expect(forgotten).toHaveURL(/\/v2\/login/);
    await forgotten.context().close();
  });
  await other.context().close();
  expect(faultsOf(page)).toEqual([]);
});

test('a water mark stands over every page and comes back when it is taken away', async () => {
  await openMenu(page, '水印设置');
  await front(page).getByRole('switch', { name: '启用' }).click();
  await answered(page, '/waterMark/save', () => button(front(page), '保存').click());
  const mark = page.locator('body > [data-mark]');
  // at once, also for those who did not save it
  await expect(mark).toHaveCount(1);
  await go(page, factory, '/oms/purchase/order');
  await expect(mark).toHaveCSS('pointer-events', 'none');
  await expect(front(page).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
  await shot('system-water-mark');
  await mark.evaluate((layer) => layer.remove());
  await expect(mark).toHaveCount(1);
  expect(faultsOf(page)).toEqual([]);
});
