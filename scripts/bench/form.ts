/** The form host with 300 fields in groups (/bench/form) beside bare antd controls and the form of @formily/antd-v5, in one run. */
import { chromium } from '@playwright/test';
import { findChromium } from '../lib/browser.mjs';
import { CHROMIUM_ARGS } from './grid';
import { median, type Result, spread } from './measure';
import { type Figures, type Measured, measure } from './page';
import { openPeers } from './peers';
import { openBench } from './server';

const REPETITIONS = 3;
const FIELDS = 300;

export const benchForm = async (): Promise<Result[]> => {
  const bench = await openBench(18_902, {}, { MILLWRIGHT_BENCH: '1' });
  const peers = await openPeers();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  const of = (url: string): Measured => ({ url, n: FIELDS, steps: ['key'], at: 0, typed: 'ab' });
  const cases: Readonly<Record<string, Measured>> = {
    ours: of(`${bench.server.base}/bench/form`),
    ruled: of(`${bench.server.base}/bench/form?rules=100`),
    inputs: of(`${peers.base}/form-inputs.html`),
    formily: of(`${peers.base}/form-formily.html`),
    formilyRuled: of(`${peers.base}/form-formily.html?rules=100`),
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
  const row = (subject: string, figure: string, [a, b]: readonly [string, string], most?: number): Result => {
    const ratio = median(list(a, figure)) / median(list(b, figure));
    return {
      subject,
      ours: spread(list(a, figure), 1),
      bare: spread(list(b, figure), 1),
      ratio: ratio.toFixed(2),
      goal: most === undefined ? '–' : `≤ ${most}`,
      met: most === undefined ? undefined : ratio <= most,
    };
  };
  return [
    row(`mount ${FIELDS} fields in groups, main-thread ms (bare: antd controls only)`, 'mount', ['ours', 'inputs'], 1),
    row('the same beside the form of @formily/antd-v5', 'mount', ['ours', 'formily']),
    row('a key with 100 rules on the field, ms (bare: the same form without rules)', 'key', ['ruled', 'ours'], 1.5),
    row('a key without rules beside bare antd controls, ms', 'key', ['ours', 'inputs']),
    row('a key with 100 rules beside the form of @formily/antd-v5 with 100 reactions', 'key', [
      'ruled',
      'formilyRuled',
    ]),
  ];
};
