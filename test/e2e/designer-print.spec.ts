/** A layout of an order made by mouse and keys, looked at with a document and with 200 rows, published, and printed by a buyer. */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { answer } from './designing';
import {
  answered,
  button,
  dialog,
  faultsOf,
  front,
  go,
  openAs,
  openMenu,
  row,
  rowAction,
  scheme,
  startFactory,
  test,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
test.describe.configure({ mode: 'serial' });

const properties = () => page.getByRole('complementary', { name: '属性' });
const item = (address: string): Locator => page.locator(`[data-item="bands.${address}"]`);
const property = (title: string): Locator => properties().getByRole('spinbutton', { name: title, exact: true });
interface Spot {
  readonly x: number;
  readonly y: number;
}
/** A point of something on the screen, as shares of its width and height. */
const spot = async (of: Locator, x = 0.5, y = 0.5): Promise<Spot> => {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
};
const drag = async (from: Spot, to: Spot): Promise<void> => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
};
const tenth = (mm: number): string => String(Math.round(mm * 10) / 10);
/** mm of an item on the paper, by its properties */
const placeOf = async (address: string): Promise<readonly number[]> => {
  await item(address).click();
  return Promise.all(['左', '上', '宽', '高'].map(async (title) => Number(await property(title).inputValue())));
};

test('a new layout begins with the fields of its object', async () => {
  await go(page, factory, '/systemset/mange/createmodel');
  await page.getByRole('textbox', { name: '搜索', exact: true }).fill('采购订单');
  await page
    .getByRole('region', { name: '对象' })
    .getByRole('button', { name: /采购订单/ })
    .first()
    .click();
  await page.getByRole('tab', { name: '打印' }).click();
  await button(page, '新建打印模板').click();
  await dialog(page).getByLabel('名称').fill('采购合同');
  await expect(dialog(page).getByLabel('编码')).toHaveValue('xCaiGouHeTong');
  await dialog(page).getByLabel('名称').press('Enter');
  await expect(item('pageHeader.items.title')).toContainText('采购合同');
  await expect(item('docHeader.items.supplier')).toContainText('{供应商}');
  // the shipped one is the default until another one of the organisation is
  await properties().getByRole('switch', { name: '默认模板' }).click();
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
});

test('things are dragged, moved by keys, aligned, copied and taken back', async () => {
  const summary = page.locator('[data-band="bands.summary"]');
  await drag(await spot(page.locator('[data-offer="field:contractNo"]')), await spot(summary, 0.4, 0.75));
  await expect(item('summary.items.contractNo')).toContainText('{合同编号}');
  await expect(item('summary.items.contractNoTitle')).toContainText('合同编号：');
  const [x = 0, y = 0, w = 0] = await placeOf('summary.items.contractNo');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Control+ArrowRight');
  await expect(property('左')).toHaveValue(tenth(x + 2));
  await expect(property('上')).toHaveValue(tenth(y - 0.1));
  await expect(property('宽')).toHaveValue(tenth(w + 1));
  // moving and sizing were a gesture each
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await expect(property('左')).toHaveValue(tenth(x));
  await page.keyboard.press('Control+Y');
  await expect(property('左')).toHaveValue(tenth(x + 2));

  await item('summary.items.money').click();
  await item('summary.items.contractNo').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: '左对齐' }).click();
  expect((await placeOf('summary.items.contractNo'))[0]).toBe(0);
  await page.keyboard.press('Control+D');
  await expect(item('summary.items.contractNo2')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(item('summary.items.contractNo2')).toHaveCount(0);
});

test('columns are widened, ordered and added; a bar code comes by the keyboard', async () => {
  const cell = 'details.items.row.items.materialName';
  const [left = 0, , width = 0] = await placeOf(cell);
  const edge = page.locator('[data-edge="物料名称"]');
  const from = await spot(edge, 0.5, 0.9);
  await drag(from, { x: from.x + 25, y: from.y });
  const [, , wider = 0] = await placeOf(cell);
  expect(wider).toBeGreaterThan(width + 3);
  const bar = await spot(page.locator('[data-column="物料名称"]'));
  await drag(bar, { x: bar.x + 150, y: bar.y });
  expect((await placeOf(cell))[0]).toBeGreaterThan(left + 10);
  const count = await page.locator('[data-column]').count();
  const tree = page.getByRole('complementary', { name: '组件与大纲' });
  await tree.getByLabel('搜索').fill('要求到货');
  await page.locator('[data-offer="rows:items.needDate"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-column]')).toHaveCount(count + 1);
  await tree.getByLabel('搜索').fill('');
  await page.getByRole('tab', { name: '元素' }).click();
  await item('docHeader.items.nbr').click();
  await page.locator('[data-offer="code128"]').focus();
  await page.keyboard.press('Enter');
  await expect(item('docHeader.items.bars')).toBeVisible();
  // too narrow for what it holds: said at the place
  const size = property('宽');
  await size.fill('20');
  await size.press('Enter');
  await expect(page.getByRole('button', { name: '1 个提醒' })).toBeVisible();
  await expect(item('docHeader.items.bars').locator('title')).toContainText('条码太窄');
  await size.fill('70');
  await size.press('Enter');
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
});

