/** 高峰 asks where a lot of seals went and where a product came from, and freezes all that came of it. */
import { expect, type Page } from '@playwright/test';
import type { Wire } from '../support/client';
import { answered, button, faultsOf, openAs, openMenu, sharedFactory, test } from './support';

test.describe.configure({ mode: 'serial' });
const factory = sharedFactory();

const scan = async (page: Page, text: string): Promise<void> => {
  const line = page.getByRole('textbox', { name: '追溯对象' }).locator('visible=true');
  await line.fill(text);
  await answered(page, '/gongdan/trace/find', () => line.press('Enter'));
};

test('a lot is followed, and frozen with one record', async ({ browser }) => {
  const client = await factory.client('admin');
  const { records } = await client.list('batch', { current: 1, size: 200 });
  const batches: readonly Wire[] = records;
  const lot = String(batches.find(({ holdFlag }) => holdFlag !== true)?.batchNbr);
  const page = await openAs(browser, factory, 'gaofeng');
  await openMenu(page, '物料追溯');
  await expect(page.getByText('请输入或扫描批次号、序列号')).toBeVisible();
  await scan(page, 'GIBTESNICHT');
  await expect(page.getByText('未找到GIBTESNICHT')).toBeVisible();
  await scan(page, lot);
  await expect(page.getByRole('complementary').filter({ hasText: lot })).toBeVisible();
  await button(page, '一键冻结').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '冻结原因' }).fill('密封圈漏油');
  await answered(page, '/gongdan/trace/freezeAll', () => dialog.getByRole('button', { name: /确\s*定/ }).click());
  await expect(page.getByRole('complementary').filter({ hasText: lot })).toContainText('召回冻结');

  await openMenu(page, '成品追溯');
  await scan(page, lot);
  await expect(page.getByRole('complementary').filter({ hasText: lot }).locator('visible=true')).toContainText(
    '召回冻结',
  );
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});
