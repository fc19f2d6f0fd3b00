/** deviceLive (50 §1.1, §2.9): a device as monitors show it, in few statements, and to nobody who may not see it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { deviceLive } from '../../../server/iot/live';
import { pointHistory, watchedDevices, watchedPoints } from '../../../server/iot/live/watched';
import { keepDays } from '../../../server/iot/partitions';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { demoFactory, type Factory } from '../factory';

/** 08:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15);
let factory: Factory;
let device = '';
let moulding = '';
let shift = '';
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, { mw_iot_fast: 31, mw_iot_key: 31 });
  await factory.as('admin', async (ctx) => {
    const all = await ctx.records.find('equipment', "code in ['CNC-05', 'IM-01']");
    device = String(all.find(({ code }) => code === 'CNC-05')?.id);
    moulding = String(all.find(({ code }) => code === 'IM-01')?.id);
    shift = String((await ctx.records.find('shift', "code == 'BC01'"))[0]?.id);
  });
});
afterAll(() => factory?.database.drop());

const run = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const CLEARED = [
  'device_state',
  'output_stat',
  'bad_stat',
  'device_work',
  'dispatch_order',
  'mw_iot_key',
  'mw_iot_count',
];
beforeEach(async () => {
  factory.setNow('2026-01-15 10:00:00');
  for (const table of CLEARED) await run(`delete from $.${table}`);
  await run(`update $.data_point set value = null, value_text = null, value_at = null, q = null`);
  await run(
    `update $.cloud_box set status = '1', last_at = '2026-01-15 09:59:50+08' where code in ('CB-002', 'CB-003')`,
  );
});

const put = async (state: string, from: string, to: string | null, more = '', of = device): Promise<string> => {
  const id = newId();
  const at = (time: string | null): string => (time === null ? 'null' : `'2026-01-15 ${time}+08'`);
  await run(`insert into $.device_state (id, equipment_id, factory_unit_id, state, source, split, start_at, end_at)
    select '${id}', e.id, e.factory_unit_id, '${state}', '1', false, ${at(from)}, ${at(to)} from $.equipment e where e.id = '${of}'`);
  if (more !== '') await run(`update $.device_state set ${more} where id = '${id}'`);
  return id;
};
const live = async (of = device): Promise<DeviceLive> => {
  const [row] = await factory.as('admin', (ctx) => deviceLive(ctx, { devices: [of] }));
  if (row === undefined) throw new Error('no device');
  return row;
};
const say = (code: string, value: string, at: string, more = ''): Promise<unknown> =>
  run(`update $.data_point set value = ${value}, value_at = '2026-01-15 ${at}+08', q = '0' ${more}
    where code = '${code}' and box_id = (select id from $.cloud_box where code = 'CB-002')`);
/** 刘强 as a role gives it, over the rows of 机加车间 alone */
const inShop = (has: (right: string) => boolean = () => true): Promise<Session> => {
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  return factory.as('liuqiang', async (ctx): Promise<Session> => {
    const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
    const { me, rights } = ctx.session;
    return {
      ...ctx.session,
      me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
      rights: { ...rights, super: false, has, group: () => true, scopes: () => scopes },
    };
  });
};

describe('the state', () => {
  it('is the open interval with its reason, and none where nothing tells it', async () => {
    expect(await live()).toMatchObject({ state: null, since: null, stateId: null, utilisation: null, alarms: [] });
    await put('1', '08:00:00', '09:30:00');
    const id = await put('2', '09:30:00', null, `reason_id = (select id from $.support_infor where code = 'TJ01')`);
    const { name } = (await run<{ name: string }>(`select name from $.support_infor where code = 'TJ01'`))[0] ?? {};
    expect(await live()).toMatchObject({ state: '2', since: '2026-01-15 09:30:00', stateId: id, reason: name });
  });

  it('says how much of the planned time so far it ran: without breaks, without what was planned to stop', async () => {
    await put('1', '07:00:00', '09:30:00');
    const id = await put('3', '09:30:00', null);
    // 90 of 120 minutes
    expect((await live()).utilisation).toBe(75);
    await run(
      `update $.device_state set reason_id = (select id from $.support_infor where code = '80') where id = '${id}'`,
    );
    expect((await live()).utilisation).toBe(100);
    factory.setNow('2026-01-15 13:30:00');
    await run(`update $.device_state set reason_id = null where id = '${id}'`);
    // 90 of 330 - 60 minutes of rest
    expect((await live()).utilisation).toBe(33.3);
  });
});

