/** 销售 (40 §7, acceptance 1, 2, 5, 7): orders, what is pushed from them, deliveries with reservations, returns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { asked, refusal } from '../production/floor';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const rowsOf = (rec: Rec): readonly Row[] => rec.items as readonly Row[];
const first = (rec: Rec): Row => rowsOf(rec)[0]!;
/** an audited order of one row */
const order = async (material: string, qty: number): Promise<Stored> => {
  const saved = await acts.save('salesOrder', {
    customer: await acts.id('customer', 'KH0002'),
    deliveryDate: '2026-01-30',
    items: [
      { id: newId(), material: await acts.id('material', material), qty, ...(material === 'SR-08' && { price: 1 }) },
    ] as unknown as Row[],
  });
  await acts.act('salesOrder', 'audit', saved);
  return shop.get('salesOrder', saved.id);
};
/** what a push opens, unsaved */
const push = async (object: string, action: string, of: Rec, qty?: number): Promise<Rec> => {
  const rec = await shop.get(object, of.id as string);
  return factory.as('admin', async (ctx) => {
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [
        { id: rec.id, version: rec.version, ...(qty !== undefined && { rows: [{ id: first(rec).id, ask: { qty } }] }) },
      ],
    });
    return pushed!.drafts[0]!;
  });
};
const made = async (of: Stored, planQty: number): Promise<Stored> =>
  acts.save('prdOrder', {
    ...(await push('salesOrder', 'toPrd', of)),
    planQty,
    workshop: await acts.id('factoryUnit', 'ZP'),
    warehouse: await acts.id('warehouse', 'CK03'),
  });
const find = (object: string, where: string, param: Rec): Promise<readonly Rec[]> =>
  factory.as('admin', (ctx) => ctx.records.find(object, where, { param, sort: 'id' }));
const received = async (material: string, batches: readonly string[], qty: number, price: number): Promise<void> => {
  const key = { material: await acts.id('material', material), warehouse: await acts.id('warehouse', 'CK03') };
  await factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'otherReceipt',
      docId: newId(),
      docNbr: `T-${batches[0]}`,
      bizDate: ctx.today,
      legs: batches.map((batchNbr, n) => ({
        rowId: newId(),
        leg: n + 1,
        moveKind: '50',
        key: { ...key, batchNbr },
        qty,
        cost: { by: 'price', price },
        batch: {},
      })),
    }),
  );
};
const stocked = (batchNbr: string, qty: number): Promise<void> => received('SR-08', [batchNbr], qty, 0.35);
const delivered = async (of: Stored, qty: number, row: Rec = {}): Promise<Stored> => {
  const draft = await push('salesOrder', 'toDelivery', of);
  const warehouse = await acts.id('warehouse', 'CK03');
  const items = rowsOf(draft).map((each) => ({ ...each, qty, warehouse, ...row })) as unknown as Row[];
  return acts.save('delivery', { ...draft, items });
};
const LATER = ['delivery.later'];
const audited = async (object: string, rec: Rec, accept: readonly string[] = []): Promise<Stored> => {
  await factory.as('admin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object(object), 'audit', {
      targets: [{ id: rec.id as string, version: rec.version as number }],
      accept: [...accept],
    }),
  );
  return shop.get(object, rec.id as string);
};
/** what live reservations of an order hold */
const held = async (of: Stored): Promise<number> =>
  (await find('stockReserve', 'srcId == param.id && status == 30', { id: of.id })).reduce(
    (sum, { remainQty }) => sum + Number(remainQty),
    0,
  );
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('销售订单', () => {
  it('pushes no more than the row, and a void draft gives it back (acceptance 1)', async () => {
    const sold = await order('LA-100', 100);
    expect(sold).toMatchObject({ nbr: 'XSDD202601150001', contact: '孟岚', phone: '010-66600202' });
    const draft = await made(sold, 60);
    expect(draft).toMatchObject({
      customer: sold.customer,
      priority: '3',
      dueDate: '2026-01-29',
      salesOrderNbr: sold.nbr,
      srcNbr: sold.nbr,
      srcRowId: first(sold).id,
    });
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ prdQty: 60, sourceOrderNbr: draft.nbr });
    expect(await refusal(made(sold, 50))).toBe('「XSDD202601150001」第10行可下推数量40，本次50');
    expect(await find('prdOrder', 'srcId == param.id', { id: sold.id })).toHaveLength(1);
    // more of the draft itself counts, too
    expect(await refusal(acts.save('prdOrder', { id: draft.id, version: draft.version, planQty: 101 }))).toBe(
      '「XSDD202601150001」第10行可下推数量100，本次101',
    );
    const more = await acts.save('prdOrder', { id: draft.id, version: draft.version, planQty: 70 });
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ prdQty: 70 });
    await acts.act('prdOrder', 'void', more);
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ prdQty: 0, sourceOrderNbr: null });
    expect((await made(sold, 100)).planQty).toBe(100);
  });

  it('a stamped row is neither deleted nor changed, its rest is offered (acceptance 2)', async () => {
    const sold = await order('LA-100', 10);
    await made(sold, 4);
    const stored = await shop.get('salesOrder', sold.id);
    const dropped = acts.save('salesOrder', { id: stored.id, version: stored.version, items: [] });
    expect(await refusal(dropped)).toBe('已生成子订单，不可删除！');
    expect(rowsOf(await shop.get('salesOrder', sold.id))).toHaveLength(1);
    expect((await push('salesOrder', 'toPrd', sold)).planQty).toBe(6);
  });

  it('takes the price of the customer, else the list', async () => {
    const price = async (customer: string, material: string): Promise<unknown> =>
      acts.call('priceOf', await acts.id('customer', customer), await acts.id('material', material), 1);
    expect(await price('KH0003', 'LA-100')).toBe(395);
    expect(await price('KH0002', 'LA-200')).toBe(460);
  });

  it('changes quantity and date, never below what was shipped', async () => {
    const sold = await order('SR-08', 20);
    const change = async (ask: Rec): Promise<Stored> => {
      const stored = await shop.get('salesOrder', sold.id);
      const answers = { qty: 20, deliveryDate: '2026-01-30', price: null, ...ask };
      return acts.act('salesOrder', 'change', stored, {}, [{ id: first(stored).id, ask: answers } as unknown as Rec]);
    };
    await stocked('S-CH', 8);
    await audited('delivery', await delivered(sold, 8, { batchNbr: 'S-CH' }), LATER);
    expect(await refusal(change({ qty: 7, reason: '减量' }))).toBe('第10行已发8，已完工0，数量不能小于8');
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ qty: 20 });
    expect(await refusal(change({ price: 2, reason: '让价' }))).toBe('第10行已有发货，不能改价');
    await change({ qty: 8, deliveryDate: '2026-02-02', reason: '客户减量' });
    const stored = await shop.get('salesOrder', sold.id);
    expect([stored.docStatus, first(stored).deliveryDate]).toEqual(['60', '2026-02-02']);
    const told = (stored.changes as readonly Row[]).map(({ what, oldValue, newValue }) => [what, oldValue, newValue]);
    expect(told).toEqual([
      ['数量', '20', '8'],
      ['交货日期', '2026-01-30', '2026-02-02'],
    ]);
  });
});