test('the preview has a real document, 200 rows on many pages, and a PDF', async () => {
  await button(page, '预览').click();
  const preview = dialog(page);
  const paper = preview.getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('采购合同');
  await expect(paper).toContainText(/CGDD\d+/);
  const download = page.waitForEvent('download');
  await button(preview, '导出PDF').click();
  const file = await download;
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await preview.getByRole('radio', { name: '200 行' }).click();
  const turned = preview.getByRole('status', { name: '页码' });
  await expect(turned).toHaveText(/第 1 \/ (?:[5-9]|\d\d) 页/);
  await button(preview, '下一页').click();
  await expect(turned).toHaveText(/第 2 \//);
  await button(preview, '关闭').click();
});

test('published, it is what a buyer prints', async ({ browser }) => {
  await button(page, '发布').click();
  await page.getByLabel('版本说明').fill('合同');
  await page.getByRole('button', { name: '发布 v1' }).click();
  await expect(page.getByText('已发布 v1')).toBeVisible();
  await expect(item('pageHeader.items.title')).toContainText('采购合同');
  expect(faultsOf(page)).toEqual([]);

  const buyer = await openAs(browser, factory, 'xumin');
  await openMenu(buyer, '采购订单');
  await scheme(buyer, /全部/);
  await rowAction(buyer, row(buyer, 'CGDD'), '打印');
  const paper = front(buyer).getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('采购合同');
  await expect(paper).toContainText(/合同编号：/);
  await buyer.context().close();
});

test('labels: one for each row, many on a sheet, printed by a button of their own', async () => {
  await go(page, factory, '/systemset/mange/createmodel');
  await page.getByRole('textbox', { name: '搜索', exact: true }).fill('其他入库');
  await page
    .getByRole('region', { name: '对象' })
    .getByRole('button', { name: /其他入库/ })
    .first()
    .click();
  await page.getByRole('tab', { name: '打印' }).click();
  await button(page, '新建打印模板').click();
  await dialog(page).getByLabel('名称').fill('货签');
  await expect(dialog(page).getByLabel('编码')).toHaveValue('xHuoQian');
  await answer(page, '从什么开始', '标签');
  await button(dialog(page), '确定').click();
  await expect(item('docHeader.items.code')).toBeVisible();
  await page.getByRole('button', { name: /^纸张 / }).click();
  await page.getByRole('radio', { name: '每行一张' }).click();
  await expect(item('details.items.row.items.material')).toContainText('{物料}');
  await page.getByRole('radio', { name: '多个标签' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
  await button(page, '预览').click();
  await dialog(page).getByRole('radio', { name: '200 行' }).click();
  // three by seven
  await expect(dialog(page).getByRole('status', { name: '页码' })).toHaveText('第 1 / 10 页');
  await button(dialog(page), '关闭').click();

  await button(page, '回到其他入库').click();
  await page.getByRole('row', { name: /货签/ }).getByRole('button', { name: '加上打印按钮' }).click();
  await button(page, '发布').click();
  await page.getByLabel('版本说明').fill('货签');
  await answered(page, '/design/publish', () => button(page, '发布').click());
  await expect(page.getByText('已发布 2 个文档')).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
  await page.goto('about:blank');
  await go(page, factory, '/oms/stoke/otherReceipt');
  await rowAction(page, row(page, 'QTRK'), '货签');
  await dialog(page).getByLabel('起始格').fill('22');
  await expect(dialog(page).getByLabel('起始格')).toHaveValue('22');
  await dialog(page).getByLabel('起始格').press('Enter');
  await expect(dialog(page).getByLabel('起始格')).toHaveValue('21');
  await expect(dialog(page).getByRole('img', { name: '第 1 页', exact: true })).toContainText(/[A-Z]{2}/);
});
