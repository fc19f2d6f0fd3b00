/** 50 §6 energyAlert: slots of meters in, alerts out; late readings change them, and people deal with them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { factoryMs, factoryText } from '../../../server/iot/factory-time';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { inboxOf } from '../../../server/records/people/inbox';
import { deliverNotices } from '../../../server/records/people/notices';
import { actsOf, refusal } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: Energy;
const acts = actsOf(() => factory);
const meters = new Map<string, string>();
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-15 12:00:00');
  energy = await energyOf(factory, ['2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'], ['TA-1', 'TA-2', 'TW-1']);
  meters.set('TA-1', await energy.meter('TA-1', 'GC'));
  meters.set('TA-2', await energy.meter('TA-2', 'JJ'));
  meters.set('TW-1', await energy.meter('TW-1', 'GC', { energyType: '2' }));
});
afterAll(() => factory?.database.drop());

const rule = (meter: string, more: Rec) =>
  acts.save('energyRule', {
    ...{ name: '预警', energyType: '1', scopeType: '1', meters: [meters.get(meter) ?? ''], level: '2' },
    ...{ effectiveFrom: '2026-01-01', ...more },
  });
const alerts = (of: { readonly id: string }) =>
  factory.as('admin', async (ctx) => {
    const found = await ctx.records.find('energyAlert', 'energyRule == param.of', {
      param: { of: of.id },
      sort: 'openAt',
    });
    return ctx.records.many(
      'energyAlert',
      found.map(({ id }) => id),
    );
  });
/** readings each quarter of an hour from a moment on, so much more each */
const quarters = (from: string, uses: readonly number[], base = 0): readonly (readonly [string, number])[] => {
  let sum = base;
  const start = factoryMs(from);
  const after = uses.map((use, n) => {
    sum += use;
    return [factoryText(start + (n + 1) * 900_000), sum] as const;
  });
  return [[from, base], ...after];
};

describe('an alert of energy', () => {
  it('opens at 80 % of the demand, becomes grave beyond the limit, ends below, and a late reading takes it back', async () => {
    const demand = await rule('TA-1', { ruleType: '8', limitValue: 620 });
    const window = await rule('TA-1', { ruleType: '2', limitValue: 250, windowMin: 30 });
    const first = quarters('2026-01-15 08:00:00', [100, 128, 128, 100]);
    await energy.send('TA-1', first);
    await energy.derive('2026-01-15 09:00:05');
    const [open, ...more] = await alerts(demand);
    expect(more).toEqual([]);
    expect(open).toMatchObject({ value: 512, limitValue: 620, peak: 512, level: '2', startAt: '2026-01-15 08:30:00' });
    expect(await alerts(window)).toMatchObject([
      { value: 256, overUse: 6, limitValue: 250, text: '时段用量超限：256，限值250' },
    ]);
    await energy.send('TA-1', quarters('2026-01-15 09:00:00', [160, 90, 90], 456).slice(1));
    await energy.derive('2026-01-15 09:45:05');
    const all = await alerts(demand);
    expect(all.map(({ level, docStatus, endAt }) => [level, docStatus, endAt])).toEqual([
      ['2', '60', '2026-01-15 09:00:00'],
      ['3', '60', '2026-01-15 09:30:00'],
    ]);
    expect(all[0]?.id).toBe(open?.id);
    // it was 100 and 156 in truth: the alert moves to the second quarter, stays the same record and makes no noise
    await energy.send('TA-1', [['2026-01-15 08:30:00', 200]]);
    const after = await alerts(demand);
    expect(after.map(({ startAt, peak, level }) => [startAt, peak, level])).toEqual([
      ['2026-01-15 08:45:00', 624, '3'],
      ['2026-01-15 09:15:00', 640, '3'],
    ]);
    expect(after[0]?.id).toBe(open?.id);
    expect(after[0]).toMatchObject({ value: 624, text: '需量预警：624kW，限值620kW' });
  });

  it('says 疑似漏水 after three nights above 0.3 m³/h, once, and is dealt with', async () => {
    const night = await rule('TW-1', { energyType: '2', ruleType: '6', limitValue: 0.3, level: '3' });
    const readings = quarters(
      '2026-01-13 00:00:00',
      Array.from({ length: 240 }, () => 0.105),
    );
    await energy.send('TW-1', readings);
    const found = await alerts(night);
    expect(found).toMatchObject([
      {
        text: '疑似漏水：夜间最小流量0.42m³/h，限值0.3',
        value: 0.42,
        startAt: '2026-01-15 05:00:00',
        docStatus: '10',
        level: '3',
      },
    ]);
    const [alert] = found;
    if (alert === undefined) throw new Error('no alert');
    await acts.act('energyAlert', 'ack', alert, { note: '已报修' }, [], 'luyang');
    const acked = await factory.as('admin', (ctx) => ctx.records.get('energyAlert', alert.id));
    expect(acked).toMatchObject({ docStatus: '20', ackNote: '已报修' });
    expect(await refusal(acts.act('energyAlert', 'ack', acked as Rec, {}, [], 'luyang'))).toMatch(/^该预警已被.+确认$/);
    await energy.derive('2026-01-15 13:00:00');
    expect(await alerts(night)).toMatchObject([{ docStatus: '20' }]);
  });

  it('shows what it costs to those who see fees only', async () => {
    const columns = (seesFees: boolean) =>
      factory.as('luyang', async (ctx) => {
        const engine = ctx as EngineCtx;
        const { rights } = engine.session;
        const has = (code: string): boolean => (seesFees || code !== 'energyFee:amount') && rights.has(code);
        const session = { ...engine.session, rights: { ...rights, has } };
        const page = engine.registry.page('energyAlert');
        if (!page) throw new Error('no page');
        const { records } = await getPageList({ ...engine, session } as EngineCtx, page, { size: 100 });
        return records.some((row) => Object.hasOwn(row, 'overAmount'));
      });
    expect(await columns(true)).toBe(true);
    expect(await columns(false)).toBe(false);
  });
});

