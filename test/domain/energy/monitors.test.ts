/** The monitors of energy (50 §6.4): readings in, the monitor out; the rows of who looks alone, amounts for who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnergyCostLive, EnergyUseLive } from '../../../schemas/language/wire-energy';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { energyLive } from '../../../server/datasets/energy/monitor';
import type { EngineCtx } from '../../../server/records/host';
import { actsOf } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: Energy;
const acts = actsOf(() => factory);
let top = '';
let shop = '';
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-15 10:10:00');
  energy = await energyOf(factory, ['2026-01-14', '2026-01-15'], ['TM-1', 'TM-2']);
  const tariff = await acts.id('tariff', 'DJ-2026');
  top = await energy.meter('TM-1', 'GC', { level: '1', isFee: true, tariff });
  shop = await energy.meter('TM-2', 'JJ', { level: '2', parent: top });
  await energy.send('TM-1', [
    ['2026-01-14 00:00:00', 0],
    ['2026-01-15 00:00:00', 240],
    ['2026-01-15 08:00:00', 340],
    ['2026-01-15 10:00:00', 440],
    ['2026-01-15 10:10:00', 460],
  ]);
  await energy.send('TM-2', [
    ['2026-01-15 00:00:00', 0],
    ['2026-01-15 10:10:00', 207],
  ]);
});
afterAll(() => factory?.database.drop());

const as = <T>(session: Session, work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.engine.runAs(session, (ctx) => work(ctx as EngineCtx));
const look = async <T>(screen: string, meter: string | null = top): Promise<T> =>
  (await factory.as('luyang', (ctx) => energyLive(ctx, screen, meter))) as T;
/** 陆洋 with other rights, or with the rows of 机加车间 alone */
const sessionOf = (has: (right: string) => boolean, inShop = false): Promise<Session> =>
  factory.as('luyang', async (ctx): Promise<Session> => {
    const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
    const { me, rights } = ctx.session;
    const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
    const held = (right: string): boolean => rights.has(right) && has(right);
    if (!inShop) return { ...ctx.session, rights: { ...rights, has: held } };
    return {
      ...ctx.session,
      me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
      rights: { ...rights, super: false, has: held, scopes: () => scopes },
    };
  });

describe('用电监控', () => {
  it('has today beside yesterday by the same time, the running slot and what is lost', async () => {
    const live = await look<EnergyUseLive>('electricityMonitor');
    // 240 kWh a day evenly, by 10:10; 20 kWh in the ten minutes of the slot that runs
    expect(live).toMatchObject({
      today: 220,
      before: 101.6667,
      running: 120,
      slotEnd: '2026-01-15 10:15:00',
      loss: 5.91,
    });
    expect(live.demand).toBeGreaterThan(0);
    expect(live.curve.bands.map(({ period }) => period)).toEqual(['4', '2', '3', '2', '1', '2', '3']);
    expect(live.curve.today.at(-1)).toMatchObject({ load: 120 });
    expect(live.top.map(({ code, use, share }) => [code, use, share])).toEqual([
      ['TM-2', 207, 94.09],
      ['TM-1', 13, 5.91],
    ]);
    expect(live.meters.find(({ id }) => id === shop)).toMatchObject({ parent: top, today: 207, stale: false });
  });

  it('shows the rows of 机加车间 alone to who has no others', async () => {
    const session = await sessionOf(() => true, true);
    const live = await as(session, (ctx) => energyLive(ctx, 'electricityMonitor', null));
    const codes = live.meters.map(({ code }) => code);
    expect(codes).toContain('TM-2');
    expect(codes).not.toContain('TM-1');
    expect(codes).not.toContain('EM-30');
    await expect(as(session, (ctx) => energyLive(ctx, 'electricityMonitor', top))).rejects.toThrow(
      '数据不存在或无权查看',
    );
  });
});

