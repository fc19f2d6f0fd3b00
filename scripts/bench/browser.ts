/** Cases of browser pages, measured in turn in one run, so that whatever else the machine does falls on all of them. */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../lib/browser.mjs';
import { median, type Result, spread } from './measure';
import { type Figures, type Measured, measure } from './page';
import { openPeers } from './peers';
import { type BenchServer, openBench } from './server';

export const REPETITIONS = 3;
const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });

/** A page, and how often it is measured when that is not as often as the others. */
export interface Case extends Measured {
  readonly times?: number;
}
export interface Goal {
  /** at most so many times the other */
  readonly ratio?: number;
  /** at most so many ms */
  readonly ms?: number;
}
export class Found {
  readonly #figures = new Map<string, Figures[]>();

  add(name: string, figures: Figures): void {
    this.#figures.set(name, [...(this.#figures.get(name) ?? []), figures]);
  }
  list(name: string, figure: string): number[] {
    return (this.#figures.get(name) ?? []).map((figures) => figures[figure] ?? Number.NaN);
  }
  /** One line of the table: a figure of one case beside the same of another. */
  row(subject: string, figure: string, [mine, other]: readonly [string, string], goal: Goal = {}): Result {
    const [a, b] = [this.list(mine, figure), this.list(other, figure)];
    const ratio = median(a) / median(b);
    return {
      subject,
      ours: spread(a, 1),
      bare: spread(b, 1),
      ratio: ratio.toFixed(2),
      goal: goal.ratio !== undefined ? `≤ ${goal.ratio}` : goal.ms !== undefined ? `≤ ${goal.ms} ms` : '–',
      met: goal.ratio !== undefined ? ratio <= goal.ratio : goal.ms !== undefined ? median(a) <= goal.ms : undefined,
    };
  }
  /** How many times ours is ahead of another way to make the same. */
  ahead(
    subject: string,
    figure: string,
    [mine, other]: readonly [string, string],
    title: string,
    goal?: number,
  ): Result {
    const [a, b] = [this.list(mine, figure), this.list(other, figure)];
    const ratio = median(b) / median(a);
    return {
      subject: `${subject} (${title} ÷ ours)`,
      ours: spread(a, 0),
      bare: `${spread(b, 0)} (${title})`,
      ratio: ratio.toFixed(0),
      goal: goal === undefined ? '–' : `≥ ${goal}`,
      met: goal === undefined ? undefined : ratio >= goal,
    };
  }
}

/** Starts the production build and the peers' pages and measures every case; `of` is told where both are. */
export const runCases = async (
  port: number,
  of: (ours: string, peers: string) => Readonly<Record<string, Case>>,
): Promise<Found> => {
  const bench: BenchServer = await openBench(port, {}, { MILLWRIGHT_BENCH: '1' });
  const peers = await openPeers();
  const browser = await openBrowser();
  const found = new Found();
  try {
    const cases = Object.entries(of(`${bench.server.base}/bench`, peers.base));
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
      for (const [name, eachCase] of cases) {
        if (repetition >= (eachCase.times ?? REPETITIONS)) continue;
        try {
          found.add(name, await measure(browser, eachCase));
        } catch (error) {
          console.error(`${name}: ${(error as Error).message.split('\n')[0]}`);
        }
      }
  } finally {
    await browser.close();
    peers.stop();
    await bench.stop();
  }
  return found;
};
