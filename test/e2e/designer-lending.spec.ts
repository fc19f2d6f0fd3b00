/**
 * 工装借用: an implementer builds the lending of tools by mouse and keyboard, publishes it, and the workshop works with it. Then it changes
 * under 214 records, and goes back.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { makeBook } from '../../server/excel/write';
import { newId } from '../support/client';
import {
  answer,
  answerSeveral,
  carry,
  chip,
  fieldOnSheet,
  left,
  named,
  openDesigner,
  properties,
  safe,
  setChoice,
  settled,
  sheet,
  side,
  tip,
  typeCode,
} from './designing';
import { type Gestures, implementer, picture } from './gestures';
import {
  answered,
  button,
  dialog,
  faultsOf,
  field,
  front,
  go,
  openAs,
  openMenu,
  row,
  rowAction,
  scheme,
  startFactory,
  test,
  typeCell,
  typeDate,
} from './support';

const COUNT = 214;
const HEADS = ['借用人', '借用日期', '应还日期', '外借单位', '说明'] as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const factory = startFactory();
let page: Page;
/** who works with it: an operator, with the rights his role is given */
let worker: Page;
let hands: Gestures;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ({ page, hands } = await implementer(browser, factory));
});
test.afterEach(() => hands.part(test.info().title));
test.afterAll(async () => {
  console.log(hands.told());
  await worker?.context().close();
  await page?.context().close();
});
const shot = (name: string, of = page): Promise<void> => picture(of, name);
/** its card among the objects: the report and the menu are called like it */
const toolLoan = (): Locator => page.getByRole('region', { name: '对象' }).getByRole('button', { name: /工装借用/ });
const items = (): Locator => sheet(page).locator('[data-field="items"]');
const pickTool = async (code: string): Promise<void> => {
  await shot('lending-row', worker);
  await typeCell(worker, 'tool', 0, code);
};
const onStage = async (target: Locator): Promise<void> => {
  const box = await target.boundingBox();
  if (box === null) throw new Error('not on the sheet');
  await page.mouse.click(box.x + Math.min(12, box.width / 2), box.y + box.height / 2);
};

test('the head: who borrows, when, and in which state', async () => {
  await openDesigner(page);
  await button(page, '新建对象').click();
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await dialog(page).getByLabel('标题', { exact: true }).fill('工装借用');
  await dialog(page).getByLabel('新应用的名称').fill('车间现场');
  await typeCode(page, 'xToolLoan');
  await button(dialog(page), '确定').click();
  await chip(page, 'kind:autoCode').click();
  await answer(page, '编号规则', 'GZJY{yyyyMMdd}{seq:4}');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '借用单号', 'nbr');
  await chip(page, 'kind:dialogSelect').click();
  await answer(page, '引用', '员工');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '借用人', 'borrower');
  await properties(page).getByLabel('必填').getByText('是').click();
  await chip(page, 'kind:date').click();
  await named(page, '借用日期', 'lentOn');
  await chip(page, 'kind:dateCritical').click();
  await named(page, '应还日期', 'dueOn');
  await chip(page, 'kind:dict').click();
  await answer(page, '新选项', '待借出，借用中');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '借用状态', 'status');
  await chip(page, 'kind:input').click();
  await named(page, '外借单位', 'outside');
  await chip(page, 'kind:textarea').click();
  await named(page, '说明', 'remark');
  await expect(sheet(page).locator('[data-group="base"] [data-field]')).toHaveCount(7);
  await page.keyboard.press('Escape');
  await setChoice(page, '状态字段', '借用状态');
  await safe(page);
});

test('the rows: which tools, how many, and their sum in the head', async () => {
  await chip(page, 'layout:table').click();
  await named(page, '借用明细', 'items');
  await carry(page, chip(page, 'kind:dialogSelect'), items().locator('[data-grid-column="name"]'), { x: 0.9, y: 0.5 });
  await expect(tip(page)).toHaveText('放到「名称」之后');
  await page.mouse.up();
  await answer(page, '引用', '物料 material');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '工装', 'tool');
  await carry(page, chip(page, 'kind:decimal'), items().locator('[data-grid-column="tool"]'), { x: 0.9, y: 0.5 });
  await expect(tip(page)).toHaveText('放到「工装」之后');
  await page.mouse.up();
  await named(page, '数量', 'qty');
  await onStage(items().locator('[data-grid-column="name"]'));
  await expect(properties(page).getByRole('heading', { name: '名称' })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(items().locator('[data-grid-column]')).toHaveText([/工装/, /数量/]);
  await chip(page, 'kind:formula').click();
  await answer(page, '公式', 'sum(items.qty)');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '借出总数', 'total');
  await expect(fieldOnSheet(page, 'items')).toBeVisible();
  await shot('lending-form');
  await safe(page);
});

