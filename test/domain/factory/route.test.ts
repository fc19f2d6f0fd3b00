/** Routes of the demo factory: acceptance 13 of 20 §13 through the pipeline, minutes and hours, the route a material takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { routeOf } from '../../../server/domain/factory/route';
import { newId } from '../../../server/ids';
import { actsOf, refusal } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const { byCode, id, save, edit, act } = actsOf(() => factory);

const op = async (opNbr: number, process: string, more: Rec = {}): Promise<Row> => ({
  id: newId(),
  lineNo: opNbr,
  opNbr,
  process: await id('process', process),
  ...more,
});
const draft = async (ops: readonly Row[], more: Rec = {}): Promise<Rec> =>
  save('route', { name: '试制', ops: [...ops], ...more });
const four = async (last: Rec = {}): Promise<Row[]> => [
  await op(10, 'XL'),
  await op(20, 'CX'),
  await op(30, 'XX'),
  await op(40, 'BZ', last),
];
const codeOf = async (material: string, date: string, qty = 1): Promise<unknown> => {
  const ask = { material: await id('material', material), date, qty };
  return factory.as('admin', async (ctx) => (await routeOf(ctx, ask))?.code ?? null);
};

describe('acceptance 13', () => {
  it('refuses two ends and a way back', async () => {
    expect(await refusal(four({ predecessors: ['20'] }).then((ops) => draft(ops)))).toBe(
      '末道工序必须唯一，当前为30、40',
    );
    const ops = await four();
    ops[1] = { ...ops[1]!, predecessors: ['20'] };
    expect(await refusal(draft(ops))).toBe('前工序存在循环：20 → 20');
    expect(await refusal(draft([await op(10, 'XL'), await op(10, 'CX')]))).toBe('工序号10重复');
  });
  it('takes the process with its times and knows the last one', async () => {
    const made = await draft(await four());
    const rows = (await byCode('route', made.code as string)).ops as Row[];
    expect(rows.map(({ name, isLast }) => [name, isLast])).toEqual([
      ['下料', false],
      ['车削', false],
      ['铣削', false],
      ['包装', true],
    ]);
    expect(rows[0]).toMatchObject({ stdMin: 1, runBase: 3, setupMin: 10, workGroup: await id('workGroup', 'XL') });
  });
});

describe('a process', () => {
  it('has a base of its time, and parameters inside of their limits', async () => {
    const before = await byCode('process', 'CX');
    const params = (more: Rec) => ({ params: [{ id: newId(), lineNo: 900, name: '转速', ...more } as Row] });
    expect(await refusal(edit('process', 'CX', { runBase: 0 }))).toBe('工时基数必须大于0');
    expect(await refusal(edit('process', 'CX', params({ low: 5, high: 1 })))).toBe('参数下限不能大于上限');
    expect(await refusal(edit('process', 'CX', params({ low: 1, high: 5, target: 6 })))).toBe('标准值必须在上下限之间');
    expect((await byCode('process', 'CX')).version).toBe(before.version);
  });
});

describe('routes of the demo', () => {
  it('have the minutes and hours of the domain', async () => {
    expect(await byCode('route', 'GY0002')).toMatchObject({
      leadHours: 49.5556,
      opText: '下料→电镀→装密封圈',
      docStatus: '60',
    });
    expect(await byCode('route', 'GY0001')).toMatchObject({ totalMin: 5 });
  });
  it('keep their groups and devices', async () => {
    const [wrong, group] = [await id('equipment', 'IM-01'), await id('workGroup', 'CX')];
    expect(await refusal(draft([await op(10, 'CX', { workGroup: group, equips: [wrong] })]))).toMatch(
      /设备「IM-01」不属于工作组「车削组」|可选设备/,
    );
    const spare = await byCode('workGroup', 'BY');
    await act('workGroup', 'disable', spare);
    expect(await refusal(draft([await op(10, 'CX', { workGroup: spare.id })]))).toMatch(/「备用组」已停用/);
    await act('workGroup', 'enable', await byCode('workGroup', 'BY'));
  });
  it('ask once when an operation outside has nobody', async () => {
    const plating = await byCode('process', 'DD');
    await edit('process', 'DD', { supplier: null });
    const error = await draft([await op(10, 'DD')]).catch(
      (caught: { data: { warnings: { text: string }[] } }) => caught,
    );
    expect((error as { data: { warnings: { text: string }[] } }).data.warnings[0]?.text).toBe(
      '工序10为外协，请填写外协供应商',
    );
    await edit('process', 'DD', { supplier: plating.supplier as string });
  });
});

describe('the route of a material', () => {
  it('is the only one that names it, then its default', async () => {
    expect(await codeOf('WG-100', '2026-01-15')).toBe('GY0002');
    expect(await codeOf('WG-100', '2025-12-31')).toBeNull();
    expect(await codeOf('SG-200', '2026-01-15')).toBeNull();
    const route = await byCode('route', 'GY0003');
    await act('route', 'applyTo', route, { materials: [{ id: await id('material', 'SG-200') }] });
    expect((await byCode('material', 'SG-200')).defRoute).toBe(route.id);
    expect(await codeOf('SG-200', '2026-01-15')).toBe('GY0003');
  });
  it('is that of the nearest category when nothing names it, within its lots', async () => {
    const category = await id('materialCategory', 'XC');
    const made = await draft([await op(10, 'XL')], {
      materialCategory: category,
      maxQty: 100,
      effectDate: '2026-01-15',
    });
    await act('route', 'publish', made, { effectDate: '2026-01-15' });
    expect(await codeOf('AC-10M', '2026-01-15')).toBe(made.code);
    expect(await codeOf('AC-10M', '2026-01-15', 101)).toBeNull();
    expect(await codeOf('LS-100', '2026-01-15')).toBeNull();
  });
  it('changes with the version of the day', async () => {
    const first = await byCode('route', 'GY0005');
    await act('route', 'newVersion', first, { changeNote: '提速' });
    const [next] = await factory.as('admin', (ctx) => ctx.records.find('route', "code == 'GY0005' && docStatus == 10"));
    await save('route', { id: next!.id!, version: next!.version!, effectDate: '2026-02-01' });
    const [ready] = await factory.as('admin', (ctx) =>
      ctx.records.find('route', "code == 'GY0005' && docStatus == 10"),
    );
    await act('route', 'publish', ready!, { effectDate: '2026-02-01' });
    const ask = { material: await id('material', 'DG-100'), qty: 1 };
    const of = (date: string) => factory.as('admin', async (ctx) => (await routeOf(ctx, { ...ask, date }))?.revision);
    expect(await of('2026-01-31')).toBe('V1.0');
    expect(await of('2026-02-01')).toBe('V1.1');
  });
});
