/** What administrators change without the designer: a dictionary, the menu, a print layout opened where it is drawn. */
import { expect, type Page, test } from '@playwright/test';
import {
  answered,
  button,
  dialog,
  faultsOf,
  field,
  front,
  openAs,
  openMenu,
  row,
  rowAction,
  startFactory,
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
  for (const one of [page, other]) {
    await openMenu(one, '后台任务');
    await expect(front(one).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
  }
  expect([...faultsOf(page), ...faultsOf(other)]).toEqual([]);
  await other.context().close();
});

test('a layout is opened where it is drawn', async () => {
  await openMenu(page, '打印模板');
  await rowAction(page, row(page, 'purchaseOrderSheet'), '设计');
  await expect(page.getByText('单据头', { exact: true })).toBeVisible();
  await expect(button(page, '回到采购订单')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
