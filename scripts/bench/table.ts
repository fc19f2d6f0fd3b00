/** The list's table with 5,000 rows × 30 columns (/bench/table) beside the same list windowed by hand with TanStack, in one run. */
import { chromium } from '@playwright/test';
import { findChromium } from '../lib/browser.mjs';
import { CHROMIUM_ARGS } from './grid';
import { median, type Result, spread } from './measure';
import { type Figures, type Measured, measure } from './page';
import { openPeers } from './peers';
import { openBench } from './server';

const REPETITIONS = 3;
const ROWS = 5_000;

export const benchTable = async (): Promise<Result[]> => {
  const bench = await openBench(18_903, {}, { MILLWRIGHT_BENCH: '1' });
  const peers = await openPeers();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  const of = (url: string): Measured => ({ url, n: ROWS, warm: true, steps: ['scroll', 'toggle', 'selectAll'] });
  const cases: Readonly<Record<string, Measured>> = {
    ours: of(`${bench.server.base}/bench/table`),
    peer: of(`${peers.base}/table-tanstack.html`),
  };
  const found: Record<string, Figures[]> = {};
  try {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
      for (const [name, one] of Object.entries(cases))
        found[name] = [...(found[name] ?? []), await measure(browser, one)];
  } finally {
    await browser.close();
    peers.stop();
    await bench.stop();
  }
  const list = (name: string, figure: string): number[] => (found[name] ?? []).map((one) => one[figure] ?? Number.NaN);
  const row = (subject: string, figure: string, goal: { readonly ratio?: number; readonly ms?: number }): Result => {
    const ours = median(list('ours', figure));
    const ratio = ours / median(list('peer', figure));
    return {
      subject,
      ours: spread(list('ours', figure), 1),
      bare: spread(list('peer', figure), 1),
      ratio: ratio.toFixed(2),
      goal: goal.ratio === undefined ? `≤ ${goal.ms} ms` : `≤ ${goal.ratio}`,
      met: goal.ratio === undefined ? ours <= (goal.ms ?? 0) : ratio <= goal.ratio,
    };
  };
  return [
    row(`mount ${ROWS} rows × 30 columns, main-thread ms (bare: TanStack by hand)`, 'mount', { ratio: 1.5 }),
    row('scroll, ms a frame', 'scroll', { ms: 10 }),
    row('toggle a column, ms', 'toggle', { ms: 30 }),
    row('select all, ms', 'selectAll', { ms: 40 }),
  ];
};
