/** 领料 (40 §4, acceptance 3, 4, 5): pushed from the order within its need, issued by what came first, taken back while the line holds it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { type Released, shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { asked, refusal } from '../production/floor';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** What a push of the order's materials opens, unsaved. */
const pushed = (order: Stored, login = 'admin'): Promise<Rec> =>
  factory.as(login, async (ctx) => {
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'toPicking', {
      targets: [{ id: order.id, version: order.version }],
    });
    return pushed!.drafts[0]!;
  });
const rowsOf = (picking: Rec) => picking.items as readonly Row[];
const rowOf = async (picking: Rec, code: string): Promise<Row> => {
  const id = await acts.id('material', code);
  return rowsOf(picking).find((row) => row.material === id)!;
};
/** A saved picking of one material of the order. */
const picked = async (order: Stored, code: string, more: Partial<Row> = {}): Promise<Stored> => {
  const draft = await pushed(await shop.get('prdOrder', order.id));
  const row = await rowOf(draft, code);
  return acts.save('productPicking', { ...draft, items: [{ ...row, ...more }] as Row[] });
};
const audited = async (picking: Rec): Promise<Stored> => {
  await acts.act('productPicking', 'audit', picking);
  return shop.get('productPicking', picking.id as string);
};
const need = async (order: Stored, code: string): Promise<Row> => {
  const id = await acts.id('material', code);
  const { materials } = await shop.get('prdOrder', order.id);
  return (materials as readonly Row[]).find((row) => row.material === id)!;
};
const issueAll = async (picking: Stored, login = 'admin'): Promise<Stored> => {
  await acts.act('productPicking', 'issueAll', picking, {}, [], login);
  return shop.get('productPicking', picking.id);
};
const ledger = (id: string) =>
  factory.as('admin', async (ctx) =>
    (
      await ctx.trx
        .selectFrom('stock_ledger')
        .select(['move_kind', 'batch_nbr', 'qty', 'amount'])
        .where('doc_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map((row) => [row.move_kind, row.batch_nbr, Number(row.qty)] as const),
  );
const worth = async (code: string) => {
  const id = await acts.id('material', code);
  return factory.as('admin', async (ctx) => {
    const row = await ctx.trx
      .selectFrom('stock_value')
      .select(['qty', 'value'])
      .where('material_id', '=', id)
      .executeTakeFirstOrThrow();
    return [Number(row.qty), Number(row.value)];
  });
};
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};
interface Stocked {
  readonly at?: string;
  readonly expireDate?: string;
}
/** Good stock of a lot in a warehouse, first in at a time. */
const stock = async (
  store: string,
  code: string,
  qty: number,
  batchNbr: string | null,
  more: Stocked = {},
): Promise<void> => {
  const [material, warehouse] = [await acts.id('material', code), await acts.id('warehouse', store)];
  if (more.at) factory.setNow(more.at);
  const docId = newId();
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
          batch: { expireDate: more.expireDate ?? null },
        },
      ],
    }),
  );
  factory.setNow('2026-01-15 10:00:00');
};
const released = (planQty: number, more: Rec = {}): Promise<Released> => shop.released('LA-100', planQty, more);

