/** Trees and many records at once, on the gallery: a row is dragged to another place, a few fields are set on chosen rows. */
import { expect, type Page, test } from '@playwright/test';
import { answered, button, confirm, dialog, faultsOf, front, go, openAs, row, startFactory } from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  const client = await factory.client('admin');
  for (const name of ['拖动甲', '拖动乙'])
    await client.must('/lcdp/data/demoTree/save', { record: { name }, token: name });
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test('a row of a tree is dragged below another, and not below itself', async () => {
  await go(page, factory, '/demo/tree');
  const [from, to] = [row(page, '拖动乙'), row(page, '拖动甲')];
  await from.waitFor();
  await from.dragTo(to);
  await shot('tree-drag');
  const moved = await answered(page, '/act/move', () => confirm(page, /将「.*拖动乙」移到「.*拖动甲」下/));
  expect(await moved.json()).toMatchObject({ code: 200 });
  await expect(from).toBeVisible();
  await to.dragTo(from);
  await answered(page, '/act/move', () => confirm(page, /移到/));
  await expect(page.getByText('上级不能是本节点或其下级')).toBeVisible();
});

test('ticked fields are set on chosen rows, one by one, and what failed is named', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  const boxes = front(page).locator('[data-row] input[type=checkbox]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await button(front(page), '批量修改').click();
  await expect(dialog(page)).toContainText('批量修改（已选2条）');
  await expect(dialog(page).getByRole('button', { name: '确定' })).toBeDisabled();
  await dialog(page).getByRole('checkbox', { name: '备注' }).click();
  await dialog(page).getByRole('textbox', { name: '备注' }).fill('一起改的备注');
  await shot('batch-edit');
  const done = await answered(page, '/act/batchEdit', () => dialog(page).getByRole('button', { name: '确定' }).click());
  expect(((await done.json()) as { data: { done: string[] } }).data.done).toHaveLength(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(front(page).locator('[data-row]').filter({ hasText: '一起改的备注' })).toHaveCount(2);

  // a button rests for 3,000 ms after its call (specification)
  await page.waitForTimeout(3_100);
  await button(front(page), '批量修改').click();
  await dialog(page).getByRole('checkbox', { name: '要求日期' }).click();
  const needBy = dialog(page).getByRole('textbox', { name: '要求日期' });
  await needBy.fill('2000-01-01');
  await needBy.press('Enter');
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(dialog(page)).toContainText('成功0条，失败2条');
  await expect(dialog(page)).toContainText('要求日期不能早于日期');
  await shot('batch-result');
});

test('broke nothing', () => {
  expect(faultsOf(page)).toEqual([]);
});
