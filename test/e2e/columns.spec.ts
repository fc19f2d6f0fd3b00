/** Columns of a list as they are used all day, on the gallery: drawn, pinned, sorted, sized, moved, scanned. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { faultsOf, front, go, openAs, startFactory } from './support';

const factory = startFactory();
let page: Page;
let client: Client;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
  client = await factory.client('admin');
});
test.afterAll(async () => page?.context().close());
test.afterEach(() => expect(faultsOf(page)).toEqual([]));

const table = (): Locator => front(page).getByRole('grid');
const header = (title: string): Locator => table().getByRole('columnheader').filter({ hasText: title });
const scrollTo = async (left: number): Promise<void> => {
  await table().evaluate((one, to) => {
    one.scrollLeft = to;
  }, left);
  await page.waitForTimeout(150);
};
const rows = async (): Promise<Wire[]> =>
  (await client.list('demoDoc', { current: 1, size: 60, scheme: 'all' })).records as Wire[];

test('the list is drawn: pinned, sorted, grouped, with bars and tags', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  await expect(table().getByRole('row').nth(3)).toBeVisible();
  await expect(header('编号').first()).toBeVisible();
  await expect(table().getByText('数量', { exact: true }).first()).toBeVisible();
  const bars = table().locator('[data-tone]').filter({ hasText: '%' });
  for (const [text, tone] of [
    ['50%', 'danger'],
    ['51%', 'warning'],
    ['70%', 'warning'],
    ['71%', 'success'],
  ] as const)
    await expect(bars.filter({ hasText: new RegExp(`^${text}$`) }).first()).toHaveAttribute('data-tone', tone);
  const left = await header('编号').first().boundingBox();
  await scrollTo(900);
  expect((await header('编号').first().boundingBox())?.x).toBe(left?.x);
  await scrollTo(0);
  await header('日期').first().getByRole('button').click();
  await expect(header('日期').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=day/);
  await page.goBack();
});

test('a column is made wider and moved by dragging', async () => {
  const title = header('标题').first();
  const before = await title.boundingBox();
  if (before === null) throw new Error('no column');
  await page.mouse.move(before.x + before.width - 1, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 60, before.y + before.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(before.width + 50);
  await title.getByRole('button').dragTo(header('重要程度').first(), { targetPosition: { x: 80, y: 15 } });
  await expect
    .poll(
      async () => ((await title.boundingBox())?.x ?? 0) > ((await header('重要程度').first().boundingBox())?.x ?? 0),
    )
    .toBe(true);
});

test('the scan input of a header searches its column, and goes with showType=0', async () => {
  const [first] = await rows();
  const nbr = String(first?.nbr);
  const scan = front(page).getByRole('textbox', { name: '扫码查编号' });
  await scan.focus();
  await page.keyboard.type(nbr);
  await page.keyboard.press('Enter');
  await expect(front(page).getByText('共 1 条')).toBeVisible();
  await scan.focus();
  await page.keyboard.press('Escape');
  await expect(front(page).getByText('共 1 条')).toBeHidden();
  await go(page, factory, '/demo/list?scheme=all&showType=0');
  await expect(table().getByRole('row').nth(3)).toBeVisible();
  await expect(front(page).getByRole('textbox', { name: '扫码查编号' })).toHaveCount(0);
});
