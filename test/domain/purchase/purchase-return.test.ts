/** 采购退货 (40 §8.4, L15): what may go back, what the order still expects after it, what it cost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { postStock } from '../../../server/stock/posting';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf, sized } from './receiving';

let factory: Factory;
const acts = receivingOf(() => factory);
const { get, byNbr, draftOf, ledgerOf } = acts;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** 20 电机 at 38.00 lie there before. */
const stocked = async (): Promise<void> => {
  const [material, warehouse] = [await acts.id('material', 'MT-12'), await acts.id('warehouse', 'CK01')];
  await factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'otherReceipt',
      docId: newId(),
      docNbr: 'T-MT-12',
      bizDate: ctx.today,
      legs: [
        {
          rowId: newId(),
          leg: 1,
          moveKind: '50',
          key: { material, warehouse, batchNbr: 'MT-OLD' },
          qty: 20,
          cost: { by: 'price', price: 38 },
          batch: {},
        },
      ],
    }),
  );
};
/** 100 电机 of the order, received good. */
const received = async (qty = 100): Promise<{ order: Stored; receipt: Stored }> => {
  const order = await byNbr('purchaseOrder', 'CGDD202601090001');
  await stocked();
  const { id } = await acts.receive(order, qty);
  await acts.accept(await get('purchaseIn', id));
  return { order, receipt: await get('purchaseIn', id) };
};
const returnsOf = (receipt: Stored): Promise<readonly Rec[]> =>
  factory.as('admin', (ctx) =>
    ctx.records.find('purchaseReturn', 'exists(items, receipt == param.id)', { param: { id: receipt.id } }),
  );
const rowOf = async (order: Stored): Promise<Row> => items(await get('purchaseOrder', order.id))[0]!;

