/**
 * A keeper of one warehouse sees nothing of another on any way to read (40 §14, acceptance 16): a document, a balance and rows of the ledger
 * of 成品仓 by each of the twelve ways, asked by its keeper, who finds them, and by the keeper of the others, who does not.
 */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportTrace } from '../../../server/domain/trace/export';
import { find, graph } from '../../../server/domain/trace/graph';
import { newId } from '../../../server/ids';
import { scanCall } from '../../../server/labels/scan-call';
import { sourcesCall } from '../../../server/labels/sources';
import { listPrintJob } from '../../../server/print/list';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { getOne } from '../../../server/records/read/read';
import { readableIds } from '../../../server/records/read/readable';
import { usageOf } from '../../../server/records/read/usage-list';
import { chartData } from '../../../server/records/report/chart';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { linksCall } from '../../../server/records/save/write-calls';
import { historyOf } from '../../../server/records/trail/history';
import { actsOf, type Stored } from '../../support/demo-acts';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

const [ITS_KEEPER, ANOTHER] = ['jianglei', 'zhoutao'];
const LOT = 'ONLY-CK03';
const FROZEN = 'HELD-CK03';

let factory: Factory;
let receipt: Stored;
let balance: string;
let material: string;
let store: string;
const acts = actsOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
  const warehouse = await acts.id('warehouse', 'CK03');
  const { id, unit } = await acts.byCode('material', 'SR-08');
  material = id;
  store = warehouse;
  const saved = await acts.save(
    'otherReceipt',
    {
      kind: '6',
      reason: '试验',
      warehouse,
      items: [
        { id: newId(), material, unit, warehouse, qty: 7, price: 1, batchNbr: LOT, produceDate: '2026-01-06' },
        { id: newId(), material, unit, warehouse, qty: 3, price: 1, batchNbr: FROZEN, produceDate: '2026-01-06' },
      ] as never,
    },
    ITS_KEEPER,
  );
  receipt = await acts.act('otherReceipt', 'audit', saved);
  const balanceOf = async (lot: string): Promise<Stored> => {
    const found = await factory.as('admin', (ctx) =>
      ctx.records.find('stockBalance', 'batchNbr == param.lot', { param: { lot } }),
    );
    return found[0] as Stored;
  };
  balance = (await balanceOf(LOT)).id;
  await acts.act('stockBalance', 'freeze', await balanceOf(FROZEN), { qty: 2, reason: '划伤' });
});
afterAll(() => factory?.database.drop());

type Wire = Record<string, unknown>;
const page = (ctx: EngineCtx, code: string) => ctx.registry.page(code)!;
const listed = async (ctx: EngineCtx, code: string, body: Wire) =>
  getPageList(ctx, page(ctx, code), { size: 200, scheme: 'all', ...body } as never);
const OURS = [
  ['otherReceipt', () => ({ scheme: null, search: { nbr: receipt.nbr } })],
  ['stockBalance', () => ({ search: { batchNbr: LOT } })],
  ['stockLedger', () => ({ search: { batchNbr: LOT } })],
  ['stockOnHand', () => ({ search: { batchNbr: LOT } })],
] as const;
/** whether it is there, by id */
const there = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 1,
    ({ code, message }) => {
      expect([code, message]).toEqual([203, '数据不存在或无权查看']);
      return 0;
    },
  );
const flow = () => ({ search: { batchNbr: LOT, day: ['2026-01-01', '2026-01-31'] } });

/** how many each way finds; the same number of everything that is looked at */
const WAYS: Readonly<Record<string, (ctx: EngineCtx) => Promise<readonly number[]>>> = {
  'the rows of a list': (ctx) =>
    Promise.all(OURS.map(async ([code, body]) => (await listed(ctx, code, body())).records.length)),
  'its total': (ctx) => Promise.all(OURS.map(async ([code, body]) => Number((await listed(ctx, code, body())).total))),
  'its sum': async (ctx) => [Number((await listed(ctx, 'stockBalance', OURS[1][1]())).summary?.qty ?? 0) / 7],
  'rows below a row': async (ctx) => {
    const where = { search: { batchNbr: LOT, material: [material] } };
    return [(await listed(ctx, 'stockLedger', where)).records.length];
  },
  'an export': async (ctx) => {
    const body = { columns: ['batchNbr'], scheme: 'all', ...OURS[1][1]() };
    const found = await exportList(ctx, page(ctx, 'stockBalance'), body).catch(({ message }) => {
      expect(message).toBe('没有可导出的数据');
      return null;
    });
    return [found === null ? 0 : (await sheetRows(found.stream)).flat().filter((cell) => cell === LOT).length];
  },
  'a picker': async (ctx) => {
    const { records } = await pickRows(ctx, page(ctx, 'otherReceipt'), 'warehouse', {
      record: { kind: '6' },
      search: 'CK03',
    } as never);
    return [records.length];
  },
  'a report': async (ctx) => [
    (await getReportList(ctx, page(ctx, 'stockFlow'), { size: 50, ...flow() } as never)).records.length,
  ],
  'a chart': async (ctx) => [
    (
      await chartData(ctx, {
        report: page(ctx, 'stockFlow').report!,
        chart: { chart: 'bar', x: 'material', y: ['inQty'] },
        search: flow().search,
        wheres: [],
      } as never)
    ).rows.length,
  ],
  'the rows behind a number': async (ctx) => {
    const { where } = drillOf(ctx, page(ctx, 'stockFlow'), { cell: { batchNbr: LOT } } as never);
    return [(await listed(ctx, 'stockLedger', { where })).records.length];
  },
  paper: async (ctx) => {
    const { print } = page(ctx, 'otherReceipt').actions;
    const job = listPrintJob(ctx, page(ctx, 'otherReceipt'), print!, { list: OURS[0][1]() } as never);
    return [
      await job.then(
        ({ pages }) => Number(JSON.stringify(pages).includes(receipt.nbr as string)),
        ({ message }) => {
          expect(message).toBe('没有可打印的数据');
          return 0;
        },
      ),
    ];
  },
  'a record by its id, its history, links and use': (ctx) =>
    Promise.all(
      [getOne, historyOf, linksCall, usageOf].map((way) =>
        there(way(ctx, page(ctx, 'otherReceipt'), { id: receipt.id } as never)),
      ),
    ),
  'a balance by its id': async (ctx) => [
    await there(getOne(ctx, page(ctx, 'stockBalance'), { id: balance } as never)),
    (await ctx.records.get('stockBalance', balance, { scoped: true })) === null ? 0 : 1,
  ],
};

