/** The application without its server, and on an address no browser trusts (plain http in a factory network). */
import { networkInterfaces } from 'node:os';
import { expect, type Page } from '@playwright/test';
import { Client } from '../support/client';
import { DEMO_PASSWORD } from '../support/server';
import { type DemoServer, startDemo } from './databases';
import { fillSignIn, scan, test } from './support';

let server: DemoServer | undefined;
let port = 0;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startDemo({ HOST: '0.0.0.0' });
  port = server.port;
});
test.afterAll(() => server?.drop());

const good = (page: Page) => page.getByLabel('合格数的值');
const queue = (page: Page) => page.getByRole('button', { name: /待上传/ });
const report = async (page: Page, batch: string, keys: readonly string[]): Promise<void> => {
  await scan(page, batch);
  for (const key of keys) await page.getByRole('button', { name: key, exact: true }).click();
  await page.getByRole('button', { name: /^提交/ }).click();
};

test('a terminal opens without its server, takes reports, and sends them when it is back', async ({ browser }) => {
  const base = `http://127.0.0.1:${port}`;
  const page = await browser.newPage();
  await page.goto(`${base}/v2/login`);
  await fillSignIn(page, 'admin');
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await page.goto(`${base}/v2/demo/floor/edit?floor=1`);
  await expect(page.getByRole('heading', { name: '示例报数' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);

  await server?.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: '示例报数' })).toBeVisible();
  await expect(page.getByText('网络中断，可继续报工')).toBeVisible();
  await report(page, 'PW1', ['4', '0']);
  await expect(queue(page)).toContainText('1');
  await expect(good(page)).toHaveText('0');
  await page.reload();
  await expect(queue(page)).toContainText('1');

  await queue(page).click();
  await expect(page.getByText('网络中断，共 1 条')).toBeVisible();
  await server?.start();
  // the button hastens it; what waits also goes by itself, and then the button has nothing to do
  await page
    .getByRole('button', { name: '立即上传' })
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(page.getByText('全部已上传')).toBeVisible({ timeout: 70_000 });
  const client = new Client(base);
  await client.signIn('admin', DEMO_PASSWORD);
  const { records } = await client.list('demoFloor', { current: 1, size: 10 });
  expect(records.map(({ batch, good: qty }) => [batch, qty])).toEqual([['PW1', 40]]);
});

test('plain http on a factory address: everything but working without network', async ({ browser }) => {
  const address = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  test.skip(address === undefined, 'this machine has no address of its own');
  const page = await browser.newPage();
  await page.goto(`http://${address}:${port}/v2/login`);
  expect(await page.evaluate(() => [window.isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false]);
  await fillSignIn(page, 'admin');
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await page.goto(`http://${address}:${port}/v2/demo/floor/edit?floor=1`);
  await expect(page.getByText('离线不可用：需要HTTPS')).toBeVisible();
  await report(page, 'LAN1', ['7']);
  await expect(page.getByText('示例报数已提交')).toBeVisible();
  await page.goto(`http://${address}:${port}/v2/demo/floor`);
  await expect(page.getByRole('row').filter({ hasText: 'LAN1' })).toBeVisible();
});
