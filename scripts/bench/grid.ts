/**
 * The sub-table as users get it (/bench/sub of the production build, under its policy) beside the least code that does the same and the
 * usual ways to make one. All of them in one interleaved run.
 */
import { runCases } from './browser';
import { median, type Result } from './measure';

export const benchGrid = async (): Promise<Result[]> => {
  const found = await runCases(18_901, (base, peers) => {
    const ours = `${base}/sub`;
    const bare = `${peers}/sub-bare.html`;
    return {
      ours50: { url: ours, n: 50, steps: ['key', 'add', 'paste'] },
      ours1000: { url: ours, n: 1000, steps: [], times: 1 },
      ours2000: { url: ours, n: 2000, steps: ['scroll', 'key', 'add'] },
      warm2000: { url: ours, n: 2000, steps: [], warm: true },
      ours10000: { url: ours, n: 10_000, steps: ['key'] },
      bare50: { url: bare, n: 50, steps: ['key', 'add', 'paste'] },
      bare2000: { url: bare, n: 2000, steps: ['scroll', 'key', 'add'] },
      bareWarm2000: { url: bare, n: 2000, steps: [], warm: true },
      bare10000: { url: bare, n: 10_000, steps: ['key'] },
      antd: { url: `${peers}/sub-antd.html`, n: 1000, steps: ['key', 'add'], keys: 10, times: 1 },
      formily: { url: `${peers}/sub-formily.html`, n: 1000, steps: ['key', 'add'], keys: 10, times: 1 },
    };
  });
  const key = (name: string): number => median(found.list(name, 'key'));
  const flat = key('ours10000') / key('ours50');
  const mount1000 = 'mount 1,000 rows × 15 columns, ms';
  const on2000 = ['ours2000', 'bare2000'] as const;
  return [
    found.row('mount 2,000 rows × 15 columns, first document, main-thread ms', 'mount', on2000, { ratio: 2.5 }),
    found.row('the same, second document', 'mount', ['warm2000', 'bareWarm2000'], { ratio: 2.5 }),
    found.row('one key in a quantity cell of 50 rows (formula, totals), ms', 'key', ['ours50', 'bare50'], { ms: 8 }),
    found.row('the same of 2,000 rows', 'key', on2000, { ms: 8 }),
    found.row('the same of 10,000 rows', 'key', ['ours10000', 'bare10000'], { ms: 8 }),
    {
      subject: 'a key of 10,000 rows ÷ of 50 rows',
      ours: flat.toFixed(2),
      bare: (key('bare10000') / key('bare50')).toFixed(2),
      ratio: '–',
      goal: '≤ 1.5',
      met: flat <= 1.5,
    },
    found.row('add a row to 2,000, ms', 'add', on2000, { ms: 20 }),
    found.row('paste 1,000 rows of Excel text, ms', 'paste', ['ours50', 'bare50'], { ms: 150 }),
    found.row('scroll 2,000 rows, ms a frame', 'scroll', on2000, { ms: 8 }),
    found.ahead(mount1000, 'mount', ['ours1000', 'formily'], '@formily/antd-v5 ArrayTable', 100),
    found.ahead(mount1000, 'mount', ['ours1000', 'antd'], 'antd Table'),
    found.row('a key beside 1,000 rows of ArrayTable, ms', 'key', ['ours2000', 'formily']),
    found.row('add a row beside ArrayTable, ms', 'add', ['ours2000', 'formily']),
  ];
};
