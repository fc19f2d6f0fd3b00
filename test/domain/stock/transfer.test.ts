/** 调拨 (40 §4, L20, §14 acceptance 14): through 在途 in two steps or at once, losses with reason and by another user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { DAY, demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const KEEPER = 'zhoutao';
let lots = 0;
/** a new lot of 密封圈 in 原材料仓, 1.00 a piece */
const lot = async (qty: number): Promise<string> => {
  const batchNbr = `DB${String(++lots).padStart(4, '0')}`;
  await shop.beside('CK01', 'SR-08', qty, { batchNbr });
  return batchNbr;
};
const row = async (qty: number, batchNbr: string, more: Rec = {}): Promise<Row> => {
  const { id: material, unit } = await acts.byCode('material', 'SR-08');
  return { id: newId(), material, unit: unit as string, qty, batchNbr, ...more } as Row;
};
const issueOf = async (rows: readonly Row[], more: Rec = {}, login = KEEPER): Promise<Stored> => {
  const [fromWarehouse, toWarehouse] = [await acts.id('warehouse', 'CK01'), await acts.id('warehouse', 'CK02')];
  const head = { bizDate: DAY, fromWarehouse, toWarehouse, reason: '2', ...more };
  return acts.save('TransferIssue', { ...head, items: rows as never }, login);
};
const audit = (object: string, rec: Stored, login = KEEPER) => acts.act(object, 'audit', rec, {}, [], login);
const sent = async (qty: number, batchNbr: string): Promise<Stored> =>
  audit('TransferIssue', await issueOf([await row(qty, batchNbr)]));
const pushed = (issue: Stored, login = KEEPER): Promise<Rec> =>
  factory.as(login, async (ctx) => {
    const now = await ctx.records.get('TransferIssue', issue.id);
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('TransferIssue'), 'receive', {
      targets: [{ id: issue.id, version: now!.version as number }],
    });
    return pushed!.drafts[0]!;
  });
const receive = async (issue: Stored, change: Rec, login = KEEPER): Promise<Stored> =>
  received(await pushed(issue, login), change, login);
const received = async (draft: Rec, change: Rec, login = KEEPER): Promise<Stored> => {
  const items = (draft.items as readonly Row[]).map((line) => ({ ...line, ...change }) as Row);
  return factory.as(
    login,
    (ctx) =>
      saveRecord(ctx as EngineCtx, 'TransferReceipt', { rec: { ...draft, items }, accept: [] }) as Promise<Stored>,
  );
};
const lies = async (batchNbr: string): Promise<Record<string, number>> =>
  factory.as('admin', async (ctx) => {
    const rows = await ctx.trx
      .selectFrom('stock_balance as b')
      .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
      .select(['w.code', 'b.qty'])
      .where('b.batch_nbr', '=', batchNbr)
      .where('b.qty', '<>', 0)
      .execute();
    return Object.fromEntries(rows.map((each) => [each.code, Number(each.qty)]));
  });
const ledgerOf = (doc: Stored): Promise<readonly (readonly [string, number])[]> =>
  factory.as('admin', async (ctx) => {
    const rows = await ctx.trx
      .selectFrom('stock_ledger')
      .select(['move_kind', 'qty'])
      .where('doc_id', '=', doc.id)
      .orderBy('seq')
      .execute();
    return rows.map((each) => [each.move_kind, Number(each.qty)] as const);
  });
