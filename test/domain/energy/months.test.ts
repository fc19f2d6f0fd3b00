/** 结账 of energy (50 §6.3, §7, acceptance 12): readings in, a month closed, late readings beside it, reports out. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Session } from '../../../server/ctx';
import { closeDueMonths } from '../../../server/domain/energy/energy-stat';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { getReportList } from '../../../server/records/report/list';
import { actsOf, refusal } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { openSignedApp } from '../../support/sessions';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: Energy;
let blind: Session;
let signed: Awaited<ReturnType<typeof openSignedApp>>;
const acts = actsOf(() => factory);
const FEE = 'energyFee.electricity';
const DECEMBER = ['2025-12-01', '2025-12-31'];
const JANUARY = ['2026-01-01', '2026-01-31'];
const FEBRUARY = ['2026-02-01', '2026-02-28'];
const LATE = '2026-01（2025-12差异）';

const rows = (list: readonly Rec[]): Row[] => list.map((row, at) => ({ ...row, id: newId(), lineNo: (at + 1) * 10 }));
const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1));
/** 0.70 by day, 0.60 from 22 o'clock on */
const tariffOfDecember = async (): Promise<string> => {
  const slot = { season: '全年', months: MONTHS, dayType: '1' };
  const made = await acts.save('tariff', {
    ...{ code: 'DJ-T12', name: '十二月电价', energyType: '1', startDate: '2025-12-01', endDate: '2025-12-31' },
    ...{ basicMode: '1', capacityPrice: 20 },
    prices: rows([
      { period: '3', price: 0.7 },
      { period: '4', price: 0.6 },
    ]),
    slots: rows([
      { ...slot, period: '3', from: '00:00:00', to: '22:00:00' },
      { ...slot, period: '4', from: '22:00:00', to: '00:00:00' },
    ]),
  });
  await acts.act('tariff', 'publish', made);
  return made.id;
};
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-16 10:00:00');
  energy = await energyOf(factory, ['2025-12-31', '2026-01-15'], ['TM-1', 'TB-1', 'TG-1']);
  const sessionOf = (login: string) => factory.as(login, async (ctx) => ctx.session);
  const luyang = await sessionOf('luyang');
  blind = {
    ...luyang,
    rights: { ...luyang.rights, has: (code) => code !== 'energyFee:amount' && luyang.rights.has(code) },
  };
  signed = await openSignedApp(
    { luyang, blind, liuqiang: await sessionOf('liuqiang') },
    { db: factory.database.db, mount: factory.engine.mount },
  );
  const tariff = await tariffOfDecember();
  await energy.meter('TM-1', 'GC', { level: '1' });
  await energy.meter('TB-1', 'GC', { level: '1', isFee: true, tariff, ratedKva: 100 });
  await energy.meter('TG-1', 'GC', { level: '1', energyType: '3' });
  await energy.send('TM-1', [
    ['2025-12-31 00:00:00', 0],
    ['2025-12-31 20:00:00', 100],
  ]);
  await energy.send('TB-1', [
    ['2025-12-31 08:00:00', 0],
    ['2025-12-31 10:00:00', 10],
  ]);
});
afterAll(async () => {
  await signed?.close();
  await factory?.database.drop();
});

const call = async (name: 'close' | 'reopen', body: object, who = 'luyang') => {
  const { code, msg, data } = await signed.post<{ rows: number; amount: number | null } | null>(
    who,
    `/energyStat/${name}`,
    body,
  );
  return code === 200 ? data : `${code} ${msg}`;
};
const month = async (day: readonly string[], page = FEE, code = 'TM-1') => {
  const { records, summary } = await energy.report(page, { search: { day, grain: 'month' } });
  return { records: records.filter(({ meter }) => String(meter).includes(code)), summary };
};
const told = (): Promise<readonly unknown[]> =>
  factory.as('luyang', async (ctx) => {
    const engine = ctx as EngineCtx;
    const { records } = await getPageList(engine, engine.registry.page('energyStat')!, {});
    return records.map(({ text, rowCount, amount }) => [text, rowCount, amount]);
  });
