import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { ActInput } from '../../../server/records/act/admission';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { getOne } from '../../../server/records/read/read';
import { callOnce } from '../../../server/records/save/idempotency';
import { saveRecord } from '../../../server/records/save/save';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { sheetRows } from '../../support/sheets';
import { DAY, demoFactory, type Factory } from '../factory';

const ORDER = 'CGDD202601080001';
const RECEIPT = 'CGRK202601120001';
const KEEPER = 'zhoutao';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** What people send: no engine rights, versions and warnings as they are. */
const save = (login: string, object: string, rec: Rec, accept: readonly string[] = []): Promise<Rec> =>
  factory.as(login, (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept }));
const act = (login: string, object: string, action: string, rec: Rec, more: Partial<ActInput> = {}) =>
  factory.as(login, (ctx) => {
    const targets = [{ id: rec.id as string, version: rec.version as number }];
    return runAction(ctx as EngineCtx, ctx.records.object(object), action, { targets, ...more });
  });
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

const byNbr = async (object: string, nbr: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const [head] = await ctx.records.find(object, 'nbr == param.nbr', { param: { nbr } });
    return (await ctx.records.get(object, head!.id as string))!;
  });
const idOf = (ctx: Ctx, object: string, code: string): Promise<string> =>
  ctx.records.find(object, 'code == param.code', { param: { code } }).then(([record]) => record!.id as string);
const items = (rec: Rec): readonly Row[] => rec.items as readonly Row[];

/** A receipt as the push dialog prefills it, with another quantity. */
const draft = async (login: string, nbr: string, qty: number, more: Rec = {}, row: Rec = {}): Promise<Rec> => {
  const order = await byNbr('purchaseOrder', nbr);
  const { pushed } = await act(login, 'purchaseOrder', 'receive', order);
  const [first] = pushed!.drafts;
  return {
    ...first,
    ...more,
    items: items(first!).map((item) => ({ ...item, qty, produceDate: '2026-01-12', ...row })),
  };
};

interface State {
  readonly balances: unknown;
  readonly values: unknown;
  readonly order: Rec;
}
/** Everything a receipt moves, as it can be compared. */
const state = (nbr: string): Promise<State> =>
  factory.as('admin', async (ctx) => {
    const balances = await ctx.trx
      .selectFrom('stock_balance')
      .select(['stock_key', 'qty'])
      .where('qty', '<>', 0)
      .orderBy('stock_key')
      .execute();
    const values = await ctx.trx
      .selectFrom('stock_value')
      .select(['material_id', 'qty', 'value'])
      .orderBy('material_id')
      .execute();
    const { docStatus, received, receivedRate, items: rows } = await byNbr('purchaseOrder', nbr);
    const [row] = rows as readonly Row[];
    return {
      balances,
      values: values.filter(({ qty }) => Number(qty) !== 0),
      order: { docStatus, received, receivedRate, openQty: row!.openQty, stamp: row!.sourceOrderNbr },
    };
  });
const ledgerOf = (docId: string) =>
  factory.as('admin', (ctx) =>
    ctx.trx
      .selectFrom('stock_ledger')
      .select(['qty', 'amount', 'move_kind', 'reversal_no', 'batch_nbr'])
      .where('doc_id', '=', docId)
      .orderBy('seq')
      .execute()
      .then((rows) =>
        rows.map((row) => ({
          ...row,
          qty: Number(row.qty),
          amount: Number(row.amount),
          reversal_no: Number(row.reversal_no),
        })),
      ),
  );