const stockValue = async (): Promise<{ readonly qty: number; readonly value: number }> => {
  const id = await acts.id('material', 'SR-08');
  const [found] = await factory.as('admin', (ctx) =>
    ctx.records.find('stockValue', 'material == param.id', { param: { id } }),
  );
  return { qty: Number(found?.qty), value: Number(found?.value) };
};
const read = (object: string, id: string): Promise<Stored> => shop.get(object, id);
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('in two steps', () => {
  it('40 go out, 38 arrive and 2 are lost with a reason, by another user', async () => {
    const batchNbr = await lot(40);
    const issue = await sent(40, batchNbr);
    expect(issue).toMatchObject({ docStatus: '30', auditStatus: '2', arrivedRate: 0 });
    expect(await lies(batchNbr)).toEqual({ ZT01: 40 });
    expect(await ledgerOf(issue)).toEqual([
      ['40', -40],
      ['40', 40],
    ]);
    await sound();

    expect(await refusal(receive(issue, { qty: 38, lossQty: 2 }))).toBe('请填写损耗原因');
    expect(await refusal(receive(issue, { qty: 41 }))).toBe('在途40，本次入库41加损耗0，超出1');
    const receipt = await receive(issue, { qty: 38, lossQty: 2, lossReason: '破损' });
    expect(receipt).toMatchObject({ issueNbr: issue.id, qty: 38, lossQty: 2, docStatus: '10' });
    const { qty, value } = await stockValue();
    // what is lost is not let go by who wrote it down
    expect(await refusal(audit('TransferReceipt', receipt))).toBe('不能审核本人提交的单据');
    expect(await lies(batchNbr)).toEqual({ ZT01: 40 });
    const done = await audit('TransferReceipt', receipt, 'admin');
    expect(done).toMatchObject({ docStatus: '60' });
    expect((done.items as readonly Row[])[0]).toMatchObject({ costAmount: roundHalfUp((value * 2) / qty, 2) });
    expect(await lies(batchNbr)).toEqual({ CK02: 38 });
    expect(await ledgerOf(receipt)).toEqual([
      ['41', -38],
      ['41', 38],
      ['42', -2],
    ]);
    const after = await read('TransferIssue', issue.id);
    expect(after).toMatchObject({ docStatus: '60', arrivedRate: 100 });
    expect((after.items as readonly Row[])[0]).toMatchObject({ receivedQty: 38, lossQty: 2, inTransitQty: 0 });
    await sound();

    // taken back in reverse order
    await acts.act('TransferReceipt', 'unaudit', done);
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '30' });
    expect(await lies(batchNbr)).toEqual({ ZT01: 40 });
    await acts.act('TransferReceipt', 'void', await read('TransferReceipt', receipt.id));
    await acts.act('TransferIssue', 'unaudit', await read('TransferIssue', issue.id));
    expect(await lies(batchNbr)).toEqual({ CK01: 40 });
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '10', auditStatus: '1' });
    await sound();
  });

  it('arrives in parts; what another receipt has asked for is not on its way any more', async () => {
    const batchNbr = await lot(10);
    const issue = await sent(10, batchNbr);
    const first = await receive(issue, { qty: 6 });
    expect(await refusal(receive(issue, { qty: 5 }))).toBe('在途4，本次入库5加损耗0，超出1');
    await audit('TransferReceipt', first);
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '30', arrivedRate: 60 });
    expect(await refusal(acts.act('TransferIssue', 'unaudit', await read('TransferIssue', issue.id)))).not.toBe('done');
    expect(await lies(batchNbr)).toEqual({ CK02: 6, ZT01: 4 });
    await audit('TransferReceipt', await receive(issue, {}));
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '60' });
    expect(await lies(batchNbr)).toEqual({ CK02: 10 });
    await sound();
  });

  it('two receipts of the last pieces at once: one of them is told what is left', async () => {
    const issue = await sent(5, await lot(5));
    // both forms stand open before the first of them is saved
    const drafts = [await pushed(issue), await pushed(issue)];
    const done = await Promise.all(drafts.map((draft) => refusal(received(draft, { qty: 5 }))));
    expect([...done].sort()).toEqual(['done', '在途0，本次入库5加损耗0，超出5']);
  });
});

