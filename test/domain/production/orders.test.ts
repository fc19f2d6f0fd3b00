/** 生产订单 (30 §2, P1–P3; acceptance 1 and 2): need and snapshot at the audit, lots with exact shares, sub-orders, what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { freeStock } from '../../../server/datasets/factory/free-stock';
import { freeStock as freeOf, openPurchases } from '../../../server/datasets/production/schedule-rows';
import { openApplies, openMakes } from '../../../server/datasets/purchase/supplies';
import { renewKits } from '../../../server/domain/production/kit-check';
import { remindOverdue } from '../../../server/domain/production/overdue';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { demoFactory, type Factory } from '../factory';
import { openFloor } from './floor';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

interface Chosen {
  readonly id: string;
  readonly ask: Rec;
}
const act = async (action: string, rec: Rec, ask: Rec = {}, rows?: readonly Chosen[]): Promise<Rec> => {
  await factory.as('admin', (ctx) => {
    const object = ctx.records.object(rec.object as string);
    const targets = [{ id: rec.id as string, version: rec.version as number, ...(rows ? { rows } : {}) }];
    return runAction(ctx as EngineCtx, object, action, { targets, ask });
  });
  return read(rec.object as string, rec.id as string);
};
const read = (object: string, id: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => ({ ...(await ctx.records.get(object, id)), object }));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const idOf = (object: string, code: string): Promise<string> =>
  factory.as('admin', (ctx) =>
    ctx.records.find(object, 'code == param.code', { param: { code } }).then(([found]) => found!.id as string),
  );
const order = async (material: string, planQty: number, more: Rec = {}): Promise<Rec> => {
  const [id, workshop, warehouse] = await Promise.all([
    idOf('material', material),
    idOf('factoryUnit', 'ZP'),
    idOf('warehouse', 'CK01'),
  ]);
  const rec = { material: id, planQty, workshop, warehouse, dueDate: '2026-01-20', ...more };
  const saved = await factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, 'prdOrder', { rec, accept: [] }));
  return { ...saved, object: 'prdOrder' };
};
const needs = (rec: Rec): Promise<Record<string, unknown>> =>
  factory.as('admin', async (ctx) => {
    const rows = rec.materials as readonly Row[];
    const materials = await ctx.records.many(
      'material',
      rows.map((row) => row.material as string),
    );
    return Object.fromEntries(rows.map((row, n) => [materials[n]!.code, row.needQty]));
  });
const workOrders = (rec: Rec): Promise<readonly Rec[]> =>
  factory.as('admin', async (ctx) => {
    const found = await ctx.records.find('workOrder', 'prdOrderNbr == param.id', {
      param: { id: rec.id },
      sort: 'nbr',
    });
    return Promise.all(
      found.map(async ({ id }) => ({ ...(await ctx.records.get('workOrder', id)), object: 'workOrder' })),
    );
  });
const operations = (workOrder: Rec): Promise<readonly Rec[]> =>
  factory.as('admin', (ctx) =>
    ctx.records.find('orderProcess', 'workOrderNbr == param.id', { param: { id: workOrder.id }, sort: 'opNbr' }),
  );

describe('the audit of an order', () => {
  it('keeps needs, route and versions of its day', async () => {
    const rec = await act('audit', await order('LA-100', 100));
    const found = await needs(rec);
    expect(found).toMatchObject({ 'MT-12': 100, 'SR-08': 204 });
    expect((rec.ops as readonly Row[]).map(({ opNbr }) => opNbr)).toEqual([10, 20, 30]);
    expect(rec).toMatchObject({ auditStatus: '2', docStatus: '10', openQty: 100 });
    expect(rec.bom).not.toBeNull();
  });
  it('rounds each need up once to the decimals of its unit', async () => {
    const rec = await act('audit', await order('LA-100', 33));
    expect(await needs(rec)).toMatchObject({ 'SR-08': 68, 'CTN-20': 2, 'GR-01': 0.165 });
    const full = await act('audit', await order('LA-100', 100));
    expect(await needs(full)).toMatchObject({ 'SC-M4': 404, 'CTN-20': 5, 'GR-01': 0.5 });
  });
  it('refuses a product without a structure in force, and writes nothing', async () => {
    const rec = await order('HG-100', 10);
    expect(await refusal(act('audit', rec))).toBe('产品「HG-100」没有生效的物料清单，不能审核');
    expect(await read('prdOrder', rec.id as string)).toMatchObject({ auditStatus: '1', materials: [] });
  });
});

describe('下达', () => {
  it('leaves the line to the planner where a workshop has several, and takes a line that is ordered', async () => {
    const places = ['JJ', 'JJ-XX', 'ZS'];
    const ids = await Promise.all(places.map((code) => idOf('factoryUnit', code)));
    const lines = await Promise.all(
      ids.map(async (workshop) => {
        const rec = await act('release', await act('audit', await order('LA-100', 5, { workshop })), {
          qty: 5,
          lotQty: 0,
        });
        return (await workOrders(rec)).map(({ line }) => line ?? null);
      }),
    );
    expect(lines).toEqual([[null], [ids[1]], [null]]);
  });
  it('makes lots whose shares add up to the need', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const rec = await act('release', audited, { qty: 100, lotQty: 40 });
    expect(rec).toMatchObject({ docStatus: '20', releasedQty: 100, openQty: 0 });
    const lots = await workOrders(rec);
    expect(lots.map(({ planQty }) => planQty)).toEqual([40, 40, 20]);
    expect(await Promise.all(lots.map(async (lot) => (await needs(lot))['SR-08']))).toEqual([82, 82, 40]);
    const steps = await operations(lots[0]!);
    expect(steps.map(({ opNbr, planQty, docStatus, isLast }) => [opNbr, planQty, docStatus, isLast])).toEqual([
      [10, 40, '20', false],
      [20, 40, '10', false],
      [30, 40, '10', true],
    ]);
    expect(lots.map(({ line }) => line)).toEqual(Array(3).fill(await idOf('factoryUnit', 'ZP-ZZ')));
    expect(await refusal(act('unaudit', rec))).toBe(`已下达工单${lots.map(({ nbr }) => nbr).join('、')}，不能反审核`);
    expect(await refusal(act('close', rec, { reason: '90' }))).toBe(`工单${lots[0]!.nbr}尚未完工，不能结案`);
  });
  it('refuses more than the order has left', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const rec = await act('release', audited, { qty: 60, lotQty: 0 });
    expect(await refusal(act('release', rec, { qty: 0.5, lotQty: 0 }))).toBe('单位「件」最多0位小数');
    expect(await refusal(act('release', rec, { qty: 40, lotQty: 0.5 }))).toBe('单位「件」最多0位小数');
    expect(await refusal(act('release', rec, { qty: 50, lotQty: 0 }))).toBe('计划100，已下达60，最多可下达40，本次50');
    expect((await workOrders(rec)).length).toBe(1);
  });
  it('is taken back by voiding the work order, share and all', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const rec = await act('release', audited, { qty: 60, lotQty: 0 });
    const [lot] = await workOrders(rec);
    await act('void', lot!);
    const now = await read('prdOrder', rec.id as string);
    expect(now).toMatchObject({ releasedQty: 0, docStatus: '10' });
    expect((await operations(lot!)).map(({ docStatus }) => docStatus)).toEqual(['80', '80', '80']);
  });
});

describe('拆分', () => {
  it('divides quantity, materials and operations, the sums kept', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const rec = await act('release', audited, { qty: 100, lotQty: 0 });
    const [lot] = await workOrders(rec);
    expect(await refusal(act('split', lot!, { qty: 0.5 }))).toBe('单位「件」最多0位小数');
    await act('split', lot!, { qty: 60 });
    const both = await workOrders(rec);
    expect(both.map(({ planQty }) => planQty)).toEqual([40, 60]);
    expect(await Promise.all(both.map(async (each) => (await needs(each))['SR-08']))).toEqual([82, 122]);
    const parts = await Promise.all(both.map(operations));
    expect(parts.map((steps) => steps.map(({ planQty }) => planQty))).toEqual([
      [40, 40, 40],
      [60, 60, 60],
    ]);
    expect(await refusal(act('split', both[0]!, { qty: 40 }))).toBe('拆出数量必须大于0且小于40');
    const floor = await openFloor(factory);
    const [first] = await operations(both[0]!);
    const employee = await idOf('employee', 'YG0008');
    await floor.save('dispatchOrder', { orderProcess: first!.id, assignKind: '10', employee, qty: 10 });
    const given = await read('workOrder', both[0]!.id as string);
    expect(await refusal(act('split', given, { qty: 10 }))).toBe('工单已有派工，不能拆分');
  });
});

describe('生成子订单', () => {
  it('makes an order for a made row once, and forgets it when that is deleted', async () => {
    const audited = await act('audit', await order('LA-100', 40));
    const row = await made(audited, 'SG-100');
    const rec = await act('explode', audited, {}, [
      { id: row.id as string, ask: { qty: 30, dueDate: '2026-01-18', deep: false } },
    ]);
    const stamp = (rec.materials as readonly Row[]).find(({ id }) => id === row.id)?.sourceOrderNbr;
    expect(stamp).toBe(`${rec.nbr}-01`);
    const [child] = await factory.as('admin', (ctx) =>
      ctx.records.find('prdOrder', 'nbr == param.nbr', { param: { nbr: stamp as string } }),
    );
    expect(child).toMatchObject({ planQty: 30, parentNbr: rec.id, auditStatus: '1', dueDate: '2026-01-18' });
    const again = [{ id: row.id as string, ask: { qty: 1, dueDate: '2026-01-18', deep: false } }];
    expect(await refusal(act('explode', rec, {}, again))).toBe('已生成子订单，不可重复生成');
    expect(await refusal(act('unaudit', rec))).toBe(`已生成子订单${stamp}，不能反审核`);
    await factory.as('admin', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'del', {
        targets: [{ id: child!.id as string, version: child!.version as number }],
      }),
    );
    const after = await read('prdOrder', rec.id as string);
    expect((after.materials as readonly Row[]).find(({ id }) => id === row.id)?.sourceOrderNbr).toBeNull();
  });
});
const made = (rec: Rec, code: string): Promise<Row> =>
  factory.as('admin', async (ctx) => {
    const rows = rec.materials as readonly Row[];
    const materials = await ctx.records.many(
      'material',
      rows.map((row) => row.material as string),
    );
    return rows[materials.findIndex((material) => material.code === code)]!;
  });

describe('变更', () => {
  it('counts the needs anew and says who changed what', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const half = { planQty: 33.5, dueDate: '2026-01-20', priority: '2', reason: '客户减量' };
    expect(await refusal(act('change', audited, half))).toBe('单位「件」最多0位小数');
    const rec = await act('change', audited, { planQty: 33, dueDate: '2026-01-20', priority: '2', reason: '客户减量' });
    expect(await needs(rec)).toMatchObject({ 'SR-08': 68, 'CTN-20': 2, 'GR-01': 0.165 });
    const full = await act('audit', await order('LA-100', 100));
    expect(await needs(full)).toMatchObject({ 'SC-M4': 404, 'CTN-20': 5, 'GR-01': 0.5 });
    expect((rec.changes as readonly Row[]).map(({ what, oldValue, newValue }) => [what, oldValue, newValue])).toEqual([
      ['计划数量', '100', '33'],
      ['优先级', '正常', '加急'],
    ]);
    const released = await act('release', rec, { qty: 20, lotQty: 0 });
    const less = { planQty: 10, dueDate: '2026-01-20', priority: '2', reason: '再减' };
    expect(await refusal(act('change', released, less))).toBe('已下达20，计划数量不能小于20');
  });
});

/** With starts on its operations: hold.test.ts; closing while something runs: finish.test.ts. */
describe('暂停', () => {
  const states = async (lot: Rec): Promise<unknown> => [
    (await read('workOrder', lot.id as string)).docStatus,
    (await operations(lot)).map(({ docStatus }) => docStatus),
  ];
  it('of an order that only waits comes back to 已下达', async () => {
    const audited = await act('audit', await order('LA-100', 40));
    const rec = await act('release', audited, { qty: 40, lotQty: 0 });
    const [lot] = await workOrders(rec);
    const paused = await act('pause', rec, { reason: '90', note: '' });
    expect(await states(lot!)).toEqual(['10', ['20', '10', '10']]);
    expect((await act('resume', paused)).docStatus).toBe('20');
  });
});

