/** Reports and boards in the designer: a report with a bar chart over an object, a board of its cells, published and used. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { answered, button, dialog, faultsOf, front, openAs, openMenu, startFactory, test } from './support';

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
const sheet = (): FrameLocator => page.frameLocator('iframe');
const properties = (): Locator => page.getByRole('complementary', { name: '属性' });
const canvas = (): Locator => page.locator('[data-canvas]');
const tip = (): Locator => canvas().locator('[role=status]');
const safe = () => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();
const pick = async (label: string, option: string): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: label }).click();
  await page.getByTitle(option, { exact: true }).last().click();
};
/** Carries a thing to the middle of another, and lets it hang there. */
const carry = async (from: Locator, to: Locator): Promise<void> => {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error('nothing to carry, or nowhere to');
  const x = a.x + Math.min(40, a.width / 2);
  await page.mouse.move(x, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 20, a.y + a.height / 2 + 6, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
};
const newChart = async (sort: string): Promise<void> => {
  await button(page, '新建图表').click();
  await page.getByRole('menuitem', { name: sort, exact: true }).click();
};
const publish = async (note: string): Promise<void> => {
  await safe();
  await button(page, '发布').click();
  await page.getByPlaceholder('这次改了什么，为什么改').fill(note);
  await answered(page, '/design/publish', () => button(page, '发布').click());
};

test('a report over an object shows its numbers at once, and a dim dropped on it is a bar chart', async () => {
  const menu = page.getByRole('navigation', { name: '菜单' });
  await menu.getByRole('button', { name: '系统管理' }).click();
  await menu.getByRole('button', { name: '模型创建', exact: true }).click();
  await newChart('报表');
  await dialog(page).getByLabel('标题', { exact: true }).fill('单据看数');
  await pick('数据来源', '示例单据');
  await dialog(page).getByLabel('新应用的名称').fill('看数');
  await expect(dialog(page).getByLabel('编码', { exact: true })).toHaveValue(/^x[A-Z]/);
  await button(dialog(page), '确定').click();
  await expect(sheet().locator('dl').getByText('60', { exact: true })).toBeVisible();
  await carry(page.locator('[data-dataset-field$=".docStatus"]'), canvas());
  await expect(tip()).toHaveText('新增图表');
  await page.mouse.up();
  await expect(sheet().locator('[data-chart="chart1"] canvas')).toBeVisible();
  await expect(properties().getByRole('radio', { name: '柱状图' })).toBeChecked();
  await shot('chart-report');
});

test('roles by click and key: measures in, marks changed, what a mark cannot show is refused with its reason', async () => {
  await page.locator('[data-dataset-field$=".qty"]').click();
  await expect(properties().locator('[data-measure-chip]')).toHaveCount(2);
  await properties().getByRole('radio', { name: '饼图' }).click();
  await expect(properties().locator('[data-measure-chip]')).toHaveCount(1);
  await properties()
    .getByRole('button', { name: /^移出.*状态/ })
    .click();
  await expect(page.getByText('饼图至少要1个维度，可拖一个来替换')).toBeVisible();
  await canvas().focus();
  await page.keyboard.press('Control+z');
  await expect(properties().getByRole('radio', { name: '柱状图' })).toBeChecked();
  await expect(properties().locator('[data-measure-chip]')).toHaveCount(2);
  await page.keyboard.press('Control+y');
  await expect(properties().getByRole('radio', { name: '饼图' })).toBeChecked();
  await page.keyboard.press('Control+z');
  await page.getByRole('tab', { name: '字段' }).click();
  await page.locator('[data-source-field="createdBy"]').click();
  await page.getByRole('tab', { name: '指标' }).click();
  await expect(page.locator('[data-dataset-field$=".createdBy"]')).toBeVisible();
});

test('a board: a dataset dropped on a free cell, made larger over free ones, moved by key, joined cells filled', async () => {
  await page.getByTitle('打开其他对象').click();
  await newChart('看板');
  await dialog(page).getByLabel('标题', { exact: true }).fill('看数墙');
  await expect(dialog(page).getByLabel('编码', { exact: true })).toHaveValue(/^x[A-Z]/);
  await button(dialog(page), '确定').click();
  const slot = (at: string): Locator => page.locator(`[data-slot="${at}"]`);
  await expect(slot('3,2')).toBeVisible();
  await page.getByRole('treeitem', { name: /单据看数/ }).click();
  await carry(page.locator('[data-dataset-field$=".docStatus"]'), slot('1,1'));
  await expect(tip()).toHaveText('在这里新增图表');
  await page.mouse.up();
  await expect(sheet().locator('[data-cell="cell1"] canvas')).toBeVisible();
  await carry(page.locator('[data-ring] [data-corner=se]'), slot('2,2'));
  await expect(tip()).toHaveText('2 行 2 列');
  await page.mouse.up();
  await expect(slot('2,2')).toHaveCount(0);
  await canvas().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(slot('1,2')).toBeVisible();
  await carry(slot('1,1'), slot('1,2'));
  await expect(tip()).toHaveText('合并 1 行 2 列');
  await page.mouse.up();
  await button(canvas(), '放图表').click();
  await page.getByRole('menuitem', { name: '单据看数' }).click();
  await expect(sheet().locator('[data-cell="cell2"]')).toContainText('60');
  await shot('chart-board');
});

test('published, both stand in the menu and open', async () => {
  await publish('看数');
  await expect(sheet().locator('[data-cell="cell1"] canvas')).toBeVisible();
  await button(page, '离开设计器').click();
  await openMenu(page, '单据看数');
  await expect(front(page).locator('[data-chart="chart1"] canvas')).toBeVisible();
  await expect(front(page).locator('dl').getByText('60', { exact: true })).toBeVisible();
  await openMenu(page, '看数墙');
  await expect(front(page).locator('[data-cell="cell2"]')).toContainText('60');
  await shot('chart-used');
});

test('menus by key, dictionaries by paste, and what is used stays', async () => {
  const menu = page.getByRole('navigation', { name: '菜单' });
  await menu.getByRole('button', { name: '系统管理' }).click();
  await menu.getByRole('button', { name: '模型创建', exact: true }).click();
  await page.getByRole('region', { name: '菜单' }).getByRole('button', { name: /看数/ }).click();
  const rows = page.locator('[data-menu-row]');
  await expect(rows).toHaveText([/单据看数/, /看数墙/]);
  await page.locator('[data-page="demoDoc"]').click();
  await expect(rows).toHaveText([/单据看数/, /看数墙/, /示例单据/]);
  await page.getByRole('tree', { name: '菜单项' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/单据看数/, /示例单据/, /看数墙/]);
  await page.keyboard.press('F2');
  await page.keyboard.type('全部单据');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText('全部单据');
  await carry(rows.nth(1).locator('b'), rows.nth(0));
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await shot('menu');

  await page.getByTitle('打开其他对象').click();
  await page.getByRole('navigation', { name: '应用' }).getByRole('button', { name: /^示例/ }).click();
  await page
    .getByRole('region', { name: '字典' })
    .getByRole('button', { name: /示例字典/ })
    .click();
  await page.getByRole('button', { name: /^示例等级/ }).click();
  const items = page.locator('[data-item]');
  await expect(items).toHaveCount(3);
  await page.getByRole('region', { name: '示例等级' }).evaluate((section) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'A\t甲\nC\t丙');
    section.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(page.getByLabel('A的名称')).toHaveValue('甲');
  await page.getByRole('button', { name: '移除甲' }).click();
  await expect(page.getByText(/在用，不能移除，可以停用/)).toBeVisible();
  await expect(items).toHaveCount(3);
  await shot('dictionary');
});

test('nothing broke on the way', () => {
  expect(faultsOf(page)).toEqual([]);
});
