/** 冻结 (40 §3.6): 1→4 by one record and back through it, what is reserved stays, a recall holds its lots to the last record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { freezeStock } from '../../../server/domain/stock/freeze';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { goodKeysOf } from '../../../server/stock/freeze';
import { holdStock } from '../../../server/stock/hold';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { reserveStock } from '../../../server/stock/reserve';
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

let lots = 0;
/** a new lot of 密封圈 in 原材料仓 */
const lot = async (qty: number): Promise<string> => {
  const batchNbr = `FZ${String(++lots).padStart(4, '0')}`;
  await shop.beside('CK01', 'SR-08', qty, { batchNbr });
  return batchNbr;
};
const find = (object: string, where: string, param: Rec): Promise<readonly Stored[]> =>
  factory.as('admin', async (ctx) => {
    const heads = await ctx.records.find(object, where, { param, sort: 'id' });
    const all = [];
    for (const { id } of heads) all.push((await ctx.records.get(object, id as string)) as Stored);
    return all;
  });
const balanceOf = async (batchNbr: string): Promise<Stored> => {
  const [found] = await find('stockBalance', 'batchNbr == param.batchNbr && qualityStatus == 1', { batchNbr });
  return found!;
};
const batchOf = async (batchNbr: string): Promise<Stored> => {
  const [found] = await find('batch', 'batchNbr == param.batchNbr', { batchNbr });
  return found!;
};
const recordOf = async (batchNbr: string): Promise<Stored> => {
  const found = await find('freezeRecord', 'exists(items, batchNbr == param.batchNbr)', { batchNbr });
  return found.at(-1)!;
};
const statusOf = async (batchNbr: string): Promise<Record<string, number>> =>
  factory.as('admin', async (ctx) => {
    const rows = await ctx.trx
      .selectFrom('stock_balance')
      .select(['quality_status', 'qty'])
      .where('batch_nbr', '=', batchNbr)
      .where('qty', '<>', 0)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.quality_status, Number(row.qty)]));
  });
const freeze = (batchNbrs: readonly string[], ask: Rec, login = 'gaofeng'): Promise<unknown> =>
  Promise.all(batchNbrs.map(balanceOf)).then((balances) =>
    factory.as(login, (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('stockBalance'), 'freeze', {
        targets: balances.map(({ id, version }) => ({ id, version })),
        ask: { reason: '划伤', ...ask },
      }),
    ),
  );
