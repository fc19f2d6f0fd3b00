/** Reports, charts and boards as somebody uses them: group, compare, look behind a number, open the board as a large screen. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { sheetRows } from '../support/sheets';
import {
  button,
  demoDocsThisYear,
  dialog,
  faultsOf,
  front,
  openAs,
  openMenu,
  quiet,
  row,
  scheme,
  startFactory,
  test,
} from './support';

const factory = startFactory();

test('a report is grouped, compared, drawn and followed to its records', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '示例统计');
  const report = front(page);
  await expect(row(report, '普通')).toBeVisible();
  await expect(
    report
      .getByRole('img', { name: /各重要程度数量/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();

  // the total is what the rows are
  const total = report.getByText('单数', { exact: true }).first().locator('xpath=following-sibling::dd');
  const number = Number((await total.innerText()).replace(/\D/g, ''));
  expect(number).toBeGreaterThan(0);

  await button(report, '加一项').click();
  await page.getByRole('menuitem', { name: '单据状态' }).click();
  await expect(page).toHaveURL(/by=state%2CdocStatus/);
  await expect(row(report, '普通', '草稿')).toBeVisible();
  await report.getByText('月', { exact: true }).click();
  await expect(page).toHaveURL(/period=month/);
  await report.getByText('环比', { exact: true }).click();
  await expect(report.getByRole('columnheader', { name: '对比' }).first()).toBeVisible();

  // the table behind a picture, and from a number of it to the list of exactly those records
  await button(report, '各重要程度数量的更多操作').click();
  await page.getByRole('menuitem', { name: '看数据' }).click();
  const numbers = dialog(page);
  await expect(numbers.getByRole('row').first()).toBeVisible();
  const first = numbers.getByRole('row').nth(1);
  const name = await first.getByRole('cell').first().innerText();
  await first.getByRole('button').click();
  await expect(page).toHaveURL(/\/demo\/list\?/);
  const list = front(page);
  await expect(list.getByText(/共 \d+ 条/)).toBeVisible();
  for (const line of await list
    .getByRole('row')
    .filter({ hasText: /^.*SL\d/ })
    .all())
    await expect(line).toContainText(name);
  expect(faultsOf(page)).toEqual([]);
});

test('a board shows its cells, rests, follows its search and fills the screen', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await page.evaluate(() => {
    const Measures = window.ResizeObserver;
    Object.assign(window, { made: 0 });
    window.ResizeObserver = class extends Measures {
      constructor(told: ResizeObserverCallback) {
        super(told);
        Object.assign(window, { made: (window as unknown as { made: number }).made + 1 });
      }
    };
  });
  await openMenu(page, '示例看板');
  const board = front(page);
  await expect(board.getByRole('region', { name: '完成率', exact: true })).toContainText('目标');
  await expect(board.getByRole('region', { name: '物料排行' }).getByRole('listitem').first()).toBeVisible();
  await expect(
    board
      .getByRole('img', { name: /单据状态/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  // a board that draws itself anew for ever keeps every page after it waiting
  const made = (): Promise<number> => page.evaluate(() => (window as unknown as { made: number }).made);
  let before = -1;
  const since = async (): Promise<number> => {
    const [was, now] = [before, await made()];
    before = now;
    return now - was;
  };
  await expect.poll(since, { intervals: [500] }).toBe(0);
  await button(board, '大屏').click();
  await expect(page).toHaveURL(/screen=1/);
  await expect(page.getByText(/实时，截至/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '示例看板' })).toBeVisible();
  const stage = await page.getByRole('heading', { name: '示例看板' }).boundingBox();
  expect(stage?.x).toBeGreaterThanOrEqual(0);
  await button(page, '退出大屏').click();
  await expect(page).not.toHaveURL(/screen=1/);
  expect(faultsOf(page)).toEqual([]);
});

test('a mark narrows the other cells of its board, or leads one dim deeper', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '示例看板');
  const cell = (name: string) => front(page).getByRole('region', { name, exact: true });
  const pickFirst = async (name: string): Promise<void> => {
    await button(cell(name), `${name}的更多操作`).click();
    await page.getByRole('menuitem', { name: '看数据' }).click();
    await dialog(page).getByRole('row').nth(1).getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const all = await demoDocsThisYear(await factory.client('admin'));
  await expect(cell('单据')).toContainText(all);
  await pickFirst('单据状态');
  const chips = front(page).getByRole('group', { name: '图表筛选' });
  await expect(chips).toContainText(/^单据状态：/);
  await expect(cell('单据')).not.toContainText(all);
  await button(chips, '清除筛选').click();
  await expect(chips).toHaveCount(0);
  await expect(cell('单据')).toContainText(all);
  await pickFirst('各分类数量');
  const crumbs = cell('各分类数量').getByRole('navigation', { name: '下钻路径' });
  await expect(button(crumbs, '全部')).toBeVisible();
  await expect(cell('数量')).toContainText('件');
  await cell('各分类数量').focus();
  await page.keyboard.press('Escape');
  await expect(crumbs).toHaveCount(0);
  expect(faultsOf(page)).toEqual([]);
});

test('what a board is searched by is kept for its reader; an address stands over it, 重置 takes it back', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin');
  await page.goto(`${factory.base}/v2/board/demoBoard`);
  const state = () => front(page).getByRole('search').getByRole('combobox', { name: '重要程度' });
  const chosen = () => front(page).locator('[data-search="state"]');
  const cell = (name: string) => front(page).getByRole('region', { name, exact: true });
  const all = await demoDocsThisYear(await factory.client('admin'));
  await expect(cell('单据')).toContainText(all);
  const kept = page.waitForResponse((answer) => answer.url().includes('fieldSearch/saveOrUpdate'));
  await state().click();
  await page.getByTitle('试制').last().click();
  await kept;
  await page.keyboard.press('Escape');
  await expect(cell('单据')).not.toContainText(all);
  // another tab of the browser, the address says nothing
  await page.goto(`${factory.base}/v2/board/demoBoard`);
  await expect(chosen()).toContainText('试制');
  await page.goto(`${factory.base}/v2/board/demoBoard?s.state=${encodeURIComponent('["1"]')}`);
  await expect(chosen()).toContainText('普通');
  await expect(chosen()).not.toContainText('试制');
  const gone = page.waitForResponse((answer) => answer.url().includes('fieldSearch/saveOrUpdate'));
  await button(front(page), '重置').click();
  await gone;
  await page.goto(`${factory.base}/v2/board/demoBoard`);
  await expect(cell('单据')).toContainText(all);
  await expect(chosen()).not.toContainText('试制');
  expect(faultsOf(page)).toEqual([]);
});

test('under a finger a mark says what it is and what it can do; a board is a picture and paper', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin', '/board/demoBoard', { hasTouch: true });
  const cell = (name: string) => front(page).getByRole('region', { name, exact: true });
  await cell('物料排行').getByRole('listitem').first().tap();
  await expect(page).toHaveURL(/board\/demoBoard/);
  const tip = cell('物料排行').getByRole('group');
  await expect(tip).toContainText('数量');
  await expect(button(tip, '明细')).toBeVisible();
  await button(tip, '关闭').tap();
  await expect(tip).toHaveCount(0);

  const head = await cell('物料排行').getByRole('heading').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const point = { x: (head?.x ?? 0) + 5, y: (head?.y ?? 0) + 5 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(page.getByRole('menuitem', { name: '看数据' })).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await quiet(page);
  expect((await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim())).toEqual([
    '看数据',
    '放大',
    '导出图片',
    '导出数据',
    '查看报表',
    '刷新',
    '定义',
  ]);
  await page.keyboard.press('Escape');

  await button(front(page), '导出').tap();
  const paper = page.getByRole('dialog');
  await expect(paper.getByRole('article')).toHaveCount(3);
  await expect(paper.getByRole('article').first()).toContainText(/数据截至 \d{4}-\d\d-\d\d/);
  await expect(paper.getByRole('article').first()).toContainText(/日期：\d{4}-01-01 至 \d{4}-12-31/);
  const saved = page.waitForEvent('download');
  await button(paper, '导出图片').tap();
  const png = await saved;
  expect(png.suggestedFilename()).toBe('示例看板.png');
  expect((await readFile(await png.path())).length).toBeGreaterThan(50_000);
  await page.evaluate(() => {
    window.print = () => {
      const images = [...document.querySelectorAll('.print-root > img')] as HTMLImageElement[];
      Object.assign(window, { printed: images.map((image) => image.naturalWidth / image.naturalHeight) });
    };
  });
  await button(paper, '打印或存为PDF').tap();
  const printed = () => page.evaluate(() => (window as unknown as { printed?: number[] }).printed);
  await expect.poll(async () => (await printed())?.length).toBe(3);
  for (const ratio of (await printed()) ?? []) expect(Math.abs(ratio - 297 / 210)).toBeLessThan(0.01);
});

test('a chart is looked at large, explained, taken along, and opened as its report with the same numbers', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '示例看板');
  const cell = (name: string) => front(page).getByRole('region', { name, exact: true });
  const act = async (name: string, item: string): Promise<void> => {
    await button(cell(name), `${name}的更多操作`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(cell('单据状态').locator('canvas').first()).toBeVisible();
  await act('单据状态', '放大');
  const large = await dialog(page).locator('canvas').first().boundingBox();
  expect(large?.height).toBeGreaterThan(400);
  await page.keyboard.press('Escape');
  await act('每月数量与完成率', '定义');
  await expect(dialog(page)).toContainText('pct(sum(完成数), sum(数量))');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const picture = page.waitForEvent('download');
  await act('每月数量与完成率', '导出图片');
  const png = await picture;
  expect(png.suggestedFilename()).toBe('每月数量与完成率.png');
  expect((await readFile(await png.path())).length).toBeGreaterThan(5_000);
  const sheet = page.waitForEvent('download');
  await act('物料排行', '导出数据');
  const lines = await sheetRows(await readFile(await (await sheet).path()));
  expect(lines[0]).toEqual(['物料', '数量', '单数']);
  const sum = Number(lines.at(-1)?.[1]);

  await act('物料排行', '查看报表');
  await expect(page).toHaveURL(/\/demo\/stat\?.*by=material/);
  const total = front(page).getByText('数量', { exact: true }).first().locator('xpath=following-sibling::dd');
  await expect(total).toHaveText(sum.toLocaleString('en-US', { maximumFractionDigits: 4 }));
  expect(faultsOf(page)).toEqual([]);
});

test('what a report shows becomes a chart of a board, with the same numbers', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await page.goto(`${factory.base}/v2/demo/stat?s.state=${encodeURIComponent('["3"]')}`);
  const report = front(page);
  const total = report.getByText('单数', { exact: true }).first().locator('xpath=following-sibling::dd');
  await expect(total).toHaveText(/\d/);
  const number = Number((await total.innerText()).replace(/\D/g, ''));
  expect(number).toBeGreaterThan(0);
  const keep = async (title: string, board: string, name?: string): Promise<void> => {
    const asked = dialog(page);
    await asked.getByLabel('标题').fill(title);
    await asked.getByRole('combobox', { name: '看板' }).click();
    await page.getByTitle(board, { exact: true }).last().click();
    if (name !== undefined) await asked.getByLabel('看板名称').fill(name);
    await button(asked, '存入草稿').click();
    await expect(page.getByText(`已存入看板「${name ?? board}」的草稿`)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await button(report, '存为图表').click();
  await keep('试制统计', '新建看板', '我的日看板');
  await button(report, '各重要程度数量的更多操作').click();
  await page.getByRole('menuitem', { name: '存为图表' }).click();
  await keep('试制数量', '示例看板');

  const client = await factory.client('admin');
  type Cells = Record<string, { title: string; at: number[]; report: string; where?: string }>;
  const { apps } = await client.must<{
    apps: { documents: { id: string; title: string; drafts: string[] }[] }[];
  }>('/lcdp/design/tree', {});
  const cellOf = async (board: string, title: string) => {
    const found = apps.flatMap((app) => app.documents).find((item) => item.title === board);
    const { documents } = await client.must<{ documents: { id: string; doc: { cells: Cells } }[] }>(
      '/lcdp/design/drafts/read',
      { draft: found?.drafts[0], documents: [] },
    );
    const cells = documents.find(({ id }) => id === found?.id)?.doc.cells ?? {};
    return Object.values(cells).find((cell) => cell.title === title);
  };
  for (const cell of [await cellOf('我的日看板', '试制统计'), await cellOf('示例看板', '试制数量')]) {
    const { title: _title, at, report: code, ...chart } = cell ?? { title: '', at: [], report: '' };
    expect(at).toHaveLength(2);
    const [answer] = await client.must<{ data: { total: Record<string, number> } }[]>('/chartdesign/query', {
      cells: [{ key: 'a', report: code, chart: { ...chart, y: ['number'] } }],
    });
    expect(answer?.data.total.number).toBe(number);
  }
  expect(faultsOf(page)).toEqual([]);
});

test('charts over a list and in a detail tab follow what stands there', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await openMenu(page, '示例树二');
  // its own scheme asks for this month, which has nothing on the first of one
  await scheme(page, '全部');
  const list = front(page);
  await expect(
    list
      .getByRole('img', { name: /各状态单数/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  await button(list, '各状态单数的更多操作').click();
  await page.getByRole('menuitem', { name: '看数据' }).click();
  const sum = await dialog(page).getByRole('row').last().getByRole('cell').last().innerText();
  await page.keyboard.press('Escape');
  await expect(list.getByText(`共 ${sum} 条`)).toBeVisible();
  await list.getByRole('button', { name: /^图表/ }).click();
  await expect(list.getByRole('img', { name: /各状态单数/ })).toBeHidden();
  expect(faultsOf(page)).toEqual([]);
});
