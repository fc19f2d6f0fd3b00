/** 库存查询 (40 §5): what lies where by quality, what is under way, what lacks, what it is worth, and nothing of stores that are not the reader's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { getReportList } from '../../../server/records/report/list';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const listed = async (
  body: Rec,
  login = 'admin',
): Promise<{ readonly records: readonly Rec[]; readonly summary: Rec; readonly off?: readonly string[] }> => {
  const found = await factory.as(login, (given) => {
    const ctx = given as EngineCtx;
    return getPageList(ctx, ctx.registry.page('stockOnHand')!, { size: 500, scheme: 'all', ...body } as never);
  });
  return found as never;
};
const rowsOf = async (code: string, body: Rec = {}, login = 'admin'): Promise<Readonly<Record<string, Rec>>> => {
  const material = await acts.id('material', code);
  const { search, ...more } = body;
  const { records } = await listed({ ...more, search: { material: [material], ...(search as Rec) } }, login);
  return Object.fromEntries(
    records.map((row) => [
      String(row.warehouse ?? '')
        .split(' ')
        .at(-1) ?? '',
      row,
    ]),
  );
};
const made = async (code: string, more: Rec = {}): Promise<string> => {
  const like = await acts.byCode('material', 'SC-M4');
  const { materialCategory, unit, makeType } = like;
  const { id } = await acts.save('material', {
    code,
    name: code,
    materialCategory,
    unit,
    makeType,
    materialType: like.materialType,
    ...more,
  });
  return id;
};

const safety = (code: string, safetyStock: number): Promise<unknown> => acts.edit('material', code, { safetyStock });
const move = async (code: string, qty: number): Promise<void> => {
  const { id: material, unit } = await acts.byCode('material', code);
  const saved = await acts.save('TransferIssue', {
    fromWarehouse: await acts.id('warehouse', 'CK01'),
    toWarehouse: await acts.id('warehouse', 'CK02'),
    reason: '1',
    items: [{ id: newId(), material, unit, qty }] as never,
  });
  await acts.act('TransferIssue', 'audit', saved);
};

describe('库存查询', () => {
  it('adds up the balances of a material in a warehouse by quality', async () => {
    await made('OH-1');
    await shop.beside('CK01', 'OH-1', 10);
    await shop.beside('CK01', 'OH-1', 4, { status: '2' });
    await shop.beside('CK03', 'OH-1', 5);
    const rows = await rowsOf('OH-1');
    expect(Object.keys(rows).sort()).toEqual(['CK01', 'CK03']);
    expect(rows.CK01).toMatchObject({
      qty: 14,
      goodQty: 10,
      reservedQty: 0,
      availableQty: 10,
      pendingQty: 4,
      badQty: 0,
    });
    expect(rows.CK03).toMatchObject({ qty: 5, goodQty: 5, avgCost: 1, amount: 5, transitQty: 0, shortage: 0 });
    const { summary } = await listed({ search: { material: [await acts.id('material', 'OH-1')] } });
    expect(summary).toMatchObject({ qty: 19, goodQty: 15, pendingQty: 4, amount: 19 });
    const waiting = { search: { qualityStatus: '2' } };
    expect(await rowsOf('OH-1', waiting)).toMatchObject({ CK01: { qty: 4, goodQty: 0, pendingQty: 4 } });
  });

  it('says what lacks of the whole material, also where nothing lies', async () => {
    await made('OH-2');
    await safety('OH-2', 30);
    expect(await rowsOf('OH-2', { scheme: 'low' })).toMatchObject({ '': { qty: 0, safetyStock: 30, shortage: 30 } });
    await shop.beside('CK01', 'OH-2', 12);
    await shop.beside('CK03', 'OH-2', 8);
    const low = await rowsOf('OH-2', { scheme: 'low' });
    expect(Object.keys(low).sort()).toEqual(['CK01', 'CK03']);
    expect(low.CK01).toMatchObject({ availableQty: 12, shortage: 10, purchaseQty: 0, makeQty: 0 });
    // 成品仓 is not this keeper's: neither its row nor its pieces
    expect(await rowsOf('OH-2', {}, 'zhoutao')).toMatchObject({ CK01: { availableQty: 12, shortage: 18 } });
    expect(Object.keys(await rowsOf('OH-2', {}, 'zhoutao'))).toEqual(['CK01']);
    await shop.beside('CK01', 'OH-2', 10);
    expect(await rowsOf('OH-2', { scheme: 'low' })).toEqual({});
  });

  it('counts orders that are on their way to the factory and in it', async () => {
    // 华东密封件 owes 400 of CGDD202601080001, whoever asks
    expect((await rowsOf('SR-08', { search: { onlyPositive: true } })).CK01).toMatchObject({
      purchaseQty: 400,
      safetyStock: 30,
    });
    const { id: material } = await acts.byCode('material', 'LA-100');
    const makeQty = async () => Number(Object.values(await rowsOf('LA-100'))[0]?.makeQty);
    const before = await makeQty();
    const saved = await acts.save('prdOrder', {
      material,
      planQty: 7,
      workshop: await acts.id('factoryUnit', 'ZP'),
      warehouse: await acts.id('warehouse', 'CK03'),
      dueDate: '2026-01-20',
    });
    expect(await makeQty()).toBe(before);
    await acts.act('prdOrder', 'audit', saved);
    expect(await makeQty()).toBe(before + 7);
  });

  it('shows what transfers bring at the warehouse they go to, and 在途仓 only when asked', async () => {
    await made('OH-3');
    await shop.beside('CK01', 'OH-3', 20);
    await move('OH-3', 6);
    const rows = await rowsOf('OH-3');
    expect(Object.keys(rows).sort()).toEqual(['CK01', 'CK02']);
    expect(rows.CK01).toMatchObject({ qty: 14, transitQty: 0 });
    expect(rows.CK02).toMatchObject({ qty: 0, transitQty: 6 });
    const all = Object.values(await rowsOf('OH-3', { search: { virtual: true } }));
    expect(all.map(({ qty }) => qty).sort()).toEqual([0, 14, 6]);
    // of a keeper without 半成品仓 nothing is said of it
    expect(Object.keys(await rowsOf('OH-3', {}, 'jianglei'))).toEqual([]);
  });

  it('is the ledger up to a day, without quality', async () => {
    await made('OH-4');
    factory.setNow('2026-01-12 10:00:00');
    await shop.beside('CK01', 'OH-4', 10);
    factory.setNow('2026-01-15 10:00:00');
    await shop.beside('CK01', 'OH-4', 5, { status: '2' });
    const before = { search: { asOf: '2026-01-14' } };
    const row = (await rowsOf('OH-4', { ...before, scheme: 'good' })).CK01;
    expect(row).toMatchObject({ qty: 10, asOf: '2026-01-14', avgCost: 1, amount: 10 });
    expect([row?.goodQty, row?.reservedQty, row?.pendingQty, row?.shortage].filter((x) => x != null)).toEqual([]);
    expect(await rowsOf('OH-4', { search: { asOf: '2026-01-15' } })).toMatchObject({ CK01: { qty: 15 } });
    expect(await rowsOf('OH-4', { search: { asOf: '2026-01-11' } })).toEqual({});
    // columns that say nothing of a day are none
    const { off } = await listed({ search: { asOf: '2026-01-14' } });
    const ofToday = ['goodQty', 'reservedQty', 'availableQty', 'pendingQty', 'badQty', 'frozenQty', 'transitQty'];
    expect(off).toEqual(expect.arrayContaining(ofToday));
    expect(off).not.toEqual(expect.arrayContaining(['qty']));
    expect((await listed({})).off).toBeUndefined();
  });

  it('leaves costs to those who may see them, and out of reach what is searched by a lot of another', async () => {
    await shop.beside('CK03', 'SR-08', 3, { batchNbr: 'OH-LOT', expireDate: '2026-01-30' });
    const lot = { search: { batchNbr: 'oh-lot' } };
    expect(await rowsOf('SR-08', { ...lot, scheme: 'expiring' })).toMatchObject({
      CK03: { qty: 3, expireDate: '2026-01-30' },
    });
    const seen = (await rowsOf('SR-08', lot, 'jianglei')).CK03;
    expect(seen).toMatchObject({ qty: 3, transitQty: 0 });
    expect(seen).not.toHaveProperty('amount');
    expect(await rowsOf('SR-08', lot, 'zhoutao')).toEqual({});
  });
});

describe('收发存汇总', () => {
  const book = async (code: string, { search, ...more }: Rec = {}, login = 'admin'): Promise<readonly Rec[]> => {
    const given = {
      day: ['2026-01-13', '2026-01-15'],
      material: [await acts.id('material', code)],
      ...(search as Rec),
    };
    const found = await factory.as(login, (ctx) => {
      const engine = ctx as EngineCtx;
      return getReportList(engine, engine.registry.page('stockBook')!, { size: 100, ...more, search: given } as never);
    });
    return found.records as never;
  };
  it('is what lay there, came and went; what moves between its stores only where they are told apart', async () => {
    await made('OH-6');
    factory.setNow('2026-01-12 10:00:00');
    await shop.beside('CK01', 'OH-6', 20);
    factory.setNow('2026-01-15 10:00:00');
    await shop.beside('CK03', 'OH-6', 5);
    await move('OH-6', 6);
    const issue = {
      openQty: 20,
      inQty: 5,
      outQty: 6,
      closeQty: 19,
      openAmount: 20,
      inAmount: 5,
      outAmount: 6,
      closeAmount: 19,
    };
    expect(await book('OH-6')).toMatchObject([issue]);
    // 在途仓 is one of its stores now
    expect(await book('OH-6', { search: { virtual: true } })).toMatchObject([
      { openQty: 20, inQty: 5, outQty: 0, closeQty: 25 },
    ]);
    const stores = await book('OH-6', { search: { virtual: true }, groupBy: ['warehouse'], sort: 'closeQty' });
    expect(stores.map(({ openQty, inQty, outQty, closeQty }) => [openQty, inQty, outQty, closeQty])).toEqual([
      [0, 5, 0, 5],
      [0, 6, 0, 6],
      [20, 0, 6, 14],
    ]);
    const onHand = Object.values(await rowsOf('OH-6'));
    expect(onHand.reduce((sum, { qty }) => sum + Number(qty), 0)).toBe(19);
    const store = { search: { store: await acts.id('warehouse', 'CK03') } };
    expect(await book('OH-6', store)).toMatchObject([{ openQty: 0, inQty: 5, outQty: 0, closeQty: 5 }]);
    // 原材料仓 and 半成品仓 are another keeper's
    const [seen, ...rest] = await book('OH-6', {}, 'jianglei');
    expect([seen, rest]).toMatchObject([{ inQty: 5, closeQty: 5 }, []]);
    expect(seen).not.toHaveProperty('closeAmount');
  });

  it('counts months before the span by their sums and the days of its own month one by one', async () => {
    await made('OH-7');
    for (const [moment, qty] of [
      ['2025-11-30 10:00:00', 7],
      ['2025-12-31 10:00:00', 3],
      ['2026-01-01 10:00:00', 20],
      ['2026-01-13 10:00:00', 5],
    ] as const) {
      factory.setNow(moment);
      await shop.beside('CK01', 'OH-7', qty);
    }
    factory.setNow('2026-01-15 10:30:00');
    expect(await book('OH-7')).toMatchObject([{ openQty: 30, inQty: 5, outQty: 0, closeQty: 35, openAmount: 30 }]);
    const year = { search: { day: ['2025-12-01', '2025-12-31'] } };
    expect(await book('OH-7', year)).toMatchObject([{ openQty: 7, inQty: 3, closeQty: 10, closeAmount: 10 }]);
    expect(await book('OH-7', { search: { day: null } })).toMatchObject([{ openQty: 0, inQty: 35, closeQty: 35 }]);
  });
});