describe('demo receipts', () => {
  it('stand in stock with cost and batch', async () => {
    const receipt = await byNbr('purchaseIn', RECEIPT);
    expect(receipt).toMatchObject({ auditStatus: '2', docStatus: '60', amount: 210, totalAmount: 237.3 });
    expect(await ledgerOf(receipt.id as string)).toMatchObject([
      { qty: 600, amount: 210, move_kind: '10', batch_nbr: '2601120001' },
    ]);
    expect((await state(ORDER)).order).toMatchObject({
      docStatus: '20',
      received: 600,
      receivedRate: 60,
      openQty: 400,
      stamp: RECEIPT,
    });
    expect((await byNbr('purchaseOrder', 'CGDD202601090002')).docStatus).toBe('60');
  });
  it('are called by material, warehouse and batch, never by a key', async () => {
    const names = await factory.as('admin', async (ctx) => {
      const balances = await ctx.records.find('stockBalance', `batchNbr == '2601120001'`);
      const values = await ctx.records.find('stockValue', `material.code == 'SR-08'`);
      return [
        await ctx.records.label('stockBalance', balances[0]!.id as string),
        await ctx.records.label('stockValue', values[0]!.id as string),
      ];
    });
    expect(names).toEqual(['SR-08 原材料仓 CK01 2601120001', 'SR-08']);
  });
});

describe('acceptance 2: the stamp', () => {
  it('keeps a stamped row from being deleted or changed', async () => {
    const order = await byNbr('purchaseOrder', ORDER);
    const { id, version } = order;
    expect(await refusal(save('xumin', 'purchaseOrder', { id, version, items: [] }))).toBe('已生成子订单，不可删除！');
    const [row] = items(order);
    expect(await refusal(save('xumin', 'purchaseOrder', { id, version, items: [{ ...row!, qty: 900 }] }))).toMatch(
      /不可修改|不能修改/,
    );
  });
  it('still offers the remainder', async () => {
    const pushed = await draft(KEEPER, ORDER, 1);
    const order = await byNbr('purchaseOrder', ORDER);
    const result = await act(KEEPER, 'purchaseOrder', 'receive', order);
    expect(items(result.pushed!.drafts[0]!)[0]).toMatchObject({ qty: 400, orderQty: 1000, openQty: 400 });
    expect(items(pushed)[0]!.srcRowId).toBe(items(order)[0]!.id);
  });
});

describe('acceptance 10: over-receipt', () => {
  it('names what was ordered, received and may still come', async () => {
    expect(await refusal(save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 460)))).toBe(
      `订单${ORDER}第10行订购1000，允许超收5%，已收600，最多可收450，本次460`,
    );
  });
  it('lets 450 in and finishes the order; taking it back is exact', async () => {
    const before = await state(ORDER);
    const saved = await save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 450));
    expect(saved.nbr).toMatch(/^CGRK20260115\d{4}$/);
    expect(await refusal(save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 1).catch(() => ({}) as Rec)))).not.toBe(
      'done',
    );
    const { records } = await act(KEEPER, 'purchaseIn', 'audit', saved);
    const [posted] = records;
    expect(posted).toMatchObject({ auditStatus: '2', docStatus: '60' });
    // the lots of four of the demo's work orders came before on that day
    expect(items(posted!)[0]!.batchNbr).toBe('2601150005');
    expect((await state(ORDER)).order).toMatchObject({
      docStatus: '60',
      received: 1050,
      receivedRate: 105,
      openQty: -50,
    });
    // 0.35 × 450 = 157.50 at 13 %
    expect(await ledgerOf(saved.id as string)).toMatchObject([{ qty: 450, amount: 157.5 }]);

    const back = await act(KEEPER, 'purchaseIn', 'unaudit', posted!);
    const after = await state(ORDER);
    expect(after.balances).toEqual(before.balances);
    expect(after.values).toEqual(before.values);
    expect(after.order).toEqual(before.order);
    expect(await ledgerOf(saved.id as string)).toMatchObject([
      { qty: 450, amount: 157.5, reversal_no: 0 },
      { qty: -450, amount: -157.5, reversal_no: 1 },
    ]);
    // the same number again, the same lot
    const again = await act(KEEPER, 'purchaseIn', 'audit', back.records[0]!);
    expect(items(again.records[0]!)[0]!.batchNbr).toBe('2601150005');
    const undone = await act(KEEPER, 'purchaseIn', 'unaudit', again.records[0]!);
    await act(KEEPER, 'purchaseIn', 'del', undone.records[0]!);
    expect((await state(ORDER)).order).toEqual(before.order);
  });
});

