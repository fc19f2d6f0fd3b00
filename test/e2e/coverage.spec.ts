/** What the coverage table of the gallery (domain 80 §6.2) expects to be seen, besides what the other journeys drive. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { answered, button, choose, faultsOf, field, front, go, openAs, startFactory } from './support';

const factory = startFactory();
let page: Page;
let client: Client;
const make = (record: object): Promise<{ readonly record: Wire }> =>
  client.must('/lcdp/data/demoDoc/save', { record, token: crypto.randomUUID() });

test.beforeAll(async ({ browser }) => {
  client = await factory.client('admin');
  // more than a page of them
  for (let n = 0; n < 20; n++) await make({ title: `翻页样品${n}` });
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
test.afterEach(() => expect(faultsOf(page)).toEqual([]));
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const table = (): Locator => front(page).getByRole('grid').first();

test('rows of several pages are chosen together', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  const boxes = table().locator('[data-row] input[type=checkbox]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await answered(page, '/getPageList', () => button(front(page), '下一页').click());
  await expect(table().locator('[data-row] input:checked')).toHaveCount(0);
  await boxes.nth(0).check();
  await expect(front(page).getByText('已选 3 条').first()).toBeVisible();
  await answered(page, '/getPageList', () => button(front(page), '上一页').click());
  await expect(table().locator('[data-row] input:checked')).toHaveCount(2);
  await button(front(page), '清空').click();
  await expect(table().locator('[data-row] input:checked')).toHaveCount(0);
});

test('nothing moves away under a press: the error above goes when the press is over', async () => {
  await go(page, factory, '/demo/edit');
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
  await page.waitForTimeout(250);
  expect((await head.boundingBox())?.y).toBe(before.y);
  await expect(error).toBeVisible();
  const was = await head.getAttribute('aria-expanded');
  await page.mouse.up();
  await expect(head).toHaveAttribute('aria-expanded', was === 'true' ? 'false' : 'true');
  await expect(error).toHaveCount(0);
});

test('why: a field that a rule closed tells the rule and its values', async () => {
  await go(page, factory, '/demo/edit');
  const form = front(page);
  await field(form, '标题').fill('为什么');
  await choose(page, form, '重要程度', '重点');
  await form.getByRole('button', { name: '为什么：数量' }).click();
  await expect(page.getByRole('tooltip').filter({ hasText: '重要程度' })).toBeVisible();
  await shot('coverage-why');
});

test('a small ? shows the lines a field, its rules and checks, and the list are made of', async () => {
  await go(page, factory, '/demo/edit');
  await front(page).getByRole('button', { name: '定义：要求日期' }).click();
  const lines = page.getByRole('group', { name: '定义' }).filter({ visible: true });
  await expect(lines).toContainText('{ "title": "要求日期", "kind": "dateCritical", "warn": 3');
  await expect(lines).toContainText('rules.flagged');
  await expect(lines).toContainText('checks.need');
  await shot('coverage-lines');
  await go(page, factory, '/demo/list?scheme=all');
  await button(front(page), '定义：示例单据').click();
  await expect(lines).toContainText('list.columns.day');
  await expect(lines).toContainText('{ "columns": ["day:sort"] }');
});
