/** 王敏 plans the machining shop on the board, looks why a task stands where it does, moves one by keys, takes it back and confirms. */
import { expect, type Page } from '@playwright/test';
import type { Wire } from '../support/client';
import { answered, button, faultsOf, openAs, openMenu, sharedFactory, test } from './support';

test.describe.configure({ mode: 'serial' });
const factory = sharedFactory();

const tasks = (page: Page) => page.getByRole('listbox', { name: '排产任务' });
const facts = (page: Page) => page.getByRole('complementary', { name: '任务', exact: true });

/** How many tasks of the live plan are confirmed, as the server has them. */
const confirmed = async (): Promise<number> => {
  const client = await factory.client('wangmin');
  const [shop] = await client.must<readonly Wire[]>('/gongdan/schedule/workshops');
  const days = `from=${day(-7)}&to=${day(14)}`;
  const { tasks } = await client.must<{ tasks: readonly Wire[] }>(
    `/gongdan/schedule/plan?workshopId=${shop?.id}&${days}`,
  );
  return tasks.filter(({ status }) => status === 1).length;
};
const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

test('a plan is made, moved, taken back and confirmed on the board', async ({ browser }) => {
  const page = await openAs(browser, factory, 'wangmin');
  await openMenu(page, '排产');
  await expect(page.getByRole('complementary', { name: '待排任务' })).toContainText('车削');
  await answered(page, '/gongdan/schedule/plan', () => button(page, '自动排产').click());
  await expect(page.getByRole('option').first()).toBeAttached();

  // the first task of the chart, and why it stands there
  await tasks(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(facts(page).getByRole('region', { name: '为什么在这里' })).toBeVisible();

  await page.keyboard.press('Shift+ArrowRight');
  await answered(page, '/gongdan/schedule/move', () => page.keyboard.press('Enter'));
  await answered(page, '/gongdan/schedule/restore', () => button(page, '撤销').click());
  await answered(page, '/gongdan/schedule/confirm', () => button(page, '确认').click());
  await expect(button(page, '取消确认')).toBeVisible();
  expect(await confirmed()).toBe(1);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});
