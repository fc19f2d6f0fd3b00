/** 下达时预留用料 (prd.reserve; 30 P3, P4, 40 §3.4): promised at the release, used by picking, given free at void, finish and close. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { freeEnded, keepingOrders } from '../../../server/domain/production/order-reserve';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { refusal } from './floor';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
const reserving = (on: boolean | null) =>
  factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['prd.reserve', on]]));
beforeAll(async () => {
  factory = await demoFactory();
  await reserving(true);
});
afterAll(() => factory?.database.drop());

/** 98 seals of a lot nobody else knows: it expires first, so that it is promised first */
const stock = async (qty: number, batchNbr: string, expireDate: string): Promise<void> => {
  const docId = newId();
  const [material, warehouse] = [await acts.id('material', 'SR-08'), await acts.id('warehouse', 'CK01')];
  await factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'otherReceipt',
      docId,
      docNbr: `TEST-${docId.slice(-6)}`,
      bizDate: ctx.today,
      legs: [
        {
          rowId: newId(),
          leg: 1,
          moveKind: '50',
          key: { material, warehouse, batchNbr },
          qty,
          cost: { by: 'price', price: 0.34 },
          batch: { expireDate },
        },
      ],
    }),
  );
};
const audited = async (planQty: number): Promise<Stored> => {
  const rec = {
    material: await acts.id('material', 'LA-100'),
    planQty,
    workshop: await acts.id('factoryUnit', 'ZP'),
    warehouse: await acts.id('warehouse', 'CK01'),
    dueDate: '2026-01-20',
  };
  return acts.act('prdOrder', 'audit', await acts.save('prdOrder', rec));
};
const release = async (order: Stored, qty: number, lotQty = 0): Promise<Stored> => {
  await acts.act('prdOrder', 'release', await shop.get('prdOrder', order.id), { qty, lotQty });
  return shop.get('prdOrder', order.id);
};
const rowOf = async (order: Stored, code: string): Promise<Row> => {
  const id = await acts.id('material', code);
  const { materials } = await shop.get('prdOrder', order.id);
  return (materials as readonly Row[]).find((row) => row.material === id)!;
};
/** what its row of a material has by lot */
const kept = async (order: Stored, code = 'SR-08'): Promise<Record<string, number>> => {
  const { id } = await rowOf(order, code);
  const found = await factory.as('admin', (ctx) =>
    ctx.records.find('stockReserve', 'srcRowId == param.id && status == 30', { param: { id }, sort: 'id' }),
  );
  return Object.fromEntries(found.map(({ batchNbr, remainQty }) => [batchNbr as string, remainQty as number]));
};
const sumOf = (lots: Record<string, number>): number => Object.values(lots).reduce((sum, qty) => sum + qty, 0);
const shown = async (order: Stored, code = 'SR-08') => {
  const { id } = await rowOf(order, code);
  return factory.as('admin', (ctx) => (ctx as EngineCtx).host.services.get('prdOrder.reserved')!.run({ row: id }, ctx));
};
const lotsOf = (order: Stored) =>
  factory.as('admin', (ctx) =>
    ctx.records.find('workOrder', 'prdOrderNbr == param.id', { param: { id: order.id }, sort: 'nbr' }),
  ) as Promise<readonly Stored[]>;
const picking = async (order: Stored, qty: number): Promise<Stored> => {
  const draft = await factory.as('admin', async (ctx) => {
    const now = await shop.get('prdOrder', order.id);
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'toPicking', {
      targets: [{ id: now.id, version: now.version }],
    });
    return pushed!.drafts[0] as Rec;
  });
  const seal = await acts.id('material', 'SR-08');
  const row = (draft.items as readonly Row[]).find(({ material }) => material === seal)!;
  const saved = await acts.save('productPicking', { ...draft, items: [{ ...row, qty }] as Row[] });
  await acts.act('productPicking', 'audit', saved);
  return shop.get('productPicking', saved.id);
};
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('下达', () => {
  it('promises the share of what is released, what expires first, and more with the next release', async () => {
    await stock(50, 'R-A1', '2026-02-01');
    const order = await release(await audited(100), 40, 20);
    // 密封圈 204 for 100: 82 for the first 40
    expect(await kept(order)).toMatchObject({ 'R-A1': 50 });
    expect(sumOf(await kept(order))).toBe(82);
    expect(await shown(order)).toBe(82);
    const [reserve] = await factory.as('admin', (ctx) =>
      ctx.records.find('stockReserve', 'srcId == param.id', { param: { id: order.id }, limit: 1 }),
    );
    expect(reserve).toMatchObject({ srcType: 'prdOrder', srcNbr: order.nbr });
    await stock(200, 'R-A2', '2026-02-03');
    await release(order, 60);
    expect(sumOf(await kept(order))).toBe(204);
    await sound();
  });
  it('is short without a refusal, and promises nothing twice', async () => {
    const order = await release(await audited(100_000), 100_000);
    const first = sumOf(await kept(order));
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(204_000);
    const second = await release(await audited(100), 100);
    expect(await kept(second)).toEqual({});
    expect((await lotsOf(second)).length).toBe(1);
    await acts.act('workOrder', 'void', (await lotsOf(order))[0]!);
    expect(await kept(order)).toEqual({});
    await sound();
  });
  it('promises nothing where the setting is off', async () => {
    await reserving(false);
    try {
      const order = await release(await audited(10), 10);
      expect(await kept(order)).toEqual({});
      expect(await shown(order)).toBe(0);
    } finally {
      await reserving(true);
    }
  });
});

