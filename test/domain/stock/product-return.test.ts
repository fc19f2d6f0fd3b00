/** 退料 (40 §4, L6): what is left beside the line goes back, no more than was issued and not used. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { refusal } from '../production/floor';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const draftOf = (object: string, action: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id: rec.id as string, version: rec.version as number }],
    });
    return pushed!.drafts[0]!;
  });
/** 204 密封圈 of an order of 100, issued; `used` of them by its reports. */
const issued = async (used: number, pieces = 100): Promise<{ order: Stored; picking: Stored; need: Row }> => {
  const { order } = await shop.released('LA-100', pieces);
  const seal = await acts.id('material', 'SR-08');
  const draft = await draftOf('prdOrder', 'toPicking', order);
  const items = (draft.items as readonly Row[]).filter(({ material }) => material === seal);
  const saved = await acts.save('productPicking', { ...draft, items });
  await acts.act('productPicking', 'audit', saved);
  await acts.act('productPicking', 'issueAll', await shop.get('productPicking', saved.id));
  const need = ((await shop.get('prdOrder', order.id)).materials as readonly Row[]).find(
    ({ material }) => material === seal,
  )!;
  await factory.as('admin', (ctx) =>
    ctx.records.patch('prdOrder', order.id, { rows: { materials: [{ id: need.id, usedQty: used }] } }),
  );
  return { order: await shop.get('prdOrder', order.id), picking: await shop.get('productPicking', saved.id), need };
};
const needOf = async (order: Stored, need: Row): Promise<Row> =>
  ((await shop.get('prdOrder', order.id)).materials as readonly Row[]).find(({ id }) => id === need.id)!;
const sized = (draft: Rec, qty: number, more: Rec = {}): Rec => ({
  ...draft,
  ...more,
  items: (draft.items as readonly Row[]).map((row) => ({ ...row, qty, ...(more.row as Rec | undefined) })),
});
const onHand = async (store: string): Promise<number> =>
  Object.values(await shop.balances(store, 'SR-08')).reduce((sum, [qty]) => sum + qty, 0);

describe('退料', () => {
  it('10 of 204 left of 194 used go back; 11 are refused and nothing is written', async () => {
    const { order, picking, need } = await issued(194);
    const [store, line] = [await onHand('CK01'), await onHand('XB-ZP')];
    const draft = await draftOf('productPicking', 'toReturn', picking);
    expect(draft).toMatchObject({ prdOrder: order.id, fromWarehouse: picking.toWarehouse });
    expect(await refusal(acts.save('productReturn', sized(draft, 11)))).toBe(
      '净领204，已耗用194，线边可用204，最多可退10，本次11',
    );
    const found = await factory.as('admin', (ctx) =>
      ctx.records.find('productReturn', 'prdOrder == param.id', { param: { id: order.id } }),
    );
    expect(found).toEqual([]);
    const saved = await acts.save('productReturn', sized(draft, 10));
    expect((saved.items as readonly Row[])[0]).toMatchObject({
      orderRow: need.id,
      issuedQty: 204,
      usedQty: 194,
      canReturnQty: 10,
      batchNbr: '2601120001',
      arriveStatus: '1',
    });
    await acts.act('productReturn', 'audit', saved);
    expect(await needOf(order, need)).toMatchObject({ issuedQty: 204, returnedQty: 10 });
    expect([await onHand('CK01'), await onHand('XB-ZP')]).toEqual([store + 10, line - 10]);
    await acts.act('productReturn', 'unaudit', await shop.get('productReturn', saved.id));
    expect(await needOf(order, need)).toMatchObject({ issuedQty: 204, returnedQty: 0 });
    expect([await onHand('CK01'), await onHand('XB-ZP')]).toEqual([store, line]);
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });

  it('a line of which something went back is not taken back itself, even where others left enough beside the line', async () => {
    const { order } = await shop.released('LA-100', 100);
    const seal = await acts.id('material', 'SR-08');
    const handed = async (qty: number): Promise<Stored> => {
      const draft = await draftOf('prdOrder', 'toPicking', await shop.get('prdOrder', order.id));
      const [row] = (draft.items as readonly Row[]).filter(({ material }) => material === seal);
      const saved = await acts.save('productPicking', { ...draft, items: [{ ...row!, qty }] });
      await acts.act('productPicking', 'audit', saved);
      await acts.act('productPicking', 'issueAll', await shop.get('productPicking', saved.id));
      return shop.get('productPicking', saved.id);
    };
    const [picking] = [await handed(20), await handed(40)];
    const [issue] = picking!.issues as readonly Row[];
    const back = async () =>
      acts.act('productPicking', 'cancelIssue', await shop.get('productPicking', picking!.id), {}, [
        { id: issue!.id, ask: { reason: '发错' } },
      ]);
    const left = await acts.save('productReturn', sized(await draftOf('productPicking', 'toReturn', picking!), 5));
    await acts.act('productReturn', 'audit', left);
    const now = await shop.get('productPicking', picking!.id);
    expect(await refusal(back())).toBe(`已生成下级单据「${left.nbr}」，不能撤销发料`);
    expect(await shop.get('productPicking', picking!.id)).toEqual(now);
    await acts.act('productReturn', 'unaudit', await shop.get('productReturn', left.id));
    await acts.act('productReturn', 'void', await shop.get('productReturn', left.id), { reason: '退错' });
    await back();
    expect(await shop.get('productPicking', picking!.id)).toMatchObject({ docStatus: '10', issueRate: 0 });
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });

  it('lines of two orders are two documents', async () => {
    const [one, other] = [await issued(0, 10), await issued(0, 10)];
    const [mine, theirs] = [
      await draftOf('productPicking', 'toReturn', one.picking),
      await draftOf('productPicking', 'toReturn', other.picking),
    ];
    const both = { ...sized(mine, 2), items: [...(mine.items as Row[]), ...(theirs.items as Row[])] };
    expect(await refusal(acts.save('productReturn', both))).toMatch(/^第20行来自.*生产订单与本单据不同，请分开填写$/);
    const of = (order: Stored): Promise<readonly Rec[]> =>
      factory.as('admin', (ctx) =>
        ctx.records.find('productReturn', 'prdOrder == param.id', { param: { id: order.id } }),
      );
    expect([await of(one.order), await of(other.order)]).toEqual([[], []]);
  });

  it('bad material asks why and arrives to be inspected', async () => {
    const { picking } = await issued(0);
    const draft = await draftOf('productPicking', 'toReturn', picking);
    const [store, bad] = [await onHand('CK01'), await acts.id('badReason', 'BL001')];
    expect(await refusal(acts.save('productReturn', sized(draft, 4, { returnReason: '2' })))).toBe('请填写不良原因');
    const saved = await acts.save('productReturn', sized(draft, 4, { returnReason: '2', row: { badReason: bad } }));
    await acts.act('productReturn', 'audit', saved);
    expect((saved.items as readonly Row[])[0]).toMatchObject({ arriveStatus: '2' });
    // good stock has none of it
    expect(await onHand('CK01')).toBe(store);
    const waiting = await factory.as('admin', (ctx) =>
      ctx.trx
        .selectFrom('stock_ledger')
        .select(['qty', 'quality_status'])
        .where('doc_id', '=', saved.id)
        .orderBy('seq')
        .execute(),
    );
    expect(waiting.map((row) => [Number(row.qty), row.quality_status])).toEqual([
      [-4, '1'],
      [4, '2'],
    ]);
  });
});