/** Ways beside the twelve: what statements by hand answer, what a scanner knows, what is told while it happens. */
const walked = async (ctx: EngineCtx, text: string) => {
  const roots = await find(ctx, text).catch(({ message }) => {
    expect(message).toBe(`未找到${text}`);
    return [];
  });
  return roots.length === 0 ? null : graph(ctx, { roots, direction: 'forward', weak: true, narrow: false });
};
const DATASETS = ['stockBook', 'stockAge'] as const;
const MORE: typeof WAYS = {
  'a document that is traced': async (ctx) => [(await walked(ctx, String(receipt.nbr))) === null ? 0 : 1],
  'where a lot lies, and what it came by': async (ctx) => {
    const found = await walked(ctx, LOT);
    return [found!.stock.length, found!.roots.filter(({ srcNbr }) => srcNbr === receipt.nbr).length];
  },
  'what a lot came by, at its record': async (ctx) => {
    const [lot] = await ctx.asSystem().records.find('batch', 'batchNbr == param.LOT', { param: { LOT } });
    const told = await getOne(ctx, page(ctx, 'batch'), { id: lot!.id });
    expect(told.srcNbr).toBeUndefined();
    const source = await ctx.host.services.get('batch.source')!.run({ batch: lot!.id }, ctx);
    return [source === receipt.nbr ? 1 : 0];
  },
  'what froze it': async (ctx) => [(await walked(ctx, FROZEN))!.freezes.length],
  'the workbook of a walk': async (ctx) => {
    const { roots } = (await walked(ctx, LOT))!;
    const { content } = await exportTrace(ctx, { roots, direction: 'forward', weak: true, narrow: false });
    const cells = (await sheetRows(Readable.from([content]), 3)).flat();
    return [cells.filter((cell) => cell === LOT).length];
  },
  'datasets by hand': async (ctx) =>
    Promise.all(
      DATASETS.map(async (code) => {
        const search = code === 'stockBook' ? { day: ['2026-01-01', '2026-01-31'] } : {};
        const given = { size: 200, groupBy: ['warehouse'], search: { ...search, material: [material] } };
        const { records } = await getReportList(ctx, page(ctx, code), given as never);
        return records.filter((row) => JSON.stringify(row).includes(store)).length;
      }),
    ),
  'a report as a view of the stock query': async (ctx) => {
    const search = { day: ['2026-01-01', '2026-01-31'], material: [material] };
    const given = { size: 200, groupBy: ['warehouse'], search };
    const { records } = await getReportList(ctx, page(ctx, 'stockOnHand.flow'), given as never);
    return [records.filter((row) => JSON.stringify(row).includes(store)).length];
  },
  'labels of what lies at a place': async (ctx) => [
    await sourcesCall(ctx, { from: 'stockBalance', ids: [balance] }).then(
      ({ rows: [row] }) => Number(row?.batchNbr === LOT && row.total === 7),
      ({ message }) => {
        expect(message).toBe('数据不存在或无权查看');
        return 0;
      },
    ),
  ],
  'a scanned number': async (ctx) => [
    await scanCall(ctx, { text: receipt.nbr }).then(
      ({ hits }) => hits.filter(({ id }) => id === receipt.id).length,
      () => 0,
    ),
  ],
  'what the live channel names': (ctx) =>
    Promise.all(
      [
        ['otherReceipt', receipt.id],
        ['stockBalance', balance],
      ].map(async ([object, id]) => {
        const seen = await readableIds(ctx, ctx.records.object(object!), `${object}:view`, [id!]);
        return seen === 'all' || seen.has(id!) ? 1 : 0;
      }),
    ),
};

it.each(Object.entries({ ...WAYS, ...MORE }))('%s', async (_name, way) => {
  const asked = (login: string) => factory.as(login, (ctx) => way(ctx as EngineCtx));
  const its = await asked(ITS_KEEPER!);
  expect(its).toEqual(its.map(() => 1));
  expect(await asked(ANOTHER!)).toEqual(its.map(() => 0));
});
