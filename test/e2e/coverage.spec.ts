/** What the coverage table of the gallery (domain 80 §6.2) expects to be seen, besides what the other journeys drive. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import {
  answered,
  button,
  cell,
  choose,
  dialog,
  drawn,
  faultsOf,
  field,
  front,
  go,
  openAs,
  quiet,
  reopen,
  row,
  rowAction,
  saved,
  startFactory,
  test,
  typeCell,
} from './support';

const factory = startFactory();
const LONG = '六十个字的标题'.repeat(9);
let page: Page;
let client: Client;
const today = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const make = (record: object): Promise<{ readonly record: Wire }> =>
  client.must('/lcdp/data/demoDoc/save', { record, token: crypto.randomUUID() });

test.beforeAll(async ({ browser }) => {
  client = await factory.client('admin');
  const past = { day: today(-20) };
  await make({ ...past, title: '逾期样品', needBy: today(-2) });
  await make({ ...past, title: '临期样品', needBy: today(3) });
  await make({ ...past, title: LONG });
  for (let n = 0; n < 20; n++) await make({ ...past, title: `翻页样品${n}` });
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
test.afterEach(() => expect(faultsOf(page)).toEqual([]));
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const table = (): Locator => front(page).getByRole('grid').first();
const scrollUntil = async (seen: Locator): Promise<void> => {
  for (let left = 0; (await seen.count()) === 0 && left < 6_000; left += 300) {
    await table().evaluate((element, to) => {
      element.scrollLeft = to;
    }, left);
    await drawn(page);
  }
  await expect(seen.first()).toBeVisible();
};
/** The dialog in front stands at the right edge, as high as the window. */
const isDrawer = async (of: Page): Promise<void> => {
  await expect(async () => {
    const [box, view] = [await dialog(of).boundingBox(), of.viewportSize()];
    expect([box?.y, box?.height, (box?.x ?? 0) + (box?.width ?? 0)]).toEqual([0, view?.height, view?.width]);
  }).toPass();
};
const only = async (title: string): Promise<Locator> => {
  await front(page).getByPlaceholder('标题').fill(title);
  await answered(page, '/getPageList', () => button(front(page), '查询').click());
  await table().evaluate((element) => {
    element.scrollLeft = 0;
  });
  await expect(row(front(page), title.slice(0, 6))).toBeVisible();
  // its title may scroll out of sight
  return table().locator('[data-row]').first();
};

