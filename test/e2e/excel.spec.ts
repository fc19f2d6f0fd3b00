/** Workbooks in and out, as a buyer does it: the list he sees as a sheet, and suppliers that come as one. */
import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { makeBook } from '../../server/excel/write';
import { sheetRows } from '../support/sheets';
import {
  answered,
  button,
  cell,
  faultsOf,
  field,
  front,
  openAs,
  openMenu,
  pageTab,
  row,
  rowAction,
  startFactory,
  test,
  typeCell,
} from './support';

const factory = startFactory();
const rowsOf = async (download: Download) => sheetRows(await readFile(await download.path()));
const bookOf = (rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> =>
  makeBook([{ spec: { name: '供应商', columns: rows[0]!.map(() => ({ width: 16 })) }, rows }]);
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('a filtered list becomes a sheet; suppliers come in from one, corrected after the first try', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '供应商');
  const list = front(page);

  // the sheet is what the list shows
  await list.getByRole('textbox', { name: '编码/名称' }).fill('华');
  await answered(page, '/getPageList', () => button(list, '查询').click());
  await expect(list.getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
  await expect(list.getByText(/华/).first()).toBeVisible();
  const shown = Number(/共\s*(\d+)/.exec((await list.innerText()).replace(/,/g, ''))?.[1] ?? 0);
  const exporting = page.waitForEvent('download');
  await button(list, '导出').click();
  const dialog = page.getByRole('dialog', { name: '导出供应商' });
  await button(dialog, '导出').click();
  const sheet = await exporting;
  expect(sheet.suggestedFilename()).toMatch(/^供应商_\d{14}\.xlsx$/);
  const lines = await rowsOf(sheet);
  expect(lines[0]).toEqual(expect.arrayContaining(['编码', '名称']));
  expect(lines).toHaveLength(shown + 1);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`已导出 ${shown} 条`)).toHaveCount(1);

  // the template is fetched, a file with mistakes tried
  await button(list, '导入').click();
  const wizard = page.getByRole('dialog', { name: '导入供应商' });
  const fetching = page.waitForEvent('download');
  await button(wizard, '下载模板').click();
  const template = await fetching;
  expect(template.suggestedFilename()).toBe('供应商导入模板.xlsx');
  const [head = []] = await rowsOf(template);
  expect(head).toContain('名称*');
  const send = async (rows: readonly (readonly (string | null)[])[]): Promise<void> => {
    const buffer = await bookOf([['名称', '业务类型', '联系人', '电话'], ...rows]);
    await wizard.locator('input[type=file]').setInputFiles({ name: '供应商.xlsx', mimeType: xlsx, buffer });
    await button(wizard, '核对').click();
  };
  await send([
    ['华春轴承厂', '采购', '李春', '13800000001'],
    [null, '卖菜', '王夏', '13800000002'],
  ]);
  await expect(wizard.getByText('共2行，通过1行，错误1行')).toBeVisible();
  await expect(wizard.getByRole('row', { name: /3 业务类型/ })).toBeVisible();
  await expect(button(wizard, '确认导入')).toBeHidden();
  const marking = page.waitForEvent('download');
  await button(wizard, '下载错误文件').click();
  const marked = await rowsOf(await marking);
  expect(String(marked[2]?.at(-1))).toContain('业务类型');

  // corrected it is taken whole, and the list shows it
  await button(wizard, '重新选择').click();
  await send([
    ['华春轴承厂', '采购', '李春', '13800000001'],
    ['华夏轴承厂', '采购', '王夏', '13800000002'],
  ]);
  await expect(wizard.getByText(/全部通过，将新增 2 条/)).toBeVisible();
  await button(wizard, '确认导入').click();
  await expect(wizard.getByText('导入完成')).toBeVisible();
  await button(wizard, '完成').click();
  await expect(list.getByText('华夏轴承厂').first()).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

test('an extension field of the administrator stands on form, list and sheet', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '扩展字段');
  const heads = front(page);
  await heads.getByRole('textbox', { name: '编码/名称' }).fill('supplier');
  await button(heads, '查询').click();
  await rowAction(page, row(heads, 'supplier'), '编辑');
  await button(page, '添加').filter({ visible: true }).click();
  await typeCell(page, 'label', 0, '<b>环保</b>');
  // columns out of sight are not drawn
  await cell(page, 'label').hover();
  await page.mouse.wheel(4000, 0);
  await cell(page, 'inSearch').click();
  await page.keyboard.press('Space');
  const saved = await answered(page, '/save', () => button(page, '保存').filter({ visible: true }).click());
  expect(await saved.json()).toMatchObject({ code: 200 });

  // the next page that opens has it
  await openMenu(page, '供应商');
  const list = front(page);
  await row(list, 'GYS0001').hover();
  await page.mouse.wheel(4000, 0);
  await expect(list.getByRole('columnheader', { name: '<b>环保</b>' })).toBeVisible();
  await rowAction(page, row(list, 'GYS0001'), '编辑');
  await expect(pageTab(page, /恒力电机/)).toHaveAttribute('aria-selected', 'true');
  await field(front(page), '<b>环保</b>').fill('=国六');
  await answered(page, '/save', () => button(front(page), '保存').click());
  await openMenu(page, '供应商');
  await row(list, 'GYS0001').hover();
  await page.mouse.wheel(4000, 0);
  await expect(list.getByText('=国六')).toBeVisible();

  // searched like any field, and in the sheet a text
  await button(list, '更多').click();
  await list.getByRole('textbox', { name: '<b>环保</b>' }).fill('国六');
  await button(list, '查询').click();
  await expect(list.getByText('共 1 条')).toBeVisible();
  const exporting = page.waitForEvent('download');
  await button(list, '导出').click();
  await button(page.getByRole('dialog', { name: '导出供应商' }), '导出').click();
  const lines = await rowsOf(await exporting);
  const at = lines[0]!.indexOf('<b>环保</b>');
  expect(lines.map((line) => line[at])).toContain('=国六');
  expect(faultsOf(page)).toEqual([]);
});
