/** 采购申请 (40 §8.1, L10, L11): from what is short to the order, with its quantity under control. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { remindLateApplies } from '../../../server/domain/purchase/late';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, receivingOf, sized } from './receiving';

const BUYER = 'xumin';
const HEAD = 'zhoumin';
let factory: Factory;
const world = receivingOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const rowOf = async (code: string, qty: number, more: Rec = {}) => {
  const material = await world.byCode('material', code);
  return { id: newId(), lineNo: 10, material: material.id, unit: material.unit as string, qty, ...more };
};
const applied = async (rows: readonly Rec[], more: Rec = {}): Promise<Stored> =>
  world.save('purchaseApply', { applyType: '4', requireDate: '2026-01-20', ...more, items: rows as never }, BUYER);
const audited = async (rec: Stored): Promise<Stored> => world.act('purchaseApply', 'audit', rec, {}, [], HEAD);

describe('an application', () => {
  it('finds who supplied the material last, and what he takes for it', async () => {
    const rec = await applied([await rowOf('SR-08', 100)]);
    expect(rec.nbr).toMatch(/^CGSQ20260115\d{4}$/);
    expect(items(rec)[0]).toMatchObject({ supplier: await world.id('supplier', 'GYS0003'), openQty: 100 });
    expect(items(await world.get('purchaseApply', rec.id))[0]).toMatchObject({
      refPrice: 0.35,
      buyer: expect.anything(),
    });
  });
  it('asks what is urgent for, and for days that are to come', async () => {
    expect(await refusal(applied([await rowOf('SR-08', 1)], { urgent: true }))).toMatch(/用途/);
    expect(await refusal(applied([await rowOf('SR-08', 1, { requireDate: '2026-01-14' })]))).toBe(
      '需求日期不能早于业务日期',
    );
  });
  it('is not ordered while a row names no supplier', async () => {
    const rec = await audited(await applied([await rowOf('SC-M4', 500), { ...(await rowOf('SR-08', 5)), lineNo: 20 }]));
    expect(items(rec)[0]).toMatchObject({ supplier: null });
    expect(await refusal(world.draftOf('purchaseApply', 'toOrder', rec, BUYER))).toBe('第10行未指定供应商，请先选择');
  });
});

describe('L11: an order for each supplier', () => {
  let rec: Stored;
  const orders = (): Promise<readonly Rec[]> =>
    factory.as(BUYER, async (ctx) => {
      const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('purchaseApply'), 'toOrder', {
        targets: [{ id: rec.id, version: rec.version }],
      });
      return pushed!.drafts;
    });
  it('prices and days come along', async () => {
    rec = await audited(
      await applied([
        await rowOf('SR-08', 1000),
        { ...(await rowOf('MT-12', 30, { requireDate: '2026-01-25' })), lineNo: 20 },
      ]),
    );
    const drafts = await orders();
    expect(drafts).toHaveLength(2);
    expect(drafts.map(({ supplier, needBy }) => [supplier, needBy])).toEqual([
      [await world.id('supplier', 'GYS0003'), '2026-01-20'],
      [await world.id('supplier', 'GYS0001'), '2026-01-20'],
    ]);
    expect(items(drafts[0]!)[0]).toMatchObject({ qty: 1000, price: 0.35, needDate: '2026-01-20' });
    expect(items(drafts[1]!)[0]).toMatchObject({ qty: 30, price: 38.5, needDate: '2026-01-25' });
  });
  it('600 of 1000 leave 400; more is refused and nothing written', async () => {
    const [seals] = await orders();
    const order = await world.save('purchaseOrder', sized(seals!, 600), BUYER);
    rec = await world.get('purchaseApply', rec.id);
    expect(rec).toMatchObject({ docStatus: '20' });
    expect(items(rec)[0]).toMatchObject({ orderedQty: 600, openQty: 400, sourceOrderNbr: order.nbr });
    const seal = await world.id('material', 'SR-08');
    const again = (await orders()).find((draft) => items(draft)[0]!.material === seal);
    expect(items(again!)[0]).toMatchObject({ qty: 400 });
    const before = (await world.list('purchaseOrder', 'id != null')).length;
    expect(await refusal(world.save('purchaseOrder', sized(again!, 401), BUYER))).toBe(
      `「${rec.nbr as string}」第10行可下推数量400，本次401`,
    );
    expect(await world.list('purchaseOrder', 'id != null')).toHaveLength(before);
    await world.act('purchaseOrder', 'void', order, {}, [], BUYER);
    rec = await world.get('purchaseApply', rec.id);
    expect(rec).toMatchObject({ docStatus: '10' });
    expect(items(rec)[0]).toMatchObject({ orderedQty: 0, openQty: 1000, sourceOrderNbr: null });
  });
  it('all of it ordered finishes the application', async () => {
    for (const draft of await orders()) await world.save('purchaseOrder', draft, BUYER);
    rec = await world.get('purchaseApply', rec.id);
    expect(rec).toMatchObject({ docStatus: '60', orderedRate: 100 });
  });
});

describe('L10: 缺料选单', () => {
  const shortage = (orders: readonly string[], login: string) =>
    factory.as(login, (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('purchaseApply'), 'shortage', {
        targets: [],
        ask: { orders: [...orders], sales: [] },
      }),
    );
  const rowsIn = (answer: unknown): readonly Rec[] => (answer as { readonly rows: readonly Rec[] }).rows;
  it('says of every bought material what there is, and applies for what is short', async () => {
    const [order] = await world.list('prdOrder', 'auditStatus == 2 && docStatus in [10, 20, 30]');
    const { answer } = await shortage([order!.id as string], 'wangmin');
    const rows = rowsIn(answer);
    const short = rows.filter(({ qty }) => Number(qty) > 0);
    expect(short.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ srcNbr: order!.nbr });
    const made = (await world.list('purchaseApply', 'applyType == 1')).at(-1)!;
    const stored = await world.get('purchaseApply', made.id as string);
    expect(
      items(stored).map(({ materialCode, qty, needQty, grossQty, prdOrder }) => [
        materialCode,
        qty,
        needQty,
        grossQty,
        prdOrder,
      ]),
    ).toEqual(
      short.map(({ materialCode, qty, needQty, grossQty }) => [materialCode, qty, needQty, grossQty, order!.id]),
    );
    // once it is audited, nothing more is short
    await audited(stored);
    const again = rowsIn((await shortage([order!.id as string], 'wangmin')).answer);
    // they stay in the list with their numbers
    expect(again.map(({ qty, needQty }) => [qty, needQty])).toEqual(rows.map(() => [0, 0]));
  });
  it('asks for orders, and writes nothing without', async () => {
    const before = (await world.list('purchaseApply', 'id != null')).length;
    expect(await refusal(shortage([], 'wangmin'))).toBe('请选择有用料的生产订单或有外购商品的销售订单');
    expect(await world.list('purchaseApply', 'id != null')).toHaveLength(before);
  });
});

it('what lies below its safety is applied for as a whole, and not twice', async () => {
  const { id, safetyStock } = await world.byCode('material', 'SR-08');
  await world.edit('material', 'SR-08', { safetyStock: 5_000 });
  const rowsNow = async (): Promise<readonly Rec[]> => {
    const { answer } = await factory.as('zhoutao', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('purchaseApply'), 'safety', { targets: [] }),
    );
    return (answer as { readonly rows: readonly Rec[] }).rows.filter(({ materialCode }) => materialCode === 'SR-08');
  };
  const [row] = await rowsNow();
  const made = (await world.list('purchaseApply', 'applyType == 2')).at(-1)!;
  const line = items(await world.get('purchaseApply', made.id as string)).find(({ material }) => material === id)!;
  expect(line).toMatchObject({ qty: row!.qty, needQty: row!.needQty });
  // 5000 less what is free and to come
  expect(row!.needQty).toBe(5_000 - Number(row!.stockQty) - Number(row!.onOrderQty));
  await audited(await world.get('purchaseApply', made.id as string));
  expect((await rowsNow()).map(({ qty }) => qty)).toEqual([0]);
  await world.edit('material', 'SR-08', { safetyStock });
});

it('the night speaks once of an application nobody ordered', async () => {
  await audited(await applied([await rowOf('SR-08', 7)], { requireDate: '2026-01-16' }));
  factory.setNow('2026-01-17 00:10:00');
  const due = (
    await world.list('purchaseApply', "auditStatus == 2 && docStatus in [10, 20] && requireDate < '2026-01-17'")
  ).length;
  expect(due).toBeGreaterThan(0);
  expect(await factory.as('admin', (ctx) => remindLateApplies(ctx))).toBe(due);
});