test('days that are near or gone say so, a long text is cut and told', async () => {
  await reopen(page, '/demo/list?scheme=all');
  for (const [title, text, tone] of [
    ['逾期样品', '逾期2天', 'danger'],
    ['临期样品', '临期3天', 'warning'],
  ] as const) {
    const line = await only(title);
    await scrollUntil(line.getByText(text, { exact: true }));
    await expect(line.locator(`[data-tone=${tone}]`).filter({ hasText: text }).first()).toBeVisible();
  }
  const line = await only(LONG);
  const cell = line.getByText(LONG, { exact: true });
  expect(await cell.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('ellipsis');
  await cell.hover();
  await expect(page.getByRole('tooltip').filter({ hasText: LONG })).toBeVisible();
});

test('nine partners, a code nobody knows, a text that brings a script', async () => {
  await reopen(page, '/demo/list?scheme=all');
  const many = await only('九家联合供货');
  const rest = many.getByText('+6', { exact: true });
  await scrollUntil(rest);
  await expect(many.getByText('恒力电机')).toBeVisible();
  await expect(rest).toHaveAttribute('data-tip', /旧都标准件/);
  const marked = await only('过期也不变色');
  await scrollUntil(marked.getByText('工艺要求'));
  expect(await marked.locator('script').count()).toBe(0);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  const left = await only('旧系统转入');
  await expect(left.getByText('--', { exact: true }).first()).toBeVisible();
  await shot('coverage-left');
  // what was chosen before it was switched off stays, and says so
  const id = (await client.list('demoDoc', { scheme: 'all', search: { title: '旧系统转入' } })).records[0]?.id;
  await reopen(page, `/demo/edit?id=${String(id)}`);
  await expect(front(page).locator('[data-field=material]').first()).toContainText('MT-10（已停用）');
  await shot('coverage-off');
});

test('rows of several pages are chosen together', async () => {
  await reopen(page, '/demo/list?scheme=all');
  const boxes = table().locator('[data-row] input[type=checkbox]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await answered(page, '/getPageList', () => button(front(page), '下一页').click());
  await expect(table().locator('[data-row] input:checked')).toHaveCount(0);
  await boxes.nth(0).check();
  await expect(front(page).getByText('已选 3 条').first()).toBeVisible();
  await button(front(page), '上一页').click();
  await expect(table().locator('[data-row] input:checked')).toHaveCount(2);
  await button(front(page), '清空').click();
  await expect(table().locator('[data-row] input:checked')).toHaveCount(0);
});

test('nothing found, slow, failed: the list says it and offers another try', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  await front(page).getByPlaceholder('标题').fill('没有这样的单据');
  await answered(page, '/getPageList', () => button(front(page), '查询').click());
  await expect(front(page).getByText('暂无数据').first()).toBeVisible();

  let work: 'slow' | 'fail' | 'go' = 'slow';
  await page.route('**/demoDoc/getPageList', async (route) => {
    if (work === 'fail') return route.fulfill({ status: 500, json: { code: 500, msg: '' } });
    if (work === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500));
    return route.continue();
  });
  await go(page, factory, '/demo/list?scheme=all');
  await expect(front(page).getByText('加载中…').or(front(page).getByLabel('加载中…')).first()).toBeVisible();
  await expect(row(page, /SL/)).toBeVisible();
  work = 'fail';
  await go(page, factory, '/demo/list?scheme=mine');
  await expect(front(page).getByText('服务异常,请重试').first()).toBeVisible();
  await shot('coverage-failed');
  work = 'go';
  await button(front(page), '重试').click();
  await expect(row(page, /SL/)).toBeVisible();
  await page.unroute('**/demoDoc/getPageList');
});

test('?demo= shows what a page of the gallery looks like in each state, and no other page', async () => {
  const isShown = (text: string) => expect(front(page).getByText(text).first()).toBeVisible();
  await go(page, factory, '/demo/list?scheme=all&demo=empty');
  await isShown('暂无数据');
  await shot('demo-empty');
  await go(page, factory, '/demo/list?scheme=all&demo=slow');
  await expect(front(page).getByLabel('加载中…').first()).toBeVisible();
  await expect(row(page, /SL/)).toBeVisible();
  await go(page, factory, '/demo/list?scheme=all&demo=error');
  await isShown('服务异常,请重试');
  await expect(button(front(page), '重试')).toBeVisible();
  await go(page, factory, '/demo/list?scheme=all&demo=offline');
  await isShown('网络异常，请检查网络');
  await go(page, factory, '/demo/tree?demo=empty');
  await isShown('暂无数据');

  const { record } = await make({ day: today(-20), title: '状态样品', note: '原话' });
  await go(page, factory, `/demo/edit?id=${record.id}&demo=stale`);
  await field(front(page), '备注').fill('我的话');
  await button(page, '保存').click();
  await isShown('数据已被他人修改，请刷新后重试');
  await expect(field(front(page), '备注')).toHaveValue('我的话');
  await shot('demo-stale');
  await go(page, factory, '/demo/edit?demo=offline');
  await field(front(page), '标题').fill('断网样品');
  await button(page, '保存').click();
  await isShown('网络异常，请检查网络');
  await expect(field(front(page), '标题')).toHaveValue('断网样品');
  await shot('demo-offline');
  expect(await client.one('demoDoc', String(record.id))).toMatchObject({ note: '原话' });

  // the state is the page's own, and only examples have one
  await go(page, factory, '/demo/list?scheme=all');
  await expect(row(page, /SL/)).toBeVisible();
  await go(page, factory, '/factoryModel/material/list?scheme=all&demo=empty');
  await expect(row(page, 'LA-100')).toBeVisible();
});

