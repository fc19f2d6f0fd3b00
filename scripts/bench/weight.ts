/** What a browser without anything in its cache has to fetch: the scripts of the sign-in page, and all until the first list is painted. */
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../test/support/server';
import { openBrowser } from './browser';
import type { Result } from './measure';
import { fillOrders } from './orders';
import { openBench } from './server';

export const benchWeight = async (): Promise<Result[]> => {
  const bench = await openBench(18_909);
  const browser = await openBrowser();
  try {
    await fillOrders(bench.sql, 1000);
    const login = await scripts(browser, `${bench.server.base}/v2/login`, {}, (page) =>
      page.getByRole('textbox', { name: /账号/ }).waitFor(),
    );
    const page = login.page;
    await page.getByRole('textbox', { name: /账号/ }).fill('admin');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('navigation', { name: '菜单' }).waitFor();
    const storageState = await page.context().storageState();
    const list = await scripts(browser, `${bench.server.base}/v2/oms/purchase/order`, { storageState }, (opened) =>
      opened.locator('section [role=grid][aria-busy=false] [role=row][data-row]').first().waitFor(),
    );
    return [
      row('scripts of the sign-in page, kB gzip', login, { kb: 110, files: 10 }),
      row('all scripts until the first list is painted, kB gzip', list, { kb: 480, files: 25 }),
    ];
  } finally {
    await browser.close();
    await bench.stop();
  }
};

interface Weight {
  readonly page: Page;
  readonly kb: number;
  readonly files: number;
}
/** Opens an address with an empty cache and weighs what came until it is ready. */
const scripts = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  ready: (page: Page) => Promise<void>,
): Promise<Weight> => {
  const context = await browser.newContext({ ...options, locale: 'zh-CN', serviceWorkers: 'block' });
  const page = await context.newPage();
  // what comes in a quiet moment afterwards does not belong to it, however slow the machine is
  await page.addInitScript('window.requestIdleCallback = () => 0');
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url);
  await ready(page);
  const files = await Promise.all(bodies);
  return { page, files: files.length, kb: files.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000 };
};
const row = (subject: string, { kb, files }: Weight, most: Pick<Weight, 'kb' | 'files'>): Result => ({
  subject: `${subject} (${files} files)`,
  ours: kb.toFixed(0),
  bare: '–',
  ratio: '–',
  goal: `≤ ${most.kb} in ≤ ${most.files} files`,
  met: kb <= most.kb && files <= most.files,
});