const release = async (record: Stored, qty: number, login = 'gaofeng'): Promise<Stored> => {
  const [row] = record.items as readonly Row[];
  return acts.act('freezeRecord', 'release', record, {}, [{ id: row!.id, ask: { qty, reason: '复检合格' } }], login);
};
const reserve = (batchNbr: string, qty: number) =>
  factory.as('admin', async (ctx) => {
    const [key] = await goodKeysOf(ctx, [{ material: await acts.id('material', 'SR-08'), batchNbr }]);
    return holdStock(ctx, key!, qty);
  });
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('a freeze', () => {
  it('moves a part to 冻结 by one record and back through it', async () => {
    const batchNbr = await lot(102);
    await freeze([batchNbr], { qty: 5 });
    expect(await statusOf(batchNbr)).toEqual({ 1: 97, 4: 5 });
    const record = await recordOf(batchNbr);
    expect(record).toMatchObject({ nbr: 'DJ202601150001', kind: '1', docStatus: '30', reason: '划伤', frozenQty: 5 });
    await sound();

    expect(await refusal(release(record, 6))).toBe('第10行未解冻5，本次6');
    const part = await release(record, 2);
    expect(part).toMatchObject({ docStatus: '20', releasedQty: 2 });
    expect(await statusOf(batchNbr)).toEqual({ 1: 99, 4: 3 });
    const whole = await acts.act('freezeRecord', 'releaseAll', part, { reason: '复检合格' }, [], 'gaofeng');
    expect(whole).toMatchObject({ docStatus: '60', releasedQty: 5 });
    expect(await statusOf(batchNbr)).toEqual({ 1: 102 });
    await sound();
    const ledger = await find('stockLedger', 'docId == param.id', { id: record.id });
    expect(ledger.map(({ moveKind, qty }) => [moveKind, qty])).toEqual([
      ['81', -5],
      ['81', 5],
      ['82', -2],
      ['82', 2],
      ['82', -3],
      ['82', 3],
    ]);
  });

  it('of several keys is one record', async () => {
    const [a, b] = [await lot(10), await lot(20)];
    await freeze([a, b], {});
    const record = await recordOf(a);
    expect(record.id).toBe((await recordOf(b)).id);
    expect(record).toMatchObject({ frozenQty: 30 });
    expect([await statusOf(a), await statusOf(b)]).toEqual([{ 4: 10 }, { 4: 20 }]);
    await sound();
  });

  it('leaves what is reserved and writes nothing when that is asked', async () => {
    const batchNbr = await lot(50);
    await reserve(batchNbr, 20);
    expect(await refusal(freeze([batchNbr], {}))).toBe(
      `批次${batchNbr}可冻结30（现存50，预留20），如需全部冻结请选择释放预留`,
    );
    expect(await recordOf(batchNbr)).toBeUndefined();
    expect(await statusOf(batchNbr)).toEqual({ 1: 50 });
    await freeze([batchNbr], { qty: 30 });
    expect(await statusOf(batchNbr)).toEqual({ 1: 20, 4: 30 });
    await reserve(batchNbr, -20);
    await sound();
  });

  it('gives free the newest reservations when that is chosen', async () => {
    const batchNbr = await lot(50);
    const [material, warehouse] = [await acts.id('material', 'MT-24'), await acts.id('warehouse', 'CK01')];
    await shop.beside('CK01', 'MT-24', 50, { batchNbr });
    const promise = (srcNbr: string, need: number) =>
      factory.as('admin', (ctx) =>
        reserveStock(ctx, [
          {
            ...{ srcType: 'prdOrder', srcId: newId(), srcRowId: newId(), srcNbr },
            ...{ material, attrKey: null, warehouse, need, decimals: 0 },
          },
        ]),
      );
    await promise('SCDD1', 20);
    await promise('SCDD2', 15);
    const [balance] = await find('stockBalance', 'batchNbr == param.batchNbr && material == param.material', {
      batchNbr,
      material,
    });
    const ask = { qty: 40, reason: '划伤', releaseReserve: true };
    await acts.act('stockBalance', 'freeze', balance!, ask, [], 'gaofeng');
    expect(await shop.balances('CK01', 'MT-24')).toMatchObject({ [batchNbr]: [10, 10] });
    const left = await find('stockReserve', 'material == param.material', { material });
    expect(left.map(({ srcNbr, remainQty }) => [srcNbr, remainQty]).sort()).toEqual([
      ['SCDD1', 10],
      ['SCDD2', 0],
    ]);
    expect(await recordOf(batchNbr)).toMatchObject({ frozenQty: 40, items: [{ reserves: '预留25' }] });
    await sound();
  });

  it('is for those who may: a keeper is refused', async () => {
    const batchNbr = await lot(1);
    await expect(freeze([batchNbr], {}, 'zhoutao')).rejects.toMatchObject({ code: 403 });
    expect(await statusOf(batchNbr)).toEqual({ 1: 1 });
  });

  it('of a lot takes all of it and is taken back from the lot', async () => {
    const batchNbr = await lot(8);
    await acts.act('batch', 'freeze', await batchOf(batchNbr), { reason: '供应商通知' }, [], 'gaofeng');
    expect(await statusOf(batchNbr)).toEqual({ 4: 8 });
    expect(await refusal(acts.act('batch', 'freeze', await batchOf(batchNbr), { reason: '再次' }, [], 'gaofeng'))).toBe(
      '没有可冻结的合格库存',
    );
    await acts.act('batch', 'release', await batchOf(batchNbr), { reason: '误报' }, [], 'gaofeng');
    expect(await statusOf(batchNbr)).toEqual({ 1: 8 });
    expect(await recordOf(batchNbr)).toMatchObject({ docStatus: '60' });
    expect(
      await refusal(acts.act('batch', 'release', await batchOf(batchNbr), { reason: '再次' }, [], 'gaofeng')),
    ).toBe(`批次${batchNbr}没有冻结记录`);
  });
});

