/** 用料 (30 P8, acceptance 10): effective reports take from feeds and from beside the line through the ledger; taken back they give it back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { floorDifferences, LAWS, mendFed } from '../../../server/domain/production/laws';
import { traceDifferences } from '../../../server/stock/genealogy-proof';
import { proveStock } from '../../../server/stock/proof';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
interface Use {
  readonly code: string;
  readonly feedMode: string;
  readonly perQty?: number;
  readonly perBase?: number;
  readonly opNbr?: number;
  readonly mustFeed?: boolean;
  readonly issued?: number;
}
/** A work order that uses just these materials of LA-100's structure. */
const using = async (planQty: number, uses: readonly Use[]): Promise<Rec> => {
  const work = await floor.workOrder(planQty, LINE, { uses: true, overRate: 100 });
  const ids = new Map(await Promise.all(uses.map(async (use) => [await acts.id('material', use.code), use] as const)));
  const rows = work.materials as readonly Row[];
  await floor.factory.as('admin', async (ctx) => {
    const of = (row: Row): Use | undefined => ids.get(row.material as string);
    await ctx.records.patch('workOrder', work.id as string, {
      rows: {
        materials: rows.map((row) => ({
          id: row.id,
          feedMode: of(row)?.feedMode ?? '3',
          mustFeed: of(row)?.mustFeed ?? false,
          opNbr: of(row)?.opNbr ?? null,
        })) as never,
      },
    });
    await ctx.records.patch('prdOrder', work.prdOrderNbr as string, {
      rows: {
        materials: rows.map((row) => ({
          id: row.orderRow,
          perQty: of(row)?.perQty ?? 1,
          perBase: of(row)?.perBase ?? 1,
          issuedQty: of(row)?.issued ?? 0,
        })) as never,
      },
    });
  });
  return floor.read('workOrder', work.id as string);
};
const feed = async (work: Rec, material: string, batchNbr: string, qty: number, more: Rec = {}): Promise<Rec> =>
  floor.save('feedRecord', {
    orderProcess: (await floor.op(work, 10)).id,
    material: await acts.id('material', material),
    batchNbr,
    qty,
    fifoReason: '试验',
    ...more,
  });
const done = async (start: Rec, qty: number): Promise<Rec> =>
  floor.act('audit', await floor.report(await floor.read('prdStart', start.id as string), qty));
const materials = (report: Rec) =>
  (report.materials as readonly Row[]).map(({ batchNbr, needQty, qty, source }) => [batchNbr, needQty, qty, source]);
const ledger = (report: Rec): Promise<readonly (readonly [string, string, number])[]> =>
  floor.factory.as('admin', async (ctx) =>
    (
      await ctx.trx
        .selectFrom('stock_ledger')
        .select(['move_kind', 'batch_nbr', 'qty'])
        .where('doc_id', '=', report.id as string)
        .orderBy('seq')
        .execute()
    ).map((row) => [row.move_kind, row.batch_nbr ?? '', Number(row.qty)] as const),
  );
const used = async (work: Rec, material: string): Promise<unknown> => {
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  const id = await acts.id('material', material);
  return (order.materials as readonly Row[]).find((row) => row.material === id)?.usedQty;
};
const sound = async (): Promise<void> => {
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  expect(await floor.factory.as('admin', (ctx) => traceDifferences(ctx, 10))).toEqual([]);
};