describe('at once', () => {
  it('the issue makes and audits its receipt', async () => {
    const batchNbr = await lot(7);
    const issue = await audit('TransferIssue', await issueOf([await row(7, batchNbr)], { transferType: '2' }));
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '60', arrivedRate: 100 });
    expect(await lies(batchNbr)).toEqual({ CK02: 7 });
    await sound();
  });

  it('undoes both when one of them is refused: 成品仓 is another keeper’s', async () => {
    const batchNbr = await lot(3);
    const toWarehouse = await acts.id('warehouse', 'CK03');
    const issue = await issueOf([await row(3, batchNbr)], { transferType: '2', toWarehouse });
    await expect(audit('TransferIssue', issue)).rejects.toMatchObject({ code: 403 });
    expect(await lies(batchNbr)).toEqual({ CK01: 3 });
    expect(await read('TransferIssue', issue.id)).toMatchObject({ docStatus: '10', auditStatus: '1' });
  });

  it('moves between places of one warehouse', async () => {
    const { id: _id, version: _version, ...like } = await acts.byCode('warehouse', 'CK02');
    const more = { code: 'CK09', name: '立体仓', usePosition: true, allowStatus: ['1', '2', '3', '4'] };
    const store = await acts.save('warehouse', { kind: '2', keepers: like.keepers!, dept: like.dept!, ...more });
    const place = async (code: string) =>
      (await acts.save('position', { code, name: code, warehouse: store.id, lockStatus: '0', mixRule: '0' })).id;
    const [a, b] = [await place('B-01'), await place('B-02')];
    const batchNbr = await lot(4);
    const there = await issueOf([await row(4, batchNbr, { toPosition: a })], {
      transferType: '2',
      toWarehouse: store.id,
    });
    await audit('TransferIssue', there);
    const same = { transferType: '2', fromWarehouse: store.id, toWarehouse: store.id };
    expect(await refusal(issueOf([await row(4, batchNbr, { position: a, toPosition: a })], same))).toBe(
      '调出仓库与调入仓库不能相同',
    );
    await audit('TransferIssue', await issueOf([await row(4, batchNbr, { position: a, toPosition: b })], same));
    const [balance] = await factory.as('admin', (ctx) =>
      ctx.records.find('stockBalance', 'batchNbr == param.batchNbr && qty > 0', { param: { batchNbr } }),
    );
    expect(balance).toMatchObject({ position: b, qty: 4 });
    await sound();
    // 移库 of a balance does the same in one step
    const move = (ask: Rec, from: Rec = balance!, login = KEEPER) =>
      acts.act('stockBalance', 'relocate', from, { toWarehouseId: store.id, ...ask }, [], login);
    const transfers = async () =>
      (await factory.as('admin', (ctx) => ctx.records.find('TransferIssue', 'true'))).length;
    const before = await transfers();
    expect(await refusal(move({ qty: 5, toPositionId: a }))).toBe('可移4，本次5');
    expect(await refusal(move({ qty: 3, toPositionId: b }))).toBe('调出仓库与调入仓库不能相同');
    expect(await refusal(move({ qty: 3 }))).toContain('请填写调入库位');
    // a keeper of other stores does not move it
    expect(await refusal(move({ qty: 1, toPositionId: a }, balance!, 'jianglei'))).not.toBe('done');
    expect(await transfers()).toBe(before);
    const worth = await stockValue();
    await move({ qty: 3, toPositionId: a });
    expect(await stockValue()).toEqual(worth);
    const lying = await factory.as('admin', (ctx) =>
      ctx.records.find('stockBalance', 'batchNbr == param.batchNbr && qty > 0', { param: { batchNbr }, sort: 'qty' }),
    );
    expect(lying.map(({ position, qty }) => [position, qty])).toEqual([
      [b, 1],
      [a, 3],
    ]);
    await sound();
    // two at once of the same three: one of them finds too little
    const there3 = lying[1]!;
    const both = await Promise.all([1, 2].map(() => refusal(move({ qty: 2, toPositionId: b }, there3))));
    expect(both.filter((each) => each === 'done')).toHaveLength(1);
    expect((await shop.get('stockBalance', there3.id as string)).qty).toBe(1);
    // frozen stock stays where it is
    const last = await shop.get('stockBalance', there3.id as string);
    await acts.act('stockBalance', 'freeze', last, { reason: '划伤' }, [], 'gaofeng');
    const [frozen] = await factory.as('admin', (ctx) =>
      ctx.records.find('stockBalance', 'batchNbr == param.batchNbr && qualityStatus == 4 && qty > 0', {
        param: { batchNbr },
      }),
    );
    expect(await refusal(move({ qty: 1, toPositionId: b }, frozen!))).not.toBe('done');
    expect((await shop.get('stockBalance', frozen!.id as string)).qty).toBe(1);
    expect(await transfers()).toBe(before + 2);
    await sound();
  });
});

describe('refusals', () => {
  it('between a warehouse and itself, of more than there is, of frozen stock', async () => {
    const batchNbr = await lot(5);
    const CK01 = await acts.id('warehouse', 'CK01');
    expect(await refusal(issueOf([await row(5, batchNbr)], { toWarehouse: CK01 }))).toBe('调出仓库与调入仓库不能相同');
    expect(await refusal(issueOf([await row(5, batchNbr, { qualityStatus: '4' })]))).toBe('第10行不能调拨冻结的库存');
    const CK05 = await acts.id('warehouse', 'CK05');
    const issue = await issueOf([await row(6, batchNbr)], { toWarehouse: CK05 });
    expect(await refusal(audit('TransferIssue', issue))).toBe(
      `「密封圈」在「原材料仓」批次${batchNbr}合格可用5件（现存5，预留0），本次需要6件，缺1件`,
    );
    expect(await lies(batchNbr)).toEqual({ CK01: 5 });
  });
});
