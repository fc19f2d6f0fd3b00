/**
 * 100,000 orders × 20 columns as a streamed workbook, against write-excel-file alone over rows that are already in memory. What the server
 * process grows by, and how long other calls wait meanwhile.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { others, rss } from './around';
import { cpuSeconds, median, type Result, spread } from './measure';
import { fillOrders } from './orders';
import { type BenchServer, openBench } from './server';

const ROWS = 100_000;
const REPETITIONS = 3;
const COLUMNS =
  'nbr bizDate supplier buyer needBy receivedRate printCount remark createdBy createdAt auditedBy auditedAt auditStatus docStatus'.split(
    ' ',
  );

export const benchExport = async (): Promise<Result[]> => {
  const bench = await openBench(18_901);
  try {
    await fillOrders(bench.sql, ROWS + 1000);
    const pid = bench.server.process.pid!;
    const columns = await columnsOf(bench);
    // BENCH00000001 … BENCH00099999
    const body = { search: { nbr: 'BENCH000' }, columns };
    await download(bench, { ...body, search: { nbr: 'BENCH0000001' } });
    const call = () => bench.client.list('supplier', { current: 1, size: 30 });
    const idles: number[] = [];
    const ours: number[] = [];
    const cpu: number[] = [];
    const bare: number[] = [];
    const grown: number[] = [];
    const waits: number[] = [];
    const slowdowns: number[] = [];
    const firsts: number[] = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition++) {
      bare.push(await library(columns.length));
      // what else the machine does changes from minute to minute: idle is measured each time
      const idle = await others(call, () => sleep(2000));
      const before = rss(pid);
      const used = cpuSeconds(pid);
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, rss(pid));
      }, 20);
      const started = performance.now();
      const waited = await others(call, async () => {
        firsts.push((await download(bench, body)) / 1000);
      });
      ours.push((performance.now() - started) / 1000);
      cpu.push(cpuSeconds(pid) - used);
      clearInterval(watch);
      grown.push(peak - before);
      waits.push(waited);
      idles.push(idle);
      slowdowns.push(waited / idle);
    }
    const ratio = median(ours) / median(bare);
    return [
      row(
        `${ROWS} rows × ${columns.length} columns to xlsx, s`,
        spread(ours, 1),
        spread(bare, 1),
        ratio.toFixed(2),
        '≤ 1.5',
        ratio <= 1.5,
      ),
      row('the same, CPU s of the server', spread(cpu, 1), '–', '–', '–', undefined),
      row('first byte, s', spread(firsts, 2), '–', '–', '< 3 s', median(firsts) < 3),
      row('server memory grows by, MB', spread(grown), '–', '–', '≤ 150', median(grown) <= 150),
      row(
        'other calls meanwhile, p95 ms (bare: idle)',
        spread(waits, 1),
        spread(idles, 1),
        spread(slowdowns, 2),
        '≤ 2',
        median(slowdowns) <= 2,
      ),
    ];
  } finally {
    await bench.stop();
  }
};
const row = (
  subject: string,
  ours: string,
  bare: string,
  ratio: string,
  goal: string,
  met: boolean | undefined,
): Result => ({
  subject,
  ours,
  bare,
  ratio,
  goal,
  met,
});
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The columns of the page there are, filled up to twenty with computed ones of the list. */
const columnsOf = async (bench: BenchServer): Promise<string[]> => {
  const page = await bench.client.must<{ columns: { prop: string }[] }>(
    '/lcdp/apppage/getPageItem?pageId=purchaseOrder',
  );
  const all = page.columns.map((column) => column.prop).filter((prop) => !prop.startsWith('$') && prop !== 'inDocs');
  return [...COLUMNS.filter((prop) => all.includes(prop)), ...all.filter((prop) => !COLUMNS.includes(prop))].slice(
    0,
    20,
  );
};

/** Reads an export to its end without keeping it; answers the ms to its first byte. */
const download = async (bench: BenchServer, body: unknown): Promise<number> => {
  const started = performance.now();
  const answer = await bench.client.raw('POST', '/lcdp/data/purchaseOrder/export', body);
  let first = 0;
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    first ||= performance.now() - started;
    bytes += chunk.length;
  }
  if (bytes < 1000 || !/attachment/.test(answer.headers.get('content-disposition') ?? ''))
    throw new Error(`no sheet came: ${answer.status}`);
  return first;
};

/** write-excel-file in a process of its own, s from rows in memory to the file's bytes. */
const library = async (columns: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/bench/export-bare.ts', String(ROWS), String(columns)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  await once(child, 'exit');
  return Number(line.toString()) / 1000;
};