describe('acceptance 10: feeds', () => {
  it('60 and 60, report 70: the first is used up, of the second 50 are left; taken back both are as they were', async () => {
    const work = await using(100, [{ code: 'MT-12', feedMode: '1', mustFeed: true }]);
    await shop.beside('XB-ZP', 'MT-12', 60, { batchNbr: '2601130001' });
    await shop.beside('XB-ZP', 'MT-12', 60, { batchNbr: '2601130002' });
    expect(await refusal(floor.start(work, 10, 100)), 'a start before anything is fed').toBe(
      '工序10要求先上料：「电机」未上料',
    );
    const first = await feed(work, 'MT-12', '2601130001', 60);
    floor.factory.setNow('2026-01-15 10:05:00');
    const second = await feed(work, 'MT-12', '2601130002', 60);
    const start = await floor.start(work, 10, 100);
    const report = await done(start, 70);
    expect(report).toMatchObject({ docStatus: '60' });
    expect(materials(report)).toEqual([
      ['2601130001', 70, 60, '1'],
      ['2601130002', 70, 10, '1'],
    ]);
    expect(await ledger(report)).toEqual([
      ['22', '2601130001', -60],
      ['22', '2601130002', -10],
    ]);
    expect(await floor.read('feedRecord', first.id as string)).toMatchObject({
      docStatus: '60',
      usedQty: 60,
      remain: 0,
    });
    expect(await floor.read('feedRecord', second.id as string)).toMatchObject({
      docStatus: '30',
      usedQty: 10,
      remain: 50,
    });
    expect(await shop.balances('XB-ZP', 'MT-12')).toEqual({ '2601130001': [0, 0], '2601130002': [50, 50] });
    expect(await used(work, 'MT-12')).toBe(70);
    await sound();
    const back = await floor.act('reverse', report, { reason: '数错' });
    expect(back).toMatchObject({ docStatus: '90' });
    for (const each of [first, second])
      expect(await floor.read('feedRecord', each.id as string)).toMatchObject({
        docStatus: '30',
        usedQty: 0,
        remain: 60,
      });
    expect((await ledger(report)).reduce((sum, [, , qty]) => sum + qty, 0)).toBe(0);
    expect(await shop.balances('XB-ZP', 'MT-12')).toEqual({ '2601130001': [60, 60], '2601130002': [60, 60] });
    expect(await used(work, 'MT-12')).toBe(0);
    await sound();
  });
  it('are short: nothing is written', async () => {
    const work = await using(100, [{ code: 'MT-12', feedMode: '1', mustFeed: true }]);
    await shop.beside('XB-ZP', 'MT-12', 60, { batchNbr: '2601130003' });
    await shop.beside('XB-ZP', 'MT-12', 500, { batchNbr: '2601130004' });
    const fed = await feed(work, 'MT-12', '2601130003', 60);
    const start = await floor.start(work, 10, 100);
    const report = await floor.report(start, 70);
    const before = await shop.balances('XB-ZP', 'MT-12');
    expect(await refusal(floor.act('audit', report))).toBe('「电机」上料不足：需70，在用60，缺10，请先上料');
    expect(await shop.balances('XB-ZP', 'MT-12')).toEqual(before);
    expect(await ledger(report)).toEqual([]);
    expect(await floor.read('prdReport', report.id as string)).toMatchObject({ docStatus: '50', materials: [] });
    expect(await floor.read('feedRecord', fed.id as string)).toMatchObject({ usedQty: 0, remain: 60 });
  });
  it('of a device serve what runs on it, before those of the operation', async () => {
    const work = await using(100, [{ code: 'MT-12', feedMode: '1', mustFeed: true }]);
    const equipment = await acts.id('equipment', 'AL-01');
    await shop.beside('XB-ZP', 'MT-12', 10, { batchNbr: '2601130005' });
    await shop.beside('XB-ZP', 'MT-12', 10, { batchNbr: '2601130006' });
    await feed(work, 'MT-12', '2601130005', 10);
    floor.factory.setNow('2026-01-15 10:10:00');
    await feed(work, 'MT-12', '2601130006', 10, { orderProcess: null, equipment });
    const report = await done(await floor.start(work, 10, 100, { equipment }), 12);
    expect(materials(report)).toEqual([
      ['2601130006', 12, 10, '1'],
      ['2601130005', 12, 2, '1'],
    ]);
  });
});

