/**
 * The ledger (40 §3): a receipt of 200 rows beside the same by hand, clients that want the same materials, postings before and after two
 * powers of ten more rows, which lots to take, and what came and went in a month of three years.
 */
import { availableParallelism } from 'node:os';
import type { Rec, Row } from '../../schemas/language/value';
import { runAction } from '../../server/records/act/actions';
import { postStock } from '../../server/stock/posting';
import { suggestStock } from '../../server/stock/suggest';
import { newId } from '../../test/support/client';
import { load, median, type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';
import { type Engine, openEngine } from './stock-engine';
import { byHand } from './stock-hand';
import { fillLedger, fillLots, fillMaterials, MATERIALS } from './stock-rows';

const PORT = 18_957;
const SMALL = 'bench_small';
const [FEW, MANY] = [100_000, 10_000_000];
const TIMES = 15;
const CLIENTS = 16;
const SHARED = 50;

export const benchStock = async (): Promise<Result[]> => {
  const small = await openBench(PORT, {}, {}, SMALL);
  await filled(small, FEW);
  await small.stop();
  const bench = await openBench(PORT, { 'accept-encoding': 'identity' });
  const [few, many] = [
    await openEngine(small.url.replace(/:\d+\//, /:\d+\//.exec(bench.url)![0])),
    await openEngine(bench.url),
  ];
  try {
    await filled(bench, MANY);
    await fillLots(bench.sql);
    return [
      await receipt(bench.url, many),
      await clients(many),
      await growth(few, many),
      await suggestion(many),
      ...(await flows(bench)),
    ];
  } finally {
    await few.close();
    await many.close();
    await bench.stop();
  }
};

const filled = async (bench: BenchServer, rows: number): Promise<void> => {
  const engine = await openEngine(bench.url);
  try {
    await fillMaterials(bench.sql, engine);
    await fillLedger(bench.sql, rows);
  } finally {
    await engine.close();
  }
};

class TakenBack extends Error {}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** The action whole, without HTTP, taken back each time so that the same one is judged again. */
const receipt = async (url: string, engine: Engine): Promise<Result> => {
  const [warehouse, materials] = [await engine.idOf('warehouse', 'CK01'), await materialsOf(engine)];
  const draft = await engine.as((ctx) =>
    ctx.records.save('otherReceipt', {
      kind: '6',
      reason: '试验',
      warehouse,
      items: materials.map((material) => ({ id: newId(), material, warehouse, qty: 3, price: 0.05 }) as Row),
    } as never),
  );
  const target = { id: String((draft as Rec).id), version: Number((draft as Rec).version) };
  const audit = (): Promise<unknown> =>
    engine
      .as(async (ctx) => {
        await runAction(ctx, ctx.records.object('otherReceipt'), 'audit', { targets: [target], ask: {} });
        throw new TakenBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
  const hand = await byHand(url);
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let n = 0; n <= TIMES; n++) {
      const [own, other] = [await timed(audit), await timed(() => hand.once(target.id))];
      // the first one warms up
      if (n > 0) ours.push(own);
      if (n > 0) bare.push(other);
    }
  } finally {
    await hand.close();
  }
  const share = median(bare) / median(ours);
  return {
    subject: `audit of a receipt of ${MATERIALS} rows, without HTTP, ms (bare: SQL by hand; bare ÷ ours)`,
    ours: spread(ours),
    bare: spread(bare),
    ratio: share.toFixed(2),
    goal: '≥ 0.5',
    met: share >= 0.5,
  };
};
const materialsOf = (engine: Engine): Promise<readonly string[]> =>
  engine.ids(`select id from org_demo.material where code like 'BS%' order by code limit ${MATERIALS}`);

/** Five rows of few materials, in and out, in whatever order they are drawn. */
const posting =
  (materials: readonly string[], warehouse: string, rows: number) =>
  (engine: Engine, n: number): Promise<unknown> =>
    engine.as((ctx) =>
      postStock(ctx, {
        docType: 'bench',
        docId: newId(),
        docNbr: `N${n}`,
        bizDate: ctx.today,
        legs: Array.from({ length: rows }, (_, at) => {
          const isIn = (n + at) % 2 === 0;
          return {
            rowId: newId(),
            leg: at + 1,
            moveKind: isIn ? '50' : '51',
            key: { material: materials[(n * 7919 + at * 31) % materials.length]!, warehouse },
            qty: isIn ? 2 : -2,
            cost: isIn ? ({ by: 'price', price: 0.05 } as const) : ({ by: 'avg' } as const),
          };
        }),
      }),
    );

const clients = async (engine: Engine): Promise<Result> => {
  const post = posting((await materialsOf(engine)).slice(0, SHARED), await engine.idOf('warehouse', 'CK01'), 5);
  const target = { name: 'postings', pid: process.pid, request: async (n: number) => Number(await post(engine, n)) };
  const [one, all]: [number[], number[]] = [[], []];
  await load(target, 1, 1_000);
  for (let n = 0; n < 5; n++) {
    one.push((await load(target, 1, 3_000)).perSecond);
    all.push((await load(target, CLIENTS, 3_000)).perSecond);
  }
  const cores = availableParallelism();
  const share = median(all) / (median(one) * cores);
  return {
    subject: `${CLIENTS} clients post 5 rows of the same ${SHARED} materials, postings a second (bare: one client × ${cores} cores)`,
    ours: spread(all),
    bare: spread(one.map((each) => each * cores)),
    ratio: share.toFixed(2),
    goal: '≥ 0.7',
    met: share >= 0.7,
  };
};

const growth = async (few: Engine, many: Engine): Promise<Result> => {
  const sides = await Promise.all(
    [few, many].map(async (engine) => ({
      engine,
      post: posting(await materialsOf(engine), await engine.idOf('warehouse', 'CK01'), 20),
      ms: [] as number[],
    })),
  );
  for (let n = 0; n < 60; n++)
    for (const { engine, post, ms } of sides) {
      const took = await timed(() => post(engine, n));
      if (n >= 10) ms.push(took);
    }
  const [before, after] = [sides[0]!.ms, sides[1]!.ms];
  const ratio = median(after) / median(before);
  return {
    subject: 'a posting of 20 rows onto 10⁷ rows of the ledger, ms (bare: onto 10⁵)',
    ours: spread(after, 1),
    bare: spread(before, 1),
    ratio: ratio.toFixed(2),
    goal: '≤ 1.2',
    met: ratio <= 1.2,
  };
};

const suggestion = async (engine: Engine): Promise<Result> => {
  const material = await engine.idOf('material', 'BL007');
  const ms: number[] = [];
  for (let n = 0; n <= TIMES; n++) {
    const took = await timed(async () => {
      const { lines, shortQty } = await engine.as((ctx) =>
        suggestStock(ctx, { material, attrKey: null, need: 500, decimals: 0 }),
      );
      if (shortQty !== 0 || lines.length < 50) throw new Error(`${lines.length} lines, short ${shortQty}`);
    });
    if (n > 0) ms.push(took);
  }
  return {
    subject: 'which of 2,000 lots to take, over 100,000 balances, ms',
    ours: spread(ms),
    bare: '–',
    ratio: '–',
    goal: '< 100 ms',
    met: median(ms) < 100,
  };
};

const flows = async (bench: BenchServer): Promise<Result[]> => {
  const day = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const results: Result[] = [];
  for (const [title, page] of [
    ['收发统计', 'stockFlow'],
    ['收发存汇总', 'stockBook'],
  ] as const)
    for (const [when, from, to] of [
      ['the last month', day(31), day(0)],
      ['a month two years ago', day(760), day(730)],
    ] as const) {
      const ms: number[] = [];
      for (let n = 0; n <= 5; n++) {
        const took = await timed(async () => {
          const found = await bench.client.must<{ records: unknown[]; total: number }>(
            '/lcdp/countStatistics/getPageListNew',
            {
              statType: page,
              current: 1,
              size: 30,
              search: { day: [from, to] },
            },
          );
          if (found.records.length !== 30) throw new Error(`${page}: ${found.records.length} rows`);
        });
        if (n > 0) ms.push(took);
      }
      results.push({
        subject: `${title} over 10,000,000 rows, ${when}, ms`,
        ours: spread(ms),
        bare: '–',
        ratio: '–',
        goal: '< 1000 ms',
        met: median(ms) < 1000,
      });
    }
  return results;
};