describe('采购退货', () => {
  let order: Stored;
  let receipt: Stored;
  it('takes no more than was received and nothing is written', async () => {
    ({ order, receipt } = await received());
    expect((await get('purchaseOrder', order.id)).docStatus).toBe('60');
    const draft = await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id));
    expect(draft).toMatchObject({ supplier: order.supplier, returnMode: '1' });
    expect(await refusal(acts.save('purchaseReturn', sized(draft, 101), KEEPER))).toBe(
      '该入库行已收100，已退0，最多可退100，本次101',
    );
    expect(await returnsOf(receipt)).toEqual([]);
  });

  it('is begun by the buyer of the order, whose receipts he reads; no other buyer finds them', async () => {
    expect(await draftOf('purchaseIn', 'toReturn', receipt, 'xumin')).toMatchObject({ supplier: order.supplier });
    await factory.as('admin', (ctx) =>
      ctx.trx.updateTable('purchase_in').set({ buyer_id: null }).where('id', '=', receipt.id).execute(),
    );
    await expect(draftOf('purchaseIn', 'toReturn', receipt, 'xumin')).rejects.toThrow();
    await factory.as('admin', (ctx) =>
      ctx.trx.updateTable('purchase_in').set({ buyer_id: receipt.buyer }).where('id', '=', receipt.id).execute(),
    );
  });

  it('补货: 4 of 100 open the order again, at the average of the stock', async () => {
    const draft = await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id));
    const saved = await acts.save('purchaseReturn', sized(draft, 4), KEEPER);
    expect(saved.nbr).toMatch(/^CGTH20260115\d{4}$/);
    expect(items(saved)[0]).toMatchObject({ receivedQty: 100, returnedQty: 0, order: order.id });
    // what waits counts: 97 more would be one too many
    const more = await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id));
    expect(await refusal(acts.save('purchaseReturn', sized(more, 97), KEEPER))).toBe(
      '该入库行已收100，已退4，最多可退96，本次97',
    );
    const done = await acts.act('purchaseReturn', 'audit', saved, {}, [], KEEPER);
    expect(done).toMatchObject({ auditStatus: '2', docStatus: '60', amount: 154 });
    // 20 @ 38.00 + 100 @ 38.50: average 38.4167
    expect(await ledgerOf(saved.id)).toEqual([[-4, -153.67, '11', '1']]);
    expect(items(await get('purchaseReturn', saved.id))[0]).toMatchObject({ costAmount: 153.67, costDiff: 0.33 });
    expect(await rowOf(order)).toMatchObject({ receivedQty: 100, returnQty: 4, openQty: 4 });
    expect((await get('purchaseOrder', order.id)).docStatus).toBe('20');
    expect(items(await get('purchaseIn', receipt.id))[0]).toMatchObject({ returnedQty: 4 });
    expect(items(await draftOf('purchaseOrder', 'receive', await get('purchaseOrder', order.id)))[0]).toMatchObject({
      qty: 4,
    });
    const undone = await acts.act('purchaseReturn', 'unaudit', done, {}, [], KEEPER);
    expect(items(undone)[0]).toMatchObject({ costAmount: null, costDiff: null });
    expect(await rowOf(order)).toMatchObject({ returnQty: 0, openQty: 0 });
    expect((await get('purchaseOrder', order.id)).docStatus).toBe('60');
    expect(items(await get('purchaseIn', receipt.id))[0]).toMatchObject({ returnedQty: 0 });
    await acts.act('purchaseReturn', 'del', undone, {}, [], KEEPER);
  });

  it('退款: the order stays finished', async () => {
    const draft = await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id));
    const saved = await acts.save('purchaseReturn', sized(draft, 4, { returnMode: '2' }), KEEPER);
    await acts.act('purchaseReturn', 'audit', saved, {}, [], KEEPER);
    expect(await rowOf(order)).toMatchObject({ receivedQty: 100, returnQty: 4, refundQty: 4, openQty: 0 });
    expect((await get('purchaseOrder', order.id)).docStatus).toBe('60');
    expect(items(await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id)))[0]).toMatchObject({
      qty: 96,
      returnedQty: 4,
    });
  });

  it('a receipt chosen by hand names its row, and goods of another receipt are not of it', async () => {
    const [seal, motor] = [await acts.id('material', 'SR-08'), await acts.id('material', 'MT-12')];
    const stored = await get('purchaseIn', receipt.id);
    const [line] = items(stored);
    const row = { ...pick(line!, ['warehouse', 'unit']), lineNo: 10, qty: 1, receipt: receipt.id };
    const rec = { supplier: stored.supplier, returnMode: '2', returnReason: '1' } as Rec;
    const saved = await acts.save('purchaseReturn', {
      ...rec,
      items: [{ ...row, id: '01900000-0000-7000-8000-000000000001', material: motor }],
    });
    expect(items(saved)[0]).toMatchObject({ receiptRow: line!.id, batchNbr: line!.batchNbr, price: 38.5 });
    expect(
      await refusal(
        acts.save('purchaseReturn', {
          ...rec,
          items: [{ ...row, id: '01900000-0000-7000-8000-000000000002', material: seal, batchNbr: line!.batchNbr }],
        }),
      ),
    ).toMatch(/不在可选范围内|不在入库单/);
    await acts.act('purchaseReturn', 'del', saved);
  });

  it('goods that wait for their verdict or are frozen stay', async () => {
    const draft = await draftOf('purchaseIn', 'toReturn', await get('purchaseIn', receipt.id));
    const as = (qualityStatus: string): Rec => ({
      ...draft,
      items: items(draft).map((row) => ({ ...row, qty: 1, qualityStatus })),
    });
    expect(await refusal(acts.save('purchaseReturn', as('2'), KEEPER))).toBe('第10行为待检，不能退货');
    const saved = await acts.save('purchaseReturn', as('4'), KEEPER);
    expect(await refusal(acts.act('purchaseReturn', 'audit', saved, {}, [], KEEPER))).toBe(
      `批次${items(saved)[0]!.batchNbr}为冻结，不能退货`,
    );
    expect(await ledgerOf(saved.id)).toEqual([]);
    await acts.act('purchaseReturn', 'del', saved, {}, [], KEEPER);
  });
});

const pick = (row: Row, fields: readonly string[]): Rec => Object.fromEntries(fields.map((code) => [code, row[code]!]));
