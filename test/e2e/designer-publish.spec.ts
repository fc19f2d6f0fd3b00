/**
 * A shipped object is changed by its properties, published, compared and brought back to the standard; the page of the workers follows.
 * Expressions answer on a real record.
 */
import { expect, type Page } from '@playwright/test';
import { fieldOnSheet, onStage, safe, setChoice } from './designing';
import { answered, button, dialog, faultsOf, go, openAs, startFactory, test } from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
test.describe.configure({ mode: 'serial' });

const properties = () => page.getByRole('complementary', { name: '属性' });
const openOrder = async (): Promise<void> => {
  await go(page, factory, '/systemset/mange/createmodel');
  await page
    .getByRole('navigation', { name: '应用' })
    .getByRole('button', { name: /采购管理/ })
    .click();
  await page.getByText('采购订单', { exact: true }).first().click();
  await expect(properties().getByRole('heading', { name: '采购订单' })).toBeVisible();
};
const publishing = (): Promise<void> => page.getByRole('button', { name: '发布', exact: true }).click();

test('properties become changes in words, and a version', async () => {
  await openOrder();
  await page.getByRole('tab', { name: '大纲' }).click();
  await page.getByText('联系电话', { exact: true }).last().click();
  const tip = properties().getByLabel('提示', { exact: true });
  await tip.fill('白天打');
  await tip.press('Enter');
  await page.getByRole('tab', { name: /变更/ }).click();
  await expect(page.getByText(/「联系电话」提示/)).toBeVisible();
  await publishing();
  const changes = page.getByRole('region', { name: '改了什么' });
  await expect(changes.getByText(/「联系电话」提示/)).toBeVisible();
  await page.getByLabel('版本说明').fill('电话写明什么时候打');
  await page.getByRole('button', { name: '发布 v1' }).click();
  await expect(page.getByText('已发布 v1')).toBeVisible();
  await expect(properties().getByRole('heading', { name: '采购订单' })).toBeVisible();
});

test('the draft is tried on a real record', async () => {
  await page.getByRole('tab', { name: /测试/ }).click();
  const actions = page.getByRole('region', { name: '动作', exact: true });
  await expect(actions.getByRole('button', { name: '审核', exact: true })).toBeVisible();
  await actions.getByRole('button', { name: '反审核' }).click();
  await expect(page.getByText('为什么不能「反审核」')).toBeVisible();
  await page.getByText('动作', { exact: true }).first().click();
  await page.getByText('入库完成', { exact: true }).first().click();
  await properties().getByLabel('自动', { exact: true }).click();
  await expect(properties().getByText(/的结果：/)).toBeVisible();
  await properties().getByRole('button', { name: '为什么' }).click();
  await expect(properties().getByText('字段「审核状态」')).toBeVisible();
});

test('the standard comes back as a version of its own', async () => {
  await publishing();
  await expect(page.getByText('电话写明什么时候打')).toBeVisible();
  await page.getByText('与标准的差异').click();
  await expect(page.getByText(/「联系电话」提示/)).toBeVisible();
  await page.getByText('版本', { exact: true }).click();
  await page.getByRole('button', { name: '回退' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/「联系电话」提示/)).toBeVisible();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已回退到标准')).toBeVisible();
  await publishing();
  await expect(page.getByText('和已发布的一样')).toBeVisible();
  await expect(page.getByText('v2', { exact: true })).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});

const CODE = 'xShiZhiTaiZhang';
const released = async (note: string, agree: string): Promise<void> => {
  await safe(page);
  await publishing();
  await page.getByLabel('版本说明').fill(note);
  const answer = await answered(page, '/design/publish', () => button(page, agree).click());
  expect(await answer.json()).toMatchObject({ code: 200 });
};

test('a code that is renamed after it was published keeps its column and what is in it', async () => {
  await go(page, factory, '/systemset/mange/createmodel');
  await button(page, '新建对象').click();
  await dialog(page).getByRole('radio', { name: /自由/ }).click();
  await dialog(page).getByLabel('标题', { exact: true }).fill('试制台账');
  await expect(dialog(page).getByLabel('编码', { exact: true })).toHaveValue(CODE);
  await button(dialog(page), '确定').click();
  const quick = page.getByRole('textbox', { name: '加字段' });
  await quick.fill('名称、件数（小数）');
  await quick.press('Enter');
  await expect(fieldOnSheet(page, 'jianShu')).toBeVisible();
  await released('第一版', '发布');
  const admin = await factory.client('admin');
  expect(await admin.save(CODE, { mingCheng: '主轴', jianShu: 12 })).toMatchObject({ code: 200 });
  // what a key does stands in a menu at the mouse as well
  await page.getByRole('tab', { name: '大纲' }).click();
  const line = page.getByRole('treeitem', { name: /^件数/ }).first();
  await line.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^改标题/ })).toBeInViewport();
  await page.keyboard.press('Escape');
  await line.click();
  await properties().getByRole('button', { name: 'jianShu', exact: true }).click();
  await properties().getByLabel('编码', { exact: true }).fill('shuLiang');
  await page.keyboard.press('Enter');
  await expect(fieldOnSheet(page, 'shuLiang')).toBeVisible();
  await safe(page);
  await publishing();
  await expect(page.getByRole('region', { name: '改了什么' })).toContainText('改编码');
  await expect(page.getByRole('region', { name: '数据表' })).toContainText('数据保留');
  await page.getByLabel('版本说明').fill('件数叫数量');
  const answer = await answered(page, '/design/publish', () => button(page, '发布 v2').click());
  expect(await answer.json()).toMatchObject({ code: 200 });
  const { records } = await admin.list(CODE, { current: 1, size: 10 });
  expect(records).toMatchObject([{ mingCheng: '主轴', shuLiang: 12 }]);
});

test('a version back asks what becomes of values that its type cannot hold', async () => {
  await onStage(page, fieldOnSheet(page, 'shuLiang'));
  await setChoice(page, '数据类型', '文本');
  await safe(page);
  await publishing();
  await page.getByLabel('版本说明').fill('数量写成文字');
  await page.getByRole('checkbox', { name: /我已知道/ }).check();
  const answer = await answered(page, '/design/publish', () => button(page, '发布 v3').click());
  expect(await answer.json()).toMatchObject({ code: 200 });
  const admin = await factory.client('admin');
  expect(await admin.save(CODE, { mingCheng: '导轨', shuLiang: '十来件' })).toMatchObject({ code: 200 });
  await publishing();
  await page.getByRole('button', { name: '回退' }).first().click();
  await expect(dialog(page).getByRole('list', { name: '不能转换的数据' })).toContainText('十来件');
  const agree = button(dialog(page), '确定');
  await expect(agree).toBeDisabled();
  await dialog(page).getByText('清空，不留原值').click();
  await expect(agree).toBeEnabled();
  await dialog(page).getByText('清空，原值留在隐藏列').click();
  await expect(agree).toBeEnabled();
  const back = await answered(page, '/design/rollback', () => agree.click());
  expect(await back.json()).toMatchObject({ code: 200 });
  const { records } = await admin.list(CODE, { current: 1, size: 10, sort: 'mingCheng' });
  const values = Object.fromEntries(records.map((record) => [record.mingCheng, record.shuLiang]));
  expect(values).toEqual({ 主轴: 12, 导轨: null });
  expect(faultsOf(page)).toEqual([]);
});