describe('the work', () => {
  const work = async (from: string, to: string | null, std: number | null = 240): Promise<string> => {
    const id = newId();
    await run(`insert into $.device_work (id, equipment_id, work_order_nbr_id, op_nbr, material_id, "from", "to", std_cycle, alloc_qty)
      select '${id}', '${device}', (select id from $.work_order order by nbr limit 1), 10, (select id from $.material where code = 'WG-080'),
             '2026-01-15 ${from}+08', ${to === null ? 'null' : `'2026-01-15 ${to}+08'`}, ${std}, 0`);
    return id;
  };
  const count = (
    number: number,
    more: { readonly shift?: string | null; readonly source?: string; readonly bad?: number } = {},
  ) =>
    run(`insert into $.output_stat (id, equipment_id, shift_date, shift_id, slot_at, number, unqualified_qty, qualified_qty, suspect_qty, est_qty, source, rev)
      values ('${newId()}', '${device}', '2026-01-15', ${more.shift === null ? 'null' : `'${more.shift ?? shift}'`}, '2026-01-15 08:00+08', ${number},
              ${more.bad ?? 0}, ${number}, 0, 0, '${more.source ?? '1'}', 0)`);

  it('is the one that goes on; its shift counts what machines counted and nobody doubts', async () => {
    await work('08:00:00', '09:00:00');
    await work('09:00:00', null);
    await count(30, { bad: 2 });
    await count(12);
    await count(500, { source: '4' });
    await count(7, { shift: null });
    const row = await live();
    expect(row).toMatchObject({
      opNbr: 10,
      material: { code: 'WG-080' },
      number: 42,
      stdCycleSec: 240,
      shiftDate: '2026-01-15',
    });
    expect(row.workOrderNbr).not.toBeNull();
    // nothing dispatched: 480 minutes at 4 minutes a piece
    expect(row.plan).toBe(120);
  });

  it('has the plan of what is dispatched into the shift, and of no other', async () => {
    await work('08:00:00', null);
    const dispatch = (from: string, qty: number, status = '10') =>
      run(`insert into $.dispatch_order (id, nbr, doc_status, equipment_id, qty, plan_range_from, plan_range_to, assign_kind, priority)
        values ('${newId()}', 'T-${newId().slice(-8)}', '${status}', '${device}', ${qty}, '2026-01-15 ${from}+08', '2026-01-15 23:00+08', '10', '3')`);
    await dispatch('08:00:00', 40);
    await dispatch('16:59:59', 5);
    await dispatch('17:00:00', 30);
    await dispatch('09:00:00', 99, '80');
    expect((await live()).plan).toBe(45);
  });

  it('calls bad what points and people said, or what reports said, never both', async () => {
    await count(30, { bad: 2 });
    const bad = (source: string, qty: number) =>
      run(`insert into $.bad_stat (id, equipment_id, shift_date, shift_id, happen_at, bad_reason_id, qty, source)
        select '${newId()}', '${device}', '2026-01-15', '${shift}', '2026-01-15 09:00+08', id, ${qty}, '${source}' from $.bad_reason limit 1`);
    await bad('3', 1);
    await bad('2', 5);
    expect((await live()).unqualifiedQty).toBe(5);
    await factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['iot.badSource', '1']]));
    expect((await live()).unqualifiedQty).toBe(3);
  });

  it('says the seconds a piece takes now', async () => {
    await work('08:00:00', null);
    const [map] = await run<{ id: string }>(
      `select id from $.point_map where equipment_id = '${device}' and signal_type = '1'`,
    );
    const booked = (n: number, from: number, to: number, pieces: number, suspect = false) =>
      run(
        `insert into $.mw_iot_count (map_id, src, to_ts, from_ts, pieces, suspect, recv_at) values ('${map?.id}', ${n}, ${to}, ${from}, ${pieces}, ${suspect}, 0)`,
      );
    const now = T0 + 7_200_000;
    await booked(1, now - 3_600_000, now - 3_000_000, 1);
    await booked(2, now - 700_000, now - 500_000, 1);
    await booked(3, now - 500_000, now - 200_000, 1);
    await booked(4, now - 200_000, now - 100_000, 50, true);
    expect((await live()).cycleSec).toBe(250);
  });
});