const act = (action: string, ask: Rec) =>
  factory.as('luyang', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('energyStat'), action, { targets: [], ask }),
  );
const lates = async (): Promise<readonly unknown[]> => {
  const { database, org } = factory;
  const { rows: found } = await sql<Record<string, unknown>>`
    SELECT l.day::text, l.month, l.use::float8, l.fee::float8 FROM ${sql.id(org.schema, 'mw_energy_late')} l ORDER BY 1, 2, 3`.execute(
    database.db,
  );
  return found;
};

describe('a closed month', () => {
  it('is closed once, by who may, with what is fixed', async () => {
    expect(await told()).toEqual([['本期 2026-01 未结账', null, null]]);
    expect(await call('close', { month: '2025-12' }, 'liuqiang')).toBe('403 没有权限，请联系管理员');
    for (const none of ['2025-13', '0000-01', '9999-12'])
      expect(await call('close', { month: none })).toBe('400 参数错误');
    // the month after it would be the next one for ever
    expect(await call('close', { month: '0001-01' })).toBe('203 0001-01及以前没有用量，不用结账');
    expect(await refusal(act('closeMonth', { month: '0000-01-01' }))).toBe('费用月格式不正确');
    expect(await told()).toEqual([['本期 2026-01 未结账', null, null]]);
    expect(await call('close', { month: '2025-12', token: 'december' })).toEqual({ rows: 2, amount: 77 });
    // the same click again
    expect(await call('close', { month: '2025-12', token: 'december' })).toEqual({ rows: 2, amount: 77 });
    expect(await call('close', { month: '2025-12' })).toBe('203 2025-12已结账');
    expect(await call('close', { month: '2026-02' })).toBe('203 请先结账2026-01');
    expect(await call('close', { month: '2026-01' })).toBe('203 2026-01到2026-01-31才结束，不能结账');
    expect(await told()).toEqual([
      ['本期 2026-01 未结账', null, null],
      ['2025-12 已结账', 2, 77],
    ]);
  });

  it('stays as it was published: 12.0000 kWh of 12-31 that come late are a 差异 of January with their fee', async () => {
    const published = await month(DECEMBER);
    expect(published.records).toMatchObject([{ period: '2025-12', use: 100, useFee: 70, total: 70 }]);
    const hours = () =>
      energy.report('energyMatrix.electricity', { search: { grain: '2', date: '2025-12-31', indicator: '1' } });
    const byHour = await hours();
    await energy.send('TM-1', [['2025-12-31 23:00:00', 112]]);
    expect(await month(DECEMBER)).toEqual(published);
    expect((await hours()).records).toEqual(byHour.records);
    const { records, summary } = await month(JANUARY);
    // eight at 0.70 until 22 o'clock, four at 0.60
    expect(records).toMatchObject([
      { period: LATE, use: 12, useFee: 8, total: 8, number: 12, amount: 8, unpriced: 0, basic: 0 },
    ]);
    expect(summary).toMatchObject({ number: 12, amount: 8 });
    const used = await month(JANUARY, 'energyUse.electricity');
    expect(used.records).toMatchObject([{ period: LATE, use: 12, number: 12, quota: 0 }]);
    expect((await month(DECEMBER, 'energyUse.electricity')).records).toMatchObject([{ period: '2025-12', use: 100 }]);
  });

  it('has one difference however often it changes, beside what January used itself', async () => {
    await energy.send('TM-1', [
      ['2026-01-15 08:00:00', 112],
      ['2026-01-15 10:00:00', 132],
      ['2025-12-31 21:00:00', 108],
    ]);
    const { records, summary } = await month(JANUARY);
    expect(records).toMatchObject([
      { period: '2026-01', use: 20, useFee: 20.11 },
      { period: LATE, use: 12, useFee: 8.2 },
    ]);
    expect(summary).toMatchObject({ number: 32, amount: 28.31 });
    const parts = await factory.as('luyang', (ctx) =>
      (ctx as EngineCtx).host.services
        .get('energy.fee')!
        .run({ energyType: '1', grain: 'month', day: JANUARY }, ctx, new Set(['part'])),
    );
    expect(parts).toContainEqual(expect.objectContaining({ part: '11', amount: 8.2 }));
    const matrix = await energy.report('energyMatrix.electricity', {
      search: { grain: '3', date: '2026-01-15', indicator: '1' },
    });
    expect(matrix.records.find(({ meter }) => meter === '差异')).toMatchObject({ total: 12 });
    expect(matrix.records.find(({ meter }) => String(meter).includes('TM-1'))).toMatchObject({ total: 20 });
    expect(matrix.summary).toMatchObject({ total: 20 });
  });

  it('rebuilt from its readings has the same difference', async () => {
    const live = await lates();
    expect(live).toEqual([{ day: '2026-01-01', month: '2025-12', use: 12, fee: 8.2 }]);
    const { database, org } = factory;
    for (const table of ['slot', 'unit', 'mark', 'meter', 'late'])
      await sql`DELETE FROM ${sql.id(org.schema, `mw_energy_${table}`)}`.execute(database.db);
    await energy.derive();
    expect(await lates()).toEqual(live);
    expect((await month(DECEMBER)).records).toMatchObject([{ use: 100, useFee: 70 }]);
  });

  it('keeps the bill of a fee meter, whatever its transformer is today', async () => {
    const published = await month(DECEMBER, FEE, 'TB-1');
    expect(published.records).toMatchObject([{ use: 10, useFee: 7, basic: 2000, total: 2007 }]);
    await acts.edit('energyMeter', 'TB-1', { ratedKva: 200 });
    expect(await month(DECEMBER, FEE, 'TB-1')).toEqual(published);
  });

  it('tells use and no amount to who sees none', async () => {
    const { records } = await factory.engine.runAs(blind, (ctx) => {
      const engine = ctx as EngineCtx;
      return getReportList(engine, engine.registry.page(FEE)!, { search: { day: JANUARY, grain: 'month' } });
    });
    const late = records.find(({ period }) => period === LATE);
    expect(late).toMatchObject({ use: 12 });
    expect(late).not.toHaveProperty('useFee');
    expect(late).not.toHaveProperty('amount');
  });
});