describe('销售发货与退货', () => {
  it('ships what is reserved for it, counts on the order, and all of it goes back (acceptance 7)', async () => {
    await stocked('S-A', 30);
    const sold = await order('SR-08', 40);
    await acts.act('salesOrder', 'reserve', sold);
    expect(await held(sold)).toBe(40);
    const shipment = await delivered(sold, 30);
    expect(await refusal(delivered(sold, 11))).toBe(
      `订单${sold.nbr}第10行未发40，允许超发0%，其他发货单占用30，最多可发10，本次11`,
    );
    await acts.act('delivery', 'suggest', shipment);
    const chosen = await shop.get('delivery', shipment.id);
    expect(rowsOf(chosen).reduce((sum, { qty }) => sum + Number(qty), 0)).toBe(30);
    expect(rowsOf(chosen).every(({ batchNbr }) => typeof batchNbr === 'string')).toBe(true);
    const gone = await audited('delivery', chosen, LATER);
    expect(gone.docStatus).toBe('60');
    expect(await shop.get('salesOrder', sold.id)).toMatchObject({ docStatus: '20', shippedRate: 75 });
    expect(await held(sold)).toBe(10);
    await sound();
    await acts.act('delivery', 'unaudit', gone);
    expect(await shop.get('salesOrder', sold.id)).toMatchObject({ docStatus: '10', shippedRate: 0 });
    expect(await held(sold)).toBe(40);
    await sound();
    const back = await shop.get('delivery', gone.id);
    expect(await refusal(acts.act('salesOrder', 'close', await shop.get('salesOrder', sold.id)))).toBe(
      `已生成下级单据「${back.nbr}」，不能关闭`,
    );
    await acts.act('delivery', 'void', back);
    await acts.act('salesOrder', 'close', await shop.get('salesOrder', sold.id));
    expect(await held(sold)).toBe(0);
    await sound();
  });

  it('the last 5 go to one of two (acceptance 5)', async () => {
    await stocked('S-RACE', 5);
    const row = { batchNbr: 'S-RACE' };
    const drafts = [await delivered(await order('SR-08', 5), 5, row), await delivered(await order('SR-08', 5), 5, row)];
    const told = await Promise.all(drafts.map((draft) => refusal(audited('delivery', draft, LATER))));
    expect(told.sort()).toEqual([
      'done',
      '「密封圈」在「成品仓」批次S-RACE合格可用0件（现存0，预留0），本次需要5件，缺5件',
    ]);
    await sound();
  });

  it('asks before it passes over an earlier lot, and notes it', async () => {
    await stocked('S-EARLY', 3);
    factory.setNow('2026-01-15 11:00:00');
    await stocked('S-LATE', 3);
    const draft = await delivered(await order('SR-08', 3), 3, { batchNbr: 'S-LATE' });
    expect((await asked(audited('delivery', draft)))[0]).toMatch(/^有更早到期\/入库的批次.+，确认使用当前批次？$/);
    expect(first(await audited('delivery', draft, LATER))).toMatchObject({ skipFefo: true });
  });

  it('comes back at its cost to be inspected; 换货 opens the order, 退款 does not', async () => {
    await stocked('S-RET', 10);
    const sold = await order('SR-08', 10);
    const gone = await audited('delivery', await delivered(sold, 10, { batchNbr: 'S-RET' }), LATER);
    expect(await shop.get('salesOrder', sold.id)).toMatchObject({ docStatus: '60' });
    const cost = Number(first(gone).costAmount);
    const back = async (qty: number, returnMode: string): Promise<Stored> => {
      const draft = await push('delivery', 'toReturn', gone);
      const warehouse = await acts.id('warehouse', 'CK03');
      const items = rowsOf(draft).map((each) => ({ ...each, qty, warehouse })) as unknown as Row[];
      return acts.save('salesReturn', { ...draft, returnMode, returnReason: '2', warehouse, items });
    };
    expect(await refusal(back(11, '1'))).toBe('该发货行已发10，已退0，最多可退10，本次11');
    expect(await find('salesReturn', 'exists(items, srcId == param.id)', { id: gone.id })).toEqual([]);
    const swapped = await audited('salesReturn', await back(2, '1'));
    expect(first(swapped)).toMatchObject({ qualityStatus: '2', batchNbr: 'S-RET' });
    expect(Number(first(swapped).costAmount)).toBe(Math.round(cost * 20) / 100);
    expect(await shop.get('salesOrder', sold.id)).toMatchObject({ docStatus: '20' });
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ returnQty: 2, openQty: 2 });
    expect(first(await shop.get('delivery', gone.id))).toMatchObject({ returnedQty: 2 });
    const refunded = await audited('salesReturn', await back(3, '2'));
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ returnQty: 5, refundQty: 3, openQty: 2 });
    expect(await refusal(back(6, '1'))).toBe('该发货行已发10，已退5，最多可退5，本次6');
    await sound();
    await acts.act('salesReturn', 'unaudit', refunded);
    await acts.act('salesReturn', 'unaudit', swapped);
    expect(first(await shop.get('salesOrder', sold.id))).toMatchObject({ returnQty: 0, refundQty: 0, openQty: 0 });
    expect(await shop.get('salesOrder', sold.id)).toMatchObject({ docStatus: '60' });
    await sound();
  });

  it('serial numbers go one by one, and only what went comes back', async () => {
    const numbers = ['SN-A', 'SN-B', 'SN-C'];
    await received('LA-100', numbers, 1, 210);
    const lots = await find('batch', 'batchNbr in param.numbers', { numbers });
    const lot = (n: number): string => lots.find(({ batchNbr }) => batchNbr === numbers[n])!.id as string;
    const draft = await delivered(await order('LA-100', 2), 2, { serials: [lot(0)] });
    expect(await refusal(audited('delivery', draft))).toBe('第10行序列号1个，与数量2不一致');
    const items = [{ id: first(draft).id, serials: [lot(0), lot(1)] }] as unknown as Row[];
    const filled = await acts.save('delivery', { id: draft.id, version: draft.version, items });
    const gone = await audited('delivery', filled);
    const pushed = await push('delivery', 'toReturn', gone);
    expect(first(pushed)).toMatchObject({ qty: 2, serials: [lot(0), lot(1)] });
    expect(first(await push('delivery', 'toReturn', gone, 1))).toMatchObject({ qty: 1, serials: [] });
    const warehouse = await acts.id('warehouse', 'CK03');
    const returned = (serial: string): Promise<Stored> =>
      acts.save('salesReturn', {
        ...pushed,
        returnMode: '1',
        returnReason: '3',
        warehouse,
        items: rowsOf(pushed).map((row) => ({ ...row, qty: 1, warehouse, serials: [serial] })) as unknown as Row[],
      });
    expect(await refusal(returned(lot(2)))).toBe('序列号SN-C不是该发货行发出的，请重新选择');
    const back = await audited('salesReturn', await returned(lot(1)));
    expect(Number(first(back).costAmount)).toBeCloseTo(Number(first(gone).costAmount) / 2, 1);
    await sound();
    // what is back is not offered again, until the return is taken back
    expect(first(await push('delivery', 'toReturn', gone))).toMatchObject({ qty: 1, serials: [lot(0)] });
    await acts.act('salesReturn', 'unaudit', back);
    expect([...(first(await shop.get('delivery', gone.id)).outSerials as string[])].sort()).toEqual(
      [lot(0), lot(1)].sort(),
    );
  });
});

it('a row that is shipped keeps the day it was due', async () => {
  const sold = await order('SR-08', 3);
  expect(first(await push('salesOrder', 'toDelivery', sold))).toMatchObject({ deliveryDate: '2026-01-30' });
  expect(first(await delivered(sold, 1))).toMatchObject({ deliveryDate: '2026-01-30' });
});