describe('what is promised', () => {
  it('is covered for its own order and gone for the others (P4)', async () => {
    await stock(20_000, 'R-K1', '2026-02-02');
    const first = await release(await audited(100), 100);
    const kit = async (order: Stored) => {
      await acts.act('prdOrder', 'kit', await shop.get('prdOrder', order.id));
      return (await rowOf(order, 'SR-08')).shortQty;
    };
    expect(await kit(first)).toBe(0);
    const later = await release(await audited(100_000), 100_000);
    expect(await kit(first)).toBe(0);
    expect(await kit(later)).toBe(204_000 - sumOf(await kept(later)));
    await acts.act('workOrder', 'void', (await lotsOf(later))[0]!);
  });
  it('is used by picking first, taken back with it, and cut to what is still drawn', async () => {
    await stock(120, 'R-P1', '2026-01-25');
    await stock(200, 'R-P2', '2026-01-26');
    const order = await release(await audited(100), 100);
    expect(await kept(order)).toEqual({ 'R-P1': 120, 'R-P2': 84 });
    const paper = await picking(order, 204);
    expect(paper).toMatchObject({ kitRate: 100 });
    const half = { materialId: await acts.id('material', 'SR-08'), warehouseId: await acts.id('warehouse', 'CK01') };
    await acts.act('productPicking', 'issue', paper, {
      lines: [{ id: newId(), ...half, batchNbr: 'R-P2', qty: 100 }],
    });
    // 84 of it were its own; 104 are still drawn, so 16 of the first lot go
    expect(await kept(order)).toEqual({ 'R-P1': 104 });
    const issued = await shop.get('productPicking', paper.id);
    const [issue] = issued.issues as readonly Row[];
    await acts.act('productPicking', 'cancelIssue', issued, {}, [{ id: issue!.id, ask: { reason: '发错' } }]);
    expect(await kept(order)).toEqual({ 'R-P1': 104, 'R-P2': 84 });
    const again = await shop.get('productPicking', paper.id);
    await acts.act('productPicking', 'issueAll', again);
    expect(await kept(order)).toEqual({});
    expect(await rowOf(order, 'SR-08')).toMatchObject({ issuedQty: 204 });
    await sound();
  });
  it('cannot be issued to another order', async () => {
    await stock(30, 'R-O1', '2026-01-23');
    const owner = await release(await audited(10), 10);
    expect(await kept(owner)).toMatchObject({ 'R-O1': 21 });
    const other = await release(await audited(10), 10);
    const paper = await picking(other, 21);
    const line = {
      id: newId(),
      materialId: await acts.id('material', 'SR-08'),
      warehouseId: await acts.id('warehouse', 'CK01'),
      batchNbr: 'R-O1',
      qty: 20,
    };
    expect(await refusal(acts.act('productPicking', 'issue', paper, { lines: [line] }))).toContain(
      '（现存30，预留21），本次需要20',
    );
    expect(await kept(owner)).toMatchObject({ 'R-O1': 21 });
  });
});

describe('is given free', () => {
  it('by the share of a work order that is voided, and all of it when the last one is', async () => {
    const order = await release(await audited(100), 80, 40);
    expect(sumOf(await kept(order))).toBe(164);
    const [first, second] = await lotsOf(order);
    await acts.act('workOrder', 'void', first!);
    expect(sumOf(await kept(order))).toBe(82);
    await acts.act('workOrder', 'void', second!);
    expect(await kept(order)).toEqual({});
    await sound();
  });
  it('when a work order is closed, and promised again when that is taken back', async () => {
    const order = await release(await audited(10), 10);
    const [lot] = await lotsOf(order);
    await acts.act('workOrder', 'close', lot!);
    expect(await kept(order)).toEqual({});
    const [told] = await factory.as('admin', (ctx) =>
      ctx.records.find('stockReserve', 'srcId == param.id', { param: { id: order.id }, limit: 1 }),
    );
    expect(told).toMatchObject({ status: '80', reason: `工单${lot!.nbr}已关闭` });
    await acts.act('workOrder', 'reopen', await shop.get('workOrder', lot!.id));
    expect(sumOf(await kept(order))).toBe(21);
    await acts.act('workOrder', 'close', await shop.get('workOrder', lot!.id));
    await acts.act('prdOrder', 'close', await shop.get('prdOrder', order.id), { reason: '30' });
    expect(await kept(order)).toEqual({});
  });
  it('at night where nobody draws it any more', async () => {
    const order = await release(await audited(10), 10);
    const [lot] = await lotsOf(order);
    await factory.as('admin', (ctx) =>
      ctx.asSystem().records.patch('workOrder', lot!.id, { head: { docStatus: '60' } }),
    );
    expect(sumOf(await kept(order))).toBe(21);
    for (const id of await factory.as('admin', keepingOrders)) await factory.as('admin', (ctx) => freeEnded(id, ctx));
    expect(await kept(order)).toEqual({});
    await sound();
  });
});