describe('acceptance 6: repeat', () => {
  it('posts once when the audit is sent twice with one token, or by two people at once', async () => {
    const saved = await save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 10));
    const body = { targets: [{ id: saved.id as string, version: saved.version as number }] };
    const send = (token: string) =>
      factory.as(KEEPER, (ctx) =>
        callOnce({ ...(ctx as EngineCtx), token }, 'purchaseIn.audit', body, async (inner) => {
          const result = await runAction(inner, inner.records.object('purchaseIn'), 'audit', body);
          return { status: result.records[0]!.auditStatus };
        }),
      );
    expect(await send('t-1')).toEqual({ status: '2' });
    expect(await send('t-1')).toEqual({ status: '2' });
    expect(await ledgerOf(saved.id as string)).toHaveLength(1);

    const other = await save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 10));
    const both = await Promise.allSettled([
      act(KEEPER, 'purchaseIn', 'audit', other),
      act('admin', 'purchaseIn', 'audit', other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await ledgerOf(other.id as string)).toHaveLength(1);
    expect((await state(ORDER)).order).toMatchObject({ received: 620 });
  });
});

describe('acceptance 7: undo', () => {
  it('is refused while the batch is used, by the document that used it', async () => {
    const issue = await factory.as('admin', async (ctx) => {
      const material = await idOf(ctx, 'material', 'SR-08');
      const warehouse = await idOf(ctx, 'warehouse', 'CK01');
      const key = { material, warehouse, batchNbr: '2601120001' };
      const input = { docType: 'productPicking', docId: newId(), docNbr: 'SCLL202601130001', bizDate: '2026-01-13' };
      await postStock(ctx, {
        ...input,
        legs: [{ rowId: newId(), leg: 1, moveKind: '20', qty: -84, key, cost: { by: 'avg' } }],
      });
      return input;
    });
    const receipt = await byNbr('purchaseIn', RECEIPT);
    expect(await refusal(act(KEEPER, 'purchaseIn', 'unaudit', receipt))).toBe(
      '批次2601120001已被SCLL202601130001使用，结存516，反审核需要600，请先冲销下游单据',
    );
    expect((await byNbr('purchaseIn', RECEIPT)).auditStatus).toBe('2');
    expect(issue.docNbr).toBe('SCLL202601130001');
  });
});

