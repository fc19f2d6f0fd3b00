/** The gallery: a document with a value of every kind, entered through the real controls, found again, and a node of its tree. */
import { expect, type Page, type Request } from '@playwright/test';
import {
  answered,
  button,
  calendarDays,
  cell,
  choose,
  dialog,
  faultsOf,
  field,
  front,
  listOf,
  openAs,
  openMenu,
  pageTab,
  pickOne,
  row,
  rowAction,
  scheme,
  startFactory,
  test,
  typeCell,
  typeDate,
  typeInDialog,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());

/** By how many conditions of the search row a list was asked. */
const searched = (request: Request): number =>
  Object.keys((request.postDataJSON() as { search?: object }).search ?? {}).length;
let picked = '';
const TITLE = '电动推杆全类型样品';

test('a document with a value of every kind is entered, saved and read', async () => {
  await openMenu(page, '示例列表');
  await button(front(page), '新增').click();
  await expect(pageTab(page, '新增示例单据')).toHaveAttribute('aria-selected', 'true');
  const form = front(page);
  await field(form, '标题').fill(TITLE);
  await choose(page, form, '重要程度', '重点');
  await form
    .getByRole('switch', { name: '加急' })
    .or(form.locator('[data-field=flag] button[role=switch]'))
    .first()
    .click();
  await typeDate(page, '要求日期', '2030-01-20');
  await expect(form.locator('[data-field=hint]')).toContainText('状态重点');

  await typeDate(page, '月份', '2030-01');
  await choose(page, form, '示例分类', '1021 两节', '两节');
  await expect(form.locator('[data-field=grade]')).toContainText('取自示例分类「1021 两节」');
  await form.locator('[data-field=tags]').getByText('样品').click();
  await field(form, '可选项').fill('红;绿;蓝');
  await field(form, '可选项').press('Tab');

  await test.step('several partners are chosen in the window, by their sound too', async () => {
    await form.getByLabel('选择往来单位', { exact: true }).click();
    await typeInDialog(page, 'hldj');
    await expect(dialog(page).getByRole('complementary')).toContainText('恒力电机');
    await button(dialog(page), '确定').click();
    await expect(form.locator('[data-field=partners]')).toContainText('恒力电机');
  });
  await pickOne(page, '物料', 'MT-12');
  await expect(field(form, '规格')).toHaveValue(/12V/);
  await field(form, '标题').fill(TITLE);

  await field(form, '件数').fill('7');
  await form.locator('[data-field=stars]').getByRole('radio').nth(3).click();

  await test.step('times, spans and several days are typed, a region is chosen level by level', async () => {
    const typed = async (code: string, ...texts: readonly string[]): Promise<void> => {
      await form.locator(`[data-field=${code}] input`).first().click();
      for (const text of texts) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('Escape');
    };
    await typed('period', '2030-01-20 08:00:00', '2030-01-21 20:00:00');
    await typed('at', '09:30');
    await typed('hours', '08:00', '16:30');
    await form.locator('[data-field=days] input').first().locator('xpath=..').click();
    // of the month in view: six weeks may show the tenth of the next one, too
    const tenth = calendarDays(page, /-10$/).first();
    picked = (await tenth.getAttribute('title')) ?? '';
    await tenth.click();
    await page.keyboard.press('Escape');
    await expect(form.locator('[data-field=days]')).toContainText(picked);
    await form.locator('[data-field=region] input').click();
    for (const name of ['江苏省', '苏州市', '虎丘区']) await page.getByRole('menuitemcheckbox', { name }).click();
    await expect(form.locator('[data-field=region]')).toContainText('江苏省 / 苏州市 / 虎丘区');
    await field(form, '备注').fill('两行\n备注');
  });
  await test.step('a row with spread readings, a switch and a value of its own kind', async () => {
    await button(form, '空行').click();
    await typeCell(page, 'material', 0, 'GEAR-32');
    await typeCell(page, 'qty', 0, '3');
    await typeCell(page, 'price', 0, '12.5');
    await expect(cell(page, 'amount')).toHaveText('37.50');
    await cell(page, 'pass').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('10.01');
    await page.keyboard.press('Tab');
  });

  await page.getByRole('tab', { name: '其他类型' }).click();
  await form.getByLabel('颜色', { exact: true }).first().click();
  // the second of the usual colours, #1F8A4C
  await page.locator('div[style*="rgb(31, 138, 76)"]').first().click();
  await page.keyboard.press('Escape');
  await form.locator('[data-field=icon] button:not([aria-label^=定义])').first().click();
  await page.getByRole('radio', { name: '仓库', exact: true }).click();
  await field(form, '联系电话').fill('13812345678');
  await field(form, '密钥').fill('only once');
  await choose(page, form, '值类型', '数字');
  await field(form, '值').fill('12.5');
  await form.getByLabel('读数1', { exact: true }).fill('10.01');
  await form.getByLabel('读数2', { exact: true }).fill('9.5');
  await form.getByLabel('位置经度').fill('120.585');
  await form.getByLabel('位置纬度').fill('31.299');
  await form.getByLabel('位置地点').or(field(form, '位置')).first().fill('苏州');
  await field(form, '适用条件').fill('qty >');
  await expect(form.locator('[data-field=condition]')).toContainText('表达式错误');
  await field(form, '适用条件').fill('qty > 100 && flag');
  await expect(form.locator('[data-field=condition]')).toContainText('可以计算');
  await button(form, '适用条件点选条件').click();
  const builder = page.getByRole('dialog', { name: '适用条件' });
  await builder.getByRole('spinbutton').fill('200');
  await button(builder, '确定').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(form, '适用条件')).toHaveValue(/^qty > 200 && flag( == true)?$/);
  await form.getByRole('textbox', { name: '扩展数据' }).click();
  await page.keyboard.type('{"a": 1');
  await expect(form.locator('[data-field=wide]').getByRole('alert')).toBeVisible();
  await page.keyboard.type('}');
  await expect(form.locator('[data-field=wide]').getByRole('alert')).toHaveCount(0);
  await form.getByRole('textbox', { name: '说明' }).click();
  await page.keyboard.press('Control+B');
  await page.keyboard.type('首件送检');

  const answer = await answered(page, '/save', () => button(page, '保存').click());
  expect(((await answer.json()) as { code: number }).code).toBe(200);
});