describe('a month that is opened again', () => {
  it('is the last one, with a reason, and follows its readings', async () => {
    const before = await told();
    expect(await call('reopen', { month: '2025-11', reason: '补抄' })).toBe('203 只能反结账最近一个已结账月份2025-12');
    expect(await refusal(act('reopenMonth', { month: '2025-11-01', reason: '补抄' }))).toBe(
      '只能反结账最近一个已结账月份2025-12',
    );
    expect(await refusal(act('reopenMonth', { month: '2025-12-01' }))).toMatch(/原因/);
    expect(await told()).toEqual(before);
    expect(await call('reopen', { month: '2025-12', reason: '补抄' })).toEqual({ rows: 2, amount: 77 });
    expect(await call('reopen', { month: '2025-12' })).toBe('203 没有已结账的月份');
    expect((await month(DECEMBER)).records).toMatchObject([{ period: '2025-12', use: 112, useFee: 78.2 }]);
    expect((await month(DECEMBER, FEE, 'TB-1')).records).toMatchObject([{ basic: 4000 }]);
    expect((await month(JANUARY)).records).toMatchObject([{ period: '2026-01', use: 20 }]);
    expect(await lates()).toEqual([]);
  });

  it('is closed by the buttons too; whoever sees no amounts is told none', async () => {
    const { answer } = await act('closeMonth', { month: '2025-12-01' });
    expect(answer).toMatchObject({ text: '2025-12已结账，共3行，85.20元', rows: 3, amount: 85.2 });
    await act('reopenMonth', { month: '2025-12-01', reason: '再查一次' });
    expect(await call('close', { month: '2025-12' }, 'blind')).toEqual({ rows: 3, amount: null });
    expect(await told()).toEqual([
      ['本期 2026-01 未结账', null, null],
      ['2025-12 已结账', 3, 85.2],
      ['2025-12 已反结账', 3, 85.2],
      ['2025-12 已反结账', 2, 77],
    ]);
  });
});

