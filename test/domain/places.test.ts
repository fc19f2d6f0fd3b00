import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../../server/ctx';
import { newId } from '../../server/ids';
import { runAction } from '../../server/records/act/actions';
import { makeCtx } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { getPageList } from '../../server/records/list/list';
import { saveRecord } from '../../server/records/save/save';
import { actCall, previewCall } from '../../server/records/save/write-calls';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const save = (object: string, rec: Rec, accept: readonly string[] = []): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept }));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
type Stored = Rec & { readonly id: string; readonly version: number };
const find = async (ctx: Ctx, object: string, code: string): Promise<Stored> => {
  const [head] = await ctx.records.find(object, 'code == param.code', { param: { code } });
  return (await ctx.records.get(object, head!.id as string)) as Stored;
};
const byCode = (object: string, code: string): Promise<Stored> => factory.as('admin', (ctx) => find(ctx, object, code));
const edit = async (object: string, code: string, change: Rec, accept: readonly string[] = []): Promise<Rec> => {
  const { id, version } = await byCode(object, code);
  return save(object, { id, version, ...change }, accept);
};
const act = async (object: string, action: string, code: string, ask: Rec = {}) => {
  const { id, version } = await byCode(object, code);
  return factory.as('admin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object(object), action, { targets: [{ id, version }], ask }),
  );
};
const row = (values: Rec) => ({ id: newId(), lineNo: 10, ...values });
const pageOf = (ctx: Ctx, code: string) => (ctx as EngineCtx).registry.page(code)!;

describe('positions by the dozen', () => {
  const PATTERN = '{zone}-{row:2}-{bay:2}-{layer:2}';
  const generate = async (ask: Rec, how: 'act' | 'preview' = 'act', login = 'admin') => {
    const warehouseId = (await byCode('warehouse', String(ask.warehouse ?? 'CK02'))).id;
    const body = {
      targets: [],
      token: newId(),
      ask: { zone: 'A', pattern: PATTERN, ...ask, warehouse: undefined, warehouseId },
    };
    // a preview is rolled back, so it begins its own transaction
    const session = await factory.as(login, async (ctx) => ctx.session);
    const ctx = await makeCtx(factory.engine.host, session, { requestId: 'test', token: body.token });
    const call = how === 'act' ? actCall : previewCall;
    return (await call(ctx, pageOf(ctx, 'position'), 'generate', body)).answer as Rec;
  };
  const codesOf = (warehouse: string) =>
    factory.as('admin', async (ctx) => {
      const found = await ctx.records.find('position', 'warehouse.code == param.warehouse', {
        param: { warehouse },
        sort: 'code',
      });
      return found.map((row) => row.code);
    });

  it('come from ranges and a pattern, shown before', async () => {
    const ask = { rows: '1-2', bays: '1-3', layers: '1-4' };
    expect(await generate(ask, 'preview')).toEqual({
      made: '新增24个库位：A-01-01-01 至 A-02-03-04',
      skipped: '',
    });
    expect(await codesOf('CK02')).toEqual([]);
    await generate(ask);
    const codes = await codesOf('CK02');
    expect(codes).toHaveLength(24);
    expect([codes[0], codes.at(-1)]).toEqual(['A-01-01-01', 'A-02-03-04']);
    const made = await factory.as('admin', async (ctx) => {
      const [head] = await ctx.records.find('position', "warehouse.code == 'CK02' && code == 'A-02-03-04'");
      return head;
    });
    expect(made).toMatchObject({
      name: 'A区2排3列4层',
      zone: 'A',
      rowNo: 2,
      bay: 3,
      layer: 4,
      cell: null,
      isDisabled: '0',
    });
  });
  it('skip what is there and say how many', async () => {
    expect(await generate({ rows: '1-3', bays: '1-3', layers: '1-4' })).toEqual({
      made: '新增12个库位：A-03-01-01 至 A-03-03-04',
      skipped: '已存在的24个跳过',
    });
    expect(await refusal(generate({ rows: '1', bays: '1', layers: '1' }))).toBe('1个库位都已存在，没有可新增的');
  });
  it('refuse what makes no sense', async () => {
    expect(await refusal(generate({ rows: '3-1', bays: '1' }))).toBe('「排」应为一个数或从小到大的范围，例如1-4');
    expect(await refusal(generate({ rows: '1-99', bays: '1-99', layers: '1' }))).toBe(
      '一次最多生成5000个库位，当前9801个',
    );
    expect(await refusal(generate({ rows: '1-2', bays: '1', pattern: '{zone}{x}' }))).toBe('编码格式中没有「{x}」');
    expect(await refusal(generate({ rows: '1-2', bays: '1', pattern: '{zone}' }))).toBe(
      '编码格式不能区分这些库位，请加上排、列、层、格',
    );
    expect(await refusal(generate({ rows: '1', bays: '1' }, 'act', 'xumin'))).toMatch(/没有权限/);
  });
  it('are there before a warehouse works by them', async () => {
    const before = await byCode('warehouse', 'CK04');
    expect(await refusal(edit('warehouse', 'CK04', { usePosition: true }))).toMatch(
      /^(启用库位的仓库请先建立库位|「备件仓」已有业务数据，不能修改「启用库位」)$/,
    );
    expect((await byCode('warehouse', 'CK04')).version).toBe(before.version);
  });
  it('are made a thousand at a time', async () => {
    await generate({ warehouse: 'CK03', rows: '1-10', bays: '1-10', layers: '1-10' });
    expect(await codesOf('CK03')).toHaveLength(1000);
  });
  it('are found when they are empty', async () => {
    const list = (blank: boolean) =>
      factory.as('admin', (ctx) =>
        getPageList(ctx as EngineCtx, pageOf(ctx, 'position'), {
          scheme: 'all',
          search: { warehouse: [], ...(blank ? { blank: true } : {}) },
          size: 1,
        }),
      );
    expect((await list(true)).total).toBeLessThanOrEqual(Number((await list(false)).total));
  });
});

