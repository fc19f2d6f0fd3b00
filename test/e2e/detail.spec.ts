/** A record to read and what is done with it: its tabs, its rail, the way to the next one, and the dialogs of its actions. */
import { expect, type Page } from '@playwright/test';
import { newId, newToken } from '../support/client';
import { answered, button, dialog, faultsOf, front, go, openAs, row, rowAction, startFactory, test } from './support';

const factory = startFactory();
let page: Page;
const ids: string[] = [];
const nbrs: string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  const admin = await factory.client('admin');
  const [material] = (await admin.list('material', { current: 1, size: 1 })).records;
  for (let i = 1; i <= 3; i++) {
    const rows = [1, 2].map((n) => ({
      id: newId(),
      materialId: material?.id,
      unitId: material?.unitId,
      qty: n,
      price: 10,
      due: `2099-01-0${n}`,
    }));
    const record = { id: newId(), title: `看${i}`, note: `第${i}张`, qty: 8, done: 2, rows };
    const saved = await admin.must<{ id: string; record: { nbr: string } }>('/lcdp/data/demoDoc/save', {
      record,
      token: newToken(),
    });
    ids.push(saved.id);
    nbrs.push(saved.record.nbr);
  }
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(() => page?.context().close());

const tab = (title: RegExp) => front(page).getByRole('tab', { name: title });

test('its tabs, its rail, and the way to the record before and after it', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  await rowAction(page, row(page, '看2'), '查看');
  const detail = front(page);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText(nbrs[1] ?? '-');
  // the head: states and facts
  await expect(detail.locator('[data-fact=progress]')).toContainText('25%');
  // the rail: what may be done next, and who did what
  await expect(button(detail, '下推示例')).toBeVisible();
  await expect(detail.getByText('新增').first()).toBeVisible();
  // the record itself, read only
  await expect(detail).toContainText('第2张');
  await expect(detail.getByRole('textbox')).toHaveCount(0);
  await tab(/^同程度统计/).click();
  await expect(detail.locator('canvas').first()).toBeVisible();
  await tab(/^下级示例/).click();
  await tab(/^上下游单据/).click();
  await tab(/^变更记录/).click();
  await expect(detail.getByText(/系统管理员/).first()).toBeVisible();
  await tab(/^附件/).click();
  await expect(detail.getByText(/没有附件|暂无附件|暂无/).first()).toBeVisible();

  await button(detail, '下一条').click();
  await expect(front(page).getByRole('heading', { level: 1 })).toContainText(nbrs[0] ?? '-');
  await button(front(page), '上一条').click();
  await expect(front(page).getByRole('heading', { level: 1 })).toContainText(nbrs[1] ?? '-');
  expect(faultsOf(page)).toEqual([]);
});

test('an action asks, says what is wrong at the answer, and does it', async () => {
  await go(page, factory, `/demo/detail?id=${ids[0]}`);
  await button(front(page), '更多操作').click();
  await answered(page, '/act/start', () => page.getByRole('menuitem', { name: '开始' }).click());
  await expect(front(page)).toContainText('进行中');
  await button(front(page), '更多操作').click();
  await page.getByRole('menuitem', { name: '完成' }).click();
  const done = dialog(page).getByRole('textbox', { name: '完成数' });
  // the answer is proposed
  await expect(done).toHaveValue(/^8/);
  await done.fill('');
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(dialog(page)).toContainText('请填写完成数');
  await done.fill('8');
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(front(page)).toContainText('完成');
  const stored = await (await factory.client('admin')).one('demoDoc', ids[0] ?? '');
  expect([stored.docStatus, Number(stored.done)]).toEqual(['60', 8]);
});

test('chosen rows are answered one by one in a grid, previewed, and only then changed', async () => {
  const admin = await factory.client('admin');
  await go(page, factory, `/demo/detail?id=${ids[1]}`);
  await expect(front(page)).toContainText('第2张');
  await front(page).getByRole('tab', { name: /^明细/ }).click();
  await expect(front(page).locator('[data-row]').first()).toBeVisible();
  for (const box of await front(page).locator('[data-row] input[type=checkbox]').all()) await box.check();
  await button(front(page), '调价').click();
  for (const [n, price] of ['12', '13'].entries()) {
    const at = dialog(page).locator('[data-grid-cell$=":price"]').nth(n);
    await at.click();
    await page.keyboard.type(price);
    await page.keyboard.press('Enter');
    await expect(at).toContainText(price);
  }
  await dialog(page).getByRole('button', { name: '确定' }).click();
  // the dry run: nothing is written yet
  await expect(dialog(page)).toContainText('将要做的改动');
  await expect(dialog(page)).toContainText('12');
  expect((await admin.one('demoDoc', ids[1] ?? '')).amountTotal).toBe(30);
  await dialog(page)
    .getByRole('button', { name: /确定|执行/ })
    .last()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await admin.one('demoDoc', ids[1] ?? '')).amountTotal).toBe(12 + 2 * 13);
});
