/** Floor mode: pad, tiles and scanner; without network nothing is lost, doubled or called done; a refusal waits for a person. */
import { expect, type Page, type Route } from '@playwright/test';
import { newId, newToken } from '../support/client';
import { go, openAs, row, rowAction, scan, startFactory, test } from './support';

const factory = startFactory();
const open = async (page: Page): Promise<void> => {
  await page.goto(`${factory.base}/v2/demo/floor/edit?floor=1`);
  await expect(page.getByRole('heading', { name: '示例报数' })).toBeVisible();
};
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
  // the form is free for the next report
  await expect(good(page)).toHaveText('0');
  await expect(queue(page)).toContainText('0');
  expect((await client.list('demoFloor', { current: 1, size: 50 })).total).toBe(before + 4);

  // a refusal: more than the plan allows, changed behind the terminal's back
  await page.route('**/lcdp/data/demoFloor/save', (route) => route.abort());
  const raise = async (route: Route): Promise<void> => {
    const items = route.request().postDataJSON() as { body: { record: { good: number } } }[];
    for (const item of items) item.body.record.good = 500;
    await route.continue({ postData: JSON.stringify(items) });
  };
  await page.route('**/lcdp/data/replay', raise);
  await scan(page, 'PC66');
  await press(page, '9');
  await submit(page);
  await expect(page.getByText('需处理 1')).toBeVisible();
  await queue(page).click();
  await expect(page.getByRole('listitem')).toContainText(/需处理：合格数不能大于100/);
  // put right, it goes
  await page.unroute('**/lcdp/data/replay');
  await page.getByRole('button', { name: '修改数量' }).click();
  await page.getByRole('spinbutton', { name: '合格数' }).fill('8');
  await page.getByRole('button', { name: '重发' }).click();
  await expect(page.getByText('全部已上传')).toBeVisible();
  const mended = await client.list('demoFloor', { current: 1, size: 50 });
  expect(mended.total).toBe(before + 5);
  expect(mended.records.find(({ batch }) => batch === 'PC66')).toMatchObject({ good: 8 });
  await page.getByRole('button', { name: /关闭|Close/ }).click();

  // the next one is refused too and thrown away
  await page.route('**/lcdp/data/replay', raise);
  await scan(page, 'PC55');
  await press(page, '9');
  await submit(page);
  await expect(page.getByText('需处理 1')).toBeVisible();
  await queue(page).click();
  await page.getByRole('button', { name: '丢弃' }).click();
  const asking = page.getByRole('dialog', { name: '提示' });
  await expect(asking).toContainText('丢弃「示例报数 合格数 9」后不能恢复');
  await expect(asking.getByRole('button', { name: /丢\s*弃/ })).toBeDisabled();
  await asking.getByLabel('丢弃原因').fill('批次录错');
  await asking.getByRole('button', { name: /丢\s*弃/ }).click();
  await expect(page.getByText('全部已上传')).toBeVisible();
  expect((await client.list('demoFloor', { current: 1, size: 50 })).total).toBe(before + 5);
});

test('a code scanned while a report is sent is the next one’s; little room is told before it is none', async ({
  browser,
}) => {
  const page = await openAs(browser, factory, 'admin');
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, 'estimate', {
      value: () => Promise.resolve({ usage: 83, quota: 100 }),
    });
  });
  await open(page);
  await expect(queue(page)).toContainText('本机空间已用 83%');
  await expect(page.getByText('本机空间快满了（已用 83%）')).toBeVisible();
  let held: Route | undefined;
  await page.route('**/lcdp/data/demoFloor/save', (route) => {
    held = route;
  });
  await scan(page, 'PC31');
  await press(page, '4');
  await submit(page);
  await expect.poll(() => held !== undefined).toBe(true);
  await scan(page, 'PC32');
  await expect(page.getByText('已收到 PC32')).toBeVisible();
  await held?.continue();
  await page.unroute('**/lcdp/data/demoFloor/save');
  await expect(page.getByText('批次 PC32')).toBeVisible();
  await expect(good(page)).toHaveText('0');
  await press(page, '5');
  await submit(page);
  const client = await factory.client('admin');
  const stored = async (batch: string) =>
    (await client.list('demoFloor', { current: 1, size: 50 })).records
      .filter((record) => record.batch === batch)
      .map((record) => record.good);
  await expect.poll(() => stored('PC32')).toEqual([5]);
  expect(await stored('PC31')).toEqual([4]);
});

