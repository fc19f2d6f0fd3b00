/** Rows that a document is made of (40 §2.2): of one supplier, customer, order; open, once, and only one of many gets the rest. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { refusal, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf } from './receiving';

const BUYER = 'xumin';
const CLIENTS = 8;
let factory: Factory;
const world = receivingOf(() => factory);
const shop = shopOf(() => factory, world);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const again = (object: string, { id }: Rec): Promise<Stored> => world.get(object, id as string);
/** an audited order of rows without tolerance */
const order = async (supplier: string, ...lines: readonly (readonly [string, number])[]): Promise<Stored> => {
  const rows: Row[] = [];
  for (const [n, [code, qty]] of lines.entries()) {
    const { id, unit } = await world.byCode('material', code);
    const row = { id: newId(), lineNo: (n + 1) * 10, material: id, unit: unit as string, qty };
    rows.push({ ...row, price: 1, taxRate: 13, overRate: 0 });
  }
  const warehouse = await world.id('warehouse', 'CK01');
  const head = { supplier: await world.id('supplier', supplier), warehouse, needBy: '2026-01-20', items: rows };
  const saved = await world.save('purchaseOrder', head, BUYER, ['checks.rise', 'checks.least']);
  await state(saved, { auditStatus: '2' });
  return again('purchaseOrder', saved);
};
const state = (rec: Rec, head: Rec): Promise<unknown> =>
  factory.as('admin', (ctx) => ctx.asSystem().records.patch('purchaseOrder', rec.id as string, { head }));
const opened = async (object: string, action: string, of: Rec, login = 'admin'): Promise<Rec> =>
  world.draftOf(object, action, await again(object, of), login);
/** the draft with these rows instead of its own */
const withRows = (draft: Rec, ...rows: readonly Row[]): Rec => ({
  ...draft,
  id: newId(),
  items: rows.map((row, n) => ({ ...row, id: newId(), lineNo: (n + 1) * 10, produceDate: '2026-01-12' })),
});
const first = (rec: Rec): Row => items(rec)[0]!;
const sized = (row: Row, qty: number): Row => ({ ...row, qty });
const receipt = (rec: Rec): Promise<Stored> => world.save('purchaseIn', rec, KEEPER);
const none = (nbr: unknown, ordered: number, asked: number): string =>
  `订单${nbr}第10行订购${ordered}，允许超收0%，已收0，最多可收0，本次${asked}`;

describe('a receipt', () => {
  it('is of one supplier, whichever row comes first and whenever the other comes', async () => {
    const [a, b] = [await order('GYS0003', ['SR-08', 100]), await order('GYS0001', ['MT-12', 10])];
    const [mine, other] = [await opened('purchaseOrder', 'receive', a), await opened('purchaseOrder', 'receive', b)];
    const told = (nbr: unknown) => `第20行来自${nbr}，供应商与本单据不同，请分开填写`;
    expect(await refusal(receipt(withRows(mine, first(mine), first(other))))).toBe(told(b.nbr));
    expect(await refusal(receipt(withRows(mine, first(other), first(mine))))).toBe(told(a.nbr));
    const saved = await receipt(withRows(mine, sized(first(mine), 60)));
    const { id, version } = saved;
    const added = { ...first(withRows(other, first(other))), lineNo: 20 };
    const more = await refusal(receipt({ id, version, items: [...items(saved), added] }));
    expect(more).toBe(told(b.nbr));
    expect(await again('purchaseIn', saved)).toMatchObject({ supplier: a.supplier, version });
    // the rest of the same supplier may come to it
    const same = await order('GYS0003', ['SC-M4', 5]);
    const row = { ...first(withRows(other, first(await opened('purchaseOrder', 'receive', same)))), lineNo: 20 };
    expect(items(await receipt({ id, version, items: [...items(saved), row] }))).toHaveLength(2);
  });

  it('takes no row of what is not open: taken whole, not audited, void, closed, of nothing', async () => {
    const whole = await order('GYS0003', ['SR-08', 10]);
    const draft = await opened('purchaseOrder', 'receive', whole);
    const twice = withRows(draft, sized(first(draft), 6), sized(first(draft), 6));
    expect(await refusal(receipt(twice))).toBe(`订单${whole.nbr}第10行订购10，允许超收0%，已收0，最多可收10，本次12`);
    const halves = await receipt(withRows(draft, sized(first(draft), 6), sized(first(draft), 4)));
    expect(items(halves).map(({ qty }) => qty)).toEqual([6, 4]);
    expect(await refusal(receipt(withRows(draft, sized(first(draft), 1))))).toBe(none(whole.nbr, 10, 1));
    expect(await refusal(receipt(withRows(draft, { ...first(draft), srcRowId: newId() })))).toBe(
      '来源单据不存在或不能生成本单据',
    );
    const late = await order('GYS0003', ['SR-08', 10]);
    const own = await opened('purchaseOrder', 'receive', late);
    const shut = '当前状态不能下推入库';
    for (const head of [{ auditStatus: '1' }, { auditStatus: '2', docStatus: '80' }, { docStatus: '90' }]) {
      await state(late, head);
      expect(await refusal(receipt(withRows(own, ...items(own)))), JSON.stringify(head)).toBe(shut);
    }
  });

  it('of eight at once, one gets the rest', async () => {
    const asked = await order('GYS0003', ['SR-08', 10]);
    const draft = await opened('purchaseOrder', 'receive', asked);
    const told = await Promise.all(
      Array.from({ length: CLIENTS }, () => refusal(receipt(withRows(draft, first(draft))))),
    );
    expect(told.sort()).toEqual(['done', ...Array(CLIENTS - 1).fill(none(asked.nbr, 10, 10))].sort());
    expect(first(await again('purchaseOrder', asked))).toMatchObject({ sourceOrderNbr: expect.any(String) });
  });
});