describe('categories of devices', () => {
  it('give a machine its number, cycle, parameters and spare parts', async () => {
    const [category, factoryUnit] = [await byCode('devCategory', 'CNC'), await byCode('factoryUnit', 'JJ')];
    const saved = await save('equipment', {
      name: '新车床',
      devCategory: category.id,
      factoryUnit: factoryUnit.id,
      power: 10,
    });
    expect(saved).toMatchObject({ code: 'CNC001', ratedSec: 120, standbyKw: 1, docStatus: '10', isDisabled: '0' });
    const { service } = await factory.as('admin', async (ctx) => ({
      service: await (ctx as EngineCtx).host.services
        .get('equipment.ofCategory')!
        .run({ record: { devCategory: category.id, params: [], spares: [] } as never }, ctx),
    }));
    expect(service).toMatchObject({
      params: [{ name: '主轴最高转速', value: '4000', unit: 'r/min' }, { name: '刀位数' }],
      spares: [{ qty: 2, lifeDays: 720 }, { qty: 8 }],
    });
  });
  it('are configured by their own right', async () => {
    const config = await factory.as('admin', async (ctx) => pageOf(ctx, 'devCategory.config'));
    expect(config.actions.edit?.right).toBe('devCategory:config');
    expect(Object.keys(config.actions)).not.toContain('del');
  });
});

describe('equipment', () => {
  it('is enabled, disabled and scrapped; its state says what may be', async () => {
    const [category, unit] = [await byCode('devCategory', 'AL'), await byCode('factoryUnit', 'ZP')];
    const made = await save('equipment', { name: '打包机', devCategory: category.id, factoryUnit: unit.id });
    const code = String(made.code);
    expect(await refusal(act('equipment', 'deactivate', code))).toBe('当前状态不能停用');
    await act('equipment', 'activate', code);
    expect(await byCode('equipment', code)).toMatchObject({ docStatus: '60', isDisabled: '0' });
    expect(await refusal(edit('equipment', code, { factoryUnit: (await byCode('factoryUnit', 'JJ')).id }))).toBe(
      '设备已启用，请用「调拨」修改「所属单元」',
    );
    await act('equipment', 'deactivate', code);
    expect(await byCode('equipment', code)).toMatchObject({ docStatus: '40', isDisabled: '1' });
    await act('equipment', 'scrap', code, { reason: '到期' });
    expect(await byCode('equipment', code)).toMatchObject({ docStatus: '90', isDisabled: '1' });
    expect(await refusal(edit('equipment', code, { spec: 'x' }))).toMatch(/已报废，不能修改/);
    expect(await refusal(act('equipment', 'activate', code))).toBe('当前状态不能启用');
  });
  it('moves with a row that stays', async () => {
    const [from, to] = [await byCode('factoryUnit', 'JJ-XX'), await byCode('factoryUnit', 'JJ')];
    const ask = { factoryUnit: to.id, date: '2026-01-15', reason: '换线' };
    const wire = (more: Rec = {}) => ({ factoryUnitId: to.id, date: '2026-01-15', reason: '换线', ...more }) as Rec;
    expect(await refusal(act('equipment', 'relocate', 'CNC-04', wire({ date: '2026-01-16' })))).toBe(
      '调拨日期不能晚于今天',
    );
    await act('equipment', 'relocate', 'CNC-04', wire());
    expect(await byCode('equipment', 'CNC-04')).toMatchObject({
      factoryUnit: to.id,
      moves: [{ fromUnit: from.id, toUnit: to.id, date: ask.date, reason: ask.reason }],
    });
    expect(await refusal(act('equipment', 'relocate', 'CNC-04', wire()))).toBe('设备「CNC-04」已在该单元');
  });
  it('is no part of itself, and says whose number it repeats', async () => {
    const first = await byCode('equipment', 'CNC-01');
    await edit('equipment', 'CNC-02', { parent: first.id });
    expect(await refusal(edit('equipment', 'CNC-01', { parent: (await byCode('equipment', 'CNC-02')).id }))).toBe(
      '主设备不能是自身或下级',
    );
    await edit('equipment', 'CNC-01', { serialNo: 'SN-1' });
    const twin = (accept: readonly string[]) => edit('equipment', 'CNC-03', { serialNo: 'SN-1' }, accept);
    const asked = await twin([]).catch(
      (error: { data: { warnings: { code: string; text: string }[] } }) => error.data.warnings[0],
    );
    expect(asked).toMatchObject({ text: '出厂编号与「CNC-01」重复' });
    expect(await refusal(twin([(asked as { code: string }).code]))).toBe('done');
    expect(await refusal(edit('equipment', 'CNC-03', { buyDate: '2026-01-10', warrantyEnd: '2026-01-01' }))).toBe(
      '质保到期不能早于购置日期',
    );
  });
});