describe('acceptance 16: period and scope', () => {
  it('keeps a keeper out of a warehouse that is not his', async () => {
    const foreign = await factory.as('admin', async (ctx) => {
      const [material, warehouse, supplier] = [
        await idOf(ctx, 'material', 'LS-100'),
        await idOf(ctx, 'warehouse', 'CK03'),
        await idOf(ctx, 'supplier', 'GYS0002'),
      ];
      const unit = await idOf(ctx, 'unit', 'PCS');
      return {
        supplier,
        warehouse,
        items: [{ id: newId(), lineNo: 10, material, unit, qty: 3, price: 22, warehouse }],
      } as Rec;
    });
    // by form
    expect(await refusal(save(KEEPER, 'purchaseIn', foreign))).toMatch(/不在可选范围内/);
    const saved = await save('admin', 'purchaseIn', foreign);
    // by id, by list, by action
    const asKeeper = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
      factory.as(KEEPER, (ctx) => work(ctx as EngineCtx));
    expect(await refusal(asKeeper((ctx) => getOne(ctx, ctx.registry.page('purchaseIn')!, { id: saved.id })))).toBe(
      '数据不存在或无权查看',
    );
    const listed = await asKeeper((ctx) =>
      getPageList(ctx, ctx.registry.page('purchaseIn')!, { where: `nbr == '${saved.nbr}'` }),
    );
    expect(listed.total).toBe(0);
    expect(await refusal(act(KEEPER, 'purchaseIn', 'audit', saved))).toMatch(/没有权限|数据不存在或无权查看/);
    await act('admin', 'purchaseIn', 'audit', saved);
    for (const page of ['stockBalance', 'stockLedger']) {
      const rows = await asKeeper((ctx) =>
        getPageList(ctx, ctx.registry.page(page)!, {
          search: { warehouse: [saved.warehouse] },
          scheme: 'all',
          size: 50,
        }),
      );
      expect({ page, total: rows.total }).toEqual({ page, total: 0 });
      const all = await factory.as('admin', (ctx) =>
        getPageList(ctx as EngineCtx, (ctx as EngineCtx).registry.page(page)!, {
          search: { warehouse: [saved.warehouse] },
          scheme: 'all',
          size: 50,
        }),
      );
      expect(all.total).toBeGreaterThan(0);
    }
    // by picker: the form offers only his warehouses
    const offered = await asKeeper((ctx) =>
      pickRows(ctx, ctx.registry.page('purchaseIn')!, 'warehouse', { record: { bizDate: DAY }, size: 50 }),
    );
    expect(offered.records.map((row) => row.code).sort()).toEqual(['CK01', 'CK02', 'CK04', 'CK05']);
    // by export
    const filter = { search: { warehouse: [saved.warehouse] }, scheme: 'all' };
    const sheet = async (login: string) =>
      sheetRows(
        (
          await factory.as(login, (ctx) =>
            exportList(ctx as EngineCtx, (ctx as EngineCtx).registry.page('stockLedger')!, filter),
          )
        ).stream,
      );
    expect(await refusal(sheet(KEEPER))).toBe('没有可导出的数据');
    expect((await sheet('admin')).length).toBeGreaterThan(1);
    // whoever gets past the lists is stopped at the posting itself
    const bypass = factory.as(KEEPER, (ctx) =>
      postStock(ctx, {
        docType: 'purchaseIn',
        docId: newId(),
        docNbr: 'X',
        bizDate: '2026-01-15',
        legs: [
          {
            rowId: newId(),
            leg: 1,
            moveKind: '10',
            qty: 1,
            key: { material: items(saved)[0]!.material as string, warehouse: saved.warehouse as string },
            cost: { by: 'amount', amount: 1 },
          },
        ],
      }),
    );
    expect(await refusal(bypass)).toBe('没有权限，请联系管理员');
  });

  it('takes no document of a closed month', async () => {
    const late = await save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 5));
    await factory.database.db
      .withSchema(factory.org.schema)
      .insertInto('stock_period')
      .values({ id: newId(), ym: '2026-01', month: '2026-01-01', status: '60' })
      .execute();
    factory.setNow('2026-02-05 09:00:00');
    const sentence = '2026-01期间已关闭，业务日期不能早于2026-02-01';
    expect(
      await refusal(
        save(
          KEEPER,
          'purchaseIn',
          await draft(KEEPER, ORDER, 5, { bizDate: '2026-01-31' }, { produceDate: '2026-01-06' }),
        ),
      ),
    ).toBe(sentence);
    expect(await refusal(act(KEEPER, 'purchaseIn', 'audit', late))).toBe(sentence);
    expect(await refusal(act(KEEPER, 'purchaseIn', 'unaudit', await byNbr('purchaseIn', RECEIPT)))).toBe(sentence);
    const saved = await save(KEEPER, 'purchaseIn', await draft(KEEPER, ORDER, 5, { bizDate: '2026-02-01' }));
    expect((await act(KEEPER, 'purchaseIn', 'audit', saved)).records[0]).toMatchObject({ docStatus: '60' });
  });

  it('leaves ledger, balances and values in agreement', async () => {
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});
