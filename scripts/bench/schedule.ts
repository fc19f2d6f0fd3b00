/**
 * The board of 排产 with 5,000 tasks (/bench/schedule of the production build): frames a second while a task is dragged to and fro by a real
 * pointer, its ghost and the 40 tasks it would move drawn along, in the hours and with weeks in the window. Beside it the same pointer
 * over a chart of no tasks: what the machine gives at all.
 */
import type { Page } from '@playwright/test';
import { openBrowser, REPETITIONS } from './browser';
import { median, type Result, spread } from './measure';
import { openBench } from './server';

const TASKS = 5_000;
const SECONDS = 3;
const GOAL = 50;
type Look = 'hour' | 'week' | 'none';

export const benchSchedule = async (): Promise<Result[]> => {
  const bench = await openBench(18_917, {}, { MILLWRIGHT_BENCH: '1' });
  const browser = await openBrowser();
  const rates = new Map<Look, number[]>();
  try {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
      for (const look of ['hour', 'week', 'none'] as const) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        // the loader that runs this file names functions by a helper that no page has
        await page.addInitScript('globalThis.__name ??= (named) => named');
        await page.goto(`${bench.server.base}/bench/schedule`);
        await page.waitForFunction(() => window.benchLoaded === true);
        rates.set(look, [...(rates.get(look) ?? []), await dragged(page, look)]);
        await page.close();
      }
  } finally {
    await browser.close();
    await bench.stop();
  }
  const bare = rates.get('none')!;
  const row = (subject: string, look: Look): Result => {
    const own = rates.get(look)!;
    return {
      subject,
      ours: spread(own, 0),
      bare: spread(bare, 0),
      ratio: (median(own) / median(bare)).toFixed(2),
      goal: `≥ ${GOAL}`,
      met: median(own) >= GOAL,
    };
  };
  return [
    row('frames a second while a task is dragged, 5,000 tasks, hours', 'hour'),
    row('the same with weeks in the window', 'week'),
  ];
};

const dragged = async (page: Page, look: Look): Promise<number> => {
  const count = look === 'none' ? 0 : TASKS;
  await page.evaluate((n) => void window.bench?.mount(n), count);
  await page.waitForFunction((n) => window.bench?.ready(n), count);
  if (look === 'week') await page.evaluate(() => window.bench?.toggle?.());
  await page.waitForTimeout(400);
  const from = count === 0 ? { x: 500, y: 300 } : await freeTask(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y);
  const frames = page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        let drawn = -1;
        const begun = performance.now();
        const next = (): void => {
          drawn += 1;
          const spent = performance.now() - begun;
          if (spent < ms) requestAnimationFrame(next);
          else resolve((drawn / spent) * 1000);
        };
        requestAnimationFrame(next);
      }),
    SECONDS * 1000,
  );
  const end = Date.now() + SECONDS * 1000;
  for (let step = 0; Date.now() < end; step += 1) {
    const x = Math.sin(step / 20) * 220;
    await page.mouse.move(Math.min(1180, Math.max(180, from.x + x)), from.y + Math.cos(step / 31) * 90);
    // a hand rests now and then: the server is asked and its answer drawn
    if (step % 60 === 0) await page.waitForTimeout(200);
  }
  const rate = await frames;
  await page.mouse.up();
  if (count > 0 && (await page.getByRole('option', { selected: true }).count()) === 0)
    throw new Error('nothing was dragged');
  return rate;
};
/** The middle of a task that may be moved, near the middle of the chart. */
const freeTask = async (page: Page): Promise<{ readonly x: number; readonly y: number }> => {
  const boxes = await page.getByRole('option', { name: /，计划$/ }).all();
  for (const option of boxes) {
    const box = await option.boundingBox();
    if (box === null || box.x < 300 || box.x > 900 || box.y < 150 || box.y > 500) continue;
    return { x: box.x + Math.min(box.width / 3, box.width - 8), y: box.y + box.height / 2 };
  }
  throw new Error('no task to drag');
};