describe('faults, urgency and points', () => {
  it('keep one fault for an alarm code of a category', async () => {
    const category = await byCode('devCategory', 'CNC');
    const alarms = [row({ devCategory: category.id, alarmCode: 'SV0401' })];
    expect(await refusal(edit('faultType', 'JX01', { alarms }))).toBe(
      '报警码「SV0401」在分类「数控机床」已对应「伺服报警」',
    );
    expect(await refusal(edit('urgency', 'JJ01', { handleMin: 5 }))).toBe('处理时限不能小于响应时限');
    expect(await refusal(save('urgency', { name: '又一', level: 4, color: '#000000' }))).toBe('级别4已存在');
    expect(await refusal(edit('devAction', 'CZ0002', { low: 1 }))).toBe('下限不能大于上限');
  });
  it('map a total once, with states that do not overlap', async () => {
    const equipment = (await byCode('equipment', 'CNC-01')).id;
    const point = (more: Rec) =>
      save('pointMap', { name: '又一个', equipment, signalType: '1', signalCode: 'count2', ...more });
    expect(await refusal(point({}))).toBe('设备「CNC-01」已有「总数」计数点');
    expect(await refusal(point({ countKind: '2', signalCode: 'count' }))).toBe('设备「CNC-01」已有信号代码「count」');
    expect(await refusal(point({ countKind: '2', countMode: '2', rolloverMax: 100 }))).toBe('脉冲计数不能设置翻转值');
    expect(await refusal(point({ countKind: '2', factor: 0 }))).toBe('系数不能为0');
    expect(await refusal(point({ countKind: '2', validMin: 5, validMax: 1 }))).toBe('有效范围下限不能大于上限');
    const state = (rawFrom: number, rawTo: number) => row({ rawFrom, rawTo, runState: '1' });
    expect(await refusal(edit('pointMap', 'DW00002', { states: [state(0, 5), state(5, 9)] }))).toBe('状态区间重叠');
    expect(await refusal(edit('pointMap', 'DW00002', { states: [state(0, 5), state(6, 9)] }))).toBe('done');
  });
  it('say what a reading would become: 4 after 65530 of 65536, four a shot, is 40', async () => {
    await edit('pointMap', 'DW00001', { perShot: 4 });
    const test = async (ask: Rec) => {
      const { rows } = (await act('pointMap', 'test', 'DW00001', ask)).answer as { rows?: unknown };
      return rows;
    };
    expect(await test({ before: 65530, raw: 4 })).toMatchObject([
      { said: '值', result: '4' },
      { said: '增量', result: '40' },
    ]);
    expect(await test({ before: 10, raw: 12 })).toMatchObject([{ result: '12' }, { result: '8' }]);
  });
});

describe('plans of devices', () => {
  it('show the next ten days over the calendar of the device', async () => {
    const trial = async (code: string) => {
      const { rows } = (await act('devPlan', 'trial', code)).answer as unknown as {
        rows: { planDate: string; planDay: string; planShifts: string; planNote: string }[];
      };
      return rows;
    };
    const daily = await trial('JH0001');
    expect(daily).toHaveLength(10);
    // 2026-01-18 is a Sunday: the factory rests
    expect(daily.slice(0, 4).map(({ planDate }) => planDate)).toEqual([
      '2026-01-15',
      '2026-01-16',
      '2026-01-17',
      '2026-01-19',
    ]);
    expect(daily[0]).toMatchObject({ planDay: '周四', planShifts: '白班、夜班', planNote: '' });
    const monthly = await trial('JH0002');
    expect(monthly[0]).toMatchObject({ planDate: '2026-02-02', planNote: '2026-02-01 休息，顺延' });
    expect(await refusal(act('devPlan', 'trial', 'JH0003'))).toBe('该计划不按日历触发，没有日期可试排');
    expect(await byCode('devPlan', 'JH0002')).toMatchObject({ cycle: '每月 1日' });
  });
  it('name their devices, weekdays and days', async () => {
    expect(await refusal(edit('devPlan', 'JH0001', { cycleUnit: '3' }))).toBe('每周计划请选择星期');
    expect(await refusal(edit('devPlan', 'JH0001', { cycleUnit: '4' }))).toBe('每月计划请选择日期');
    expect(await refusal(edit('devPlan', 'JH0001', { endDate: '2025-12-31' }))).toBe('结束日期不能早于开始日期');
    expect(await refusal(save('devPlan', { name: '空' }))).toBe('请选择设备或设备分类');
  });
});
