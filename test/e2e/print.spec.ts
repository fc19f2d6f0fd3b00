/** Printing an order: the preview shows what the paper will, the PDF is downloaded, the count of prints moves. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button, dialog, openAs, openMenu, row, rowAction, scheme, startFactory, test } from './support';

const factory = startFactory();

test('an order is previewed, saved as PDF and printed', async ({ browser }) => {
  const buyer = await openAs(browser, factory, 'xumin');
  await openMenu(buyer, '采购订单');
  await scheme(buyer, /全部/);
  await rowAction(buyer, row(buyer, 'CGDD'), '打印');
  const preview = dialog(buyer);
  const paper = preview.getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('采购订单');
  await expect(paper).toContainText(/合计：[\d.]+（.+元.*）/);
  await expect(paper).toContainText(/第 1 \/ \d+ 页/);

  await preview.getByLabel('页码范围').fill('99');
  await expect(button(preview, '打印')).toBeDisabled();
  await preview.getByLabel('页码范围').fill('');
  const download = buyer.waitForEvent('download');
  await button(preview, '导出PDF').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('采购订单.pdf');
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await button(preview, '打印').click();
  await expect(button(preview, '打印')).toBeEnabled();
  await button(preview, '关闭').click();
  await expect(preview).toBeHidden();

  const client = await factory.client('admin');
  const { records } = await client.list('printLog', { current: 1, size: 10 });
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({ layoutTitle: '采购订单', copies: 1, printedBy: '许敏' });
});