test('the number to come is shown, and the save gives it', async () => {
  await reopen(page, '/demo/edit');
  const told = front(page).getByText(/^SL\d{12}，保存时以实际编号为准$/);
  await expect(told).toBeVisible();
  const coming = (await told.textContent())?.slice(0, 14);
  await field(front(page), '标题').fill('编号样品');
  const answer = await answered(page, '/demoDoc/save', () => button(page, '保存').click());
  expect(await answer.json()).toMatchObject({ data: { record: { nbr: coming } } });
  await saved(page);
  await expect(told).toHaveCount(0);
});

test('nothing moves away under a press: the error above goes when the press is over', async () => {
  await reopen(page, '/demo/edit');
  const form = front(page);
  const title = field(form, '标题');
  await title.fill('先有再无');
  await title.fill('');
  await title.press('Tab');
  const error = form.locator('[data-field=title]').getByRole('alert');
  await expect(error).toBeVisible();
  await title.fill('又有了');
  const head = form.getByRole('button', { name: /^引用与选择/ });
  await head.scrollIntoViewIfNeeded();
  const before = await head.boundingBox();
  if (before === null) throw new Error('no head');
  await page.mouse.move(before.x + 40, before.y + before.height / 2);
  await page.mouse.down();
  await quiet(page);
  expect((await head.boundingBox())?.y).toBe(before.y);
  await expect(error).toBeVisible();
  const was = await head.getAttribute('aria-expanded');
  await page.mouse.up();
  await expect(head).toHaveAttribute('aria-expanded', was === 'true' ? 'false' : 'true');
  await expect(error).toHaveCount(0);
});

test('nothing moves away under a press: the numbers of schemes come when the press is over', async () => {
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const asked = page.waitForRequest('**/demoDoc/counts');
  await page.route('**/demoDoc/counts', async (route) => {
    await told;
    await route.fulfill({ json: { code: 200, msg: '', data: { mine: { total: 12_345 }, late: { total: 12_345 } } } });
  });
  await reopen(page, '/demo/list');
  await asked;
  const tab = page.getByRole('tab', { name: '全部', exact: true });
  const before = await tab.boundingBox();
  if (before === null) throw new Error('no tab');
  await page.mouse.move(before.x + 4, before.y + before.height / 2);
  await page.mouse.down();
  const answer = page.waitForResponse('**/demoDoc/counts');
  tell();
  await answer;
  await drawn(page);
  expect((await tab.boundingBox())?.x).toBe(before.x);
  await page.mouse.up();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: /逾期/ })).toContainText('12345');
  await page.unroute('**/demoDoc/counts');
});

test('why: a field that a rule closed tells the rule and its values', async () => {
  await reopen(page, '/demo/edit');
  const form = front(page);
  await field(form, '标题').fill('为什么');
  await choose(page, form, '重要程度', '重点');
  await form.getByRole('button', { name: '为什么：数量' }).click();
  await expect(page.getByRole('tooltip').filter({ hasText: '重要程度' })).toBeVisible();
  await shot('coverage-why');
});

test('a small ? shows the lines a field, its rules and checks, and the list are made of', async () => {
  await reopen(page, '/demo/edit');
  await front(page).getByRole('button', { name: '定义：要求日期' }).click();
  const lines = page.getByRole('group', { name: '定义' }).filter({ visible: true });
  await expect(lines).toContainText('{ "title": "要求日期", "kind": "dateCritical", "warn": 3');
  await expect(lines).toContainText('rules.flagged');
  await expect(lines).toContainText('checks.need');
  await shot('coverage-lines');
  await reopen(page, '/demo/list?scheme=all');
  await button(front(page), '定义：示例单据').click();
  await expect(lines).toContainText('list.columns.day');
  await expect(lines).toContainText('{ "columns": ["day:sort"] }');
});