describe('电费监控', () => {
  it('has the price of now and until when, what today and the month cost', async () => {
    const live = await look<EnergyCostLive>('electricityChargeMonitoring');
    expect(live.now).toEqual({ period: '2', price: 1.0056, until: '2026-01-15 11:00:00' });
    // 谷 100 × 0.3142 + 峰 120 × 1.0056
    expect(live.today).toEqual({ use: 220, cost: 152.09 });
    expect(live.hours.filter(({ period }) => period === '2').map(({ hour }) => hour)).toEqual([8, 9, 10]);
    expect(live.month).toMatchObject({ from: '2026-01-01', to: '2026-01-31', use: 460 });
    expect(live.unitCosts.reduce((sum, { use }) => sum + use, 0)).toBeCloseTo(460, 4);
    expect(live.peakShare.use).not.toBeNull();
  });

  it('keeps quantities and tells no amount to who may not see it', async () => {
    const session = await sessionOf((right) => right !== 'energyFee:amount');
    const live = (await as(session, (ctx) => energyLive(ctx, 'electricityChargeMonitoring', top))) as EnergyCostLive;
    expect(live).toMatchObject({
      mayAmount: false,
      now: { period: '2', price: null },
      today: { use: 220, cost: null },
    });
    const costs = [
      live.month,
      live.budget,
      live.forecast,
      live.peakShare,
      live.standby,
      ...live.hours,
      ...live.unitCosts,
    ];
    expect(costs.map(({ cost }) => cost).filter((cost) => cost !== null)).toEqual([]);
    const use = (await as(session, (ctx) => energyLive(ctx, 'electricityMonitor', top))) as EnergyUseLive;
    expect(use.idle.map(({ perHour }) => perHour).filter((money) => money !== null)).toEqual([]);
  });

  it('says that no tariff holds', async () => {
    factory.setNow('2025-12-15 10:00:00');
    expect((await look<EnergyCostLive>('electricityChargeMonitoring')).now).toBeNull();
    factory.setNow('2026-01-15 10:10:00');
  });

  it('opens for 能源管理员, without costs for 车间主任, for no operator', async () => {
    const holds = (login: string) =>
      factory.as(login, async ({ session: { rights } }) =>
        ['electricityMonitor', 'waterMonitor', 'gas', 'electricityChargeMonitoring'].map((screen) =>
          rights.has(`${screen}:view`),
        ),
      );
    expect(await holds('luyang')).toEqual([true, true, true, true]);
    expect(await holds('liuqiang')).toEqual([true, true, true, false]);
    expect(await holds('wangqiang')).toEqual([false, false, false, false]);
  });
});

describe('a limit of demand and open alerts', () => {
  it('are on both monitors as soon as a rule says so, and gone when it is gone', async () => {
    const none = await look<EnergyUseLive>('electricityMonitor');
    expect(none).toMatchObject({ demandLimit: null, alerts: [] });
    // 50 kW from 08:00 on and 80 kW in the slot that runs; 80 % of 60 are 48
    const rule = await acts.save('energyRule', {
      ...{ name: '进线需量', energyType: '1', ruleType: '8', scopeType: '1', meters: [top], level: '2' },
      ...{ limitValue: 60, effectiveFrom: '2026-01-15' },
    });
    await energy.derive('2026-01-15 10:12:00');
    const use = await look<EnergyUseLive>('electricityMonitor');
    expect(use.demandLimit).toBe(60);
    expect(use.alerts).toMatchObject([
      { meter: top, code: 'TM-1', ruleType: '8', openAt: '2026-01-15 08:15:00', acked: false },
    ]);
    const cost = await look<EnergyCostLive>('electricityChargeMonitoring');
    // 20 kW too much at 38 a kW
    expect(cost.demand).toEqual({ value: 80, limit: 60, atRisk: 760 });
    expect(await look('electricityMonitor', shop)).toMatchObject({ demandLimit: null, alerts: [] });
    await acts.act('energyRule', 'disable', await acts.byCode('energyRule', String(rule.code)));
    await energy.derive('2026-01-15 10:13:00');
    factory.setNow('2026-01-15 10:14:00');
    expect(await look('electricityMonitor')).toMatchObject({ demandLimit: null, alerts: [] });
    factory.setNow('2026-01-15 10:10:00');
  });

  it('tell no amount and no alert to who may see neither', async () => {
    const session = await sessionOf((right) => right !== 'energyFee:amount' && right !== 'energyAlert:view');
    const live = (await as(session, (ctx) => energyLive(ctx, 'electricityChargeMonitoring', top))) as EnergyCostLive;
    expect(live).toMatchObject({ alerts: null, demand: { atRisk: null } });
  });
});
