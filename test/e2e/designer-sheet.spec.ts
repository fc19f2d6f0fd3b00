/**
 * 工装借用 from the sheet it was kept in: its columns become fields, its words the states, its rows come in after the publish, also when
 * the page was loaded anew in between. Every gesture of the implementer is counted.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { makeBook } from '../../server/excel/write';
import { fieldOnSheet, openDesigner, safe, side } from './designing';
import { type Gestures, implementer, picture } from './gestures';
import { agree, giveRights, handsOn } from './lending';
import { button, dialog, faultsOf, front, go, openAs, row, rowAction, rowActions, startFactory, test } from './support';

/** all that he may need */
const MOST = 80;
const CODE = 'xGongZhuangJieYong';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ROWS = 12;
const factory = startFactory();
let page: Page;
let worker: Page;
let head: Page;
let hands: Gestures;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ({ page, hands } = await implementer(browser, factory));
});
test.afterEach(() => hands.part(test.info().title));
test.afterAll(async () => {
  console.log(hands.told());
  for (const each of [page, worker, head]) await each?.context().close();
});
const shot = (name: string, of = page): Promise<void> => picture(of, name);
const { press, closed, titleAsked, publish, published, drawStates, approve } = handsOn(() => page);
const waiting = (): Locator => page.getByRole('region', { name: 'Excel 中的数据' });
const book = (): Promise<Buffer> =>
  makeBook([
    {
      spec: { name: '台账', columns: Array.from({ length: 6 }, () => ({ width: 16 })) },
      rows: [
        ['借用单号', '借用人', '工装', '借用日期', '数量', '借用状态'],
        ...Array.from({ length: ROWS }, (_, n) => [
          `JY${n + 1}`,
          ['何静', '孙浩', '刘强'][n % 3] ?? '',
          `夹具${n + 1}`,
          `2026-01-${String(n + 5).padStart(2, '0')}`,
          n + 1,
          ['待借出', '借用中', '已归还'][n % 3] ?? '',
        ]),
      ],
    },
  ]);

test('the sheet says what the object is called, its fields and what is chosen from', async () => {
  await openDesigner(page);
  await button(page, '新建对象').click();
  await dialog(page).getByRole('radio', { name: /Excel/ }).click();
  const buffer = await book();
  await dialog(page).locator('input[type=file]').setInputFiles({ name: '工装借用.xlsx', mimeType: XLSX, buffer });
  const columns = dialog(page).getByRole('list', { name: '列成为的字段' }).getByRole('listitem');
  await expect(columns).toHaveText([
    '借用单号单行文字',
    '借用人单行文字',
    '工装单行文字',
    '借用日期日期',
    '数量整数',
    '借用状态单选（3 项）单行文字',
  ]);
  await expect(dialog(page).getByRole('checkbox', { name: /同时导入 12 行数据/ })).toBeChecked();
  await shot('sheet-guessed');
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await expect(titleAsked()).toHaveValue('工装借用');
  await titleAsked().click();
  await press('Enter');
  await closed();
  await expect(fieldOnSheet(page, 'jieYongZhuangTai')).toBeVisible();
  await expect(waiting()).toContainText('发布后导入「工装借用.xlsx」中的 12 行');
  await safe(page);
});

test('its words become states, and it is approved', async () => {
  await side(page, '动作');
  await drawStates();
  await approve();
  await shot('sheet-states');
});

test('published, and loaded anew: the rows still wait, and come in', async () => {
  await publish('第一版');
  // object, menu, dictionary, flow
  expect(await published()).toBe(4);
  await expect(waiting()).toContainText('12 行还没有导入');
  await page.reload();
  await button(waiting(), '导入 Excel 中的 12 行').click();
  await expect(dialog(page)).toContainText('工装借用.csv');
  await expect(dialog(page)).toContainText('「借用状态」不随导入');
  await shot('sheet-import');
  await button(dialog(page), '核对').click();
  await expect(dialog(page)).toContainText('共12行，全部通过，将新增 12 条');
  await button(dialog(page), '确认导入').click();
  await expect(dialog(page)).toContainText('新增 12 条');
  await button(dialog(page), '完成').click();
  await expect(waiting()).toHaveCount(0);
  const { records } = await (await factory.client('admin')).list(CODE, { current: 1, size: 50 });
  expect(records.map(({ jieYongDanHao, shuLiang }) => `${jieYongDanHao} ${shuLiang}`).sort()).toEqual(
    Array.from({ length: ROWS }, (_, n) => `JY${n + 1} ${n + 1}`).sort(),
  );
});

test('an operator asks for one of them, his head agrees, he lends and returns', async ({ browser }) => {
  await giveRights(factory, [CODE], ['employee', 'flowInstance', CODE]);
  worker = await openAs(browser, factory, 'sunhao');
  const { records } = await (await factory.client('admin')).list(CODE, { current: 1, size: 50 });
  const id = String(records.find(({ jieYongDanHao }) => jieYongDanHao === 'JY7')?.id);
  const mine = (): Locator => row(front(worker), 'JY7');
  const detail = `/app/${CODE}/detail?id=${id}`;
  await go(worker, factory, `/app/${CODE}/list`);
  await expect(mine()).toContainText('待借出');
  // held until it is approved
  expect(await rowActions(worker, mine())).not.toContain('借出');
  await go(worker, factory, detail);
  await expect(button(front(worker), '提交审批')).toBeVisible();
  await expect(button(front(worker), '借出')).toHaveCount(0);
  await button(front(worker), '提交审批').click();
  await expect(front(worker)).toContainText('审批中');
  head = await openAs(browser, factory, 'liuqiang', detail);
  await agree(head);
  await go(worker, factory, `/app/${CODE}/list`);
  await expect(mine()).toContainText('待借出');
  await rowAction(worker, mine(), '借出');
  await expect(mine()).toContainText('借用中');
  await rowAction(worker, mine(), '归还');
  await expect(mine()).toContainText('已归还');
  await shot('sheet-returned', worker);
  expect([...faultsOf(page), ...faultsOf(worker), ...faultsOf(head)]).toEqual([]);
  // the file he chose is one more
  expect(hands.count() + 1).toBeLessThanOrEqual(MOST);
  console.log(`gestures: ${hands.count() + 1} of ${MOST}`);
});