test('the list finds it by characters, by sound and by its kinds, and the detail reads as it was entered', async () => {
  await openMenu(page, '示例列表');
  await scheme(page, '全部');
  const found = row(front(page), TITLE);
  for (const word of ['推杆全', 'tgqlx', '类型样品']) {
    await front(page).getByLabel('标题', { exact: true }).or(front(page).getByPlaceholder('标题')).first().fill(word);
    await answered(page, '/getPageList', () => button(front(page), '查询').click());
    await expect(found).toBeVisible();
    await expect(front(page).locator('[role=row][data-row]')).toHaveCount(1);
  }
  await test.step('a value of each kind narrows the list to it', async () => {
    const search = front(page).getByRole('search', { name: '查询条件' });
    const narrowed = (label: string, work: () => Promise<unknown>): Promise<void> =>
      test.step(label, async () => {
        await button(search, '重置').click();
        if ((await button(search, '更多').count()) > 0) await button(search, '更多').click();
        const asked = page.waitForResponse(
          (response) => response.url().endsWith('/getPageList') && searched(response.request()) === 1,
        );
        await work();
        await asked;
        await page.keyboard.press('Escape');
        await expect(found).toBeVisible();
      });
    const chosen = (label: string, option: string | RegExp, typed = '') =>
      narrowed(label, async () => {
        await field(search, label).focus();
        await page.keyboard.press('ArrowDown');
        if (typed !== '') await page.keyboard.type(typed);
        await listOf(page).getByText(option).last().click();
      });
    await chosen('重要程度', '重点');
    await chosen('示例分类', '10 整机');
    await chosen('往来单位', /恒力电机/, '恒力');
    await chosen('标签', '样品');
    await chosen('加急', '是');
    await chosen('单据状态', '草稿');
    await narrowed('评分', async () => {
      await search.getByLabel('评分 从').fill('4');
      await search.getByLabel('评分 到').fill('4');
      await search.getByLabel('评分 到').press('Enter');
    });
    await narrowed('要求日期', async () => {
      const ends = search.getByLabel('要求日期').and(page.locator('input'));
      await ends.first().click();
      await page.keyboard.type('2030-01-20');
      await page.keyboard.press('Enter');
      // the picker takes the cursor to its other end a moment later
      await expect(ends.last()).toBeFocused();
      await page.keyboard.type('2030-01-20');
      await page.keyboard.press('Enter');
    });
  });
  await rowAction(page, found, '查看');
  await expect(pageTab(page, /^示例单据 SL/).last()).toHaveAttribute('aria-selected', 'true');
  const read = front(page);
  await expect(read).toContainText('恒力电机');
  for (const text of [
    '2030-01-20 08:00:00 ~ 2030-01-21 20:00:00',
    '09:30',
    '08:00 ~ 16:30',
    picked,
    '江苏省 / 苏州市 / 虎丘区',
  ])
    await expect(read).toContainText(text);
  await expect(read).toContainText('取自示例分类「1021 两节」');
  await expect(read.getByRole('img', { name: '4 / 5' })).toBeVisible();
  await read.getByRole('tab', { name: /^明细/ }).click();
  await expect(row(read, 'GEAR-32')).toContainText('37.50');
  await read.getByRole('tab', { name: '其他类型' }).click();
  for (const text of [
    '#1F8A4C',
    '仓库',
    '13812345678',
    '******',
    '12.5',
    '苏州（120.585, 31.299）',
    'qty > 200 && flag',
  ])
    await expect(read).toContainText(text);
  await expect(read.locator('strong')).toHaveText('首件送检');
});

test('a node of the tree is added below another and filters the documents', async () => {
  await openMenu(page, '示例树');
  await button(front(page), '新增').click();
  await field(dialog(page), '名称').fill('新节点');
  await choose(page, dialog(page), '上级', '10 整机', '整机');
  await answered(page, '/save', () => button(dialog(page), '保存').click());
  await expect(row(page, '新节点')).toBeVisible();
});

test('nothing broke the content policy', () => {
  expect(faultsOf(page)).toEqual([]);
});
