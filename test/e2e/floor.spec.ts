/** Floor mode: pad, tiles and scanner; without network nothing is lost, doubled or called done; a refusal waits for a person. */
import { expect, type Page, test } from '@playwright/test';
import { confirm, openAs, startFactory } from './support';

const factory = startFactory();
const open = async (page: Page): Promise<void> => {
  await page.goto(`${factory.base}/v2/demo/floor/edit?floor=1`);
  await expect(page.getByRole('heading', { name: '示例报数' })).toBeVisible();
};
/** As fast as a scanner types, however slow this machine is. */
const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    for (const key of [...text, 'Enter']) window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  }, code);
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.getByRole('button', { name: key, exact: true }).click();
};
const good = (page: Page) => page.getByLabel('合格数的值');
const submit = (page: Page) => page.getByRole('button', { name: /^提交/ }).click();
const queue = (page: Page) => page.getByRole('button', { name: /待上传/ });

test('a report by scanner, pad and tiles; the limit is named', async ({ browser }) => {
  const page = await openAs(browser, factory, 'admin');
  await open(page);
  await scan(page, 'PC1');
  await expect(page.getByText('批次 PC1')).toBeVisible();
  await press(page, '8', '1');
  await page.getByRole('button', { name: /^划伤\s*\d/ }).click();
  await page.getByRole('button', { name: /^划伤\s*\d/ }).click();
  await page.getByRole('button', { name: /^尺寸超差\s*\d/ }).click();
  await page.getByRole('button', { name: '划伤减一' }).click();
  await expect(page.getByText('最多 98')).toBeVisible();
  await press(page, '+10', '+10');
  await expect(page.getByRole('alert')).toContainText('合格数最多 98件，本次 101');
  await expect(good(page)).toHaveText('91');
  await press(page, '知道了');
  await submit(page);
  await expect(good(page)).toHaveText('0');
  const client = await factory.client('admin');
  const { records } = await client.list('demoFloor', { current: 1, size: 10 });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ batch: 'PC1', good: 91, bad: 2 });
});

test('without network: kept on the device, through a reload, sent once; a refusal is decided by a person', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin');
  await open(page);
  await page.context().setOffline(true);
  for (const [i, keys] of [['5'], ['6'], ['7']].entries()) {
    await scan(page, `PC9${i === 2 ? '8' : '9'}`);
    await press(page, ...keys);
    await submit(page);
    await expect(queue(page)).toContainText(String(i + 1));
    await expect(good(page)).toHaveText('0');
  }
  await expect(page.getByText('网络中断，可继续报工')).toBeVisible();
  await queue(page).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('listitem').first()).toContainText('待上传');
  await page.getByRole('button', { name: /关闭|Close/ }).click();

  // another terminal stores what makes the second one impossible
  const client = await factory.client('admin');
  const before = (await client.list('demoFloor', { current: 1, size: 50 })).total;
  await page.context().setOffline(false);
  await page.reload();
  await expect(queue(page)).toContainText('0');
  const { records, total } = await client.list('demoFloor', { current: 1, size: 50 });
  expect(total).toBe(before + 3);
  expect(records.filter(({ batch }) => batch === 'PC99').map(({ good: qty }) => qty)).toEqual([6, 5]);

  // the answer is lost on the way back: the same token answers, nothing is stored twice
  let lost = 0;
  await page.route('**/lcdp/data/demoFloor/save', async (route) => {
    await route.fetch();
    lost++;
    await route.abort();
  });
  await scan(page, 'PC77');
  await press(page, '9');
  await submit(page);
  await expect.poll(() => lost).toBe(1);
  await expect(queue(page)).toContainText('0');
  expect((await client.list('demoFloor', { current: 1, size: 50 })).total).toBe(before + 4);

  // a refusal: more than the plan allows, changed behind the terminal's back
  await page.route('**/lcdp/data/demoFloor/save', (route) => route.abort());
  await page.route('**/lcdp/data/replay', async (route) => {
    const items = route.request().postDataJSON() as { body: { record: { good: number } } }[];
    for (const item of items) item.body.record.good = 500;
    await route.continue({ postData: JSON.stringify(items) });
  });
  await scan(page, 'PC66');
  await press(page, '9');
  await submit(page);
  await expect(page.getByText('需处理 1')).toBeVisible();
  await queue(page).click();
  await expect(page.getByRole('listitem')).toContainText(/需处理：合格数不能大于100/);
  await page.getByRole('button', { name: '丢弃' }).click();
  await confirm(page, '丢弃「示例报数 合格数 9」后不能恢复，是否继续？');
  await expect(page.getByText('全部已上传')).toBeVisible();
  expect((await client.list('demoFloor', { current: 1, size: 50 })).total).toBe(before + 4);
});
