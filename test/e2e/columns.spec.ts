/** Columns of a list as they are used all day, on the gallery: drawn, sized, moved, scanned, edited in place, kept fresh; board and calendar. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { button, drawn, faultsOf, front, go, openAs, reopen, startFactory, test } from './support';

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
const rowOf = (nbr: string): Locator => table().getByRole('row').filter({ hasText: nbr });
const cellOf = async (nbr: string, title: string): Promise<Locator> => {
  const at = await header(title).evaluate((element) => element.getBoundingClientRect().left);
  const cells = rowOf(nbr).getByRole('gridcell');
  for (const cell of await cells.all()) {
    const left = await cell.evaluate((element) => element.getBoundingClientRect().left);
    if (Math.abs(left - at) < 2) return cell;
  }
  throw new Error(`no cell ${nbr} ${title}`);
};
const scrollTo = async (left: number): Promise<void> => {
  await table().evaluate((element, to) => {
    element.scrollLeft = to;
  }, left);
  await drawn(page);
};
const rows = async (): Promise<Wire[]> =>
  (await client.list('demoDoc', { current: 1, size: 60, scheme: 'all' })).records as Wire[];

test('the list is drawn: pinned, sorted, grouped, with bars and tags', async () => {
  await reopen(page, '/demo/list?scheme=all');
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

test('every look of a column: bar over a whole, dots, two lines, duration, link, answer of a service, overdue rows', async () => {
  const nbr = String((await rows()).find((row) => row.docStatus === '30')?.nbr);
  const shown = async (title: string): Promise<Locator> => {
    for (let left = 0; (await header(title).count()) === 0 && left < 6_000; left += 300) await scrollTo(left);
    return cellOf(nbr, title);
  };
  await expect((await shown('完成量')).locator('[data-tone=success]')).toHaveText('100');
  expect(await (await shown('明细检验')).locator('i[data-tone]').count()).toBeGreaterThan(0);
  const period = await shown('期间');
  await expect(period).toHaveText(/\d{4}-\d\d-\d\d 08:00:00 ~ \d{4}/);
  expect(await period.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await expect(await shown('时长')).toHaveText('36小时0分');
  await expect((await shown('值类型')).locator('[data-tone]')).toHaveText('数字');
  await expect((await shown('规格')).getByRole('link')).toHaveText(/\S/);
  await expect(await shown('可用量')).toHaveText(/^\d/);
  await expect((await shown('评分')).getByRole('img')).toHaveAccessibleName('5 / 5');
  await scrollTo(0);
  await expect(table().locator('[role=row][data-tone=warning]')).toHaveCount(1);
});

test('rows that may be taken one at a time: the last one counts, all of them are refused', async () => {
  await reopen(page, '/demo/treeTwo?scheme=all');
  const line = (n: number): Locator => table().locator(`[role=row][data-row="${n}"]`);
  await expect(line(2).getByRole('gridcell').nth(1)).toHaveText('3');
  await line(0).getByRole('checkbox').click();
  await line(1).getByRole('checkbox').click();
  await expect(line(0)).toHaveAttribute('aria-selected', 'false');
  await expect(line(1)).toHaveAttribute('aria-selected', 'true');
  await table().getByRole('checkbox', { name: '全选本页' }).click();
  await expect(page.getByText('单选开窗不可全选')).toBeVisible();
  await expect(line(1)).toHaveAttribute('aria-selected', 'false');
  await reopen(page, '/demo/list?scheme=all');
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
  await reopen(page, '/demo/list?scheme=all&showType=0');
  await expect(table().getByRole('row').nth(3)).toBeVisible();
  await expect(front(page).getByRole('textbox', { name: '扫码查编号' })).toHaveCount(0);
});

test('a cell is edited in place; a refusal keeps what was typed', async () => {
  await reopen(page, '/demo/list?scheme=all');
  const draft = (await rows()).find((row) => row.docStatus === '10' && Number(row.qty) === 100);
  const other = (await rows()).find((row) => row.id !== draft?.id);
  const nbr = String(draft?.nbr);
  await rowOf(nbr).hover();
  await (await cellOf(nbr, '标题')).getByRole('button', { name: '修改标题' }).click();
  const input = table().locator('[data-form] input');
  await input.fill(String(other?.title));
  await input.press('Enter');
  await expect(table().getByRole('alert')).toContainText('已存在');
  await expect(input).toHaveValue(String(other?.title));
  await input.fill('就地改过的标题');
  await input.press('Enter');
  await expect(rowOf(nbr)).toContainText('就地改过的标题');
  expect((await rows()).find((row) => row.id === draft?.id)?.title).toBe('就地改过的标题');
});

test('a marked-up text shows its words and runs nothing', async () => {
  const target = (await rows())[0];
  const record = await client.one('demoDoc', String(target?.id));
  const html =
    '<p>一<b>二</b></p><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1"></svg><a href="javascript:window.hit=1">三</a>';
  await client.save('demoDoc', { id: record.id, version: record.version, html } as Wire);
  // rows are kept for a moment inside the application
  await go(page, factory, '/demo/list?scheme=all');
  await expect(table().getByRole('row').nth(3)).toBeVisible();
  for (let left = 0; (await header('说明').count()) === 0 && left < 6_000; left += 300) await scrollTo(left);
  const cell = await cellOf(String(target?.nbr), '说明');
  await expect(cell.locator('b')).toHaveText('二');
  await expect(cell).toHaveText(/一\s*二\s*三/);
  expect(await cell.locator('script, img, svg, [href^="javascript"]').count()).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
  await scrollTo(0);
});

test('what somebody else stores comes into the list by itself and flashes', async () => {
  const target = (await rows()).find((row) => row.docStatus === '10' && Number(row.qty) === 100);
  const record = await client.one('demoDoc', String(target?.id));
  await expect(rowOf(String(target?.nbr))).toBeVisible();
  await client.save('demoDoc', { id: record.id, version: record.version, title: '别人刚改的' } as Wire);
  await expect(rowOf(String(target?.nbr))).toContainText('别人刚改的', { timeout: 8_000 });
  await expect(table().locator('[data-flash]').first()).toHaveText(/别人刚改的/);
  // while somebody works a new row waits
  await page.mouse.wheel(0, 10);
  await client.save('demoDoc', { title: '别人新建的', day: '2027-01-01' } as Wire);
  const hint = front(page).getByRole('button', { name: '数据已更新，点击查看' });
  await expect(hint).toBeVisible({ timeout: 8_000 });
  await expect(table()).not.toContainText('别人新建的');
  await hint.click();
  await expect(table()).toContainText('别人新建的');
});

test('a card is dragged only where its action leads', async () => {
  await front(page).getByRole('radio', { name: '看板' }).click();
  const card = front(page).getByRole('group').filter({ hasText: '别人新建的' });
  const drag = async (to: RegExp): Promise<void> => {
    // a drag near the edge scrolls the board
    await card.scrollIntoViewIfNeeded();
    const from = await card.boundingBox();
    const target = await front(page).getByRole('region', { name: to }).boundingBox();
    if (from === null || target === null) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 40, from.y + 50);
    await page.mouse.down();
    await page.mouse.move(from.x + 70, from.y + 70, { steps: 4 });
    await page.mouse.move(target.x + 60, target.y + 100, { steps: 8 });
    await page.mouse.up();
  };
  await drag(/完成$/);
  await expect(front(page).getByRole('region', { name: /草稿/ })).toContainText('别人新建的');
  // cards slide back after the refused drag: one that was caught on its way is not taken
  await expect(async () => {
    await drag(/进行中/);
    await expect(front(page).getByRole('region', { name: /进行中/ })).toContainText('别人新建的', { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await page.reload();
  await expect(front(page).getByRole('radio', { name: '看板' })).toBeChecked();
});

test('the calendar shows the month, and a phone shows cards', async () => {
  await front(page).getByRole('radio', { name: '日历' }).click();
  await expect(front(page).getByRole('table')).toBeVisible();
  await front(page).getByRole('button', { name: '上个月' }).click();
  await expect(front(page).getByRole('button', { name: '本月', exact: true })).toBeVisible();
  await front(page).getByRole('radio', { name: '表格' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(front(page).getByRole('list', { name: '示例单据' })).toBeVisible();

  await test.step('cards of a tree: what is below stands further right and folds', async () => {
    await go(page, factory, '/demo/tree');
    const cards = front(page).getByRole('list', { name: '示例树' }).getByRole('listitem');
    const [top, below] = [cards.filter({ hasText: '整机' }).first(), cards.filter({ hasText: '升降柱' }).first()];
    const left = async (card: typeof top): Promise<number> => (await card.boundingBox())?.x ?? 0;
    await expect(below).toBeVisible();
    expect(await left(below)).toBeGreaterThan(await left(top));
    await top.getByRole('button', { name: '收起' }).click();
    await expect(below).toHaveCount(0);
    await top.getByRole('button', { name: '展开' }).click();
    await expect(below).toBeVisible();
    await button(front(page), '全部收起').click();
    await expect(below).toHaveCount(0);
    await button(front(page), '全部展开').click();
    await expect(below).toBeVisible();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
});
