/** One measured page in a fresh context: main-thread CPU from the browser's own counters, so that a busy machine changes little. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { median } from './measure';

export interface Figures {
  readonly [name: string]: number;
}
export interface Measured {
  readonly url: string;
  readonly n: number;
  /** what is measured after the mount */
  readonly steps: readonly ('key' | 'add' | 'paste' | 'scroll' | 'toggle' | 'selectAll')[];
  readonly keys?: number;
  /** a small one was opened before, as in the second document of the day */
  readonly warm?: boolean;
  /** what is typed, key by key */
  readonly typed?: string;
  /** which of the inputs of `bench.input` */
  readonly at?: number;
}
const FRAMES = 90;
const ADDS = 5;

export const measure = async (
  browser: Browser,
  { url, n, steps, warm, keys = 20, typed = '12', at = 3 }: Measured,
): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    await page.waitForFunction(() => window.bench !== undefined && window.benchLoaded === true, null, {
      timeout: 60_000,
    });
    await page.waitForTimeout(300);
    const figures: Record<string, number> = {};
    if (warm === true) {
      await page.evaluate(() => void window.bench?.mount(1));
      await page.waitForTimeout(500);
    }
    figures.mount = await spent(cdp, async () => {
      await page.evaluate((count) => void window.bench?.mount(count), n);
      await page.waitForFunction((count) => window.bench?.ready(count) === true, n, { timeout: 120_000 });
      await settled(page);
    });
    await page.waitForTimeout(300);
    for (const step of steps) {
      if (step === 'scroll') figures.scroll = await scroll(page, cdp);
      if (step === 'toggle') figures.toggle = await toggle(page, cdp);
      if (step === 'selectAll') figures.selectAll = await selectAll(page, cdp);
      if (step === 'key') figures.key = await type(page, cdp, at, keys, typed);
      if (step === 'add') figures.add = await add(page, cdp);
      if (step === 'paste') figures.paste = await paste(page, cdp);
      await page.waitForTimeout(200);
    }
    return figures;
  } finally {
    await context.close();
  }
};

/** Two frames: the one that shows it has been produced. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

const taskTime = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
};
export const spent = async (cdp: CDPSession, work: () => Promise<void>): Promise<number> => {
  const from = await taskTime(cdp);
  await work();
  return (await taskTime(cdp)) - from;
};

const type = async (page: Page, cdp: CDPSession, at: number, keys: number, typed: string): Promise<number> => {
  const input = await page.evaluateHandle((k) => window.bench?.input?.(k) ?? null, at);
  await input.asElement()?.click();
  await page.waitForTimeout(300);
  // the first key opens the editor of a cell: it is not the one that is repeated
  await page.keyboard.press(typed[0] ?? '1');
  await page.waitForTimeout(200);
  const used = await spent(cdp, async () => {
    for (let n = 0; n < keys; n += 1) {
      await page.keyboard.press(n % 2 === 0 ? (typed[1] ?? typed[0] ?? '1') : 'Backspace');
      await page.waitForTimeout(50);
    }
    await settled(page);
  });
  await page.keyboard.press('Escape');
  return used / keys;
};
/** The median of a few: the first click of a page also compiles what it runs. */
const add = async (page: Page, cdp: CDPSession): Promise<number> => {
  const before = await page.evaluate(() => window.bench?.count?.() ?? 0);
  const button = page.locator(await page.evaluate(() => window.bench?.addTarget ?? '')).first();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) return Number.NaN;
  // the driver's own checks of a click would be counted: the pointer goes there before
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const used: number[] = [];
  for (let n = 0; n < ADDS; n += 1) {
    await page.waitForTimeout(200);
    used.push(
      await spent(cdp, async () => {
        await page.mouse.down();
        await page.mouse.up();
        await settled(page);
      }),
    );
  }
  await page.waitForFunction((count) => (window.bench?.count?.() ?? 0) >= count, before + ADDS);
  return median(used);
};
const paste = async (page: Page, cdp: CDPSession): Promise<number> =>
  spent(cdp, async () => {
    await page.evaluate(() => void window.bench?.paste?.(1000));
    await page.waitForFunction(() => (window.bench?.count?.() ?? 0) >= 1000, null, { timeout: 120_000 });
    await settled(page);
  });
const scroll = async (page: Page, cdp: CDPSession): Promise<number> => {
  const used = await spent(cdp, async () => {
    await page.evaluate(async (frames) => {
      const element = document.querySelector(window.bench?.scroller ?? '');
      for (let frame = 0; frame < frames; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
        if (element !== null) element.scrollTop += 160;
      }
      if (element !== null) element.scrollTop = 0;
    }, FRAMES);
  });
  return used / FRAMES;
};
/** Hidden and shown a few times: the median of all. */
const toggle = async (page: Page, cdp: CDPSession): Promise<number> => {
  const used: number[] = [];
  for (let n = 0; n < ADDS + 1; n += 1) {
    await page.waitForTimeout(150);
    used.push(
      await spent(cdp, async () => {
        await page.evaluate(() => window.bench?.toggle?.());
        await settled(page);
      }),
    );
  }
  return median(used);
};
const selectAll = async (page: Page, cdp: CDPSession): Promise<number> => {
  const target = page.locator(await page.evaluate(() => window.bench?.selectAllTarget ?? '')).first();
  const box = await target.boundingBox();
  if (box === null) return Number.NaN;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const used: number[] = [];
  for (let n = 0; n < ADDS; n += 1) {
    await page.waitForTimeout(200);
    used.push(
      await spent(cdp, async () => {
        await page.mouse.down();
        await page.mouse.up();
        await page.waitForFunction((on) => window.bench?.selectedReady?.() === on, n % 2 === 0);
        await settled(page);
      }),
    );
  }
  return median(used.filter((_, n) => n % 2 === 0));
};