describe('结案', () => {
  it('asks why less was received than ordered, and can be taken back', async () => {
    const audited = await act('audit', await order('LA-100', 100));
    const rec = await act('release', audited, { qty: 100, lotQty: 0 });
    const [lot] = await workOrders(rec);
    await act('close', lot!);
    expect((await operations(lot!)).map(({ docStatus }) => docStatus)).toEqual(['80', '80', '80']);
    const now = await read('prdOrder', rec.id as string);
    expect(await refusal(act('close', now))).toBe('计划100，已入库0，允许欠交0%，请填写短缺原因');
    expect((await read('prdOrder', rec.id as string)).docStatus).toBe('20');
    const closed = await act('close', now, { reason: '30' });
    expect(closed).toMatchObject({ docStatus: '80', closeReason: '30' });
    expect(await act('reopen', closed)).toMatchObject({ docStatus: '20', closeReason: null });
    await act('reopen', await read('workOrder', lot!.id as string));
    expect((await operations(lot!)).map(({ docStatus }) => docStatus)).toEqual(['20', '10', '10']);
  });
});

describe('齐套检查', () => {
  it('lets orders take in turn what there is', async () => {
    const sooner = await act('audit', await order('SG-100', 800, { priority: '1' }));
    const later = await act('audit', await order('SG-100', 800, { priority: '2' }));
    // 280 kg of bars, 0.25 kg a screw
    expect(await stockOf('RB-12')).toBe(280);
    await factory.as('admin', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'kit', {
        targets: [later, sooner].map(({ id, version }) => ({ id: id as string, version: version as number })),
      }),
    );
    expect(await read('prdOrder', sooner.id as string)).toMatchObject({ kitRate: 100, kitQty: 800 });
    const short = await read('prdOrder', later.id as string);
    expect(short).toMatchObject({ kitRate: 40, kitQty: 320 });
    expect((short.materials as readonly Row[])[0]!.shortQty).toBe(120);
  });
});
describe('生成采购申请', () => {
  const drafts = (rec: Rec): Promise<readonly Rec[]> =>
    factory.as('admin', async (ctx) => {
      const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'toApply', {
        targets: [{ id: rec.id as string, version: rec.version as number }],
      });
      return pushed!.drafts;
    });
  const netOf = ({ material, needQty }: Row, day: string): Promise<number> =>
    factory.as('admin', async (ctx) => {
      const id = String(material);
      const { safetyStock } = (await ctx.records.get('material', id)) as Rec;
      const stock = await freeOf(ctx, [id]);
      const coming = [await openPurchases(ctx, [id]), await openApplies(ctx, [id]), await openMakes(ctx, [id])].flat();
      const there = [...stock, ...coming.filter((each) => each.day <= day)].reduce((sum, { qty }) => sum + qty, 0);
      return Math.max(0, Number(needQty) - there + Number(safetyStock ?? 0));
    });
  it('applies for what is bought and short, and for no more than that', async () => {
    const sealsId = await idOf('material', 'SR-08');
    const rec = await act('kit', await act('audit', await order('LA-100', 5000)));
    const short = (rec.materials as readonly Row[]).filter(
      ({ makeType, shortQty }) => makeType === '2' && Number(shortQty) > 0,
    );
    expect(short.length).toBeGreaterThan(0);
    const [draft] = await drafts(rec);
    const items = draft!.items as readonly Row[];
    expect(draft).toMatchObject({ applyType: '1', requireDate: '2026-01-20' });
    // what is free or on its way by then is not bought again; seals: 30 to keep, by packs of 100
    const net = await Promise.all(short.map((row) => netOf(row, '2026-01-20')));
    const bought = short
      .map((row, n) => [row.material, rec.id, row.needQty, net[n]] as const)
      .filter(([, , , qty]) => qty! > 0);
    expect(bought.length).toBeLessThan(short.length);
    expect(items.map(({ material, prdOrder, grossQty, needQty }) => [material, prdOrder, grossQty, needQty])).toEqual(
      bought,
    );
    const seals = items.find(({ material }) => material === sealsId);
    expect(seals).toMatchObject({ qty: Math.ceil((seals!.needQty as number) / 100) * 100 });
    expect(seals!.qty).toBeGreaterThan(seals!.needQty as number);
    const save = (rows: readonly Row[]) =>
      factory.as('admin', (ctx) =>
        saveRecord(ctx as EngineCtx, 'purchaseApply', {
          rec: { ...draft, items: undefined },
          changes: { items: { set: rows, del: [] } },
          accept: [],
        }),
      );
    const applied = () =>
      factory.as('admin', (ctx) =>
        ctx.records.find('purchaseApply', 'id == param.id', { param: { id: draft!.id as string } }),
      );
    const most = items[0]!.qty as number;
    await expect(save([{ ...items[0]!, qty: most + 1 }])).rejects.toThrow(
      `「${rec.nbr}」第${short[0]!.lineNo}行可下推数量${most}，本次${most + 1}`,
    );
    expect(await applied()).toEqual([]);
    await save(items);
    expect(await applied()).toHaveLength(1);
    const again = await read('prdOrder', rec.id as string);
    await expect(drafts(again)).rejects.toThrow('没有可生成采购申请的明细');
    // the audit changes what counts as on its way, not what is missing
    await act('audit', await read('purchaseApply', draft!.id as string));
    await expect(drafts(again)).rejects.toThrow('没有可生成采购申请的明细');
  });
  it('needs each row the day before its operation is planned to begin', async () => {
    const rec = await act('audit', await order('LA-100', 50_000, { dueDate: '2026-02-20' }));
    await act('release', rec, { qty: 50_000, lotQty: 0 });
    const [first] = await operations((await workOrders(rec))[0]!);
    await factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', first!.id as string, {
        head: { plannedStart: '2026-02-10 08:00:00' } as never,
      }),
    );
    const [draft] = await drafts(await act('kit', await read('prdOrder', rec.id as string)));
    const days = new Set((draft!.items as readonly Row[]).map(({ requireDate }) => requireDate));
    expect([draft!.requireDate, ...days]).toEqual(['2026-02-09', '2026-02-09']);
  });
});
describe('下推入库', () => {
  const toWarehouse = (login: string, rec: Rec) =>
    factory.as(login, (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'toWarehouse', {
        targets: [{ id: rec.id as string, version: rec.version as number }],
      }),
    );
  const receipts = (rec: Rec) =>
    factory.as('admin', (ctx) => ctx.records.find('enterWarehouse', 'prdOrder == param.id', { param: { id: rec.id } }));
  it('makes one receipt of what each of its work orders may give, and nothing twice', async () => {
    const floor = await openFloor(factory);
    const lots = await floor.workOrders(100, [{ opNbr: 10, process: 'XL' }], { lotQty: 60 });
    const rec = { id: lots[0]!.prdOrderNbr } as Rec;
    const made = () => read('prdOrder', rec.id as string);
    const finish = async (lot: Rec, good: number) => {
      const report = await floor.report(await floor.start(lot, 10, good), good);
      await floor.act('audit', report);
    };
    await finish(lots[0]!, 58);
    await finish(lots[1]!, 39);
    expect(await refusal(toWarehouse('liuqiang', await made()))).toBe('没有权限，请联系管理员');
    const { answer } = await toWarehouse('wangmin', await made());
    const [receipt] = await receipts(rec);
    expect(answer).toEqual({ created: [{ object: 'enterWarehouse', id: receipt!.id, nbr: receipt!.nbr }] });
    expect(receipt).toMatchObject({ docStatus: '10', enterType: '1', qty: 97, prdOrder: rec.id });
    const { items } = (await read('enterWarehouse', receipt!.id as string)) as { items: readonly Row[] };
    expect(items.map(({ workOrder, qty, srcNbr }) => [workOrder, qty, srcNbr])).toEqual(
      lots.map(({ id, nbr }, n) => [id, [58, 39][n], nbr]),
    );
    expect(await refusal(toWarehouse('wangmin', await made()))).toBe('没有可下推入库的明细');
    expect(await receipts(rec)).toHaveLength(1);
  });
});

