/**
 * 9,900 suppliers × 8 columns in, tried whole through the save pipeline, against read-excel-file alone over the same workbook. What the
 * server process grows by, and how long other calls wait meanwhile.
 */
import { performance } from 'node:perf_hooks';
import readXlsxFile from 'read-excel-file/node';
import { makeBook } from '../../server/excel/write';
import { others, rss } from './around';
import type { Result } from './measure';
import { openBench } from './server';

// numbers of suppliers have four digits
const ROWS = 9_900;
const HEAD = ['名称', '业务类型', '等级', '结算方式', '交期', '联系人', '电话', '采购员'];

export const benchImport = async (): Promise<Result[]> => {
  const bench = await openBench(18_903);
  try {
    const rows = Array.from({ length: ROWS }, (_, n) => [
      `导入厂${n}`,
      '采购',
      null,
      null,
      n % 30,
      `联系人${n}`,
      `1380000${String(n).padStart(4, '0')}`,
      null,
    ]);
    const file = await makeBook([
      { spec: { name: '供应商', columns: HEAD.map(() => ({ width: 12 })) }, rows: [HEAD, ...rows] },
    ]);
    const readStarted = performance.now();
    await readXlsxFile(file);
    const bare = (performance.now() - readStarted) / 1000;
    const pid = bench.server.process.pid!;
    const call = () => bench.client.list('dept', { current: 1, size: 30 });
    const idle = await others(call, () => new Promise((resolve) => setTimeout(resolve, 3000)));
    const before = rss(pid);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, rss(pid) || peak);
    }, 50);
    let seconds = 0;
    const waited = await others(call, async () => {
      const started = performance.now();
      const answer = await bench.client.feed('/lcdp/data/supplier/import?mode=add&dryRun=1', new Uint8Array(file));
      seconds = (performance.now() - started) / 1000;
      const last = JSON.parse(answer.trim().split('\n').at(-1) ?? '{}') as {
        code?: number;
        data?: { failed?: number };
      };
      if (last.code !== 200 || last.data?.failed !== 0) throw new Error(answer.slice(-500));
    });
    clearInterval(watch);
    const row = (
      subject: string,
      ours: string,
      other: string,
      ratio: string,
      goal: string,
      met: boolean | undefined,
    ) => ({
      subject,
      ours,
      bare: other,
      ratio,
      goal,
      met,
    });
    return [
      row(
        `${ROWS} rows × ${HEAD.length} columns in with all checks, s`,
        seconds.toFixed(1),
        `${bare.toFixed(2)} (reading alone)`,
        (seconds / bare).toFixed(1),
        '≤ 1.5',
        seconds / bare <= 1.5,
      ),
      row('server memory grows by, MB', (peak - before).toFixed(0), '–', '–', '≤ 150', peak - before <= 150),
      row(
        'other calls meanwhile, p95 ms (idle)',
        waited.toFixed(1),
        idle.toFixed(1),
        (waited / idle).toFixed(2),
        '≤ 2',
        waited / idle <= 2,
      ),
    ];
  } finally {
    await bench.stop();
  }
};
