/**
 * The sub-table as users get it (/bench/sub of the production build, under its policy) beside the least code that does the same and the
 * usual ways to make one. All of them in one interleaved run.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../lib/browser.mjs';
import { median, type Result, spread } from './measure';
import { type Figures, type Measured, measure } from './page';
import { openPeers } from './peers';
import { openBench } from './server';

const REPETITIONS = 3;
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

export const benchGrid = async (): Promise<Result[]> => {
  const bench = await openBench(18_901, {}, { MILLWRIGHT_BENCH: '1' });
  const peers = await openPeers();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  const ours = `${bench.server.base}/bench/sub`;
  const bare = `${peers.base}/sub-bare.html`;
  const cases: Readonly<Record<string, Measured & { readonly times?: number }>> = {
    ours50: { url: ours, n: 50, steps: ['key', 'add', 'paste'] },
    ours1000: { url: ours, n: 1000, steps: [] },
    ours2000: { url: ours, n: 2000, steps: ['scroll', 'key', 'add'] },
    warm2000: { url: ours, n: 2000, steps: [], warm: true },
    ours10000: { url: ours, n: 10_000, steps: ['key'] },
    bare50: { url: bare, n: 50, steps: ['key', 'add', 'paste'] },
    bare2000: { url: bare, n: 2000, steps: ['scroll', 'key', 'add'] },
    bareWarm2000: { url: bare, n: 2000, steps: [], warm: true },
    bare10000: { url: bare, n: 10_000, steps: ['key'] },
    antd: { url: `${peers.base}/sub-antd.html`, n: 1000, steps: ['key', 'add'], keys: 10, times: 1 },
    formily: { url: `${peers.base}/sub-formily.html`, n: 1000, steps: ['key', 'add'], keys: 10, times: 1 },
  };
  const found: Record<string, Figures[]> = {};
  try {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
      for (const [name, one] of Object.entries(cases)) {
        if (repetition >= (one.times ?? REPETITIONS)) continue;
        const figures = await measure(browser, one).catch((error: Error) => {
          console.error(`${name}: ${error.message.split('\n')[0]}`);
          return undefined;
        });
        if (figures) found[name] = [...(found[name] ?? []), figures];
      }
  } finally {
    await browser.close();
    peers.stop();
    await bench.stop();
  }
  const list = (name: string, figure: string): number[] => (found[name] ?? []).map((one) => one[figure] ?? Number.NaN);
  const against = (
    subject: string,
    figure: string,
    mine: string,
    other: string,
    limit?: number,
    most?: number,
  ): Result => {
    const [a, b] = [list(mine, figure), list(other, figure)];
    const ratio = median(a) / median(b);
    return {
      subject,
      ours: spread(a, 1),
      bare: spread(b, 1),
      ratio: ratio.toFixed(2),
      goal: most !== undefined ? `≤ ${most} × bare` : limit !== undefined ? `≤ ${limit} ms` : '–',
      met: most !== undefined ? ratio <= most : limit !== undefined ? median(a) <= limit : undefined,
    };
  };
  const keys = [list('ours50', 'key'), list('ours2000', 'key'), list('ours10000', 'key')];
  const flat = median(keys[2]!) / median(keys[0]!);
  const peer = (name: string, title: string): Result => {
    const ratio = median(list(name, 'mount')) / median(list('ours1000', 'mount'));
    return {
      subject: `mount 1,000 rows × 15 columns, ms (${title} ÷ ours)`,
      ours: spread(list('ours1000', 'mount'), 0),
      bare: `${spread(list(name, 'mount'), 0)} (${title})`,
      ratio: ratio.toFixed(0),
      goal: name === 'formily' ? '≥ 100' : '–',
      met: name === 'formily' ? ratio >= 100 : undefined,
    };
  };
  return [
    against(
      'mount 2,000 rows × 15 columns, first document, main-thread ms',
      'mount',
      'ours2000',
      'bare2000',
      undefined,
      2.5,
    ),
    against('the same, second document', 'mount', 'warm2000', 'bareWarm2000', undefined, 2.5),
    against('one key in a quantity cell of 50 rows (formula, totals), ms', 'key', 'ours50', 'bare50', 8),
    against('the same of 2,000 rows', 'key', 'ours2000', 'bare2000', 8),
    against('the same of 10,000 rows', 'key', 'ours10000', 'bare10000', 8),
    {
      subject: 'a key of 10,000 rows ÷ of 50 rows',
      ours: flat.toFixed(2),
      bare: (median(list('bare10000', 'key')) / median(list('bare50', 'key'))).toFixed(2),
      ratio: '–',
      goal: '≤ 1.5',
      met: flat <= 1.5,
    },
    against('add a row to 2,000, ms', 'add', 'ours2000', 'bare2000', 20),
    against('paste 1,000 rows of Excel text, ms', 'paste', 'ours50', 'bare50', 150),
    against('scroll 2,000 rows, ms a frame', 'scroll', 'ours2000', 'bare2000', 8),
    peer('formily', '@formily/antd-v5 ArrayTable'),
    peer('antd', 'antd Table'),
    against('a key beside 1,000 rows of ArrayTable, ms', 'key', 'ours2000', 'formily'),
    against('add a row beside ArrayTable, ms', 'add', 'ours2000', 'formily'),
  ];
};
