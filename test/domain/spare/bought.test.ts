/** Spare parts of an order (40 L12, §9): received as 备件入库, counted on the order as a receipt, and no more of them than were ordered. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { proveStock } from '../../../server/stock/proof';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf, sized } from '../purchase/receiving';

let factory: Factory;
const world = receivingOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const ordered = async (qty: number): Promise<Stored> => {
  const { id: material, unit } = await world.byCode('material', '7010C');
  const supplier = await world.id('supplier', 'GYS0001');
  const row = { id: newId(), material, unit, qty, price: 180 } as unknown as Rec;
  const warehouse = await world.id('warehouse', 'CK04');
  const rec = {
    supplier,
    needBy: '2026-01-30',
    orderType: '2',
    warehouse,
    items: [row] as never,
  };
  const { id } = await world.save('purchaseOrder', rec as Rec, 'admin', ['checks.rise', 'checks.least', 'checks.free']);
  // its way through the approval is another matter
  await factory.as('admin', (ctx) => ctx.asSystem().records.patch('purchaseOrder', id, { head: { auditStatus: '2' } }));
  return world.get('purchaseOrder', id);
};
const progress = async ({ id }: Stored): Promise<Rec> => {
  const order = await world.get('purchaseOrder', id);
  return {
    docStatus: order.docStatus,
    receivedQty: items(order)[0]!.receivedQty,
    openQty: items(order)[0]!.openQty,
  } as Rec;
};

it('10 ordered: 4 and then at most 6, in at their price; taken back the order is open again', async () => {
  const order = await ordered(10);
  const draft = await world.draftOf('purchaseOrder', 'receiveSpare', order);
  const first = await world.save('spareIn', sized(draft, 4), KEEPER);
  // what waits is asked for already
  const more = { ...sized(draft, 7), id: newId(), items: items(draft).map((row) => ({ ...row, id: newId(), qty: 7 })) };
  expect(await refusal(world.save('spareIn', more as unknown as Rec, KEEPER))).toBe(
    `订单${order.nbr}第10行订购10，允许超收0%，已收0，最多可收6，本次7`,
  );
  const posted = await world.act('spareIn', 'audit', first, {}, [], KEEPER);
  expect(await world.ledgerOf(posted.id)).toEqual([[4, 720, '70', '1']]);
  expect(await progress(order)).toEqual({ docStatus: '20', receivedQty: 4, openQty: 6 });
  const rest = await world.draftOf('purchaseOrder', 'receiveSpare', await world.get('purchaseOrder', order.id));
  expect(items(rest)[0]).toMatchObject({ qty: 6, price: 180 });
  await world.act('spareIn', 'audit', await world.save('spareIn', rest, KEEPER), {}, [], KEEPER);
  expect(await progress(order)).toEqual({ docStatus: '60', receivedQty: 10, openQty: 0 });
  await world.act('spareIn', 'unaudit', await world.get('spareIn', posted.id), {}, [], KEEPER);
  expect(await progress(order)).toEqual({ docStatus: '20', receivedQty: 6, openQty: 4 });
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});