describe('signals', () => {
  it('stand on the card with unit, limits and whether they are old', async () => {
    await say('D506', '1500', '09:59:55');
    await say('D502', '5.456', '08:00:00');
    await run(`update $.data_point set cycle_sec = 10 where code in ('D506', 'D502')`);
    const { params, online, lastAt } = await live();
    expect(params.map(({ name, value, unit, stale, at }) => [name, value, unit, stale, at])).toEqual([
      ['转速', 1500, 'r/min', false, '2026-01-15 09:59:55'],
      ['主轴电流', 5.46, 'A', true, '2026-01-15 08:00:00'],
    ]);
    expect([online, lastAt]).toEqual([true, '2026-01-15 09:59:50']);
    await run(`update $.cloud_box set status = '0' where code = 'CB-002'`);
    expect((await live()).online).toBe(false);
  });

  it('tell what is out of its limits, all of them to who opens the device', async () => {
    await say('D501', '85.5', '09:59:58');
    const points = await factory.as('admin', (ctx) => watchedPoints(ctx, device));
    expect(points.find(({ name }) => name === '主轴温度')).toMatchObject({
      value: 85.5,
      band: 'high',
      high: 80,
      stale: false,
    });
    expect(points.map(({ name }) => name)).toContain('产量');
  });

  it('another value is another version, another time of reading none', async () => {
    await say('D506', '1500', '09:59:50');
    const { version } = await live();
    await say('D506', '1500', '09:59:55');
    expect((await live()).version).toBe(version);
    await say('D506', '1501', '09:59:55');
    expect((await live()).version).not.toBe(version);
  });
});

describe('alarms', () => {
  it('are what alarm signals say, since they say it, and once when the state says it too', async () => {
    const {
      rows: [point],
    } = await sql<{
      id: string;
    }>`SELECT id FROM ${sql.id(factory.org.schema, 'data_point')} WHERE code = 'D504'`.execute(factory.database.db);
    for (const [sec, value] of [
      [0, 0],
      [3600, 102],
      [3660, 102],
    ] as const)
      await run(
        `insert into $.mw_iot_key (point_id, ts, value, q, seq, recv_at) values ('${point?.id}', ${T0 + sec * 1000}, ${value}, 0, 1, 0)`,
      );
    await say('D504', '102', '09:01:00', `, value_text = 'E102'`);
    const told = [{ level: 3, text: 'E102 主轴过载', openAt: '2026-01-15 09:00:00' }];
    expect((await live()).alarms).toMatchObject(told);
    await put('4', '09:00:00', null, `fault_code = 'JX01'`);
    expect((await live()).alarms).toMatchObject(told);
    // what a silent box said last is no news
    await run(`update $.cloud_box set status = '0' where code = 'CB-002'`);
    expect((await live()).alarms).toMatchObject([{ level: 3, text: 'JX01 主轴异响' }]);
    await say('D504', '0', '09:02:00', `, value_text = null`);
    await run(`delete from $.device_state`);
    expect((await live()).alarms).toEqual([]);
  });

  it('are 故障 itself where no code says more', async () => {
    await put('4', '09:10:00', null);
    expect((await live()).alarms).toMatchObject([{ level: 3, text: '设备故障', openAt: '2026-01-15 09:10:00' }]);
  });

  it('are warnings that go on too, until they end or somebody ignores them', async () => {
    const id = crypto.randomUUID();
    await run(`insert into $.threshold_warning (id, equipment_id, level, text, open_at, doc_status)
      select '${id}', id, '2', '主轴温度85℃，高于80℃', '2026-01-15 09:20:00+08', '20' from $.equipment where code = 'CNC-05'`);
    expect((await live()).alarms).toMatchObject([
      { level: 2, text: '主轴温度85℃，高于80℃', openAt: '2026-01-15 09:20:00' },
    ]);
    await run(`update $.threshold_warning set doc_status = '80' where id = '${id}'`);
    expect((await live()).alarms).toEqual([]);
  });
});