describe('beside the line', () => {
  it('倒冲 takes what is free by expiry, rounded over all reports', async () => {
    const work = await using(100, [{ code: 'GR-01', feedMode: '2', perQty: 0.05 }]);
    await shop.beside('XB-ZP', 'GR-01', 2.5, { batchNbr: 'G1', expireDate: '2026-03-31' });
    const start = await floor.start(work, 10, 100);
    const report = await floor.report(start, 60);
    expect(await refusal(floor.act('audit', report))).toBe('线边仓「润滑脂」不足：需3.0000kg，可用2.5000kg');
    expect(await ledger(report)).toEqual([]);
    await shop.beside('XB-ZP', 'GR-01', 4, { batchNbr: 'G2' });
    const first = await floor.act('audit', await floor.read('prdReport', report.id as string));
    expect(materials(first)).toEqual([
      ['G1', 3, 2.5, '2'],
      ['G2', 3, 0.5, '2'],
    ]);
    expect(await ledger(first)).toEqual([
      ['23', 'G1', -2.5],
      ['23', 'G2', -0.5],
    ]);
    expect(materials(await done(start, 40))).toEqual([['G2', 2, 2, '2']]);
    await sound();
  });
  it('领料 takes what was issued to the order only', async () => {
    const work = await using(100, [{ code: 'CTN-20', feedMode: '1', issued: 60 }]);
    await shop.beside('XB-ZP', 'CTN-20', 500);
    const start = await floor.start(work, 10, 100);
    await done(start, 60);
    const report = await floor.report(await floor.read('prdStart', start.id as string), 10);
    expect(await refusal(floor.act('audit', report))).toBe('「包装箱」已领60，已耗60，缺10，请先领料');
    expect(await shop.balances('XB-ZP', 'CTN-20')).toEqual({ '': [440, 0] });
    expect(await used(work, 'CTN-20')).toBe(60);
  });
  it('of three reports of 1 that share one piece the second takes it', async () => {
    const work = await using(10, [{ code: 'NT-M4', feedMode: '2', perBase: 3 }]);
    await shop.beside('XB-ZP', 'NT-M4', 5);
    const start = await floor.start(work, 10, 10);
    const taken: unknown[] = [];
    for (let n = 0; n < 3; n++) taken.push(materials(await done(start, 1)).map(([, , qty]) => qty));
    expect(taken).toEqual([[], [1], []]);
  });
  it('不发料 and materials of other operations are not touched', async () => {
    const work = await using(10, [
      { code: 'SC-M4', feedMode: '3' },
      { code: 'NT-M4', feedMode: '2', opNbr: 20 },
    ]);
    const report = await done(await floor.start(work, 10, 10), 10);
    expect(report).toMatchObject({ docStatus: '60', materials: [] });
    const next = await floor.report(await floor.start(work, 20, 10), 10);
    expect(await refusal(floor.act('audit', next))).toBe('线边仓「螺母」不足：需10件，可用4件');
  });
});

it('what was fed and unloaded before a report is taken back lies free beside the line', async () => {
  const work = await using(100, [{ code: 'SR-08', feedMode: '1' }]);
  await shop.beside('XB-ZP', 'SR-08', 30, { batchNbr: '2601130009' });
  const fed = await feed(work, 'SR-08', '2601130009', 30);
  const report = await done(await floor.start(work, 10, 100), 20);
  await floor.act('unload', await floor.read('feedRecord', fed.id as string));
  await floor.act('reverse', report, { reason: '数错' });
  expect(await floor.read('feedRecord', fed.id as string)).toMatchObject({
    docStatus: '80',
    usedQty: 0,
    unloadQty: 30,
  });
  expect(await shop.balances('XB-ZP', 'SR-08')).toEqual({ '2601130009': [30, 0] });
  await sound();
});

it('holds feeds and the ledger against the reports (P14)', async () => {
  const { db } = floor.factory.database;
  const fed = () => floor.factory.as('admin', (ctx) => floorDifferences(ctx, ['fed'], 10));
  expect(await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 10))).toEqual([]);
  const [feeding] = await floor.find('feedRecord', 'usedQty > 0', {}, 'nbr');
  const { id, nbr, qty, usedQty } = feeding!;
  await sql`update org_demo.feed_record set used_qty = qty + 2 where id = ${id}`.execute(db);
  expect(await fed()).toEqual([
    { law: 'fed', feedRecord: id, title: `${nbr} 已用`, found: Number(qty) + 2, expected: usedQty },
    { law: 'fed', feedRecord: id, title: `${nbr} 已用与下料`, found: Number(qty) + 2, expected: qty },
  ]);
  await floor.factory.as('admin', (ctx) => mendFed(ctx));
  expect(await fed()).toEqual([]);
  // the ledger takes no correction past its documents: a row of the report does
  const [report] = await floor.find('prdReport', 'docStatus == 60 && exists(materials, qty > 0)', {}, 'nbr');
  await sql`update org_demo.prd_report_materials set qty = qty + 1 where id = (
    select min(id::text)::uuid from org_demo.prd_report_materials where head_id = ${report!.id})`.execute(db);
  const found = (await fed()).find(({ title }) => title === `${report!.nbr} 耗用`);
  expect(found).toMatchObject({ law: 'fed', orderProcess: report!.orderProcess, workOrder: report!.workOrderNbr });
  expect(found!.found - found!.expected).toBe(1);
});
