/** 50 §6 and acceptance 11: what meters and readings refuse, 换表, and who may read meters. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { actsOf, asked, refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let unit = '';
beforeAll(async () => {
  factory = await demoFactory();
  unit = await acts.id('factoryUnit', 'JJ');
});
beforeEach(() => factory.setNow('2026-01-15 14:00:00'));
afterAll(() => factory?.database.drop());
const acts = actsOf(() => factory);

const LOGIN = 'luyang';
const MANUAL = { readMode: '2' };
const virtual = (formula: string): Rec => ({ readMode: '3', formula });
const meter = (code: string, more: Rec = MANUAL): Promise<Stored> =>
  acts.save('energyMeter', { code, name: code, energyType: '1', level: '3', factoryUnit: unit, ...more }, LOGIN);
const read = ({ id }: Rec, readAt: string, value: number, accept: readonly string[] = []): Promise<Stored> =>
  acts.save('meterReading', { meter: id ?? null, readAt: `2026-01-${readAt}`, value }, LOGIN, accept);
const swap = (of: Rec, ask: Rec): Promise<Stored> =>
  acts
    .byCode('energyMeter', String(of.code))
    .then((now) =>
      acts.act('energyMeter', 'replace', now, { newRatio: now.ratio ?? null, reason: '表计故障', ...ask }, [], LOGIN),
    );
const readings = (of: Rec) =>
  factory.as('admin', (ctx) =>
    ctx.records.find('meterReading', 'meter == param.meter', {
      param: { meter: of.id ?? null },
      sort: 'readAt,swapSide',
    }),
  );
const count = (object: string): Promise<number> =>
  factory.as('admin', async (ctx) => (await ctx.records.find(object, 'true')).length);

describe('a meter', () => {
  it('says what it needs and what its place above may be', async () => {
    const before = await count('energyMeter');
    expect(await refusal(meter('TM-01', { ...MANUAL, ratio: 0 }))).toBe('倍率必须大于0');
    expect(await refusal(meter('TM-01', { readMode: '1' }))).toContain('累计点位');
    expect(await refusal(meter('TM-01', { readMode: '3' }))).toContain('虚拟表公式');
    expect(await refusal(meter('TM-01', { ...MANUAL, isFee: true }))).toContain('费率');
    const water = await acts.id('energyMeter', 'WM-00');
    expect(await refusal(meter('TM-01', { ...MANUAL, parent: water }))).toBe('上级表与本表能源类型必须相同');
    expect(await refusal(meter('EM-00'))).toBe('编码「EM-00」已存在，请更换');
    expect(await count('energyMeter')).toBe(before);
  });
  it('never stands above itself', async () => {
    const top = await meter('TM-10');
    await meter('TM-11', { ...MANUAL, parent: top.id });
    const below = await acts.id('energyMeter', 'TM-11');
    expect(await refusal(acts.edit('energyMeter', 'TM-10', { parent: below }))).toBe(
      '上级表形成循环：TM-10 → TM-11 → TM-10',
    );
    expect((await acts.byCode('energyMeter', 'TM-10')).parent).toBe(null);
  });
  it('is a formula of meters that are there and lead nowhere round', async () => {
    expect(await refusal(meter('TM-29', virtual('EM-00 - EM-99')))).toBe('公式中的表号不存在：「EM-99」');
    expect(await refusal(meter('TM-29', virtual('EM-00 EM-10')))).toContain('虚拟表公式由表号');
    expect(await refusal(meter('TM-29', virtual('EM-00 - WM-00')))).toBe('公式中的「WM-00」不是同一种能源');
    expect(await refusal(meter('TM-29', virtual('EM-00 - TM-29')))).toBe('虚拟表公式形成循环：TM-29 → TM-29');
    await meter('TM-20');
    await meter('TM-29', virtual('EM-00 - TM-20'));
    expect(await refusal(acts.edit('energyMeter', 'TM-20', virtual('EM-10 + TM-29')))).toBe(
      '虚拟表公式形成循环：TM-20 → TM-29 → TM-20',
    );
    expect((await acts.byCode('energyMeter', 'TM-20')).readMode).toBe('2');
  });
  it('stays once it was read, with its energy', async () => {
    const made = await meter('TM-30');
    await read(made, '15 09:00:00', 1);
    const now = await acts.byCode('energyMeter', 'TM-30');
    expect(await refusal(acts.act('energyMeter', 'del', now))).toBe('「TM-30」已被引用，不可删除，可改为停用');
    expect(await refusal(acts.edit('energyMeter', 'TM-30', { energyType: '2' }))).toBe(
      '「TM-30」已有读数，不能修改「能源类型」',
    );
    expect(await acts.byCode('energyMeter', 'TM-30')).toMatchObject({ energyType: '1', isDeleted: 0 });
  });
});

describe('a reading', () => {
  it('grows from the one before and closes the span since', async () => {
    const made = await meter('TM-40', { ...MANUAL, ratio: 40 });
    expect(await read(made, '13 09:00:00', 100)).toMatchObject({ delta: null, source: '2', ratio: 40 });
    expect((await read(made, '14 09:00:00', 130)).delta).toBe(1200);
    const before = await count('meterReading');
    expect(await refusal(read(made, '15 09:00:00', 120.5))).toBe(
      '本次读数120.5000小于上次读数130.0000，如已换表请使用「换表」',
    );
    expect(await refusal(read(made, '14 09:00:00', 131))).toBe('读数时间重复');
    expect(await refusal(read(made, '15 14:00:01', 131))).toBe('抄表时间不能晚于现在');
    expect(await refusal(read(made, '13 18:00:00', 131))).toBe(
      '本次读数131.0000大于之后的读数130.0000（2026-01-14 09:00:00）',
    );
    expect(await count('meterReading')).toBe(before);
    expect(await acts.byCode('energyMeter', 'TM-40')).toMatchObject({ lastValue: 130, lastAt: '2026-01-14 09:00:00' });
  });
  it('that comes late shares the span it falls into', async () => {
    const made = await meter('TM-41', { ...MANUAL, ratio: 10 });
    await read(made, '13 09:00:00', 100);
    await read(made, '14 09:00:00', 130);
    await read(made, '13 21:00:00', 110);
    expect((await readings(made)).map(({ delta }) => delta)).toEqual([null, 100, 200]);
    expect((await acts.byCode('energyMeter', 'TM-41')).lastValue).toBe(130);
  });
  it('is asked about when its use is unusual', async () => {
    const made = await meter('TM-42');
    await read(made, '10 09:00:00', 0);
    await read(made, '12 09:00:00', 20);
    expect(await asked(read(made, '13 09:00:00', 102))).toEqual(['本次用量是近30天日均的8.2倍，请确认']);
    expect(await readings(made)).toHaveLength(2);
    expect((await read(made, '13 09:00:00', 102, ['meterReading.unusual'])).delta).toBe(82);
  });
  it('is taken back from the newest on', async () => {
    const made = await meter('TM-43');
    const first = await read(made, '13 09:00:00', 100);
    const second = await read(made, '14 09:00:00', 130);
    const del = (rec: Stored) => acts.act('meterReading', 'del', rec, {}, [], LOGIN);
    expect(await refusal(del(first))).toBe('只能删除最近一次手工读数');
    expect(await readings(made)).toHaveLength(2);
    await del(second);
    expect(await readings(made)).toHaveLength(1);
    expect(await acts.byCode('energyMeter', 'TM-43')).toMatchObject({ lastValue: 100, lastAt: '2026-01-13 09:00:00' });
  });
  it('of a register that turns over its end goes on from 0', async () => {
    const made = await meter('TM-44', { ...MANUAL, rolloverMax: 1000, maxRate: 1 });
    await read(made, '15 09:00:00', 990);
    expect((await read(made, '15 09:30:00', 5)).delta).toBe(15);
    expect(await refusal(read(made, '15 09:31:00', 1))).toContain('如已换表请使用「换表」');
  });
});

describe('a meter that is swapped', () => {
  it('counts to the end of the old one and from the start of the new one', async () => {
    const made = await meter('TM-50', { ...MANUAL, ratio: 40 });
    await read(made, '15 09:00:00', 8760);
    const swapped = await swap(made, { swapAt: '2026-01-15 09:20:00', oldValue: 8765.4, newValue: 3.2 });
    expect(swapped).toMatchObject({ ratio: 40, lastValue: 3.2, lastAt: '2026-01-15 09:20:00' });
    await read(made, '15 09:45:00', 5);
    const rows = await readings(made);
    expect(rows.map(({ value, source, swapSide, delta }) => [value, source, swapSide, delta])).toEqual([
      [8760, '2', null, null],
      [8765.4, '3', '1', 216],
      [3.2, '3', '2', 0],
      [5, '2', null, 72],
    ]);
    expect(rows.reduce((sum, { delta }) => sum + (delta ?? 0), 0)).toBe(288);
    const del = (rec: unknown) => acts.act('meterReading', 'del', rec as Stored, {}, [], LOGIN);
    expect(await refusal(del(rows[1]))).not.toBe('done');
    expect(await readings(made)).toHaveLength(4);
  });
  it('may have another ratio and code, which formulas follow', async () => {
    const made = await meter('TM-51', { ...MANUAL, ratio: 40 });
    await meter('TM-59', virtual('EM-00 - TM-51'));
    await read(made, '15 09:00:00', 100);
    await swap(made, { swapAt: '2026-01-15 10:00:00', oldValue: 101, newValue: 0, newRatio: 60, newCode: 'TM-52' });
    await read(made, '15 11:00:00', 2);
    expect((await readings(made)).map(({ ratio, delta }) => [ratio, delta])).toEqual([
      [40, null],
      [40, 40],
      [60, 0],
      [60, 120],
    ]);
    expect(await acts.byCode('energyMeter', 'TM-52')).toMatchObject({ id: made.id, ratio: 60 });
    expect((await acts.byCode('energyMeter', 'TM-59')).formula).toBe('EM-00 - TM-52');
  });
  it('is refused before its last reading, and with registers that cannot be', async () => {
    const made = await meter('TM-53');
    await read(made, '15 09:00:00', 130);
    const good = { swapAt: '2026-01-15 09:20:00', oldValue: 131, newValue: 0 };
    expect(await refusal(swap(made, { ...good, swapAt: '2026-01-15 08:50:00' }))).toBe(
      '换表时间不能早于最后一次读数（2026-01-15 09:00:00）',
    );
    expect(await refusal(swap(made, { ...good, swapAt: '2026-01-15 15:00:00' }))).toBe('换表时间不能晚于现在');
    expect(await refusal(swap(made, { ...good, oldValue: 120.5 }))).toBe('旧表末次读数120.5000小于上次读数130.0000');
    expect(await refusal(swap(made, { ...good, newRatio: 0 }))).toBe('倍率必须大于0');
    expect(await refusal(swap(made, { ...good, newCode: 'EM-00' }))).toBe('编码「EM-00」已存在，请更换');
    expect(await readings(made)).toHaveLength(1);
    expect(await acts.byCode('energyMeter', 'TM-53')).toMatchObject({ code: 'TM-53', lastValue: 130 });
  });
});

describe('rights', () => {
  it('belong to the energy manager; a device engineer has none', async () => {
    const made = await meter('TM-60');
    const denied = '没有权限，请联系管理员';
    const rec = { meter: made.id, readAt: '2026-01-15 09:00:00', value: 1 };
    expect(await refusal(acts.save('meterReading', rec, 'sunpeng'))).toBe(denied);
    const ask = { swapAt: '2026-01-15 09:20:00', oldValue: 1, newValue: 0, newRatio: 1, reason: '到期' };
    expect(await refusal(acts.act('energyMeter', 'replace', made, ask, [], 'sunpeng'))).toBe(denied);
    expect(await readings(made)).toHaveLength(0);
  });
});
