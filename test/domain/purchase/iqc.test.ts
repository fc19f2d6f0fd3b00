/** 来料检验 (40 §8.3, acceptance 11): what arrives waits, its verdict moves it, and only what nobody used is taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { freezeStock } from '../../../server/domain/stock/freeze';
import { newId } from '../../../server/ids';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf, sized } from './receiving';

const INSPECTOR = 'sunli';
let factory: Factory;
const world = receivingOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const checksOf = async (receipt: Stored): Promise<readonly Stored[]> => {
  const heads = await world.list('iqc', 'receipt == param.id && docStatus != 90', { id: receipt.id });
  return Promise.all(heads.map(({ id }) => world.get('iqc', id as string)));
};
const write = async (check: Stored, change: Rec, login = INSPECTOR): Promise<Stored> => {
  const { id, version } = await world.get('iqc', check.id);
  return world.save('iqc', { id, version, ...change }, login);
};
const judge = (check: Stored, action = 'judge', login = INSPECTOR): Promise<Stored> =>
  world.act('iqc', action, check, {}, [], login);
/** takes good pieces of a lot, as a picking does */
const pick = async (batchNbr: string, qty: number): Promise<unknown> => {
  const [material, warehouse] = [await world.id('material', 'MT-12'), await world.id('warehouse', 'CK01')];
  return factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'productPicking',
      docId: newId(),
      docNbr: 'SCLL202601150009',
      bizDate: ctx.today,
      legs: [
        {
          rowId: newId(),
          leg: 1,
          moveKind: '20',
          key: { material, warehouse, batchNbr },
          qty: -qty,
          cost: { by: 'avg' },
        },
      ],
    }),
  );
};

