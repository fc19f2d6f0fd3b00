/** A late page of a long list beside its first: the same call, another page. Ours against itself, in one interleaved run. */
import { type LoadFigures, load, median, type Result, spread } from './measure';
import { fillOrders } from './orders';
import { openBench } from './server';

const ROWS = 1_000_000;
const SIZE = 30;
const PAGES = [1, 100, 1000, 10_000] as const;
const CLIENTS = 2;
const SECONDS = 4;
const REPETITIONS = 3;
const COLUMNS = 'nbr bizDate supplier buyer needBy auditStatus docStatus createdAt'.split(' ');

export const benchPages = async (): Promise<Result[]> => {
  const bench = await openBench(18_908, { 'accept-encoding': 'identity' });
  try {
    await fillOrders(bench.sql, ROWS);
    const pid = bench.server.process.pid!;
    const page = (current: number) => async (): Promise<number> => {
      const body = { current, size: SIZE, columns: COLUMNS, search: {} };
      const { records } = await bench.client.list('purchaseOrder', body);
      if (records.length !== SIZE) throw new Error(`page ${current}: expected ${SIZE} rows, got ${records.length}`);
      return records.length;
    };
    const figures = new Map<number, LoadFigures[]>(PAGES.map((current) => [current, []]));
    for (const current of PAGES) await load({ name: String(current), pid, request: page(current) }, CLIENTS, 1000);
    for (let repetition = 0; repetition < REPETITIONS; repetition++)
      for (const current of PAGES)
        figures
          .get(current)!
          .push(await load({ name: String(current), pid, request: page(current) }, CLIENTS, SECONDS * 1000));
    const ms = (current: number): number[] =>
      figures.get(current)!.map(({ perSecond }) => (CLIENTS * 1000) / perSecond);
    const first = median(ms(1));
    return PAGES.filter((current) => current > 1).map((current) => {
      const ratio = median(ms(current)) / first;
      return {
        subject: `page ${current} of the list (newest first) in ms, beside page 1`,
        ours: spread(ms(current), 1),
        bare: spread(ms(1), 1),
        ratio: ratio.toFixed(2),
        goal: current === 10_000 ? '≤ 3' : '–',
        met: current === 10_000 ? ratio <= 3 : undefined,
      };
    });
  } finally {
    await bench.stop();
  }
};
