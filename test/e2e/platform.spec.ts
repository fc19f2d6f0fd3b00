/** What administrators change without the designer: a dictionary, the menu, a print layout opened where it is drawn. */
import { expect, type Page } from '@playwright/test';
import {
  answered,
  button,
  choose,
  dialog,
  faultsOf,
  field,
  front,
  listOf,
  openAs,
  openMenu,
  row,
  rowAction,
  startFactory,
  test,
  typeCell,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());

const find = async (text: string): Promise<void> => {
  await front(page)
    .getByPlaceholder(/^(编码\/名称|名称\/编码)$/)
    .fill(text);
  await button(front(page), '查询').click();
};

test('a value gets another name, and a value of the product stays one', async () => {
  await openMenu(page, '数据字典');
  await find('gender');
  await rowAction(page, row(page, '性别'), '编辑');
  await expect(field(page, '字典名称')).toHaveValue('性别');
  await typeCell(page, 'label', 0, '男性');
  await answered(page, '/dict/save', () => button(front(page), '保存').click());
  const admin = await factory.client('admin');
  const dicts = await admin.get<{ code: string; items: { code: string; title: string }[] }[]>(
    '/lcdp/data/dictionaries?codes=gender',
  );
  expect(JSON.stringify(dicts)).toContain('男性');
  expect(faultsOf(page)).toEqual([]);
});

test('a menu entry is renamed, and everybody sees it without a reload', async ({ browser }) => {
  const other = await openAs(browser, factory, 'admin');
  await openMenu(page, '菜单管理');
  await find('定时任务');
  await rowAction(page, row(page, '定时任务', '/system/job/index'), '编辑');
  await field(dialog(page), '菜单名称').fill('后台任务');
  await answered(page, '/menu/save', () => button(dialog(page), '保存').click());
  for (const eachPage of [page, other]) {
    await openMenu(eachPage, '后台任务');
    await expect(front(eachPage).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
  }
  expect([...faultsOf(page), ...faultsOf(other)]).toEqual([]);
  await other.context().close();
});

test('what waits for a person and what he leads go to another one', async () => {
  const boss = await factory.client('zhangwei');
  const waiting = async (): Promise<number> => (await boss.list('flowTask', { scheme: 'todo', size: 50 })).total;
  const before = await waiting();
  await openMenu(page, '用户管理');
  await rowAction(page, row(page, 'zhoumin'), '交接');
  await expect(dialog(page)).toContainText('「周敏」的审批待办、下属和负责的部门将转给所选用户');
  await choose(page, dialog(page), '交接给', '张伟', '张伟');
  await answered(page, '/act/handover', () => button(dialog(page), '确定').click());
  const result = page.getByRole('dialog').filter({ hasText: '交接结果' });
  await expect(result).toContainText('审批待办');
  await button(result, '确定').click();
  expect(await waiting()).toBeGreaterThan(before);
  expect(faultsOf(page)).toEqual([]);
});

test('a department goes into another one, after it was said what that means', async () => {
  const admin = await factory.client('admin');
  const top = (await admin.list('dept', { size: 200 })).records.find(({ code }) => code === '1');
  const save = (code: string, name: string) =>
    admin.must<{ record: { id: string } }>('/lcdp/data/dept/save', {
      record: { code, name, parentId: top?.id },
      token: crypto.randomUUID(),
    });
  const [old, next] = [await save('981', '旧质检组'), await save('982', '新质检组')];
  await openMenu(page, '部门管理');
  await rowAction(page, row(page, '旧质检组'), '合并到');
  await expect(dialog(page)).toContainText('「旧质检组」的用户、员工和下级部门将转到目标部门，本部门停用');
  await field(dialog(page), '目标部门').focus();
  await page.keyboard.type('新质检组');
  await listOf(page).getByText('新质检组').last().click();
  await answered(page, '/act/mergeTo', () => button(dialog(page), '确定').click());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await admin.one('dept', old.record.id)).toMatchObject({ isDisabled: '1' });
  expect(await admin.one('dept', next.record.id)).toMatchObject({ isDisabled: '0' });
  expect(faultsOf(page)).toEqual([]);
});

test('a layout is opened where it is drawn', async () => {
  await openMenu(page, '打印模板');
  await front(page).getByLabel('名称/编码').first().fill('purchaseOrderSheet');
  await answered(page, '/getPageList', () => button(front(page), '查询').click());
  await rowAction(page, row(page, 'purchaseOrderSheet'), '设计');
  await expect(page.getByText('单据头', { exact: true })).toBeVisible();
  await expect(button(page, '回到采购订单')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