describe('who may see it', () => {
  it('the own workshop alone, by id, by unit, its points and their course', async () => {
    const own = await inShop();
    const devices = (await factory.engine.runAs(own, (ctx) => watchedDevices(ctx, {}))).devices;
    expect(devices.map(({ code }) => code)).toEqual([
      'CNC-01',
      'CNC-02',
      'CNC-03',
      'CNC-04',
      'CNC-05',
      'CNC-06',
      'PT-01',
    ]);
    expect(
      (await factory.engine.runAs(own, (ctx) => watchedDevices(ctx, { devices: [moulding, device] }))).devices.map(
        ({ id }) => id,
      ),
    ).toEqual([device]);
    await expect(factory.engine.runAs(own, (ctx) => watchedPoints(ctx, moulding))).rejects.toThrow(
      '数据不存在或无权查看',
    );
    const [foreign] = await run<{ id: string }>(
      `select data_point_id as id from $.point_map where equipment_id = '${moulding}' limit 1`,
    );
    const ask = { points: [String(foreign?.id)], from: T0, to: T0 + 1000, most: 10 };
    expect(await factory.engine.runAs(own, (ctx) => pointHistory(ctx, ask))).toEqual([]);
    expect(await factory.as('admin', (ctx) => pointHistory(ctx, ask))).toMatchObject([
      { pointId: foreign?.id, values: [] },
    ]);
  });

  it('nobody without the right', async () => {
    const own = await inShop((right) => right !== 'dvcwatch:view');
    expect((await factory.engine.runAs(own, (ctx) => watchedDevices(ctx, {}))).devices).toEqual([]);
  });

  it('the roles file 50 names', async () => {
    const roles = await factory.as('admin', async (ctx) =>
      (await ctx.records.find('role', 'true')).flatMap(({ code, functions }) =>
        (functions ?? []).includes('dvcwatch:view') ? [code] : [],
      ),
    );
    expect(roles.sort()).toEqual(['deviceEngineer', 'management', 'operator', 'teamLeader', 'workshopHead']);
  });

  it('units with all below', async () => {
    const { devices, units } = await factory.as('admin', async (ctx) => {
      const [unit] = await ctx.records.find('factoryUnit', "code == 'ZS'");
      return watchedDevices(ctx, { unit: String(unit?.id) });
    });
    expect(devices.map(({ code }) => code)).toContain('IM-01');
    expect(devices.map(({ code }) => code)).not.toContain('CNC-05');
    expect(units.some(({ parent }) => parent === null)).toBe(true);
  });
});

describe('the course of a point', () => {
  it('keeps its least and greatest value however it is thinned', async () => {
    const [point] = await run<{ id: string }>(`select id from $.data_point where code = 'D501'`);
    await run(`insert into $.mw_iot_key (point_id, ts, value, q, seq, recv_at)
      select '${point?.id}', ${T0} + n * 1000, case n when 777 then 99 when 1234 then -5 else 50 + n % 3 end, case n when 777 then 1 else 0 end, n, 0 from generate_series(0, 1999) n`);
    const course = async (most: number) =>
      (
        await factory.as('admin', (ctx) =>
          pointHistory(ctx, { points: [String(point?.id)], from: T0, to: T0 + 2_000_000, most }),
        )
      )[0]?.values ?? [];
    const thin = await course(100);
    expect(thin.length).toBeLessThanOrEqual(100);
    expect([Math.min(...thin.map(([, low]) => low)), Math.max(...thin.map(([, , high]) => high))]).toEqual([-5, 99]);
    expect(thin.find(([, , high]) => high === 99)?.[4]).toBe(1);
    const all = await course(2000);
    expect([all.length, all[777]]).toEqual([2000, [T0 + 777_000, 99, 99, 99, 1]]);
  });
});

it('two hundred devices take no more statements than one', async () => {
  const statements = async (devices: readonly string[] | 'all'): Promise<number> =>
    factory.as('admin', async (ctx) => {
      let n = 0;
      const count = {
        ...ctx,
        trx: ctx.trx.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            n += 1;
            return result;
          },
        }),
      };
      await deviceLive(count as typeof ctx, { devices });
      return n;
    });
  expect(await statements('all')).toBe(await statements([device]));
});
