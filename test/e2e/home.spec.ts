/** The home page: an own layout by mouse and keys over a reload, a plan laid out for a role, and what was opened. */
import { expect, type Locator, type Page } from '@playwright/test';
import {
  answered,
  button,
  faultsOf,
  field,
  front,
  listOf,
  openAs,
  openMenu,
  row,
  rowAction,
  startFactory,
  test,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/home-${name}.png` });
};
const card = (code: string): Locator => front(page).locator(`[data-card="${code}"]`);
const topOf = async (at: Locator): Promise<number> => (await at.boundingBox())?.y ?? Number.NaN;
const heading = (name: string): Locator => front(page).getByRole('heading', { name });
const drag = async (from: Locator, dy: number): Promise<void> => {
  const box = await from.boundingBox();
  if (box === null) throw new Error('not to be seen');
  await page.mouse.move(box.x + 40, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 42, box.y + 30 + dy, { steps: 8 });
  await page.mouse.up();
};

test('what waits and the numbers first; a tile opens its rows', async () => {
  await expect(front(page).getByRole('heading', { name: '等待处理' })).toBeVisible();
  await expect(front(page).getByRole('button', { name: /采购到货率/ })).toContainText('%');
  const tile = front(page).getByRole('button', { name: /其他入库\s*待审核/ });
  const waits = Number((await tile.locator('strong').innerText()).replace('+', ''));
  await shot('plan');
  await tile.click();
  await expect(page).toHaveURL(/scheme=todo/);
  await expect(front(page).getByText(`共 ${waits} 条`)).toBeVisible();
  await page.getByRole('tab', { name: '首页', exact: true }).click();
});

test('自定义首页: added, moved, sized, undone, and there after a reload', async () => {
  await button(front(page), '自定义首页').click();
  const catalogue = front(page).getByRole('complementary', { name: '卡片目录' });
  await catalogue.getByLabel('搜索卡片').fill('每月');
  await catalogue.getByRole('button', { name: /每月数量与完成率/ }).click();
  await expect(card('chart:demoBoard.trend').locator('canvas')).toBeVisible();
  await expect(catalogue.getByRole('button', { name: /每月数量与完成率/ })).toBeDisabled();
  // by mouse to the top: the others go down
  const before = await topOf(card('myTask'));
  await card('shortcut').scrollIntoViewIfNeeded();
  await drag(card('shortcut'), -600);
  expect(await topOf(card('myTask'))).toBeGreaterThan(before);
  // by keys
  await card('recentDoc').focus();
  const wide = (await card('recentDoc').boundingBox())?.width ?? 0;
  await page.keyboard.press('Shift+ArrowLeft');
  expect((await card('recentDoc').boundingBox())?.width).toBeLessThan(wide);
  await page.keyboard.press('Delete');
  await expect(card('recentDoc')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(card('recentDoc')).toHaveCount(1);
  await shot('edit');
  await answered(page, '/home/layout', () => button(front(page), '保存').click());
  await page.reload();
  await expect(front(page).getByRole('button', { name: /其他入库\s*待审核/ })).toBeVisible();
  await expect
    .poll(async () => {
      const [shortcuts, tasks] = [await topOf(heading('常用功能')), await topOf(heading('等待处理'))];
      return shortcuts < tasks;
    })
    .toBe(true);
  await button(front(page), '自定义首页').click();
  await button(front(page), '恢复默认').click();
  await answered(page, '/home/layout', () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click(),
  );
  await expect(front(page).getByRole('region', { name: '每月数量与完成率' })).toHaveCount(0);
});

test('what was opened comes back as last documents', async () => {
  await openMenu(page, '采购订单');
  const nbr = front(page).getByText(/^CGDD/).first();
  const name = await nbr.innerText();
  await answered(page, '/home/opened', () => nbr.click());
  await page.getByRole('tab', { name: '首页', exact: true }).click();
  await page.reload();
  await expect(front(page).getByRole('button', { name: new RegExp(name) })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(button(front(page), '自定义首页')).toHaveCount(0);
  await shot('phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(faultsOf(page)).toEqual([]);
});

test('a plan for a role: laid out, its blind card is marked, and it is what the role sees', async ({ browser }) => {
  await openMenu(page, '首页配置');
  await button(front(page), '新增').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, '方案名称').fill('采购首页');
  await field(dialog, '适用角色').focus();
  await page.keyboard.press('ArrowDown');
  await listOf(page)
    .getByText(/采购员$/)
    .click();
  await dialog.getByText('新增首页方案').click();
  await expect(dialog.getByTitle('采购员', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await answered(page, '/homePlan/save', () => button(dialog, '保存').click());
  await rowAction(page, row(page, '采购首页'), '布局');
  await expect(front(page).getByText('还没有卡片')).toBeVisible();
  const catalogue = front(page).getByRole('complementary', { name: '卡片目录' });
  await catalogue.getByRole('button', { name: /示例完成率/ }).click();
  await catalogue.getByRole('button', { name: '等待处理' }).click();
  await expect(card('kpi:demoStat.demoProgress')).toContainText('角色采购员无权查看该卡片');
  await shot('designer');
  await answered(page, '/homePlan/save', () => button(front(page), '保存').click());
  const buyer = await openAs(browser, factory, 'xumin');
  await expect(front(buyer).getByRole('heading', { name: '等待处理' })).toBeVisible();
  await expect(front(buyer).getByText('示例完成率')).toHaveCount(0);
  await expect(front(buyer).getByRole('heading', { name: '常用功能' })).toHaveCount(0);
  expect(faultsOf(buyer)).toEqual([]);
  await buyer.context().close();
});
