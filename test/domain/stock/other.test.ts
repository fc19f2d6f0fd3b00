import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { proveStock } from '../../../server/stock/proof';
import { DAY, demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const idOf = (object: string, code: string): Promise<string> =>
  factory.as('admin', (ctx) =>
    ctx.records.find(object, 'code == param.code', { param: { code } }).then(([record]) => record!.id as string),
  );
const byNbr = (object: string, nbr: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const [head] = await ctx.records.find(object, 'nbr == param.nbr', { param: { nbr } });
    return (await ctx.records.get(object, head!.id as string))!;
  });
const make = (object: string, head: Rec, row: Rec): Promise<Rec> =>
  factory.as('zhoutao', async (ctx) => {
    const items = [{ id: ctx.newId(), ...row } as Row];
    return saveRecord(ctx as EngineCtx, object, { rec: { bizDate: DAY, ...head, items }, accept: [] });
  });
const act = (object: string, action: string, rec: Rec, login = 'zhoutao') =>
  factory.as(login, (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id: rec.id as string, version: rec.version as number }],
    }),
  );
const onHand = (material: string): Promise<number> =>
  factory.as('admin', async (ctx) => {
    const rows = await ctx.trx.selectFrom('stock_balance').select('qty').where('material_id', '=', material).execute();
    return rows.reduce((sum, { qty }) => sum + Number(qty), 0);
  });

describe('other receipts and issues', () => {
  it('of the demo factory stand in stock: 300 received, 20 issued at the average', async () => {
    expect(await onHand(await idOf('material', 'RB-12'))).toBe(280);
    const issue = await byNbr('otherIssue', 'QTCK202601140001');
    expect(issue).toMatchObject({ docStatus: '60', auditStatus: '2', costAmount: 130 });
  });

  it('refuses an issue of more than there is and writes nothing', async () => {
    const [material, warehouse, unit] = [
      await idOf('material', 'RB-12'),
      await idOf('warehouse', 'CK01'),
      await idOf('unit', 'KG'),
    ];
    const issue = await make(
      'otherIssue',
      { kind: '6', reason: '试验', warehouse },
      { material, unit, warehouse, qty: 300, qualityStatus: '1' },
    );
    await expect(act('otherIssue', 'audit', issue)).rejects.toThrow(/280.*300|300.*280/);
    expect(await onHand(material)).toBe(280);
    expect(await byNbr('otherIssue', issue.nbr as string)).toMatchObject({ auditStatus: '1', docStatus: '10' });
  });

  it('takes an audit back exactly', async () => {
    const material = await idOf('material', 'RB-12');
    const issue = await byNbr('otherIssue', 'QTCK202601140001');
    await act('otherIssue', 'unaudit', issue);
    expect(await onHand(material)).toBe(300);
    await act('otherIssue', 'audit', await byNbr('otherIssue', 'QTCK202601140001'));
    expect(await onHand(material)).toBe(280);
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });

  it('takes an opening balance only of what nothing has moved yet', async () => {
    const [material, warehouse, unit] = [
      await idOf('material', 'RB-12'),
      await idOf('warehouse', 'CK01'),
      await idOf('unit', 'KG'),
    ];
    await expect(
      make('otherReceipt', { kind: '2', warehouse }, { material, unit, warehouse, qty: 1, price: 1 }),
    ).rejects.toThrow('「圆钢」已有出入库记录，不能再录入期初');
    // a reason is asked for 其他
    await expect(
      make('otherReceipt', { kind: '6', warehouse }, { material, unit, warehouse, qty: 1, price: 1 }),
    ).rejects.toThrow('原因');
  });

  it('takes the end of a lot as it is typed, else by the shelf life', async () => {
    const [material, warehouse, unit] = [
      await idOf('material', 'GR-01'),
      await idOf('warehouse', 'CK01'),
      await idOf('unit', 'KG'),
    ];
    const row = { material, unit, warehouse, qty: 1, price: 1, produceDate: '2026-01-05' };
    const head = { kind: '6', reason: '试验', warehouse };
    await factory.as('admin', (ctx) => ctx.records.patch('material', material, { head: { shelfLifeDays: 180 } }));
    const computed = await make('otherReceipt', head, row);
    expect((computed.items as Row[])[0]).toMatchObject({ expireDate: '2026-07-04' });
    const typed = await make('otherReceipt', head, { ...row, batchNbr: 'TYPED-1', expireDate: '2026-03-01' });
    expect((typed.items as Row[])[0]).toMatchObject({ expireDate: '2026-03-01' });
    await act('otherReceipt', 'audit', await byNbr('otherReceipt', typed.nbr as string));
    const [lot] = await factory.as('admin', (ctx) =>
      ctx.records.find('batch', 'batchNbr == param.nbr', { param: { nbr: 'TYPED-1' } }),
    );
    expect(lot).toMatchObject({ expireDate: '2026-03-01' });
    await act('otherReceipt', 'unaudit', await byNbr('otherReceipt', typed.nbr as string));
  });

  it('puts what is scrapped into 报废仓, without value', async () => {
    const [material, warehouse, unit] = [
      await idOf('material', 'RB-12'),
      await idOf('warehouse', 'CK01'),
      await idOf('unit', 'KG'),
    ];
    const row = { material, unit, warehouse, qty: 2, qualityStatus: '1' };
    const issue = await make('otherIssue', { kind: '2', reason: '锈蚀', warehouse }, row);
    await act('otherIssue', 'audit', issue);
    expect(await byNbr('otherIssue', issue.nbr as string)).toMatchObject({ docStatus: '60', costAmount: 13 });
    const scrapped = await factory.as('admin', async (ctx) =>
      ctx.records.find('stockBalance', "material == param.material && warehouse.code == 'BF01'", {
        param: { material },
      }),
    );
    expect(scrapped).toMatchObject([{ qty: 2 }]);
    await act('otherIssue', 'unaudit', await byNbr('otherIssue', issue.nbr as string));
    expect(await onHand(material)).toBe(280);
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });

  it('asks who uses what a department takes, and never lets frozen stock go', async () => {
    const [material, warehouse, unit] = [
      await idOf('material', 'RB-12'),
      await idOf('warehouse', 'CK01'),
      await idOf('unit', 'KG'),
    ];
    const row = { material, unit, warehouse, qty: 1, qualityStatus: '1' };
    await expect(make('otherIssue', { kind: '3', reason: '领用', warehouse }, row)).rejects.toThrow('领用');
    await expect(
      make('otherIssue', { kind: '4', reason: '样品', warehouse }, { ...row, qualityStatus: '4' }),
    ).rejects.toThrow('第10行不能出冻结的库存');
  });
});

