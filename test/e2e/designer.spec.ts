/** The designer by mouse and keyboard: an object is made, published and used, changed while it holds data, and what was done is never lost. */
import { expect, type Locator, type Page } from '@playwright/test';
import {
  carry,
  chip,
  fieldOnSheet,
  left,
  named,
  openDesigner,
  properties,
  safe,
  settled,
  sheet,
  side,
  tip,
  typeCode,
} from './designing';
import {
  answered,
  button,
  dialog,
  faultsOf,
  field,
  front,
  go,
  move,
  openAs,
  openMenu,
  row,
  startFactory,
  test,
  typeDate,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test('an empty object: adding a field is in view and takes a click and its name', async () => {
  await openDesigner(page);
  await button(page, '新建对象').click();
  await dialog(page).getByLabel('标题', { exact: true }).fill('工装借用');
  await dialog(page).getByLabel('新应用的名称').fill('车间现场');
  await typeCode(page, 'xToolLoan');
  await expect(dialog(page).getByLabel('编号前缀')).toHaveValue('GZJY');
  await button(dialog(page), '确定').click();
  const ways = page.getByRole('region', { name: '从哪里开始' });
  for (const way of ['拖入字段', '从 Excel', '从已有对象'])
    await expect(ways.getByRole('button', { name: new RegExp(way) })).toBeInViewport();
  await shot('designer-empty');
  await ways.getByRole('button', { name: /拖入字段/ }).click();
  await named(page, '借用原因');
  await expect(fieldOnSheet(page, 'jieYongYuanYin')).toBeVisible();
  await safe(page);
});

test('what is dragged lands where the line said, and is refused with a reason before it is let go', async () => {
  await carry(page, chip(page, 'kind:dateCritical'), fieldOnSheet(page, 'bizDate'), { x: 0.95, y: 0.5 });
  await expect(tip(page)).toHaveText('放到「业务日期」之后');
  await shot('designer-drag');
  await page.mouse.up();
  await named(page, '应还日期');
  const group = sheet(page).locator('[data-group="base"] [data-field]');
  await expect(group.nth(1)).toContainText('应还日期');
  await expect(properties(page)).toContainText('应还日期');

  await chip(page, 'layout:table').click();
  await named(page, '借用明细');
  const items = sheet(page).locator('[data-field="jieYongMingXi"]');
  await expect(items).toBeVisible();
  await carry(page, chip(page, 'kind:decimal'), items.locator('[data-grid-column="name"]'), { x: 0.9, y: 0.5 });
  await expect(tip(page)).toHaveText('放到「名称」之后');
  await page.mouse.up();
  await named(page, '借出数量');
  await expect(items.locator('[data-grid-column]')).toHaveText([/名称/, /借出数量/]);

  await side(page, '列表');
  const column = sheet(page).locator('[data-column="bizDate"]');
  await expect(column).toBeVisible();
  await carry(page, column, sheet(page).locator('[data-search="nbr"]'), { x: 0.9, y: 0.5 });
  await expect(tip(page)).toHaveText('「业务日期」已在这里');
  await page.mouse.up();
  await expect(column).toBeVisible();
});

test('a choice with a dictionary of its own, by keyboard: renamed, moved, copied, taken away and back', async () => {
  await side(page, '编辑页');
  await left(page, '组件');
  await chip(page, 'kind:dict').click();
  await expect(dialog(page).getByLabel('标题', { exact: true })).toBeFocused();
  await page.keyboard.type('借用方式');
  await dialog(page).getByLabel('新选项').fill('自用，外借');
  await settled(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(fieldOnSheet(page, 'jieYongFangShi')).toBeVisible();

  await left(page, '大纲');
  const tree = page.getByRole('tree', { name: '大纲' });
  const node = (title: string): Locator => tree.getByRole('treeitem').filter({ hasText: title }).first();
  await node('借用原因').click();
  await tree.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('用途');
  await page.keyboard.press('Enter');
  await expect(fieldOnSheet(page, 'jieYongYuanYin')).toContainText('用途');
  await node('用途').click();
  await tree.focus();
  await page.keyboard.press('Control+d');
  await expect(sheet(page).getByText('用途 副本')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(sheet(page).getByText('用途 副本')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(sheet(page).getByText('用途 副本')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(sheet(page).getByText('用途 副本')).toHaveCount(0);
  await safe(page);
});

test('columns, a scheme, a check and an action', async () => {
  await side(page, '列表');
  await left(page, '组件');
  await carry(page, chip(page, 'field:yingHaiRiQi'), sheet(page).locator('[data-column="bizDate"]'), {
    x: 0.95,
    y: 0.5,
  });
  await expect(tip(page)).toHaveText('放到「业务日期」之后');
  await shot('designer-column');
  await page.mouse.up();
  await expect(sheet(page).locator('[data-column="yingHaiRiQi"]')).toBeVisible();
  await left(page, '大纲');
  await button(page, '新增方案').click();
  await expect(dialog(page).getByLabel('标题', { exact: true })).toBeFocused();
  await dialog(page).getByLabel('条件').fill('yingHaiRiQi < today()');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '逾期');
  await expect(sheet(page).getByRole('tab', { name: '逾期' })).toBeVisible();

  await side(page, '规则');
  await button(page, '新增校验').first().click();
  await expect(dialog(page).getByLabel('不通过时的提示')).toBeFocused();
  await dialog(page).getByLabel('应满足').fill('yingHaiRiQi >= bizDate');
  await dialog(page).getByLabel('不通过时的提示').fill('应还日期不能早于业务日期');
  await settled(page);
  await button(dialog(page), '确定').click();
  await expect(page.getByRole('region', { name: '校验' })).toContainText('应还日期不能早于业务日期');
  await side(page, '动作');
  await expect(page.getByText('待执行')).toBeVisible();
  await shot('designer-states');
});

test('a reload comes back to the side of the object and keeps everything, undo too; problems and text stand below', async () => {
  await safe(page);
  await page.reload();
  await expect(page.getByText('待执行')).toBeVisible();
  await side(page, '编辑页');
  await expect(fieldOnSheet(page, 'yingHaiRiQi')).toBeVisible();
  await expect(button(page, '撤销')).toBeEnabled();
  await page.getByRole('region', { name: '问题与源码' }).getByRole('tab', { name: '源码' }).click();
  await expect(page.getByRole('textbox', { name: '源码' })).toContainText('xToolLoan');
  await page.getByRole('region', { name: '问题与源码' }).getByRole('tab', { name: '源码' }).click();
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
});

test('published, it stands in the menu and is used like any other page', async () => {
  await button(page, '发布').click();
  await expect(page.getByText('新建表「工装借用」')).toBeVisible();
  await page.getByPlaceholder('这次改了什么，为什么改').fill('第一版');
  await shot('designer-publish');
  await answered(page, '/design/publish', () => button(page, '发布').click());
  await expect(fieldOnSheet(page, 'yingHaiRiQi')).toBeVisible();
  await button(page, '离开设计器').click();
  await openMenu(page, '工装借用');
  await button(front(page), '新增').click();
  await field(front(page), '用途').fill('换型');
  await typeDate(page, '应还日期', '2020-01-01');
  await page.keyboard.press('Control+s');
  await expect(front(page).getByRole('alert').filter({ hasText: '应还日期不能早于业务日期' })).toBeVisible();
  await typeDate(page, '应还日期', '2099-01-01');
  await answered(page, '/xToolLoan/save', () => page.keyboard.press('Control+s'));
  await expect(front(page).getByRole('heading', { name: /^工装借用 GZJY\d{12}$/ })).toBeVisible();
  await shot('designer-used');
  await go(page, factory, '/app/xToolLoan/list');
  await expect(row(front(page), /GZJY/)).toContainText('2099-01-01');
});

test('an address of something that is not there says so, and leads to the start', async () => {
  await go(page, factory, '/systemset/mange/createmodel?document=object:xNothing');
  await expect(page.getByText('文档不存在或已删除')).toBeVisible();
  await shot('designer-missing');
  await button(page, '返回应用与对象').click();
  await expect(button(page, '新建对象')).toBeVisible();
  // a link followed from an open document stays there and says why
  await move(page, '/systemset/mange/createmodel?document=object:purchaseOrder');
  await expect(properties(page)).toBeVisible();
  await move(page, '/systemset/mange/createmodel?document=object:xNothing');
  await expect(page.getByText('文档不存在或已删除')).toBeVisible();
  await expect(properties(page)).toBeVisible();
});

test('nothing broke on the way', () => {
  expect(faultsOf(page)).toEqual([]);
});
