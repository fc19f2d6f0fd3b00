/**
 * The gallery under axe where crawl.spec.ts, which looks at every page as it opens, does not come: dialogs and drawers, which take the focus
 * and give it back, a cell being edited, other faces of a list, at night, on a phone, and the designer.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { front, go, openAs, quiet, seriousOn, sharedFactory, test } from './support';

const factory = sharedFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());

const serious = async (): Promise<readonly string[]> => {
  // the page in front has one name, said by its heading
  await expect(front(page).locator('h1')).toHaveCount(1);
  await quiet(page);
  return seriousOn(page);
};

/** What has the focus stands inside of this. */
const holdsFocus = (box: Locator): Promise<boolean> =>
  box.evaluate((element) => element.contains(document.activeElement));
/** Opened by a key on `opener`: the focus goes inside and comes back by Escape; meanwhile it is looked at. */
const opensAndReturns = async (opener: Locator, key = 'Enter'): Promise<void> => {
  await opener.focus();
  await page.keyboard.press(key);
  const box = page.getByRole('dialog').last();
  await expect(box).toBeVisible();
  await expect.poll(() => holdsFocus(box)).toBe(true);
  expect(await serious()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
};

test('list', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  await expect(front(page).getByRole('row').nth(3)).toBeVisible();
  await opensAndReturns(front(page).getByRole('button', { name: '高级筛选' }));
});
test('a cell being edited is called as its column', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  const line = front(page).getByRole('grid').locator('[data-row]').filter({ hasText: '草稿' }).first();
  await line.hover();
  await line.getByRole('button', { name: '修改标题' }).click();
  await expect(front(page).getByRole('grid').getByLabel('标题', { exact: true })).toBeFocused();
  expect(await serious()).toEqual([]);
  await page.keyboard.press('Escape');
});
test('board and calendar', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  await front(page).getByRole('radio', { name: '看板' }).click();
  await expect(front(page).getByRole('region').first()).toBeVisible();
  expect(await serious()).toEqual([]);
  await front(page).getByRole('radio', { name: '日历' }).click();
  await expect(front(page).getByRole('table')).toBeVisible();
  expect(await serious()).toEqual([]);
});
test('edit, its pick dialog and its table by keys', async () => {
  const client = await factory.client('admin');
  const { records } = await client.list('demoDoc', { current: 1, size: 1, scheme: 'all' });
  await go(page, factory, `/demo/edit?id=${String((records as { id: string }[])[0]?.id)}`);
  await expect(front(page).getByRole('button', { name: '保存' })).toBeVisible();
  await test.step('what is folded opens by keys', async () => {
    const head = front(page).getByRole('button', { name: /^引用与选择/ });
    await head.focus();
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
  });
  await opensAndReturns(front(page).getByRole('combobox', { name: '物料' }), 'F4');
});
test('at night and on a phone', async () => {
  await page.evaluate("localStorage.setItem('millwright.theme', 'dark')");
  for (const path of ['/demo/list?scheme=all', '/demo/edit', '/demo/stat']) {
    await go(page, factory, path);
    expect(await serious(), path).toEqual([]);
  }
  await page.evaluate("localStorage.removeItem('millwright.theme')");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/demo/list?scheme=all', '/demo/tree', '/demo/edit', '/demo/stat']) {
    await go(page, factory, path);
    expect(await serious(), path).toEqual([]);
  }
});

test('the designer, by day and at night', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`localStorage.setItem('millwright.theme', '${theme}')`);
    await go(page, factory, '/systemset/mange/createmodel');
    await expect(page.getByRole('button', { name: '新建对象' })).toBeVisible();
    expect(await seriousOn(page), `${theme} start`).toEqual([]);
    for (const id of ['object:purchaseOrder', 'report:demoStat', 'board:demoBoard', 'print:bomSheet', 'flow:poBig']) {
      await go(page, factory, `/systemset/mange/createmodel?document=${id}`);
      await expect(page.locator('[data-designer]')).toBeVisible();
      await quiet(page);
      expect(await seriousOn(page), `${theme} ${id}`).toEqual([]);
    }
  }
});
