/** Pages of one record. A page over settings: keys of two groups as tabs, defaults in grey, changed, refused, and taken back, by keyboard and mouse. */
import { expect, type Page } from '@playwright/test';
import {
  answered,
  button,
  faultsOf,
  field,
  front,
  openAs,
  openMenu,
  pageTab,
  saved,
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
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const preset = (code: string) => front(page).locator(`[data-field="${code}"]`);
const save = () => answered(page, '/demoSetting/save', () => button(front(page), '保存').click());

test('one record in a table: blank at first, the same one from then on', async () => {
  await openMenu(page, '示例档案');
  await expect(field(front(page), '企业名称')).toHaveValue('');
  await field(front(page), '企业名称').fill('东方推杆厂');
  await answered(page, '/demoSingle/save', () => button(front(page), '保存').click());
  await saved(page);
  await button(page, '关闭示例档案').click();
  await openMenu(page, '示例档案');
  await expect(field(front(page), '企业名称')).toHaveValue('东方推杆厂');
  await shot('single');
});

test('更多示例 opens pages beside the list', async () => {
  await openMenu(page, '示例列表');
  await button(front(page), '更多示例').click();
  await page.getByRole('menuitem', { name: '示例统计' }).click();
  const drawer = page.getByRole('dialog', { name: '示例统计' });
  await expect(drawer.getByRole('grid').first()).toContainText('合计');
  await shot('more');
  await drawer.getByRole('button', { name: /Close|关闭/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opens from the menu with what holds and the default of every key', async () => {
  await openMenu(page, '示例参数');
  await expect(field(front(page), '宽限天数')).toHaveValue('3');
  await expect(preset('demoGraceDays')).toContainText('默认：3');
  await expect(button(front(page), '宽限天数恢复默认')).toHaveCount(0);
  await shot('settings');
});

test('keys of both tabs are saved together, and the other fields stand by their rule', async () => {
  await field(front(page), '宽限天数').fill('12');
  await front(page).getByRole('tab', { name: '示例提醒' }).click();
  await expect(field(front(page), '重复间隔')).toHaveValue('1');
  await field(front(page), '重复间隔').fill('9');
  await shot('settings-alarm');
  expect(await (await save()).json()).toMatchObject({ code: 200, data: { record: { demoGraceDays: 12 } } });
  await expect(page.getByText('已保存').first()).toBeVisible();
  const client = await factory.client('admin');
  const { records } = await client.must<{ records: { key: string; value: unknown }[] }>(
    '/basedata/bdSysConfig/getPageList',
    { group: 'demoAlarm' },
  );
  expect(records.find(({ key }) => key === 'demoAlarm.repeatDays')?.value).toBe(9);
  await front(page).getByRole('switch', { name: '逾期提醒' }).click();
  await expect(preset('demoAlarmRepeatDays')).toHaveCount(0);
  await front(page).getByRole('switch', { name: '逾期提醒' }).click();
});

test('one key goes back to its default; what contradicts it is named', async () => {
  await front(page).getByRole('tab', { name: '示例报数' }).click();
  await button(front(page), '宽限天数恢复默认').click();
  await expect(field(front(page), '宽限天数')).toHaveValue('3');
  await button(front(page), '保存').click();
  await expect(front(page).getByText('重复间隔不能超过宽限天数3').first()).toBeVisible();
  await shot('settings-refused');
  await front(page).getByRole('tab', { name: '示例提醒' }).click();
  await button(front(page), '重复间隔恢复默认').click();
  await save();
  await expect(button(front(page), '重复间隔恢复默认')).toHaveCount(0);
});

test('what somebody else stored meanwhile is not written over', async () => {
  const client = await factory.client('admin');
  await front(page).getByRole('tab', { name: '示例报数' }).click();
  const now = await client.must<{ records: { key: string; version: number }[] }>('/basedata/bdSysConfig/getPageList', {
    keyword: 'demo.overRate',
  });
  await client.must('/basedata/bdSysConfig/saveOrUpdate', {
    rows: [{ key: 'demo.overRate', value: 8, version: now.records[0]?.version }],
    token: 'elsewhere',
  });
  await field(front(page), '公司抬头').fill('工坊二厂');
  await save();
  await expect(
    front(page)
      .getByText(/已被他人|别人|修改/)
      .first(),
  ).toBeVisible();
  await shot('settings-stale');
});

test('broke nothing', async () => {
  await expect(pageTab(page, /示例参数/)).toBeVisible();
  expect(faultsOf(page)).toEqual([]);
});
