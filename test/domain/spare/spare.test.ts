/** 备件 (40 §9): in at a price, out for a device at the average, back at what it went for, counted against the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
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
const row = async (code: string, more: Rec): Promise<Row> => {
  const { id: material, unit } = await acts.byCode('material', code);
  return { id: newId(), material, unit: unit as string, ...more } as Row;
};
const doc = async (object: string, head: Rec, rows: readonly Row[], login = KEEPER): Promise<Stored> =>
  acts.save(
    object,
    { bizDate: DAY, warehouse: await acts.id('warehouse', 'CK04'), ...head, items: rows as never },
    login,
  );
const act = (object: string, action: string, rec: Stored, login = KEEPER) =>
  acts.act(object, action, rec, {}, [], login);
const read = (object: string, id: string): Promise<Stored> => shop.get(object, id);
const rowOf = (rec: Rec): Row => (rec.items as readonly Row[])[0]!;
const byNbr = async (object: string, nbr: string): Promise<Stored> =>
  factory.as('admin', async (ctx) => {
    const [head] = await ctx.records.find(object, 'nbr == param.nbr', { param: { nbr } });
    return (await ctx.records.get(object, head!.id as string)) as Stored;
  });
const onHand = async (code: string): Promise<number> => (await shop.balances('CK04', code))['']?.[0] ?? 0;
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};
const out = async (qty: number, more: Rec = {}): Promise<Stored> => {
  const [equipment, receiver] = [await acts.id('equipment', 'CNC-02'), await acts.id('employee', 'YG0014')];
  return doc('spareOut', { outType: '1', equipment, receiver, ...more }, [await row('7010C', { qty })]);
};
const backOf = async (issue: Stored, qty: number): Promise<Stored> => {
  const draft = await factory.as(KEEPER, async (ctx) => {
    const now = await ctx.records.get('spareOut', issue.id);
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('spareOut'), 'back', {
      targets: [{ id: issue.id, version: now!.version as number }],
    });
    return pushed!.drafts[0]!;
  });
  const items = (draft.items as readonly Row[]).map((each) => ({ ...each, qty }) as Row);
  return acts.save('spareIn', { ...draft, items: items as never }, KEEPER);
};

describe('the demo factory', () => {
  it('has 20 bearings at 180, 2 of them put into CNC-01, and a count that waits', async () => {
    expect(await byNbr('spareIn', 'BJRK202601050001')).toMatchObject({ docStatus: '60', amount: 8500 });
    expect(await byNbr('spareOut', 'BJCK202601120001')).toMatchObject({ docStatus: '60', costAmount: 360 });
    expect(await onHand('7010C')).toBe(18);
    const count = await byNbr('spareAdjust', 'BJTZ202601140001');
    expect(count).toMatchObject({ docStatus: '10', amount: -50 });
    expect(rowOf(count)).toMatchObject({ bookQty: 100, countQty: 98, diffQty: -2, costPrice: 25 });
    await sound();
  });
});

describe('an issue', () => {
  it('costs the average, says when the part was last put in, and comes back at what it went for', async () => {
    const first = await act('spareOut', 'audit', await out(3));
    expect(first).toMatchObject({ docStatus: '60', costAmount: 540 });
    expect(rowOf(first)).toMatchObject({ lastDate: null });
    const second = await out(1);
    expect(rowOf(second)).toMatchObject({ lastDate: DAY, usedDays: 0 });
    expect(await onHand('7010C')).toBe(15);

    expect(await refusal(backOf(first, 4))).toBe('该领用行已领3，已退0，最多可退3，本次4');
    const back = await backOf(first, 2);
    expect(back).toMatchObject({ inType: '2', docStatus: '10' });
    expect(await refusal(backOf(first, 2))).toBe('该领用行已领3，已退2，最多可退1，本次2');
    await act('spareIn', 'audit', back);
    expect(rowOf(await read('spareOut', first.id))).toMatchObject({ backQty: 2 });
    expect(await onHand('7010C')).toBe(17);
    expect(await refusal(act('spareOut', 'unaudit', await read('spareOut', first.id)))).not.toBe('done');
    await sound();

    await act('spareIn', 'unaudit', await read('spareIn', back.id));
    expect(rowOf(await read('spareOut', first.id))).toMatchObject({ backQty: 0 });
    await act('spareIn', 'void', await read('spareIn', back.id));
    await act('spareOut', 'unaudit', await read('spareOut', first.id));
    expect(await onHand('7010C')).toBe(18);
    await act('spareOut', 'void', await read('spareOut', second.id));
    await sound();
  });

  it('needs a device, a spare part, a store of spares, and what is there', async () => {
    expect(await refusal(out(1, { equipment: null }))).toContain('设备');
    const seal = await row('RB-12', { qty: 1 });
    const receiver = await acts.id('employee', 'YG0014');
    expect(await refusal(doc('spareOut', { outType: '4', receiver }, [seal]))).toBe('第10行「圆钢」不是备件');
    const CK01 = await acts.id('warehouse', 'CK01');
    const elsewhere = await row('7010C', { qty: 1, warehouse: CK01 });
    expect(await refusal(doc('spareOut', { outType: '4', receiver }, [elsewhere]))).toBe(
      '第10行「原材料仓」不是备件仓',
    );
    const much = await out(19);
    expect(await refusal(act('spareOut', 'audit', much))).toBe(
      '「主轴轴承」在「备件仓」合格可用18件（现存18，预留0），本次需要19件，缺1件',
    );
    expect(await onHand('7010C')).toBe(18);
    expect(await read('spareOut', much.id)).toMatchObject({ docStatus: '10', auditStatus: '1' });
  });
});

describe('a count', () => {
  it('is not audited by who wrote it, nor when the books have moved', async () => {
    const count = await byNbr('spareAdjust', 'BJTZ202601140001');
    expect(await refusal(act('spareAdjust', 'audit', count))).toBe('不能审核本人提交的单据');
    const receiver = await acts.id('employee', 'YG0014');
    const issue = await doc('spareOut', { outType: '4', receiver }, [await row('CNMG', { qty: 10 })]);
    await act('spareOut', 'audit', issue);
    expect(await refusal(act('spareAdjust', 'audit', count, 'admin'))).toBe(
      '车刀片账面数已由100变为90，请刷新后重新盘点',
    );
    expect(await onHand('CNMG')).toBe(90);
    expect(await read('spareAdjust', count.id)).toMatchObject({ docStatus: '10', auditStatus: '1' });

    const { id, version } = count;
    const anew = await acts.save('spareAdjust', { id, version, reason: '重新盘点' }, KEEPER);
    expect(rowOf(anew)).toMatchObject({ bookQty: 90, diffQty: 8 });
    const done = await act('spareAdjust', 'audit', anew, 'admin');
    expect(done).toMatchObject({ docStatus: '60', amount: 200 });
    expect(await onHand('CNMG')).toBe(98);
    await sound();
    await act('spareAdjust', 'unaudit', done);
    expect(await onHand('CNMG')).toBe(90);
    await sound();
  });

  it('names each part once', async () => {
    const rows = [await row('CNMG', { countQty: 1 }), await row('CNMG', { countQty: 2 })];
    expect(await refusal(doc('spareAdjust', { adjustType: '1', reason: '盘点' }, rows))).toContain('备件重复');
  });
});