describe('acceptance 11: 100 电机 wait for their verdict', () => {
  let order: Stored;
  let receipt: Stored;
  let check: Stored;
  let lot: string;

  it('arrive as 待检 with a check, the receipt waits, and nobody picks them', async () => {
    order = await world.byNbr('purchaseOrder', 'CGDD202601090001');
    expect(items(order)[0]).toMatchObject({ iqcFlag: true });
    receipt = await world.receive(order, 100);
    expect(receipt).toMatchObject({ auditStatus: '2', docStatus: '30', iqcProgress: 0 });
    [check] = (await checksOf(receipt)) as [Stored];
    lot = items(receipt)[0]!.batchNbr as string;
    expect(check).toMatchObject({
      docStatus: '10',
      lotQty: 100,
      batchNbr: lot,
      supplier: order.supplier,
      result: null,
    });
    expect(check.nbr).toMatch(/^LLJY20260115\d{4}$/);
    expect(items(receipt)[0]).toMatchObject({ iqcFlag: true, iqcNbr: check.id, qualityStatus: '2' });
    expect(await world.lotOf(lot)).toEqual({ 2: 100 });
    expect(await refusal(pick(lot, 1))).toBe(`批次${lot}为待检，不能领料`);
  });

  it('are not returned before, and the sum of a verdict is that of the lot', async () => {
    expect(await refusal(world.draftOf('purchaseIn', 'toReturn', receipt))).toBe('没有可下推退货的明细');
    const byHand = {
      supplier: receipt.supplier!,
      returnMode: '1',
      returnReason: '1',
      items: [{ id: newId(), srcRowId: items(receipt)[0]!.id, qty: 1 }],
    };
    expect(await refusal(world.save('purchaseReturn', byHand))).toBe(`「${receipt.nbr}」第10行现在不能下推退货`);
    check = await write(check, { result: '4', qualifiedQty: 96, unqualifiedQty: 3, destroyQty: 0 });
    expect(check.docStatus).toBe('30');
    expect(await refusal(judge(check))).toBe('合格96+不合格3+破坏0应等于送检100');
    expect(await world.ledgerOf(check.id)).toEqual([]);
    expect(await world.lotOf(lot)).toEqual({ 2: 100 });
  });

  it('96/4: stock moves key by key at its value, and the receipt is finished', async () => {
    check = await write(check, { unqualifiedQty: 4 });
    const done = await judge(check);
    expect(done).toMatchObject({ docStatus: '60', result: '4', qualifiedQty: 96, unqualifiedQty: 4 });
    expect(done.checkedAt).not.toBeNull();
    expect((await world.ledgerOf(check.id)).map(([qty, , kind, status]) => [qty, kind, status])).toEqual([
      [-96, '80', '2'],
      [96, '80', '1'],
      [-4, '80', '2'],
      [4, '80', '3'],
    ]);
    expect(await world.lotOf(lot)).toEqual({ 1: 96, 3: 4 });
    const after = await world.get('purchaseIn', receipt.id);
    expect(after).toMatchObject({ docStatus: '60', iqcProgress: 100 });
    expect(items(after)[0]).toMatchObject({ iqcResult: '4', qualifiedQty: 96, unqualifiedQty: 4 });
    expect(items(await world.get('purchaseOrder', order.id))[0]).toMatchObject({ receivedQty: 100, qualifiedQty: 96 });
  });

  it('the receipt is not taken back after a verdict', async () => {
    const now = await world.get('purchaseIn', receipt.id);
    expect(await refusal(world.act('purchaseIn', 'unaudit', now, {}, [], KEEPER))).toBe(
      `批次${lot}已检验/已使用，不能反审核`,
    );
    expect((await world.get('purchaseIn', receipt.id)).auditStatus).toBe('2');
  });

  it('a verdict is taken back while nobody used it, and made again', async () => {
    const open = await judge(await world.get('iqc', check.id), 'unjudge');
    expect(open).toMatchObject({ docStatus: '30', checkedAt: null });
    expect(await world.lotOf(lot)).toEqual({ 2: 100 });
    expect(await world.get('purchaseIn', receipt.id)).toMatchObject({ docStatus: '30' });
    expect(items(await world.get('purchaseOrder', order.id))[0]).toMatchObject({ qualifiedQty: 0 });
    await judge(open);
    expect(await world.lotOf(lot)).toEqual({ 1: 96, 3: 4 });
  });

  it('the 4 bad ones go back 补货: the order waits for 4, and the verdict stays', async () => {
    const bad = await world.get('iqc', check.id);
    const draft = await world.draftOf('iqc', 'toReturn', bad);
    expect(draft).toMatchObject({ supplier: order.supplier });
    expect(items(draft)[0]).toMatchObject({ qty: 4, qualityStatus: '3', receipt: receipt.id });
    expect(await refusal(world.save('purchaseReturn', sized(draft, 5), KEEPER))).toBe(
      `「${bad.nbr as string}」第1行可下推数量4，本次5`,
    );
    const saved = await world.save('purchaseReturn', draft, KEEPER);
    expect(items(saved)[0]).toMatchObject({ batchNbr: lot, price: 38.5, receivedQty: 100 });
    expect(await refusal(judge(bad, 'unjudge'))).toBe(`判定结果已使用（${saved.nbr as string}），不能取消`);
    const back = await world.act('purchaseReturn', 'audit', saved, {}, [], KEEPER);
    expect(await world.ledgerOf(saved.id)).toEqual([[-4, -154, '11', '3']]);
    expect(await world.lotOf(lot)).toEqual({ 1: 96 });
    expect(items(await world.get('purchaseOrder', order.id))[0]).toMatchObject({ returnQty: 4, openQty: 4 });
    expect((await world.get('purchaseOrder', order.id)).docStatus).toBe('20');
    // the same with 退款: nothing is waited for
    const undone = await world.act('purchaseReturn', 'unaudit', back, {}, [], KEEPER);
    await world.act('purchaseReturn', 'del', undone, {}, [], KEEPER);
    const fresh = await world.draftOf('iqc', 'toReturn', await world.get('iqc', check.id));
    const refund = await world.save('purchaseReturn', { ...fresh, returnMode: '2' }, KEEPER);
    await world.act('purchaseReturn', 'audit', refund, {}, [], KEEPER);
    expect((await world.get('purchaseOrder', order.id)).docStatus).toBe('60');
    expect(items(await world.get('purchaseOrder', order.id))[0]).toMatchObject({ openQty: 0 });
  });
});