it('备件入库 is of one supplier, too', async () => {
  const [a, b] = [await order('GYS0003', ['7010C', 10]), await order('GYS0001', ['7010C', 10])];
  const warehouse = await world.id('warehouse', 'CK04');
  const draft = async (of: Stored): Promise<Rec> => ({
    ...(await opened('purchaseOrder', 'receiveSpare', of)),
    warehouse,
  });
  const [mine, other] = [await draft(a), await draft(b)];
  const rows = [first(mine), first(other)].map((row) => ({ ...row, warehouse }) as Row);
  expect(await refusal(world.save('spareIn', withRows(mine, ...rows), KEEPER))).toBe(
    `第20行来自${b.nbr}，供应商与本单据不同，请分开填写`,
  );
});

it('领料 is of one order, also when a row comes later', async () => {
  const [a, b] = [await shop.released('LA-100', 10), await shop.released('LA-100', 20)];
  const lines = (of: Stored): Promise<Rec> => opened('prdOrder', 'toPicking', of);
  const [mine, other] = [await lines(a.order), await lines(b.order)];
  const apart = `第20行来自${b.order.nbr}，生产订单与本单据不同，请分开填写`;
  const both = withRows(mine, sized(first(mine), 1), sized(first(other), 1));
  expect(await refusal(world.save('productPicking', both))).toBe(apart);
  const saved = await world.save('productPicking', withRows(mine, sized(first(mine), 1)));
  const { id, version } = saved;
  const added = { ...first(withRows(other, sized(first(other), 1))), lineNo: 20 };
  expect(await refusal(world.save('productPicking', { id, version, items: [...items(saved), added] }))).toBe(apart);
  expect(await again('productPicking', saved)).toMatchObject({ prdOrder: a.order.id, version });
});

it('销售退货 is of one customer', async () => {
  await shop.beside('CK03', 'SR-08', 50, { batchNbr: 'PULL-1' });
  const warehouse = await world.id('warehouse', 'CK03');
  const shipped = async (customer: string): Promise<Rec> => {
    const rows = [{ id: newId(), material: await world.id('material', 'SR-08'), qty: 5, price: 1 }];
    const head = { customer: await world.id('customer', customer), deliveryDate: '2026-01-30', items: rows as never };
    const sold = await world.act('salesOrder', 'audit', await world.save('salesOrder', head));
    const draft = await opened('salesOrder', 'toDelivery', sold);
    const row = { ...first(draft), warehouse, batchNbr: 'PULL-1' } as Row;
    const gone = await world.act('delivery', 'audit', await world.save('delivery', withRows(draft, row)));
    return { ...(await opened('delivery', 'toReturn', gone)), nbr: gone.nbr! };
  };
  const [mine, other] = [await shipped('KH0002'), await shipped('KH0003')];
  const rows = [first(mine), first(other)].map((row) => ({ ...row, warehouse }) as Row);
  const { nbr: _own, ...draft } = mine;
  const back = { ...withRows(draft, ...rows), warehouse, returnMode: '1', returnReason: '2' };
  expect(await refusal(world.save('salesReturn', back))).toBe(`第20行来自${other.nbr}，客户与本单据不同，请分开填写`);
});
