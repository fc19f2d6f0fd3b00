/**
 * The sub-table as users get it: a purchase order of 2,000 rows opened in the production build under the real CSP. Main-thread time
 * comes from the browser's own counters (TaskDuration), so a busy machine changes little.
 */
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { newId, newToken, type Wire } from '../../test/support/client';
import { DEMO_PASSWORD } from '../../test/support/server';
import { findChromium } from '../lib/browser.mjs';
import { median, type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';

const ROWS = 2_000;
const KEYS = 30;
const REPETITIONS = 5;

export const benchGrid = async (): Promise<Result[]> => {
  const bench = await openBench(18_901);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const id = await bigOrder(bench);
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    await page.goto(`${bench.server.base}/v2/login`);
    await page.getByRole('textbox', { name: /账号/ }).fill('admin');
    await page.getByRole('textbox', { name: '密码' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL(/\/v2\/home/);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const open: number[] = [];
    const key: number[] = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition++) {
      const answer = page.waitForResponse((response) => response.url().includes('/purchaseOrder/getOne'));
      await page.goto(`${bench.server.base}/v2/oms/purchase/order/edit?id=${id}`);
      await answer;
      const before = await taskTime(cdp);
      await page.locator('[data-grid-cell]').first().waitFor();
      await page.waitForTimeout(800);
      open.push((await taskTime(cdp)) - before);
      key.push(await keystroke(page, cdp));
    }
    const item = await bench.client.must<PageItem>('/lcdp/apppage/getPageItem?pageId=purchaseOrder');
    const columns = item.schema.fields.items.sub.columns.length;
    return [
      row(
        `open ${ROWS} rows × ${columns} columns (rows and columns windowed), main-thread ms after the answer`,
        open,
        500,
      ),
      row(`one key in a quantity cell of ${ROWS} rows (formulas, totals), main-thread ms`, key, 16),
    ];
  } finally {
    await browser.close();
    await bench.stop();
  }
};

interface PageItem {
  readonly schema: { readonly fields: { readonly items: { readonly sub: { readonly columns: readonly unknown[] } } } };
}
const row = (subject: string, values: readonly number[], limit: number): Result => ({
  subject,
  ours: spread(values, 1),
  bare: '–',
  ratio: (median(values) / limit).toFixed(2),
  goal: `< ${limit} ms`,
  met: median(values) < limit,
});

const taskTime = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0) * 1000;
};

/** Main-thread time of real key presses in an open editor, the idle time of the same length taken out. */
const keystroke = async (page: Page, cdp: CDPSession): Promise<number> => {
  const cell = page.locator('[data-grid-cell$=":qty"]').nth(3);
  await cell.dblclick();
  await page.waitForTimeout(300);
  const idleFrom = await taskTime(cdp);
  await page.waitForTimeout(KEYS * 50);
  const idle = (await taskTime(cdp)) - idleFrom;
  const from = await taskTime(cdp);
  for (let press = 0; press < KEYS; press++) {
    await page.keyboard.press(press % 2 === 0 ? '1' : 'Backspace');
    await page.waitForTimeout(50);
  }
  const used = (await taskTime(cdp)) - from;
  await page.keyboard.press('Escape');
  return Math.max(0, used - idle) / KEYS;
};

/** One order of 2,000 rows, made once. */
const bigOrder = async ({ client }: BenchServer): Promise<string> => {
  const { records } = await client.list('purchaseOrder', {
    where: "contractNo == 'BENCH-2000'",
    scheme: 'mine',
    size: 1,
  });
  if (records[0]) return String(records[0].id);
  const find = async (page: string, where: string): Promise<Wire> =>
    (await client.list(page, { where, size: 1 })).records[0]!;
  const supplier = await find('supplier', "code == 'GYS0002'");
  const { records: materials } = await client.list('material', { size: 30 });
  const fresh = await client.must<Wire>('/lcdp/data/purchaseOrder/getNew', {});
  const items = Array.from({ length: ROWS }, (_, index) => {
    const material = materials[index % materials.length]!;
    return {
      id: newId(),
      lineNo: (index + 1) * 10,
      materialId: material.id,
      unitId: material.unitId,
      qty: (index % 90) + 1,
      price: 2 + (index % 17) / 4,
      taxRate: 13,
      needDate: fresh.bizDate,
    };
  });
  const record: Wire = {
    ...fresh,
    nbr: undefined,
    supplierId: supplier.id,
    needBy: fresh.bizDate,
    orderType: '1',
    contractNo: 'BENCH-2000',
    items,
  };
  let answer = await client.post<Wire>('/lcdp/data/purchaseOrder/save', { record, token: newToken() });
  const warnings = (answer.data as { warnings?: { code: string }[] } | null)?.warnings;
  if (answer.code === 203 && warnings)
    answer = await client.post<Wire>('/lcdp/data/purchaseOrder/save', {
      record,
      token: newToken(),
      accept: warnings.map((one) => one.code),
    });
  if (answer.code !== 200)
    throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 400)}`);
  return String(answer.data.id);
};
