/** The sub-table as a spreadsheet, in a real browser: one purchase order that is entered by scanner, Excel, mouse and keys. */
import { buffer } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import {
  button,
  cell,
  dialog,
  faultsOf,
  front,
  openAs,
  openMenu,
  pickOne,
  sharedFactory,
  test,
  typeCell,
} from './support';

test.describe.configure({ mode: 'serial' });
const factory = sharedFactory();
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'xumin');
  await openMenu(page, '采购订单');
  await button(front(page), '新增').click();
  await pickOne(page, '供应商', 'GYS0001');
});
test.afterAll(async () => {
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});

const texts = (code: string): Promise<string[]> => page.locator(`[data-grid-cell$=":${code}"]:visible`).allInnerTexts();
const codes = async (): Promise<string[]> => (await texts('material')).map((text) => text.split(' ')[0] ?? '');
/** What the clipboard of a spreadsheet does: a paste event with text. */
const paste = (text: string): Promise<void> =>
  page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
const copied = (): Promise<string> =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.getData('text/plain');
  });
/** From the middle of one element to a point of another, in steps as a hand does it. */
const drag = async (from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>, part = 0.5): Promise<void> => {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error('nothing to drag');
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height * part, { steps: 8 });
  await page.mouse.up();
};

test('a scanned code becomes a row, the same code one more piece', async () => {
  await button(front(page), '扫码').click();
  const box = page.getByRole('textbox', { name: '扫码加入' });
  await expect(box).toBeFocused();
  const said = front(page)
    .getByRole('status')
    .filter({ hasText: /MT-12|条码|BR-608/ });
  for (const [code, answer] of [
    ['MT-12', /已加入/],
    ['MT-12', /第10行 数量 2/],
    ['BR-608', /BR-608.*已加入/],
    ['NO-SUCH', '无法识别的条码：NO-SUCH'],
  ] as const) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(said).toContainText(answer);
    await expect(box).toBeFocused();
  }
  expect(await codes()).toEqual(['MT-12', 'BR-608']);
  await expect(cell(page, 'qty', 0)).toHaveText('2');
  await page.keyboard.press('Escape');
});

test('a sheet is pasted by its titles, and what found no place is said', async () => {
  await cell(page, 'qty', 0).click();
  await paste('物料\t数量\t颜色\nGEAR-32\t10\t红\nPA66\t20\t蓝\nSC-M4\t三十\t绿\n');
  const report = front(page).getByRole('status').filter({ hasText: '已粘贴' });
  await expect(report).toContainText('已粘贴 3 行');
  await expect(report).toContainText('没有对应的列：颜色');
  await expect(report).toContainText('1 个单元格未读出');
  expect(await codes()).toEqual(['MT-12', 'BR-608', 'GEAR-32', 'PA66', 'SC-M4']);
  await button(report, '关闭').click();
});

test('who hears the page hears whole rows, and the cell that the keys are at', async () => {
  await cell(page, 'qty', 2).click();
  await expect(page.locator('[data-live]')).toBeFocused();
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Heard = (typeof nodes)[number];
  const within = (node: Heard): Heard[] =>
    (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      if (child === undefined) return [];
      return child.ignored || child.role?.value === 'generic' ? within(child) : [child];
    });
  const grid = nodes.find(({ ignored, role }) => !ignored && role?.value === 'grid')!;
  const [head, ...rows] = within(grid);
  expect(rows.map(({ role }) => role?.value)).toEqual(rows.map(() => 'row'));
  expect(rows).toHaveLength(5);
  const [number, ...cells] = within(rows[2]!);
  expect(number?.role?.value).toBe('rowheader');
  expect(cells.map(({ role }) => role?.value)).toEqual(cells.map(() => 'gridcell'));
  // in the order of the heads, pinned ones first
  const at = within(head!).findIndex(({ name }) => String(name?.value).startsWith('数量'));
  expect(cells[at - 1]?.name?.value).toBe('10');
  const focus = nodes.find(
    ({ role, properties }) =>
      role?.value === 'textbox' && properties?.some(({ name, value }) => name === 'focused' && value.value === true),
  );
  const active = focus?.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0];
  expect(active?.backendDOMNodeId).toBe(cells[at - 1]?.backendDOMNodeId);
});