it('at night all open orders are checked and the late ones told of once', async () => {
  const rec = await act('audit', await order('LA-100', 40));
  expect(rec.kitAt).toBeNull();
  expect(await factory.as('admin', (ctx) => renewKits(ctx.asSystem()))).toBeGreaterThan(0);
  const checked = await read('prdOrder', rec.id as string);
  expect(checked).toMatchObject({ kitRate: 0, kitQty: 0, kitAt: '2026-01-15 10:00:00' });
  // due before today: two orders and a work order
  expect(await factory.as('admin', (ctx) => remindOverdue(ctx.asSystem()))).toBe(3);
  expect(await factory.as('admin', (ctx) => remindOverdue(ctx.asSystem()))).toBe(0);
});
const stockOf = async (code: string): Promise<number> => {
  const id = await idOf('material', code);
  return factory.as('admin', async (ctx) => (await freeStock(ctx, [id])).get(id) ?? 0);
};

describe('采用替代料', () => {
  const subOrder = async (planQty: number): Promise<readonly [Rec, Row]> => {
    const rec = await act('audit', await order('LA-100', planQty));
    return [rec, await made(rec, 'SG-100')];
  };
  it('takes the bought screw for the made one and keeps its name', async () => {
    const bought = await stockOf('LS-100');
    const own = await stockOf('SG-100');
    const [rec, row] = await subOrder(own + bought);
    const after = await act('substitute', rec, {}, [{ id: row.id as string, ask: {} }]);
    const rows = (after.materials as readonly Row[]).filter(
      ({ material, mainMaterial }) => material === row.material || mainMaterial === row.material,
    );
    const expected = own > 0 ? [own, bought] : [bought];
    expect(rows.map(({ needQty }) => needQty)).toEqual(expected);
    expect(rows.at(-1)).toMatchObject({ materialCode: 'LS-100', mainMaterial: row.material, makeType: '2' });
    expect(rows.reduce((sum, { perQty }) => sum + Number(perQty), 0)).toBeCloseTo(1, 6);
    const half = { planQty: (own + bought) / 2, dueDate: '2026-01-20', priority: '3', reason: '客户减量' };
    const less = ((await act('change', after, half)).materials as readonly Row[]).filter(
      ({ mainMaterial }) => mainMaterial === row.material,
    );
    expect(less.map(({ materialCode, needQty }) => [materialCode, needQty])).toEqual([['LS-100', bought / 2]]);
  });
  it('reaches the work orders that were released before, each by its share, and what is released later', async () => {
    const total = (await stockOf('SG-100')) + (await stockOf('LS-100'));
    const [rec, row] = await subOrder(total);
    await act('release', rec, { qty: 30, lotQty: 20 });
    const released = await read('prdOrder', rec.id as string);
    const after = await act('substitute', released, {}, [{ id: row.id as string, ask: {} }]);
    const stands = (after.materials as readonly Row[]).filter(
      ({ material, mainMaterial }) => material === row.material || mainMaterial === row.material,
    );
    const shares = async (): Promise<readonly (readonly [string, number])[][]> => {
      const lots = await factory.as('admin', (ctx) =>
        ctx.records.find('workOrder', 'prdOrderNbr == param.id', { param: { id: rec.id as string }, sort: 'nbr' }),
      );
      const whole = await Promise.all(lots.map(({ id }) => read('workOrder', id)));
      return whole.map(({ materials }) =>
        (materials as readonly Row[])
          .filter(({ orderRow }) => stands.some(({ id }) => id === orderRow))
          .map(({ materialCode, needQty }) => [String(materialCode), Number(needQty)] as const),
      );
    };
    const codes = stands.map(({ materialCode }) => materialCode);
    expect(codes).toContain('LS-100');
    const lots = await shares();
    expect(lots).toHaveLength(2);
    expect(lots.map((lot) => lot.map(([code]) => code))).toEqual([codes, codes]);
    await act('release', await read('prdOrder', rec.id as string), { qty: total - 30, lotQty: 0 });
    const sums = new Map<string, number>();
    for (const [code, qty] of (await shares()).flat()) sums.set(code, (sums.get(code) ?? 0) + qty);
    expect([...sums]).toEqual(stands.map(({ materialCode, needQty }) => [materialCode, needQty]));
  });
  it('is taken at the release where nobody is asked (prd.autoSub); what nobody covers stays', async () => {
    const auto = (on: boolean | null) =>
      factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['prd.autoSub', on]]));
    const total = (await stockOf('SG-100')) + (await stockOf('LS-100'));
    const subs = (rec: Rec) =>
      (rec.materials as readonly Row[]).filter(({ mainMaterial }) => mainMaterial !== null).map((row) => row.needQty);
    const release = async (rec: Rec) => act('release', rec, { qty: rec.planQty, lotQty: 0 });
    expect(subs(await release((await subOrder(total))[0]))).toEqual([]);
    await auto(true);
    const rec = await release((await subOrder(total))[0]);
    expect(rec).toMatchObject({ releasedQty: total });
    expect(subs(rec)).toContain(await stockOf('LS-100'));
    const [lot] = await workOrders(rec);
    const codes = (lot!.materials as readonly Row[]).map(({ materialCode }) => materialCode);
    expect(codes).toContain('LS-100');
    expect(subs(await release((await subOrder(5000))[0]))).toEqual([]);
    await auto(null);
  });
  it('refuses when nobody covers the need, and changes nothing', async () => {
    const [rec, row] = await subOrder(5000);
    const sentence = await refusal(act('substitute', rec, {}, [{ id: row.id as string, ask: {} }]));
    expect(sentence).toBe(`「SG-100」没有足够的替代料，仍缺${5000 - (await stockOf('SG-100'))}`);
    expect(await read('prdOrder', rec.id as string)).toMatchObject({ version: rec.version });
  });
});