test('marks beside fields are reached by keys, and Tab passes by them', async () => {
  await reopen(page, '/demo/edit');
  const form = front(page);
  await field(form, '标题').fill('按键看规则');
  await choose(page, form, '重要程度', '重点');
  await field(form, '标题').focus();
  await page.keyboard.press('Tab');
  await expect(field(form, '日期')).toBeFocused();
  await page.keyboard.press('Alt+/');
  await expect(form.getByRole('button', { name: '定义：日期' })).toBeFocused();
  await page.keyboard.press('Enter');
  const lines = page.getByRole('group', { name: '定义' }).filter({ visible: true });
  await expect(lines).toContainText('fields.day');
  await page.keyboard.press('Tab');
  await expect(lines.getByRole('button', { name: '复制' }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lines).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field(form, '日期')).toBeFocused();
  // what cannot be typed has no focus: its mark is behind the others
  await page.keyboard.press('Alt+/');
  const why = form.getByRole('button', { name: '为什么：数量' });
  for (let n = 0; n < 60 && !(await why.evaluate((element) => element === document.activeElement)); n++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip').filter({ hasText: '重要程度' })).toBeVisible();
  await shot('coverage-marks');
  await page.keyboard.press('Alt+/');
  await expect(page.getByRole('tooltip').filter({ hasText: '重要程度' })).toHaveCount(0);
  await expect(field(form, '日期')).toBeFocused();
});

test('a record is changed in a drawer where its document says so, and in a dialog', async () => {
  await reopen(page, '/demo/gauge');
  await rowAction(page, table().locator('[data-row]').first(), '编辑');
  await expect(dialog(page).getByRole('textbox', { name: '剔除原因' }).first()).toBeVisible();
  await isDrawer(page);
  await shot('coverage-drawer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await reopen(page, '/demo/tree');
  await rowAction(page, row(page, '整机'), '编辑');
  await expect(field(dialog(page), '名称')).toHaveValue('整机');
  await page.keyboard.press('Escape');
});

test('Enter goes from field to field; a row is copied, moved and taken back by its menu', async () => {
  await reopen(page, '/demo/edit');
  const form = front(page);
  await field(form, '标题').fill('按键样品');
  await field(form, '标题').press('Enter');
  await expect(field(form, '日期')).toBeFocused();
  await form.getByRole('tab', { name: /明细/ }).click();
  await button(form, '空行').first().click();
  await typeCell(page, 'material', 0, 'SR-08');
  await typeCell(page, 'qty', 0, '3');
  const menu = async (entry: RegExp): Promise<void> => {
    await cell(page, 'qty', 0).click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await menu(/^复制行/);
  await expect(cell(page, 'qty', 1)).toHaveText('3');
  await typeCell(page, 'qty', 1, '8');
  await menu(/^下移/);
  await expect(cell(page, 'qty', 0)).toHaveText('8');
  await menu(/^撤销/);
  await expect(cell(page, 'qty', 0)).toHaveText('3');
});

test('a tree is folded by keys, and 更多示例 opens beside the list', async () => {
  await reopen(page, '/demo/tree');
  const top = row(page, '整机');
  await expect(row(page, '升降柱')).toBeVisible();
  await top.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, '升降柱')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(row(page, '升降柱')).toBeVisible();

  await reopen(page, '/demo/list?scheme=all');
  await button(front(page), '更多示例').click();
  await page.getByRole('menuitem', { name: '示例统计', exact: true }).click();
  await expect(dialog(page).getByRole('grid').first()).toBeVisible();
  await isDrawer(page);
  await shot('coverage-more');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