describe('when it opens', () => {
  const events = async (alert: { readonly id: unknown } | undefined): Promise<readonly string[]> => {
    const { rows } = await sql<{ event: string }>`
      SELECT event FROM ${sql.id(factory.org.schema, 'mw_outbox')} WHERE record_id = ${String(alert?.id)}::uuid AND event <> 'energyAlert.add' ORDER BY seq`.execute(
      factory.database.db,
    );
    return rows.map(({ event }) => event);
  };
  const heard = async (login: string): Promise<readonly string[]> => {
    const { records } = await factory.as(login, (ctx) => inboxOf(ctx));
    return records.map(({ title }) => String(title)).filter((title) => title.includes('TA-2'));
  };
  const orders = () => factory.as('admin', (ctx) => ctx.records.find('serviceOrder', 'source == 7', { sort: 'nbr' }));

  it('tells receivers, makes one service order, and says once that it is over', async () => {
    const device = await acts.id('equipment', 'KY-01');
    const demand = { ruleType: '8', limitValue: 620, effectiveFrom: '2026-01-15' };
    await energy.send('TA-2', quarters('2026-01-15 08:00:00', [100, 128, 128]));
    const before = (await orders()).length;
    const asked = await rule('TA-2', {
      ...{ ...demand, action: '3', equipment: device, urgency: await acts.id('urgency', 'JJ02') },
      receivers: [
        { id: newId(), kind: '1', role: await acts.id('role', 'workshopHead') },
        { id: newId(), kind: '2', user: await userId('sunpeng') },
      ],
    });
    await energy.derive('2026-01-15 08:46:00');
    const [alert] = await alerts(asked);
    expect(alert).toMatchObject({ docStatus: '10', hist: false, value: 512 });
    expect([...(alert?.receivers ?? [])].sort()).toEqual([await userId('liuqiang'), await userId('sunpeng')].sort());
    // the service order is made of it
    expect(await events(alert)).toEqual(['energyAlert.open', 'energyAlert.told', 'docLink.pushed']);
    const [order, ...more] = (await orders()).slice(before);
    expect(more).toEqual([]);
    expect(order).toMatchObject({
      equipment: device,
      source: '7',
      srcId: alert?.id,
      desc: '需量预警：512kW，限值620kW',
    });
    expect(alert?.serviceOrder).toBe(order?.id);
    while ((await factory.engine.asSystem(factory.org, deliverNotices)) > 0);
    expect(await heard('sunpeng')).toHaveLength(1);
    expect(await heard('liuqiang')).toHaveLength(1);
    expect(await heard('wangqiang')).toEqual([]);

    await energy.send('TA-2', quarters('2026-01-15 08:45:00', [100, 90, 90], 356).slice(1));
    await energy.derive('2026-01-15 09:31:00');
    await energy.derive('2026-01-15 09:40:00');
    expect(await alerts(asked)).toMatchObject([{ id: alert?.id, docStatus: '60', endAt: '2026-01-15 09:00:00' }]);
    expect((await events(alert)).slice(3)).toEqual(['energyAlert.recovered']);
    expect(await orders()).toHaveLength(before + 1);
  });

  it('is kept without noise if it was known only when it was over', async () => {
    const before = (await orders()).length;
    const late = await rule('TA-2', {
      ...{ ruleType: '2', limitValue: 250, windowMin: 30, effectiveFrom: '2026-01-15', action: '3' },
      ...{ equipment: await acts.id('equipment', 'KY-01'), urgency: await acts.id('urgency', 'JJ02') },
      receivers: [{ id: newId(), kind: '2', user: await userId('sunpeng') }],
    });
    await energy.derive('2026-01-15 12:00:00');
    const [alert] = await alerts(late);
    expect(alert).toMatchObject({ hist: true, docStatus: '60', startAt: '2026-01-15 08:45:00' });
    expect(await events(alert)).toEqual([]);
    expect(await orders()).toHaveLength(before);
  });
});

const userId = (login: string): Promise<string> =>
  factory.as('admin', async (ctx) => {
    const [user] = await ctx.records.find('user', 'loginName == param.login', { param: { login } });
    return String(user?.id);
  });