test('a list on touch is tasks: keys and codes run their steps, what is begun there comes back to them', async ({
  browser,
}) => {
  const client = await factory.client('admin');
  const made = async (batch: string): Promise<Record<string, unknown>> => {
    const record = { id: newId(), batch, plan: 100, good: 40, reportAt: '2035-01-15 08:00:00', bads: [] };
    const saved = await client.must<{ id: string }>('/lcdp/data/demoFloor/save', { record, token: newToken() });
    return client.one('demoFloor', saved.id);
  };
  const [first, second] = [await made('RW1'), await made('RW2')];
  const checked = async ({ id }: Record<string, unknown>): Promise<unknown> =>
    (await client.one('demoFloor', String(id))).isChecked;
  const page = await openAs(browser, factory, 'admin', '/home', { viewport: { width: 1024, height: 768 } });
  const menu = page.getByRole('navigation', { name: '菜单' });
  await go(page, factory, '/demo/floor?floor=1');
  const task = (batch: string) =>
    page.getByRole('list', { name: '任务' }).getByRole('listitem').filter({ hasText: batch });
  await expect(task('RW1')).toContainText('40 件/ 100');
  await expect(menu).toHaveCount(0);
  const step = task('RW1').getByRole('button', { name: /^复检/ });
  expect((await step.boundingBox())?.height).toBeGreaterThanOrEqual(64);

  // the code of a record runs its next step
  await scan(page, String(first.nbr));
  await expect.poll(() => checked(first)).toBe(true);
  await expect(step).toHaveCount(0);
  // the keys stay with it until an arrow takes them to the one before, which is newer
  await expect(task('RW1')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(task('RW2')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('F4');
  await expect.poll(() => checked(second)).toBe(true);
  await scan(page, '没有的条码');
  await expect(page.getByText('无法识别的条码：没有的条码')).toBeVisible();

  await page.getByRole('button', { name: '新增', exact: true }).click();
  await expect(good(page)).toHaveText('0');
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(task('RW1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeVisible();
  // a page without floor mode keeps what stands around it
  await go(page, factory, '/demo/list?floor=1');
  await expect(menu).toBeVisible();
  await expect(page).not.toHaveURL(/floor=1/);
  await page.context().close();
});

test('an action of a stored record: its key, and without network it waits and is done once', async ({ browser }) => {
  const client = await factory.client('admin');
  const made = async (batch: string): Promise<string> => {
    const record = { id: newId(), batch, plan: 100, good: 5, reportAt: '2026-01-15 08:00:00', bads: [] };
    const saved = await client.must<{ id: string }>('/lcdp/data/demoFloor/save', { record, token: newToken() });
    return saved.id;
  };
  const [first, second] = [await made('FJ1'), await made('FJ2')];
  const checked = async (id: string): Promise<unknown> => (await client.one('demoFloor', id)).isChecked;
  const page = await openAs(browser, factory, 'admin');
  await go(page, factory, '/demo/floor');
  await rowAction(page, row(page, 'FJ1'), '车间打开');
  const act = page.getByRole('button', { name: /^复检/ });
  await expect(act).toBeVisible();
  await page.keyboard.press('F4');
  await expect.poll(() => checked(first)).toBe(true);
  // it is done: the button goes
  await expect(act).toHaveCount(0);

  await go(page, factory, `/demo/floor/edit?floor=1&id=${second}`);
  await expect(act).toBeVisible();
  await page.context().setOffline(true);
  await act.click();
  await expect(page.getByText('已存本机，待上传')).toBeVisible();
  await expect(queue(page)).toContainText('1');
  expect(await checked(second)).toBe(false);
  await page.context().setOffline(false);
  await expect(queue(page)).toContainText('0', { timeout: 70_000 });
  expect(await checked(second)).toBe(true);
});

test('200 queued reports through dropped requests and answers: exactly 200 rows', async ({ browser }) => {
  test.setTimeout(300_000);
  const REPORTS = 200;
  const client = await factory.client('admin');
  const before = (await client.list('demoFloor', { current: 1, size: 1 })).total;
  const page = await openAs(browser, factory, 'admin');
  await open(page);
  await page.context().setOffline(true);
  // scanner, pad and submit as the operator uses them, without waiting for the hand
  await page.evaluate(async (count) => {
    const shown = async (ready: () => boolean): Promise<void> => {
      while (!ready()) await new Promise((done) => setTimeout(done, 5));
    };
    const named = (text: RegExp) =>
      [...document.querySelectorAll('button')].find((element) => text.test(element.textContent ?? ''));
    for (let i = 1; i <= count; i++) {
      // a scanner is known by the time between its keys: they are pressed at once, however long each is worked on
      const keys = [...`Q${String(i).padStart(3, '0')}`, 'Enter'].map(
        (key) => new KeyboardEvent('keydown', { key, cancelable: true }),
      );
      for (const key of keys) window.dispatchEvent(key);
      await shown(() => document.body.textContent?.includes(`批次 Q${String(i).padStart(3, '0')}`) === true);
      named(/^\+1$/)?.click();
      await shown(() => document.querySelector('output')?.textContent === '1');
      named(/^提交/)?.click();
      await shown(() => named(new RegExp(`^待上传 ?${i}$`)) !== undefined);
      await shown(() => document.querySelector('output')?.textContent === '0');
    }
  }, REPORTS);
  await expect(queue(page)).toContainText(String(REPORTS));

  // of four calls one arrives and is answered: one never arrives, one is answered into the void, one meets a server in trouble
  let calls = 0;
  let answered = 0;
  await page.route('**/lcdp/data/replay', async (route) => {
    const turn = calls++ % 4;
    if (turn === 0) return route.abort();
    if (turn === 2) return route.fulfill({ status: 500, json: { code: 500, msg: '服务异常,请重试', data: null } });
    const response = await route.fetch();
    if (turn === 1) return route.abort();
    answered++;
    return route.fulfill({ response });
  });
  await page.context().setOffline(false);
  const upload = async (): Promise<void> => {
    await queue(page).click();
    await expect(async () => {
      await page.getByRole('button', { name: '立即上传' }).click({ timeout: 2_000 });
      expect(answered).toBeGreaterThan(1);
    }).toPass({ timeout: 60_000 });
  };
  await upload();
  // the page goes down in the middle of it
  await page.reload();
  await expect(queue(page)).toBeVisible({ timeout: 60_000 });
  await queue(page).click();
  await expect(async () => {
    const left = page.getByText('全部已上传');
    if (!(await left.isVisible())) await page.getByRole('button', { name: '立即上传' }).click({ timeout: 2_000 });
    await expect(left).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 120_000 });

  const { records, total } = await client.list('demoFloor', { current: 1, size: 500 });
  expect(total).toBe(before + REPORTS);
  const batches = records.map(({ batch }) => String(batch)).filter((batch) => batch.startsWith('Q'));
  expect([batches.length, new Set(batches).size]).toEqual([REPORTS, REPORTS]);
  expect(calls).toBeGreaterThan(answered);
});