describe('下推领料 (L5)', () => {
  it('carries the materials that are fed, with the workshop and its line-side store, and no more than is needed', async () => {
    const { order } = await released(100);
    const draft = await pushed(order);
    expect(draft).toMatchObject({ prdOrder: order.id, pickType: '1', workshop: order.workshop, warehouse: null });
    // needed when the order begins, never on a day that is gone
    const today = await factory.as('admin', async (ctx) => ctx.today);
    expect(draft.needDate).toBe(today);
    await factory.as('admin', (ctx) =>
      ctx.asSystem().records.patch('prdOrder', order.id, { head: { planRange: ['2020-03-01 08:00:00', null] } }),
    );
    expect((await pushed(await shop.get('prdOrder', order.id))).needDate).toBe(today);
    await factory.as('admin', (ctx) =>
      ctx.asSystem().records.patch('prdOrder', order.id, { head: { planRange: ['2099-03-01 08:00:00', null] } }),
    );
    expect((await pushed(await shop.get('prdOrder', order.id))).needDate).toBe('2099-03-01');
    const saved = await acts.save('productPicking', draft);
    expect(saved).toMatchObject({
      toWarehouse: await acts.id('warehouse', 'XB-ZP'),
      docStatus: '10',
      auditStatus: '1',
    });
    const seal = await rowOf(saved, 'SR-08');
    expect(seal).toMatchObject({ qty: 204, needQty: 204, issuedQty: 0, otherPickedQty: 0, srcNbr: order.nbr });
    expect(seal.orderRow).toBe((await need(order, 'SR-08')).id);
    // the number of a child order is no number of a picking
    expect((await need(order, 'SR-08')).sourceOrderNbr).toBeNull();
  });

  it('of what another picking has asked for already, nothing is left; voided it is open again', async () => {
    const { order } = await released(100);
    const first = await picked(order, 'SR-08');
    const second = await picked(order, 'MT-12');
    const draft = await pushed(await shop.get('prdOrder', order.id));
    expect(await rowOf(draft, 'SR-08')).toBeUndefined();
    const seal = await rowOf(first, 'SR-08');
    expect(
      await refusal(
        acts.save('productPicking', {
          pickType: '1',
          prdOrder: order.id,
          workshop: order.workshop,
          items: [{ id: newId(), material: seal.material, unit: seal.unit, qty: 5, warehouse: seal.warehouse }],
        }),
      ),
    ).toBe('「密封圈」需求204，允许超领0%，已领204，最多可领0，本次5；如需超领请改为补领并填写原因');
    const found = await factory.as('admin', (ctx) =>
      ctx.records.find('productPicking', 'prdOrder == param.id', { param: { id: order.id } }),
    );
    expect(found.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    await acts.act('productPicking', 'void', first);
    expect(await rowOf(await pushed(await shop.get('prdOrder', order.id)), 'SR-08')).toMatchObject({ qty: 204 });
  });

  it('more than is needed is refused by the row; as 补领 it asks for a reason and passes', async () => {
    const { order } = await released(100);
    const draft = await pushed(order);
    const row = await rowOf(draft, 'SR-08');
    const over = { ...draft, items: [{ ...row, qty: 205 }] };
    expect(await refusal(acts.save('productPicking', over))).toBe(
      '「密封圈」需求204，允许超领0%，已领0，最多可领204，本次205；如需超领请改为补领并填写原因',
    );
    expect(await refusal(acts.save('productPicking', { ...over, pickType: '2' }))).toContain('补领原因');
    const saved = await acts.save('productPicking', { ...over, pickType: '2', supplementReason: '4' });
    expect((await rowOf(saved, 'SR-08')).srcRowId).toBeNull();
  });

  it('the line-side store is that of the workshop', async () => {
    const { order } = await released(10);
    const draft = await pushed(order);
    expect(
      await refusal(acts.save('productPicking', { ...draft, toWarehouse: await acts.id('warehouse', 'XB-JJ') })),
    ).toBe('线边仓「机加车间线边仓」不属于车间「装配车间」');
  });
});

describe('发料', () => {
  it('acceptance 3: 120 and 84 by the suggestion, four rows, the value unchanged, the order and the picking follow', async () => {
    await stock('CK01', 'SR-08', 120, '2601050001', { at: '2026-01-05 09:00:00', expireDate: '2027-12-31' });
    const before = await worth('SR-08');
    const { order } = await released(100);
    const picking = await audited(await picked(order, 'SR-08'));
    expect(picking).toMatchObject({ docStatus: '10', auditStatus: '2', kitRate: 100 });
    expect(await ledger(picking.id)).toEqual([]);
    const done = await issueAll(picking);
    expect(await ledger(picking.id)).toEqual([
      ['20', '2601050001', -120],
      ['20', '2601050001', 120],
      ['20', '2601120001', -84],
      ['20', '2601120001', 84],
    ]);
    expect(done).toMatchObject({ docStatus: '60', issueRate: 100 });
    expect((done.issues as readonly Row[]).map(({ issueNo, batchNbr, qty }) => [issueNo, batchNbr, qty])).toEqual([
      [1, '2601050001', 120],
      [2, '2601120001', 84],
    ]);
    expect(await need(order, 'SR-08')).toMatchObject({ issuedQty: 204 });
    expect(await shop.balances('XB-ZP', 'SR-08')).toEqual({ '2601050001': [120, 0], '2601120001': [84, 0] });
    expect(await worth('SR-08')).toEqual(before);
    await sound();
  });

  it('a line is taken back while the line side holds it, then everything stands as before', async () => {
    await stock('CK01', 'NT-M4', 400, null);
    const { order } = await released(100);
    const picking = await audited(await picked(order, 'NT-M4'));
    const row = await rowOf(picking, 'NT-M4');
    const half = { materialId: row.material, warehouseId: row.warehouse, qty: 120 };
    await acts.act('productPicking', 'issue', picking, { lines: [{ id: newId(), ...half }] });
    const partly = await shop.get('productPicking', picking.id);
    expect(partly).toMatchObject({ docStatus: '20', issueRate: 60 });
    expect(await refusal(acts.act('productPicking', 'issue', partly, { lines: [{ id: newId(), ...half }] }))).toBe(
      `第${row.lineNo}行未发80，本次120`,
    );
    expect(await shop.get('productPicking', picking.id)).toEqual(partly);
    const full = await issueAll(partly);
    expect(full).toMatchObject({ docStatus: '60' });
    const [first, second] = full.issues as readonly Row[];
    const cancel = async (issue: Row | undefined): Promise<Stored> => {
      const now = await shop.get('productPicking', picking.id);
      await acts.act('productPicking', 'cancelIssue', now, {}, [{ id: issue!.id, ask: { reason: '发错' } }]);
      return shop.get('productPicking', picking.id);
    };
    expect(await cancel(second)).toMatchObject({ docStatus: '20', issueRate: 60 });
    expect(await need(order, 'NT-M4')).toMatchObject({ issuedQty: 120 });
    expect(await refusal(acts.act('productPicking', 'unaudit', await shop.get('productPicking', picking.id)))).not.toBe(
      'done',
    );
    expect(await cancel(first)).toMatchObject({ docStatus: '10', issueRate: 0 });
    expect(await need(order, 'NT-M4')).toMatchObject({ issuedQty: 0 });
    expect((await ledger(picking.id)).reduce((sum, [, , qty]) => sum + qty, 0)).toBe(0);
    expect(await shop.balances('XB-ZP', 'NT-M4')).toMatchObject({ '': [0, 0] });
    await sound();
  });

  it('what a report has used does not go back', async () => {
    await stock('CK01', 'SC-M4', 404, null);
    const { order } = await released(100);
    const done = await issueAll(await audited(await picked(order, 'SC-M4')));
    const used = await need(order, 'SC-M4');
    await factory.as('admin', (ctx) =>
      ctx.records.patch('prdOrder', order.id, { rows: { materials: [{ id: used.id, usedQty: 4 }] } }),
    );
    const [issue] = done.issues as readonly Row[];
    expect(
      await refusal(acts.act('productPicking', 'cancelIssue', done, {}, [{ id: issue!.id, ask: { reason: '发错' } }])),
    ).toBe('「螺钉」净领404，已耗用4，最多可撤销400，本次404');
    expect(await shop.get('productPicking', done.id)).toEqual(done);
  });

  it('a later lot is asked about and noted; a lot that is over, waits for its check or is none of this picking is refused', async () => {
    await stock('CK01', 'MT-12', 30, '2601150071', { at: '2026-01-08 09:00:00' });
    await stock('CK01', 'MT-12', 30, '2601150072', { at: '2026-01-09 09:00:00' });
    await stock('CK01', 'MT-12', 30, '2601150073', { at: '2026-01-05 09:00:00', expireDate: '2026-01-10' });
    const { order } = await released(20);
    const picking = await audited(await picked(order, 'MT-12'));
    const row = await rowOf(picking, 'MT-12');
    const line = (more: Rec): Rec => ({
      lines: [{ id: newId(), materialId: row.material, warehouseId: row.warehouse, qty: 5, ...more }],
    });
    const issue = (ask: Rec, accept: readonly string[] = []) =>
      factory.as('zhoutao', (ctx) =>
        runAction(ctx as EngineCtx, ctx.records.object('productPicking'), 'issue', {
          targets: [{ id: picking.id, version: picking.version }],
          ask,
          accept: [...accept],
        }),
      );
    const asking = await asked(issue(line({ batchNbr: '2601150072' })));
    expect(asking).toEqual(['有更早到期/入库的批次2601150071，确认使用当前批次？']);
    expect(await refusal(issue(line({ batchNbr: '2601150073' })))).toBe('批次2601150073已于2026-01-10过期，不能出库');
    expect(await refusal(issue(line({ batchNbr: null })))).toBe(`物料「电机」按批次管理，第${row.lineNo}行请填写批次`);
    expect(await refusal(issue(line({ materialId: await acts.id('material', 'RB-12') })))).toBe(
      '物料「RB-12」不在本领料单中',
    );
    expect(await ledger(picking.id)).toEqual([]);
    await issue(line({ batchNbr: '2601150072' }), ['picking.later']);
    const [noted] = (await shop.get('productPicking', picking.id)).issues as readonly Row[];
    expect(noted).toMatchObject({ batchNbr: '2601150072', qty: 5, skipFefo: true });
  });

  it('acceptance 5: two pickings of the last stock at once: one gets it, the other is told what is left', async () => {
    await stock('CK01', 'CTN-20', 5, null);
    const [a, b] = [await released(100), await released(100)];
    const pickings = [await audited(await picked(a.order, 'CTN-20')), await audited(await picked(b.order, 'CTN-20'))];
    const row = await rowOf(pickings[0]!, 'CTN-20');
    const line = () => ({ lines: [{ id: newId(), materialId: row.material, warehouseId: row.warehouse, qty: 5 }] });
    const results = await Promise.all(
      pickings.map((picking) => refusal(acts.act('productPicking', 'issue', picking, line()))),
    );
    expect([...results].sort()).toEqual([
      'done',
      '「包装箱」在「原材料仓」合格可用0件（现存0，预留0），本次需要5件，缺5件',
    ]);
    const after = await Promise.all(pickings.map(({ id }) => shop.get('productPicking', id)));
    expect(after.map(({ docStatus }) => docStatus).sort()).toEqual(['10', '60']);
    await sound();
  });

  it('the keeper of its warehouse sees it; who only plans it does not issue it', async () => {
    const { order } = await released(10);
    const picking = await audited(await picked(order, 'SG-100'));
    const seen = await factory.as('zhoutao', (ctx) => ctx.records.get('productPicking', picking.id, { scoped: true }));
    expect(seen?.id).toBe(picking.id);
    expect(await refusal(issueAll(picking, 'wangmin'))).toBe('没有权限，请联系管理员');
    expect(await ledger(picking.id)).toEqual([]);
  });

  it('the dialog opens with the lines of the suggestion', async () => {
    await stock('CK02', 'WG-100', 60, '2601150081', { at: '2026-01-06 09:00:00' });
    const { order } = await released(40);
    const picking = await audited(await picked(order, 'WG-100', { warehouse: await acts.id('warehouse', 'CK02') }));
    const row = await rowOf(picking, 'WG-100');
    const answer = (await factory.as('admin', (ctx) =>
      (ctx as EngineCtx).host.services.get('picking.suggest')!.run({ ids: [picking.id] }, ctx),
    )) as { readonly lines: readonly Rec[] };
    expect(answer.lines.map(({ rowNo, batchNbr, qty, warehouse }) => [rowNo, batchNbr, qty, warehouse])).toEqual([
      [row.lineNo, '2601150081', 40, '半成品仓 CK02'],
    ]);
  });
});