describe('a tariff of closed days', () => {
  it('changes the fee by a difference of the open month', async () => {
    await energy.send('TG-1', [
      ['2026-01-12 08:00:00', 0],
      ['2026-01-12 10:00:00', 100],
    ]);
    factory.setNow('2026-02-04 10:00:00');
    const closed = await call('close', { month: '2026-01' });
    expect(closed).toMatchObject({ amount: 385.11 });
    const published = await month(JANUARY, 'energyFee.gas', 'TG-1');
    expect(published.records).toMatchObject([{ use: 100, useFee: 365 }]);
    const made = await acts.save('tariff', {
      ...{ code: 'QJ-T01', name: '新气价', energyType: '3', startDate: '2026-01-11', flatPrice: 4 },
    });
    await acts.act('tariff', 'publish', made);
    await energy.derive();
    expect(await month(JANUARY, 'energyFee.gas', 'TG-1')).toEqual(published);
    const { records } = await month(FEBRUARY, 'energyFee.gas', 'TG-1');
    expect(records).toMatchObject([{ period: '2026-02（2026-01差异）', use: 0, useFee: 35, total: 35, amount: 35 }]);
  });
  it('keeps the readings by hand of its days', async () => {
    const last = await factory.as('luyang', async (ctx) => {
      const [found] = await ctx.records.find('meterReading', 'meter.code == param.code', {
        param: { code: 'WM-10' },
        sort: '-readAt',
      });
      return found!;
    });
    expect(await refusal(acts.act('meterReading', 'del', last))).toBe('2026-01已结账，不能删除读数');
    expect(await acts.byCode('energyMeter', 'WM-10')).toMatchObject({ lastValue: 1531 });
  });
});

describe('the night', () => {
  const night = () => factory.engine.asSystem(factory.org, (ctx) => closeDueMonths(ctx));
  it('closes the month whose closing day has passed, not one that people opened again', async () => {
    factory.setNow('2026-03-05 00:25:00');
    expect(await night()).toEqual({ closed: 0 });
    factory.setNow('2026-03-06 00:25:00');
    expect(await night()).toEqual({ closed: 1 });
    // the difference of January is fixed with it
    expect((await told()).slice(0, 2)).toEqual([
      ['本期 2026-03 未结账', null, null],
      ['2026-02 已结账', 1, 35],
    ]);
    expect((await month(FEBRUARY, 'energyFee.gas', 'TG-1')).records).toMatchObject([{ useFee: 35 }]);
    await act('reopenMonth', { month: '2026-02-01', reason: '再查一次' });
    expect(await night()).toEqual({ closed: 0 });
  });
  it('leaves a month with use that has no price', async () => {
    const { id } = await acts.byCode('tariff', 'DJ-2026');
    await act('reopenMonth', { month: '2026-01-01', reason: '再查一次' });
    await factory.as('admin', (ctx) => ctx.records.patch('tariff', id, { head: { startDate: '2026-01-10' } }));
    await acts.edit('energyMeter', 'EM-10', { readMode: '2', pointTotal: null });
    const meter = await acts.id('energyMeter', 'EM-10');
    await acts.save('meterReading', { meter, readAt: '2026-01-09 08:00:00', value: 0 });
    await acts.save('meterReading', { meter, readAt: '2026-01-09 10:00:00', value: 0.3125 });
    const before = await told();
    expect(await call('close', { month: '2026-01' })).toBe(
      '203 2026-01存在未定价用量12.5000kWh（EM-10 2026-01-09），不能结账',
    );
    expect(await told()).toEqual(before);
  });
});
