/** What the gallery says and people meet: rules of the form and of its rows, checks with their ways, states of rows, a list of a service. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import {
  answered,
  answeredAtLast,
  button,
  cell,
  choose,
  confirm,
  dialog,
  drawn,
  faultsOf,
  field,
  front,
  openAs,
  reopen,
  row,
  rowAction,
  saved,
  startFactory,
  test,
  typeCell,
  typeInDialog,
} from './support';

const factory = startFactory();
let page: Page;
let client: Client;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
  client = await factory.client('admin');
});
test.afterAll(async () => page?.context().close());
test.afterEach(() => expect(faultsOf(page)).toEqual([]));
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const of = (code: string): Locator => front(page).locator(`[data-field="${code}"]`);
const all = async (): Promise<readonly Wire[]> =>
  (await client.list('demoDoc', { current: 1, size: 60, scheme: 'all' })).records as Wire[];

test('rules of the form: shown, required, read-only, set, and asked of a service', async () => {
  await reopen(page, '/demo/edit');
  const form = front(page);
  await expect(field(form, '标题')).toBeVisible();
  await expect(of('hint')).toHaveCount(0);
  await field(form, '数量').fill('20');
  await choose(page, form, '重要程度', '重点');
  await expect(of('hint')).toContainText('状态重点');
  await expect(of('qty').locator('input')).toHaveCount(0);
  await choose(page, form, '重要程度', '普通');
  await expect(of('hint')).toHaveCount(0);
  await field(form, '数量').fill('2000');

  // the service of a rule answers what the category promises
  await answered(page, '/resolve', () => choose(page, form, '示例分类', '202 丝杆', '丝杆'));
  await expect(field(form, '要求日期')).toHaveValue(/^20\d\d-\d\d-\d\d$/);

  // a material is found by its spec, and the title follows
  await page.getByLabel('选择物料', { exact: true }).filter({ visible: true }).click();
  await typeInDialog(page, '12V/100');
  await expect(field(form, '标题')).toHaveValue(/^电动推杆 \d{8}$/);

  // 2,000 pieces need a word, and the save says so where it is missing
  await button(page, '保存').click();
  await expect(of('note').getByRole('alert')).toBeVisible();
  await field(form, '备注').fill('加大批量');
});

test('rules and checks of the rows, and a change that would clear them asks first', async () => {
  const form = front(page);
  await form.getByRole('tab', { name: /明细/ }).click();
  await button(form, '空行').first().click();
  await typeCell(page, 'material', 0, 'SR-08');
  await typeCell(page, 'qty', 0, '3');
  await typeCell(page, 'price', 0, '12');
  await expect(cell(page, 'amount')).toHaveText('36.00');
  await typeCell(page, 'kindRow', 0, '赠品');
  await expect(cell(page, 'price')).toHaveText('0');
  await expect(cell(page, 'amount')).toHaveText('0.00');
  await cell(page, 'price').click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'price')).toHaveText('0');

  await field(form, '完成数').fill('3000');
  await field(form, '完成数').press('Tab');
  await button(page, '保存').click();
  await expect(of('done')).toContainText('完成数不能大于数量');
  await shot('rules-check');
  await field(form, '完成数').fill('10');
  await field(form, '完成数').press('Tab');
  await answered(page, '/demoDoc/save', () => button(page, '保存').click());
  await saved(page);

  await choose(page, form, '示例分类', '1021 两节', '两节');
  await confirm(page, '更换类型将清空明细，是否继续？');
  await expect(cell(page, 'material')).toHaveCount(0);
});

test('rows say their state: a tone of a column, what is waited for, what cannot be chosen, what stands below', async () => {
  const records = await all();
  const late = records.find((record) => record.title === '电动推杆出口批') ?? records[0];
  const gone = records.find((record) => record.title === '小批五十台试产') ?? records[1];
  const act = async (wire: Wire | undefined, action: string): Promise<void> => {
    const now = (await all()).find(({ id }) => id === wire?.id);
    await client.must(`/lcdp/data/demoDoc/act/${action}`, {
      targets: [{ id: now?.id, version: now?.version }],
      token: `${action}-${String(now?.id)}`,
    });
  };
  await act(late, 'start');
  await act(gone, 'void');
  await reopen(page, '/demo/list?scheme=all');
  const line = row(page, String(late?.nbr));
  await expect(line).toHaveAttribute('data-tone', 'warning');
  await expect(line.locator('[role=gridcell] [data-tone=danger]').first()).toBeVisible();
  const locked = row(page, String(gone?.nbr));
  await expect(locked.locator('input[type=checkbox]')).toBeDisabled();
  await shot('rules-list');
  const grid = front(page).getByRole('grid').first();
  const seen = async (text: string | RegExp): Promise<void> => {
    for (let left = 0; left < 6_000; left += 300) {
      if (await line.getByText(text).count()) break;
      await grid.evaluate((element, to) => {
        element.scrollLeft = to;
      }, left);
      await drawn(page);
    }
    await expect(line.getByText(text).first()).toBeVisible();
  };
  await seen(/^客户要求/);
  await expect(row(page, '进行中').or(row(page, '草稿')).getByText('未填写').first()).toBeVisible();
  await seen(/^\d+:\d\d:\d\d$|天/);
  await grid.evaluate((element) => {
    element.scrollLeft = 0;
  });

  await rowAction(page, line, '下推示例');
  await expect(dialog(page)).toContainText('下推');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('the rows of a service, their pages as tabs, and the size the document says', async () => {
  await reopen(page, '/demo/load');
  await expect(front(page).locator('[data-row]').first()).toBeVisible();
  await expect(front(page).getByText('50 条/页')).toBeVisible();
  await shot('load');
  const turn = front(page).getByLabel('页面', { exact: true });
  await turn.getByText('示例单据').click();
  await expect(front(page).getByRole('columnheader').filter({ hasText: '编号' }).first()).toBeVisible();
  await shot('load-tabs');
  await front(page).getByLabel('页面', { exact: true }).getByText('示例负荷').click();
  await expect(front(page).getByRole('columnheader').filter({ hasText: '逾期单数' })).toBeVisible();
});

test('without network the rows stay and say how old they are, a form keeps what was typed and saves once it is back', async () => {
  await reopen(page, '/demo/list?scheme=all');
  await expect(front(page).locator('[data-row]').first()).toBeVisible();
  await page.context().setOffline(true);
  await button(front(page), '刷新').click();
  await expect(front(page).getByText(/，仍是 \d\d:\d\d:\d\d 的数据/)).toBeVisible();
  await expect(front(page).locator('[data-row]').first()).toBeVisible();
  await shot('offline-list');
  await page.context().setOffline(false);
  await button(front(page), '刷新').click();
  await expect(front(page).getByText(/，仍是/)).toHaveCount(0);

  await reopen(page, '/demo/edit');
  await field(front(page), '标题').fill('断网时填的');
  await page.context().setOffline(true);
  await button(page, '保存').click();
  await expect(
    front(page)
      .getByText(/网络异常/)
      .first(),
  ).toBeVisible();
  await expect(field(front(page), '标题')).toHaveValue('断网时填的');
  await shot('offline-form');
  await page.context().setOffline(false);
  await answeredAtLast(page, '/demoDoc/save', button(page, '保存'));
  await saved(page);
  expect((await all()).filter(({ title }) => title === '断网时填的')).toHaveLength(1);
});