describe('workshops', () => {
  it('come with their line-side store', async () => {
    const unit = await factory.as('admin', async (ctx) => {
      const [found] = await ctx.records.find('factoryUnit', "code == 'JJ'");
      return found!;
    });
    const store = await factory.as('admin', (ctx) => ctx.records.get('warehouse', unit.lineWarehouse as string));
    expect(store).toMatchObject({ code: 'XB-JJ', name: '机加车间线边仓', kind: '4', isVirtual: true });
  });
  it('stand where the model says', async () => {
    const line = factory.as('admin', (ctx) =>
      saveRecord(ctx as EngineCtx, 'factoryUnit', { rec: { code: 'X1', name: '悬空线', modelType: '30' }, accept: [] }),
    );
    await expect(line).rejects.toThrow('产线只能建在车间下');
  });
});

describe('shifts', () => {
  it('count their minutes over midnight and keep breaks inside', async () => {
    const shift = await factory.as('admin', async (ctx) => (await ctx.records.find('shift', "code == 'BC02'"))[0]!);
    expect(shift).toMatchObject({ crossDay: true, totalMin: 540, breakMin: 60, planMin: 480 });
    const wrong = factory.as('admin', (ctx) =>
      saveRecord(ctx as EngineCtx, 'shift', {
        rec: {
          code: 'BC09',
          name: '错班',
          startTime: '08:00:00',
          endTime: '12:00:00',
          breaks: [{ id: ctx.newId(), name: '午休', startTime: '11:50:00', endTime: '12:30:00' } as Row],
        },
        accept: [],
      }),
    );
    await expect(wrong).rejects.toThrow('休息时间必须在班次时间内');
  });
});