it('of two releases at once the second finds what the first has left', async () => {
  const audited = await act('audit', await order('LA-100', 100));
  const both = await Promise.all([60, 60].map((qty) => refusal(act('release', audited, { qty, lotQty: 0 }))));
  expect(both.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(both.find((answer) => answer !== 'done')).toMatch(
    /^(计划100，已下达60，最多可下达40，本次60|数据已被他人修改)/,
  );
  expect((await workOrders(audited)).map(({ planQty }) => planQty)).toEqual([60]);
});

it('refuses operations that wait for each other or for none there is, and writes nothing', async () => {
  const rec = await order('LA-100', 100);
  const process = await idOf('process', 'XL');
  const save = (before: readonly (readonly string[])[]) =>
    factory.as('admin', (ctx) => {
      const set = before.map(
        (predecessors, n): Row => ({ id: ctx.newId(), opNbr: (n + 1) * 10, process, predecessors }),
      );
      const given = { id: rec.id as string, version: rec.version as number };
      return saveRecord(ctx as EngineCtx, 'prdOrder', { rec: given, changes: { ops: { set, del: [] } }, accept: [] });
    });
  expect(await refusal(save([['20'], ['10']]))).toBe('工序10与工序20互为前工序');
  expect(await refusal(save([['30'], ['10'], ['20']]))).toBe('前工序存在循环：10 → 20 → 30 → 10');
  expect(await refusal(save([['0'], ['90']]))).toBe('前工序90不存在');
  expect(await refusal(save([['0'], ['0']]))).toBe('末道工序必须唯一，当前为10、20');
  expect((await read('prdOrder', rec.id as string)).ops).toEqual([]);
  expect(await refusal(save([['0'], ['10']]))).toBe('done');
});
it('keeps operations that come with a new order', async () => {
  const [process, route] = [await idOf('process', 'ZP'), await idOf('route', 'GY0001')];
  const rec = await order('LA-100', 5, { route, ops: [{ id: crypto.randomUUID(), opNbr: 10, process, ratio: 1 }] });
  expect((rec.ops as readonly Row[]).map(({ opNbr }) => opNbr)).toEqual([10]);
});
