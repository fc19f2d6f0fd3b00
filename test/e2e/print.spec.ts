/** Printing an order: the preview shows what the paper will, the PDF is downloaded, the count of prints moves. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button, dialog, front, openAs, openMenu, row, rowAction, scheme, sharedFactory, test } from './support';

const factory = sharedFactory();

test('an order is previewed, saved as PDF and printed', async ({ browser }) => {
  const seller = await openAs(browser, factory, 'linyue');
  await openMenu(seller, '销售订单');
  await scheme(seller, /全部/);
  await rowAction(seller, row(seller, 'XSDD'), '打印');
  const preview = dialog(seller);
  const paper = preview.getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('订货确认书');
  await expect(paper).toContainText(/合计：[\d.]+（.+元.*）/);
  await expect(paper).toContainText(/第 1 \/ \d+ 页/);

  await preview.getByLabel('页码范围').fill('99');
  await expect(button(preview, '打印')).toBeDisabled();
  await preview.getByLabel('页码范围').fill('');
  const download = seller.waitForEvent('download');
  await button(preview, '导出PDF').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('订货确认.pdf');
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await button(preview, '打印').click();
  await expect(button(preview, '打印')).toBeEnabled();
  await button(preview, '关闭').click();
  await expect(preview).toBeHidden();

  const client = await factory.client('admin');
  const { records } = await client.list('printLog', { current: 1, size: 10 });
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({ layoutTitle: '订货确认', copies: 1, printedBy: '林悦' });
});

test('a buyer prints two orders at once: without prices, each counted, the second time said on paper', async ({
  browser,
}) => {
  const buyer = await openAs(browser, factory, 'xumin');
  await openMenu(buyer, '采购订单');
  await scheme(buyer, /全部/);
  const orders = front(buyer).getByRole('row', { name: /CGDD/ });
  for (const at of [0, 1]) await orders.nth(at).getByRole('checkbox').check();
  await button(front(buyer).getByRole('toolbar', { name: '操作' }), '打印').click();

  const screen = front(buyer);
  const list = screen.getByRole('list', { name: '采购订单' });
  await expect(list.getByText('未打印')).toHaveCount(2);
  const paper = screen.getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('单价');
  await expect(paper).toContainText('价税合计');
  await screen.getByRole('switch', { name: '显示价格' }).click();
  await expect(paper).not.toContainText('单价');
  await expect(paper).not.toContainText(/合计|税率/);
  await expect(paper).toContainText('要求到货');
  await buyer.keyboard.press('Escape');
  await buyer.keyboard.press('ArrowRight');
  await expect(list.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true');

  await list.getByRole('checkbox').first().uncheck();
  await button(screen, '打印').click();
  await expect(list.getByText('已打印1次')).toHaveCount(1);
  await expect(list.getByText('未打印')).toHaveCount(1);
  await expect(paper).toContainText('补打1');
  const download = buyer.waitForEvent('download');
  await button(screen, '下载PDF').click();
  expect((await download).suggestedFilename()).toBe('采购订单A4.pdf');
  await expect(list.getByText('已打印2次')).toHaveCount(1);
});