describe('a recall', () => {
  const recall = (batchNbr: string): Promise<unknown> =>
    factory.as('gaofeng', async (ctx: Ctx) => {
      const lots = [{ material: await acts.id('material', 'SR-08'), batchNbr }];
      const keys = await goodKeysOf(ctx, lots);
      return freezeStock(ctx, { kind: '2', reason: '召回', keys: keys.map((key) => ({ key, qty: null })), lots });
    });
  const issue = async (batchNbr: string, status: string) => {
    const key = {
      material: await acts.id('material', 'SR-08'),
      warehouse: await acts.id('warehouse', 'CK01'),
      batchNbr,
      qualityStatus: status,
    };
    const leg = { rowId: newId(), leg: 1, moveKind: '51', key, qty: -1, cost: { by: 'avg' } as const };
    return factory.as('admin', (ctx) =>
      postStock(ctx, { docType: 'otherIssue', docId: newId(), docNbr: 'T', bizDate: ctx.today, legs: [leg] }),
    );
  };

  it('holds its lots, those without stock too, to the end of the last record', async () => {
    const batchNbr = await lot(41);
    await recall(batchNbr);
    const first = await recordOf(batchNbr);
    expect(await statusOf(batchNbr)).toEqual({ 4: 41 });
    expect(await batchOf(batchNbr)).toMatchObject({ holdFlag: true, freezeNbr: first.nbr });
    expect(await refusal(issue(batchNbr, '4'))).toBe(`批次${batchNbr}已被${first.nbr}召回冻结，不能出库`);
    // what comes in of it arrives frozen
    await shop.beside('CK01', 'SR-08', 2, { batchNbr });
    expect(await statusOf(batchNbr)).toEqual({ 4: 43 });

    await recall(batchNbr);
    const second = await recordOf(batchNbr);
    expect(second).toMatchObject({ frozenQty: 0 });
    expect(second.id).not.toBe(first.id);

    // the first ends: the lot is held by the second, which takes over what is frozen
    await acts.act('freezeRecord', 'releaseAll', first, { reason: '解除' }, [], 'gaofeng');
    expect(await statusOf(batchNbr)).toEqual({ 4: 43 });
    expect(await batchOf(batchNbr)).toMatchObject({ holdFlag: true, freezeNbr: second.nbr });
    const [now] = await find('freezeRecord', 'id == param.id', { id: second.id });
    expect(now).toMatchObject({ frozenQty: 41 });

    await acts.act('freezeRecord', 'releaseAll', now!, { reason: '解除' }, [], 'gaofeng');
    expect(await statusOf(batchNbr)).toEqual({ 1: 41, 4: 2 });
    expect(await batchOf(batchNbr)).toMatchObject({ holdFlag: false, freezeNbr: null });
    await sound();
  });

  it('is not undone through an earlier freeze of a part', async () => {
    const batchNbr = await lot(10);
    await freeze([batchNbr], { qty: 3 });
    const part = await recordOf(batchNbr);
    await recall(batchNbr);
    const held = (await batchOf(batchNbr)).freezeNbr;
    expect(await refusal(release(part, 3))).toBe(`批次${batchNbr}已被${held}召回冻结，不能解冻`);
    expect(await statusOf(batchNbr)).toEqual({ 4: 10 });
  });
});

describe('at the same time', () => {
  it('freezes and issues of a lot end, one after the other', async () => {
    const batchNbr = await lot(5);
    const key = {
      material: await acts.id('material', 'SR-08'),
      warehouse: await acts.id('warehouse', 'CK01'),
      batchNbr,
    };
    const issued = factory.as('admin', (ctx) =>
      postStock(ctx, {
        docType: 'otherIssue',
        docId: newId(),
        docNbr: 'T',
        bizDate: ctx.today,
        legs: [{ rowId: newId(), leg: 1, moveKind: '51', key, qty: -5, cost: { by: 'avg' } }],
      }),
    );
    const done = await Promise.allSettled([issued, freeze([batchNbr], { qty: 5 })]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await sound();
  });
});