test('a rule, a linkage and a check', async () => {
  await side(page, '规则');
  await button(page.getByRole('region', { name: '联动' }), '新增联动').click();
  await answer(page, '当', 'status == 10 && total >= 10');
  await answer(page, '字段', '外借单位');
  await settled(page);
  await button(dialog(page), '确定').click();
  await expect(page.getByRole('region', { name: '联动' })).toContainText('借出总数 >= 10');
  await button(page.getByRole('region', { name: '联动' }), '新增联动').click();
  await shot('lending-linkage');
  await answer(page, '变化', '借用日期');
  await answer(page, '就', '赋值');
  await answer(page, '字段', '应还日期');
  await answer(page, '等于', 'dateAdd(lentOn, 7)');
  await settled(page);
  await button(dialog(page), '确定').click();
  await button(page.getByRole('region', { name: '校验' }), '新增校验').click();
  await answer(page, '应满足', 'dueOn >= lentOn');
  await dialog(page).getByLabel('不通过时的提示').fill('应还日期不能早于借用日期');
  await settled(page);
  await button(dialog(page), '确定').click();
  await expect(page.getByRole('region', { name: '校验' })).toContainText('应还日期不能早于借用日期');
  await shot('lending-rules');
});

test('a state is added in the picture, two actions are drawn between the states', async () => {
  await side(page, '动作');
  const state = (title: string): Locator => page.getByRole('button', { name: new RegExp(`^状态${title}`) });
  await button(page, '添加状态').click();
  // its name is chosen whole: it is typed at once
  await page.keyboard.type('已归还');
  await page.keyboard.press('Enter');
  await expect(state('已归还')).toBeVisible();
  const opened = page.getByRole('region', { name: '状态「已归还」' });
  await opened.getByRole('combobox', { name: '状态颜色' }).press('ArrowDown');
  await page.getByTitle('完成', { exact: true }).click();
  await shot('lending-state');
  await button(opened, '关闭').click();
  const centre = async (at: Locator): Promise<{ readonly x: number; readonly y: number }> => {
    const box = await at.boundingBox();
    if (box === null) throw new Error('not drawn');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await state('待借出').boundingBox();
  const to = await centre(state('借用中'));
  if (from === null) throw new Error('no state');
  await state('待借出').hover();
  await page.mouse.move(from.x + from.width, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await shot('lending-drawing');
  await page.mouse.up();
  const title = (): Locator => properties(page).getByLabel('标题', { exact: true });
  await title().fill('借出');
  await title().press('Enter');
  await expect(page.getByRole('button', { name: /动作借出/ })).toBeVisible();
  await state('借用中').focus();
  await page.keyboard.press('Enter');
  await expect(state('已归还')).toHaveAttribute('data-target', 'true');
  await page.keyboard.press('Enter');
  await title().fill('归还');
  await title().press('Enter');
  await expect(page.getByRole('button', { name: /动作归还/ })).toBeVisible();
  await shot('lending-states');
  await safe(page);
});

test('the list: columns, a scheme, what is searched, a sum below', async () => {
  await side(page, '列表');
  await left(page, '组件');
  for (const code of ['lentOn', 'dueOn', 'total', 'status']) await chip(page, `field:${code}`).click();
  await expect(sheet(page).locator('[data-column]')).toHaveCount(6);
  await left(page, '大纲');
  await button(page, '新增查询').click();
  await answerSeveral(page, '字段', '借用人', '借用日期');
  await button(dialog(page), '确定').click();
  await button(page, '新增方案').click();
  await answer(page, '条件', 'status == 20 && dueOn < today()');
  await dialog(page).getByLabel('标题', { exact: true }).focus();
  await named(page, '逾期未还');
  await expect(sheet(page).getByRole('tab', { name: '逾期未还' })).toBeVisible();
  await page.keyboard.press('Escape');
  await shot('lending-list');
  await setChoice(page, '汇总：添加', '借出总数');
  await expect(sheet(page).getByText('借出总数').last()).toBeVisible();
  await shot('lending-list2');
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
});

test('a print of its own, and the button for it', async () => {
  await side(page, '打印');
  await button(page, '新建打印模板').click();
  await dialog(page).getByLabel('名称').fill('工装借用单');
  await expect(dialog(page).getByLabel('编码')).toHaveValue(/^x[A-Z]/);
  await dialog(page).getByLabel('名称').press('Enter');
  await expect(page.locator('[data-item="bands.docHeader.items.borrower"]')).toContainText('{借用人}');
  await shot('lending-print');
  await button(page, '回到工装借用').click();
  await button(page, '加上打印按钮').click();
  await safe(page);
});

test('a report: one click for the numbers, one more for the bars', async () => {
  await page.getByTitle('打开其他对象').click();
  await button(page, '新建图表').click();
  await page.getByRole('menuitem', { name: '报表', exact: true }).click();
  await dialog(page).getByLabel('标题', { exact: true }).fill('借用统计');
  await settled(page);
  await answer(page, '数据来源', '工装借用');
  await button(dialog(page), '确定').click();
  await page.locator('[data-dataset-field$=".status"]').click();
  await shot('lending-report');
  await expect(sheet(page).locator('[data-chart="chart1"]')).toBeVisible();
  await expect(properties(page).getByRole('radio', { name: '柱状图' })).toBeChecked();
  await page.locator('[data-dataset-field$=".total"]').click();
  await expect(properties(page).locator('[data-measure-chip]')).toHaveCount(2);
  await safe(page);
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible();
});

test('object, dictionary, menu, report and print are published in one changeset', async () => {
  await button(page, '发布').click();
  await expect(page.getByText('新建表「工装借用」')).toBeVisible();
  await shot('lending-publish');
  await page.getByPlaceholder('这次改了什么，为什么改').fill('第一版');
  const answer = await answered(page, '/design/publish', () => button(page, '发布').click());
  const { code, data } = (await answer.json()) as { code: number; data: { versions: readonly unknown[] } };
  expect([code, data.versions.length]).toEqual([200, 5]);
  await expect(sheet(page).locator('[data-chart="chart1"]')).toContainText('暂无数据');
});

test('the operators may lend, and one of them brings 214 records from a workbook', async ({ browser }) => {
  const admin = await factory.client('admin');
  const rightsOf = async (code: string): Promise<readonly string[]> =>
    (await admin.must<{ rights: readonly string[] }>(`/lcdp/apppage/getPageItem?pageId=${code}`)).rights;
  const [operator] = (await admin.list('role', { current: 1, size: 50 })).records.filter(
    (record) => record.code === 'operator',
  );
  const role = await admin.one('role', String(operator?.id));
  const functions = [
    ...new Set([
      ...(role.functions as string[]),
      'employee:view',
      ...(await rightsOf('xToolLoan')),
      ...(await rightsOf('xJieYongTongJi')),
    ]),
  ];
  // people at work are chosen among all of them, whatever the role saw of them before
  const others = (role.scopes as { readonly object?: string }[]).filter(({ object }) => object !== 'employee');
  const scopes = [...others, { id: newId(), object: 'employee', dataScope: '1' }];
  expect(await admin.save('role', { id: role.id, version: role.version, functions, scopes })).toMatchObject({
    code: 200,
  });
  worker = await openAs(browser, factory, 'sunhao');
  await openMenu(worker, '工装借用');
  await button(front(worker), '导入').click();
  const wizard = worker.getByRole('dialog', { name: '导入工装借用' });
  const rows = Array.from({ length: COUNT }, (_, n) => ['何静', '2026-03-02', '2026-03-09', null, `第${n + 1}单`]);
  const buffer = await makeBook([
    {
      spec: { name: '借用', columns: HEADS.map(() => ({ width: 16 })) },
      rows: [HEADS, ...rows],
    },
  ]);
  await wizard.locator('input[type=file]').setInputFiles({ name: '借用台账.xlsx', mimeType: XLSX, buffer });
  await button(wizard, '核对').click();
  await expect(wizard.getByText(`全部通过，将新增 ${COUNT} 条`)).toBeVisible();
  await button(wizard, '确认导入').click();
  await expect(wizard.getByText('导入完成')).toBeVisible();
  await button(wizard, '完成').click();
  await expect(front(worker).getByText(`共 ${COUNT} 条`)).toBeVisible();
});

test('he lends and takes back; rule, check and formula hold', async () => {
  await rowAction(worker, row(front(worker), /GZJY/), '编辑');
  const form = front(worker);
  await expect(form.getByRole('heading', { name: /工装借用 GZJY/ })).toBeVisible();
  await typeDate(worker, '借用日期', '2026-03-05');
  await expect(field(form, '应还日期')).toHaveValue('2026-03-12');
  await typeDate(worker, '应还日期', '2026-03-01');
  await button(form, '添加').click();
  await pickTool('LA-100');
  await typeCell(worker, 'qty', 0, '12');
  await shot('lending-add', worker);
  await worker.keyboard.press('Control+s');
  await expect(form.getByRole('alert').filter({ hasText: '应还日期不能早于借用日期' })).toBeVisible();
  await typeDate(worker, '应还日期', '2026-03-12');
  await expect(form.getByText('请填写外借单位')).toBeVisible();
  await field(form, '外借单位').fill('二车间');
  const stored = await answered(worker, '/xToolLoan/save', () => worker.keyboard.press('Control+s'));
  expect(await stored.json()).toMatchObject({ code: 200 });
  await openMenu(worker, '工装借用');
  await rowAction(worker, row(front(worker), '2026-03-05'), '借出');
  await expect(row(front(worker), '2026-03-05')).toContainText('借用中');
  await scheme(worker, '逾期未还');
  await expect(front(worker).getByText('共 1 条')).toBeVisible();
  await shot('lending-lent', worker);
});

test('he prints what he lent, sees it counted, and takes it back', async () => {
  await rowAction(worker, row(front(worker), '2026-03-05'), '打印');
  const paper = dialog(worker).getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('工装借用单');
  await expect(paper).toContainText('何静');
  await shot('lending-paper', worker);
  await button(dialog(worker), '关闭').click();
  await openMenu(worker, '借用统计');
  await expect(front(worker).locator('[data-chart="chart1"] canvas')).toBeVisible();
  await expect(front(worker).locator('dl')).toContainText(String(COUNT));
  await shot('lending-counted', worker);
  await openMenu(worker, '工装借用');
  // the page kept its scheme, which shows what is lent
  await scheme(worker, '全部');
  await rowAction(worker, row(front(worker), '2026-03-05'), '归还');
  await expect(row(front(worker), '2026-03-05')).toContainText('已归还');
});

test('a required field over 214 records: the plan says so, old ones may stay without', async () => {
  await page.getByTitle('打开其他对象').click();
  await toolLoan().click();
  await expect(fieldOnSheet(page, 'borrower')).toBeVisible();
  await left(page, '组件');
  await chip(page, 'kind:input').click();
  await named(page, '借用用途', 'purpose');
  await properties(page).getByLabel('必填').getByText('是').click();
  await safe(page);
  await button(page, '发布').click();
  await expect(page.getByText(`现有${COUNT}条数据没有该字段「借用用途」`)).toBeVisible();
  await shot('lending-plan');
  await page.getByText('仅新单据必填').click();
  await page.getByPlaceholder('这次改了什么，为什么改').fill('写明用途');
  const answer = await answered(page, '/design/publish', () => button(page, '发布 v2').click());
  expect(await answer.json()).toMatchObject({ code: 200 });
  await expect(fieldOnSheet(page, 'purpose')).toBeVisible();
  const news = front(worker).getByRole('status').filter({ hasText: '页面有新版本' });
  await news.getByRole('button', { name: '重新加载' }).click();
  await expect(news).toHaveCount(0);
  await button(front(worker), '新增').click();
  await expect(front(worker).getByText('借用用途')).toBeVisible();
  await shot('lending-v2', worker);
});

test('rolled back, the old page works with all its data', async () => {
  await button(page, '发布').click();
  await page.getByRole('button', { name: '回退' }).last().click();
  await expect(dialog(page)).toContainText('借用用途');
  await shot('lending-rollback');
  const back = await answered(page, '/design/rollback', () => button(dialog(page), '确定').click());
  expect(await back.json()).toMatchObject({ code: 200 });
  await expect(fieldOnSheet(page, 'borrower')).toBeVisible();
  await expect(fieldOnSheet(page, 'purpose')).toHaveCount(0);
  await go(worker, factory, '/app/xToolLoan/list');
  await expect(front(worker).getByText(`共 ${COUNT} 条`)).toBeVisible();
  await rowAction(worker, row(front(worker), '2026-03-05'), '查看');
  await expect(front(worker).getByText('二车间')).toBeVisible();
  // a record may be without these rows, so they stand on a tab of their own
  await front(worker)
    .getByRole('tab', { name: /借用明细/ })
    .click();
  await expect(front(worker).getByText('LA-100').first()).toBeVisible();
  await shot('lending-back', worker);
  expect([...faultsOf(page), ...faultsOf(worker)]).toEqual([]);
});