describe('other verdicts', () => {
  let receipt: Stored;
  let check: Stored;
  let lot: string;
  const arrive = async (qty: number): Promise<void> => {
    const order = await world.byNbr('purchaseOrder', 'CGDD202601150001');
    receipt = await world.receive(order, qty);
    [check] = (await checksOf(receipt)) as [Stored];
    lot = items(receipt)[0]!.batchNbr as string;
  };

  it('合格 is whole whatever was typed; what was destroyed lies in 报废 without value', async () => {
    await arrive(50);
    check = await write(check, { result: '1', qualifiedQty: 7, destroyQty: 2 });
    expect(check).toMatchObject({ qualifiedQty: 48, unqualifiedQty: 0 });
    await judge(check);
    const rows = await world.ledgerOf(check.id);
    expect(rows.map(([qty, , kind, status]) => [qty, kind, status])).toEqual([
      [-48, '80', '2'],
      [48, '80', '1'],
      [-2, '83', '2'],
      [2, '83', '2'],
    ]);
    expect(rows[2]![1]).toBe(-77);
    expect((await world.get('purchaseIn', receipt.id)).docStatus).toBe('60');
  });

  it('a verdict whose pieces were used names who used them', async () => {
    await pick(lot, 10);
    expect(await refusal(judge(await world.get('iqc', check.id), 'unjudge'))).toBe(
      '判定结果已使用（SCLL202601150009），不能取消',
    );
    expect((await world.get('iqc', check.id)).docStatus).toBe('60');
  });

  it('不合格: all of it; 让步接收 asks for a reason and for its own right', async () => {
    await arrive(20);
    check = await write(check, { result: '2' });
    expect(check).toMatchObject({ qualifiedQty: 0, unqualifiedQty: 20 });
    await judge(check);
    expect(await world.lotOf(lot)).toEqual({ 3: 20 });
    const open = await judge(await world.get('iqc', check.id), 'unjudge');
    expect(await refusal(write(open, { result: '3' }))).toMatch(/让步原因/);
    const conceded = await write(open, { result: '3', concedeReason: '外观轻微划伤，不影响装配', concedeDiscount: 5 });
    expect(await refusal(judge(conceded))).toBe('当前状态不能判定');
    expect(await refusal(judge(conceded, 'concede'))).toBe('没有权限，请联系管理员');
    expect(await world.lotOf(lot)).toEqual({ 2: 20 });
    expect(await judge(conceded, 'concede', 'gaofeng')).toMatchObject({ docStatus: '60', result: '3' });
    expect(await world.lotOf(lot)).toEqual({ 1: 20 });
  });

  it('a receipt without a verdict is taken back with its check', async () => {
    await arrive(10);
    const undone = await world.act('purchaseIn', 'unaudit', receipt, {}, [], KEEPER);
    expect(undone).toMatchObject({ docStatus: '10' });
    expect(items(undone)[0]).toMatchObject({ iqcNbr: null, qualityStatus: '1' });
    expect((await world.get('iqc', check.id)).docStatus).toBe('90');
    expect(await world.lotOf(lot)).toEqual({});
    const again = await world.act('purchaseIn', 'audit', undone, {}, [], KEEPER);
    expect(await checksOf(again)).toHaveLength(1);
  });

  it('a recalled lot that is good lands in 冻结', async () => {
    await arrive(30);
    const lots = [{ material: await world.id('material', 'MT-12'), batchNbr: lot }];
    await factory.as('admin', (ctx) => freezeStock(ctx, { kind: '2', reason: '召回演练', keys: [], lots }));
    expect(await world.lotOf(lot)).toEqual({ 2: 30 });
    await judge(await write(check, { result: '1' }));
    expect(await world.lotOf(lot)).toEqual({ 4: 30 });
  });

  it('less waits than was judged: somebody else took it', async () => {
    await arrive(10);
    const warehouse = await world.id('warehouse', 'CK01');
    const material = await world.id('material', 'MT-12');
    await factory.as('admin', (ctx) => {
      const key = { material, batchNbr: lot, qualityStatus: '2' };
      const move = { rowId: newId(), moveKind: '51', cost: { by: 'avg' } } as const;
      return postStock(ctx, {
        docType: 'otherIssue',
        docId: newId(),
        docNbr: 'QTCK202601150009',
        bizDate: ctx.today,
        legs: [{ ...move, leg: 1, qty: -3, key: { ...key, warehouse } }],
      });
    });
    expect(await refusal(judge(await write(check, { result: '1' })))).toBe(`批次${lot}待检结存7，判定数量10`);
    expect(await world.ledgerOf(check.id)).toEqual([]);
  });

  it('ledger, balances and values agree', async () => {
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});

describe('what is inspected', () => {
  it('nothing of an exempt supplier', async () => {
    const supplier = await world.byCode('supplier', 'GYS0001');
    await world.save('supplier', { id: supplier.id, version: supplier.version, iqcExempt: true });
    const order = await world.byNbr('purchaseOrder', 'CGDD202601080001');
    expect(items(order)[0]).toMatchObject({ iqcFlag: false });
    const [material, warehouse, unit] = [
      await world.id('material', 'MT-12'),
      await world.id('warehouse', 'CK01'),
      await world.id('unit', 'PCS'),
    ];
    const rec = { supplier: supplier.id, warehouse };
    const row = { id: newId(), lineNo: 10, material, unit, qty: 5, price: 38.5, warehouse };
    const saved = await world.save('purchaseIn', { ...rec, items: [row] } as Rec);
    const done = await world.act('purchaseIn', 'audit', saved);
    expect(done).toMatchObject({ docStatus: '60' });
    expect(items(done)[0]).toMatchObject({ iqcFlag: false, qualifiedQty: 5, qualityStatus: '1' });
  });
});
