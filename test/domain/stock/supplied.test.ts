/** 客供料 (40 §4): stock of customers lies here without value, apart from our own, and goes back to whom it came from. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { availableQty } from '../../../server/stock/available';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const made = async (code: string): Promise<string> => {
  const { materialCategory, unit, makeType, materialType } = await acts.byCode('material', 'SC-M4');
  const { id } = await acts.save('material', { code, name: code, materialCategory, unit, makeType, materialType });
  return id;
};
const drawn = async (object: string, head: Rec, code: string, row: Rec): Promise<Stored> => {
  const { id: material, unit } = await acts.byCode('material', code);
  const warehouse = await acts.id('warehouse', 'CK01');
  const items = [{ id: newId(), material, unit, warehouse, ...row } as Row];
  return acts.save(object, { kind: '5', warehouse, ...head, items });
};
const received = async (customer: string, code: string, qty: number, row: Rec = {}): Promise<Stored> => {
  const head = { customer: await acts.id('customer', customer) };
  return acts.act('otherReceipt', 'audit', await drawn('otherReceipt', head, code, { qty, ...row }));
};
const returning = async (customer: string, code: string, qty: number): Promise<Stored> => {
  const head = { customer: await acts.id('customer', customer), reason: '加工完成' };
  return drawn('otherIssue', head, code, { qty, qualityStatus: '1' });
};
const balances = async (code: string): Promise<Readonly<Record<string, number>>> => {
  const material = await acts.id('material', code);
  return factory.as('admin', async (ctx) => {
    const rows = await ctx.records.find('stockBalance', 'material == param.material && qty != 0', {
      param: { material },
    });
    return Object.fromEntries(rows.map(({ owner, qty }) => [String(owner), Number(qty)]));
  });
};
const available = async (code: string, owner?: string): Promise<number> => {
  const material = await acts.id('material', code);
  return factory.as('admin', (ctx) => availableQty(ctx, { material, ...(owner === undefined ? {} : { owner }) }));
};
const balanced = () => factory.as('admin', (ctx) => proveStock(ctx.trx));

describe('客供料', () => {
  it('is the customer’s: without value, whatever price was typed, and apart from our own', async () => {
    await made('KG-1');
    await shop.beside('CK01', 'KG-1', 7);
    const receipt = await received('KH0003', 'KG-1', 10, { price: 8 });
    expect(receipt).toMatchObject({ docStatus: '60', amount: 0, items: [{ owner: 'customer', price: 0, amount: 0 }] });
    expect(await balances('KG-1')).toEqual({ self: 7, customer: 10 });
    expect([await available('KG-1'), await available('KG-1', 'customer')]).toEqual([7, 10]);
    const [row] = await factory.as('admin', (ctx) =>
      ctx.trx
        .selectFrom('stock_ledger')
        .select(['owner', 'amount', 'partner_id'])
        .where('doc_id', '=', receipt.id)
        .execute(),
    );
    expect(row).toEqual({ owner: 'customer', amount: null, partner_id: receipt.customer });
    // ours was 7 at 1.00 and still is
    const value = await factory.as('admin', async (ctx) => {
      const material = (receipt.items as readonly Row[])[0]!.material as string;
      return ctx.trx.selectFrom('stock_value').select(['qty', 'value']).where('material_id', '=', material).execute();
    });
    expect(value.map(({ qty, value: worth }) => [Number(qty), Number(worth)])).toEqual([[7, 7]]);
    expect(await balanced()).toEqual([]);
  });

  it('asks whose it is, and of other receipts nobody', async () => {
    await made('KG-2');
    expect(await refusal(drawn('otherReceipt', {}, 'KG-2', { qty: 1 }))).toContain('客户');
    expect(await refusal(drawn('otherIssue', { reason: '退还' }, 'KG-2', { qty: 1, qualityStatus: '1' }))).toContain(
      '客户',
    );
    const saved = await drawn('otherReceipt', { kind: '3' }, 'KG-2', { qty: 1, price: 2 });
    expect(saved).toMatchObject({ customer: null, items: [{ owner: 'self', price: 2 }] });
    // the sort says whose the rows are, also when it changes
    const customer = await acts.id('customer', 'KH0003');
    const changed = await acts.save('otherReceipt', { id: saved.id, version: saved.version, kind: '5', customer });
    expect(changed).toMatchObject({ items: [{ owner: 'customer', price: 0 }] });
  });

  it('goes back to its customer, and never more than he has here', async () => {
    await made('KG-3');
    await shop.beside('CK01', 'KG-3', 50);
    await received('KH0003', 'KG-3', 10);
    const others = await received('KH0002', 'KG-3', 4);
    const sentence = '客户「海川家具」的客供料「KG-3」结存10，本次退还11';
    expect(await refusal(returning('KH0003', 'KG-3', 11))).toBe(sentence);
    const back = await acts.act('otherIssue', 'audit', await returning('KH0003', 'KG-3', 6));
    expect(back).toMatchObject({ docStatus: '60', items: [{ owner: 'customer', costAmount: 0 }] });
    expect(await balances('KG-3')).toEqual({ self: 50, customer: 8 });
    // 8 lie here, 4 of them are another's
    expect(await refusal(returning('KH0003', 'KG-3', 5))).toBe('客户「海川家具」的客供料「KG-3」结存4，本次退还5');
    expect(await refusal(returning('KH0001', 'KG-3', 1))).toBe('客户「华东自动化」的客供料「KG-3」结存0，本次退还1');
    await acts.act('otherReceipt', 'unaudit', others);
    expect(await balances('KG-3')).toEqual({ self: 50, customer: 4 });
    // taken back, the return is open again
    await acts.act('otherIssue', 'unaudit', back);
    expect(await balances('KG-3')).toEqual({ self: 50, customer: 10 });
    expect(await balanced()).toEqual([]);
  });

  it('judges a return again when it is audited, and keeps a receipt that went back already', async () => {
    await made('KG-4');
    const receipt = await received('KH0003', 'KG-4', 10);
    const [first, second] = [await returning('KH0003', 'KG-4', 6), await returning('KH0003', 'KG-4', 6)];
    await acts.act('otherIssue', 'audit', first);
    const sentence = '客户「海川家具」的客供料「KG-4」结存4，本次退还6';
    expect(await refusal(acts.act('otherIssue', 'audit', second))).toBe(sentence);
    // what another customer has here does not stand in for it
    await received('KH0002', 'KG-4', 20);
    expect(await refusal(acts.act('otherReceipt', 'unaudit', receipt))).toBe(
      '客户「海川家具」的客供料「KG-4」已退还，反审核后不足6，请先冲销退还单',
    );
    expect(await balances('KG-4')).toEqual({ customer: 24 });
    expect(await balanced()).toEqual([]);
  });
});
