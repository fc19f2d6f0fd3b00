/** The list's table with 5,000 rows × 30 columns (/bench/table) beside the same list windowed by hand with TanStack, and as antd's Table. */
import { type Case, runCases } from './browser';
import type { Result } from './measure';

const ROWS = 5_000;

export const benchTable = async (): Promise<Result[]> => {
  const of = (url: string): Case => ({ url, n: ROWS, warm: true, steps: ['scroll', 'toggle', 'selectAll'] });
  const found = await runCases(18_903, (ours, peers) => ({
    ours: of(`${ours}/table`),
    peer: of(`${peers}/table-tanstack.html`),
    antd: { ...of(`${peers}/table-antd.html`), steps: [], times: 1 },
  }));
  const pair = ['ours', 'peer'] as const;
  return [
    found.row(`mount ${ROWS} rows × 30 columns, main-thread ms (bare: TanStack by hand)`, 'mount', pair, {
      ratio: 1.5,
    }),
    found.ahead('the same, ms', 'mount', ['ours', 'antd'], 'antd Table', 50),
    found.row('scroll, ms a frame', 'scroll', pair, { ms: 10 }),
    found.row('toggle a column, ms', 'toggle', pair, { ms: 30 }),
    found.row('select all, ms', 'selectAll', pair, { ms: 40 }),
  ];
};