test('the list of errors jumps to the cell and says it there', async () => {
  await cell(page, 'qty', 0).click();
  await front(page)
    .getByRole('button', { name: /错误 \d/ })
    .click();
  await page.getByRole('menuitem', { name: /「三十」不是数字/ }).click();
  await expect(front(page).getByRole('alert').filter({ hasText: '「三十」不是数字' })).toBeVisible();
  await page.keyboard.type('30');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'qty', 4)).toHaveText('30');
});

test('a range is summed, copied, filled down and taken back', async () => {
  await drag(cell(page, 'qty', 0), cell(page, 'qty', 4));
  const status = front(page).getByRole('status', { name: '选区' });
  await expect(status).toContainText('计数 5');
  await expect(status).toContainText('求和 63');
  await expect(status).toContainText('平均 12.6');
  expect(await copied()).toBe('2\n1\n10\n20\n30');
  await page.keyboard.press('Control+D');
  expect(await texts('qty')).toEqual(['2', '2', '2', '2', '2']);
  await page.keyboard.press('Control+Z');
  expect(await texts('qty')).toEqual(['2', '1', '10', '20', '30']);
  await page.keyboard.press('Control+Y');
  expect(await texts('qty')).toEqual(['2', '2', '2', '2', '2']);

  await test.step('two numbers under the handle are a series', async () => {
    await typeCell(page, 'qty', 0, '10');
    await typeCell(page, 'qty', 1, '20');
    await drag(cell(page, 'qty', 0), cell(page, 'qty', 1));
    await drag(page.locator('[data-fill-handle]:visible'), cell(page, 'qty', 4));
    expect(await texts('qty')).toEqual(['10', '20', '30', '40', '50']);
  });
});

test('rows are carried by their grip, inserted and deleted', async () => {
  await page.locator('[data-number]:visible').nth(1).hover();
  await drag(page.locator('[data-grip]:visible').last(), cell(page, 'qty', 3), 0.9);
  await expect.poll(codes).toEqual(['MT-12', 'GEAR-32', 'PA66', 'BR-608', 'SC-M4']);
  await expect(page.locator('[data-number]:visible').nth(3)).toHaveText('40');

  await cell(page, 'qty', 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '在下方插入' }).click();
  await expect.poll(codes).toEqual(['MT-12', 'GEAR-32', '', 'PA66', 'BR-608', 'SC-M4']);
  await page.keyboard.press('Control+-');
  await expect.poll(codes).toEqual(['MT-12', 'GEAR-32', 'PA66', 'BR-608', 'SC-M4']);
});

test('a file is shown with its errors before any of it is taken', async () => {
  const book = await buffer(
    await writeXlsx([
      ['物料', '数量', '颜色'].map((value) => ({ value })),
      [{ value: 'NT-M4' }, { value: 7 }, { value: '灰' }],
      [{ value: 'NO-SUCH' }, { value: 8 }, { value: '灰' }],
    ]),
  );
  await button(front(page), '导入').click();
  await dialog(page)
    .getByLabel('选择文件')
    .setInputFiles({ name: '明细.xlsx', mimeType: 'application/octet-stream', buffer: book });
  await expect(dialog(page)).toContainText('共 2 行');
  await expect(dialog(page)).toContainText('没有找到「NO-SUCH」');
  await expect(dialog(page)).toContainText('没有对应的列：颜色');
  expect(await codes()).toHaveLength(5);
  await button(dialog(page), '加入 2 行').click();
  await expect.poll(codes).toEqual(['MT-12', 'GEAR-32', 'PA66', 'BR-608', 'SC-M4', 'NT-M4', '']);
  await expect(front(page).getByRole('button', { name: /错误 \d/ })).toBeVisible();
});
