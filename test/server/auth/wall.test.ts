/** Wall boards without sign-in (50 §5.1, acceptance 13): by key, from the factory's net, by a code; what each may not, is refused. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { screenSessions } from '../../../server/auth/screens';
import { keepDays } from '../../../server/iot/partitions';
import type { EngineCtx } from '../../../server/records/host';
import { WALL_BLOCKS, type WallSource } from '../../../server/wall/blocks';
import { demoFactory, type Factory } from '../../domain/factory';
import { screenApp } from '../../support/screen-app';

let factory: Factory;
let app: FastifyInstance;
let id: string;
let key: string;
let now = '2026-01-15 10:00:00';
let unit: string;
let other: string;
const setNow = (at: string): void => {
  now = at;
  factory.setNow(at);
};
beforeAll(async () => {
  factory = await demoFactory();
  app = await screenApp(factory, () => now);
  const units = await factory.as('admin', (ctx) =>
    ctx.records.find('factoryUnit', "code in ['JJ', 'ZS']", { sort: 'code' }),
  );
  [unit = '', other = ''] = units.map((row) => row.id);
  await stays();
  id = await factory.as(
    'admin',
    async (ctx) => (await ctx.records.save('screenCfg', { ...CFG, factoryUnits: [unit] })).id,
  );
  key = await renew(id);
});
afterAll(() => app?.close());
// every test has minutes of its own
let minute = 0;
beforeEach(() => setNow(`2026-01-15 10:${String(minute++).padStart(2, '0')}:00`));

const CFG = { name: '机加一号屏', board: 'deviceRunning', notice: '交班前清扫工位' };
/** CNC-01 runs from 08:00 and stands from 09:30; IM-01 of another shop runs */
async function stays(): Promise<void> {
  const { db } = factory.database;
  const rows = await factory.as('admin', (ctx) =>
    ctx.records.find('equipment', "code in ['CNC-01', 'IM-01']", { sort: 'code' }),
  );
  const at = (time: string) => `2026-01-15 ${time}+08`;
  for (const [device, state, from, to] of [
    [rows[0], '1', '08:00:00', '09:30:00'],
    [rows[0], '3', '09:30:00', null],
    [rows[1], '1', '08:00:00', null],
  ] as const)
    await db
      .withSchema(factory.org.schema)
      .insertInto('device_state')
      .values({
        id: crypto.randomUUID(),
        equipment_id: device?.id,
        factory_unit_id: device?.factoryUnit,
        state,
        start_at: at(from),
        end_at: to === null ? null : at(to),
      })
      .execute();
}
/** 重置地址 as its dialog does it */
const renew = (cfg: string): Promise<string> =>
  factory.as('admin', async (ctx) => {
    const service = (ctx as EngineCtx).host.services.get('screen.newKey')!;
    const { address } = (await service.run({ ids: [cfg] }, ctx)) as { address: string };
    expect(address).toMatch(/^\/v2\/dashboard\/devicerunning\?k=demo\./);
    await ctx.records.act('screenCfg', 'newKey', cfg, { address });
    return new URL(address, 'http://x').searchParams.get('k') ?? '';
  });
interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly [name: string]: never } & { readonly data: Record<string, never> };
}
const call = async (
  path: string,
  { k = key, ip = '203.0.113.5', body }: { k?: string; ip?: string; body?: object } = {},
): Promise<Answer> => {
  const answer = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/v2/api/mes${path}`,
    headers: { ...(k === '' ? {} : { authorization: `Screen ${k}` }), 'x-forwarded-for': ip },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { ...answer.json(), status: answer.statusCode };
};
const data = (more = {}) => call('/screen/data?board=deviceRunning', more);
const pair = (body: object, ip = '203.0.113.5') => call('/screen/pair', { k: '', ip, body });
const enter = (code: string, cfg = id) =>
  factory.as('admin', (ctx) => ctx.records.act('screenCfg', 'pair', cfg, { code }));

describe('with a key', () => {
  it('shows the devices of its scope and no other', async () => {
    const { code, data: answer } = await data();
    expect(code).toBe(200);
    expect(answer).toMatchObject({
      board: 'deviceRunning',
      title: '设备运行大屏',
      orgName: '示例工厂',
      notice: '交班前清扫工位',
    });
    expect(answer.span).toMatchObject({ shift: '白班' });
    expect(answer.data.strips).toMatchObject([{ code: 'CNC-01', state: 3, stopMin: 30 }]);
    expect(answer.data.kpi).toMatchObject({ devices: 1, running: 0, utilisation: 75 });
    expect(answer.data.longest).toMatchObject([{ code: 'CNC-01', state: 3, minutes: 30, open: true }]);
    expect(answer.data.ranking).toMatchObject([{ code: 'CNC-01', utilisation: 75 }]);
  });
  it('holds no price, pay or phone number, and no name of a person', async () => {
    const text = JSON.stringify((await data()).data);
    expect(text).not.toMatch(/price|amount|cost|pay|phone|mobile|employee/i);
  });
  it('answers 60 of 61 calls in a minute', async () => {
    const all = [];
    for (let n = 0; n < 61; n++) all.push((await data({ ip: '203.0.113.61' })).code);
    expect(all.filter((code) => code === 200)).toHaveLength(60);
    expect(all.at(-1)).toBe(429);
    expect((await data({ ip: '203.0.113.62' })).code).toBe(200);
  });
  it('opens no other board, no list and no write', async () => {
    expect((await call('/screen/data?board=demoScreen')).code).toBe(400);
    expect((await call('/lcdp/data/deviceState/getPageList', { body: {} })).code).toBe(401);
    expect((await call('/lcdp/data/screenCfg/save', { body: { record: { id, name: '别的' } } })).code).toBe(401);
    expect((await factory.as('admin', (ctx) => ctx.records.get('screenCfg', id)))?.name).toBe('机加一号屏');
  });
  it('of another organisation or with another secret it is refused', async () => {
    const secret = key.slice(5);
    expect((await data({ k: `other.${secret}` })).code).toBe(401);
    expect((await data({ k: `demo.${'a'.repeat(43)}` })).code).toBe(401);
  });
  it('is over at once when its address is made anew, and the screens that were paired go with it', async () => {
    const { data: started } = await pair({});
    const { code, secret } = started as unknown as { code: string; secret: string };
    await enter(code);
    const { data: got } = await pair({ code, secret });
    const { k: paired } = got as unknown as { k: string };
    expect((await data({ k: paired })).code).toBe(200);
    const old = key;
    key = await renew(id);
    expect((await data({ k: old })).code).toBe(401);
    expect((await data({ k: paired })).code).toBe(401);
    expect((await data()).code).toBe(200);
  });
});

describe('without a key', () => {
  it('opens from the nets of the one organisation that opens its boards', async () => {
    expect((await data({ k: '-', ip: '192.168.1.20' })).code).toBe(200);
    expect((await data({ k: '-' })).code).toBe(401);
  });
  it('opens nowhere once a second organisation opens its boards', async () => {
    const { db } = factory.database;
    const { setting } = factory.engine;
    const two = screenSessions({
      db: factory.database.app,
      registries: factory.engine.registries,
      setting: async (org, key) =>
        key === 'screen.openAccess' ? true : setting({ ...org, schema: factory.org.schema }, key),
      clock: () => new Date(),
    });
    expect(await two({ key: null, ip: '192.168.1.20' })).not.toBeNull();
    const row = { id: crypto.randomUUID(), code: 'second', name: '二厂', is_disabled: '0' };
    await db.withSchema('platform').insertInto('org').values(row).execute();
    expect(await two({ key: null, ip: '192.168.1.20' })).toBeNull();
    await db.withSchema('platform').deleteFrom('org').where('id', '=', row.id).execute();
  });
});

describe('a code', () => {
  const start = async (ip: string) => (await pair({}, ip)).data as unknown as { code: string; secret: string };
  it('gives its screen a key of its own once an administrator entered it', async () => {
    const { code, secret } = await start('203.0.113.11');
    expect(code).toMatch(/^\d{6}$/);
    expect((await pair({ code, secret })).data).toEqual({ k: null });
    await enter(code);
    const { k } = (await pair({ code, secret })).data as unknown as { k: string };
    expect((await data({ k })).data.data.strips).toMatchObject([{ code: 'CNC-01' }]);
    expect((await pair({ code, secret })).msg).toBe('配对码错误或已过期');
    const [seat] = await factory.as('admin', (ctx) => ctx.records.find('screenSeat', "address == '203.0.113.11'"));
    expect(JSON.stringify(seat)).not.toContain(secret);
    await factory.as('admin', (ctx) => ctx.records.act('screenSeat', 'del', seat?.id ?? ''));
    expect((await data({ k })).code).toBe(401);
  });
  it('opens nothing to who only guesses it: five wrong secrets end it', async () => {
    const { code, secret } = await start('203.0.113.12');
    for (let n = 0; n < 5; n++)
      expect((await pair({ code, secret: `${n}`.repeat(43) })).msg).toBe('配对码错误或已过期');
    expect((await pair({ code, secret })).msg).toBe('配对码错误或已过期');
    await expect(enter(code)).rejects.toThrow('配对码错误或已过期');
  });
  it('is over after ten minutes', async () => {
    const { code, secret } = await start('203.0.113.13');
    setNow('2026-01-15 10:40:00');
    expect((await pair({ code, secret })).msg).toBe('配对码错误或已过期');
    await expect(enter(code)).rejects.toThrow('配对码错误或已过期');
  });
  it('five wrong ones of an organisation stop the sixth, right as it may be', async () => {
    const { code } = await start('203.0.113.14');
    const wrong = code === '000000' ? '000001' : '000000';
    // some went wrong above already
    for (let n = 0; n < 5; n++) await expect(enter(wrong)).rejects.toThrow('配对码错误或已过期');
    const seats = () =>
      factory.as('admin', (ctx) => ctx.records.find('screenSeat', 'screenCfg == param.id', { param: { id } }));
    const before = (await seats()).length;
    await expect(enter(code)).rejects.toThrow('配对码错误或已过期');
    expect(await seats()).toHaveLength(before);
  });
});

describe('设备运行监控大屏', () => {
  const monitor = { name: '监控一号屏', board: 'deviceOperation' };
  it('shows devices as they are, where their time went and what stands still', async () => {
    const made = await factory.as('admin', (ctx) =>
      ctx.records.save('screenCfg', { ...monitor, factoryUnits: [unit] }),
    );
    setNow('2026-01-15 10:00:00');
    const { address } = await factory.as('admin', async (ctx) => {
      const service = (ctx as EngineCtx).host.services.get('screen.newKey')!;
      const asked = (await service.run({ ids: [made.id] }, ctx)) as { address: string };
      await ctx.records.act('screenCfg', 'newKey', made.id, asked);
      return asked;
    });
    expect(address).toMatch(/^\/v2\/dashboard\/deviceoperationmonitor\?k=/);
    const k = new URL(address, 'http://x').searchParams.get('k') ?? '';
    const { data: answer } = await call('/screen/data?board=deviceOperation', { k });
    const { stateCount, stateHours, unitUtilisation, deviceTiles, stopPareto, idle, openWarnings } = answer.data;
    expect(stateCount).toContainEqual({ state: 3, count: 1, share: 100 });
    expect(stateHours).toEqual([
      { state: 1, hours: 1.5 },
      { state: 3, hours: 0.5 },
    ]);
    expect(unitUtilisation).toMatchObject([{ utilisation: 75 }]);
    expect(deviceTiles).toMatchObject([{ code: 'CNC-01', state: 3, since: '2026-01-15 09:30:00', employee: null }]);
    expect(stopPareto).toEqual([{ reason: '原因未说明', minutes: 30, cumulative: 100 }]);
    expect(idle).toEqual([{ code: 'CNC-01', state: 3, minutes: 30 }]);
    expect(openWarnings).toEqual([]);
    // the key of one board opens no other
    expect((await data({ k })).code).toBe(403);
  });
});

describe('综合看板', () => {
  const open = async (name: string, more: object): Promise<string> => {
    const made = await factory.as('admin', (ctx) =>
      ctx.records.save('screenCfg', { name, board: 'synthesis', ...more }),
    );
    return factory.as('admin', async (ctx) => {
      const service = (ctx as EngineCtx).host.services.get('screen.newKey')!;
      const asked = (await service.run({ ids: [made.id] }, ctx)) as { address: string };
      await ctx.records.act('screenCfg', 'newKey', made.id, asked);
      return new URL(asked.address, 'http://x').searchParams.get('k') ?? '';
    });
  };
  const shown = (k: string) => call('/screen/data?board=synthesis', { k });
  it('shows orders, output, quality, states, stock and deliveries, and no amount', async () => {
    const orders = await factory.as('admin', (ctx) =>
      ctx.records.find('prdOrder', 'auditStatus == 2 && docStatus in [20, 30, 40]', { sort: 'dueDate,nbr' }),
    );
    const whole = await factory.as('admin', (ctx) => ctx.records.find('factoryUnit', "code == 'GC'"));
    const { code, data: answer } = await shown(await open('综合全厂', { factoryUnits: [whole[0]?.id] }));
    expect(code).toBe(200);
    expect(answer.blocks).toHaveLength(10);
    expect(Object.entries(answer.data).filter(([, rows]) => rows === null)).toEqual([]);
    const { headline, orderLines, weekOutput, qualityTrend, stateRing } = answer.data as Record<string, unknown>;
    expect(headline).toMatchObject({
      orders: { running: orders.length },
      output: { qty: 0, firstPass: null },
      warnings: { open: 0, unanswered: 0 },
    });
    expect((orderLines as { nbr: string }[]).map(({ nbr }) => nbr)).toEqual(orders.slice(0, 10).map(({ nbr }) => nbr));
    expect((weekOutput as { day: string }[]).map(({ day }) => day)).toEqual(
      Array.from({ length: 7 }, (_, n) => `2026-01-${String(9 + n).padStart(2, '0')}`),
    );
    expect(qualityTrend).toHaveLength(7);
    expect(stateRing).toContainEqual({ state: 3, count: 1, share: 50 });
    expect(JSON.stringify(answer)).not.toMatch(/price|amount|cost|phone|employee/i);
  });
  it('shows a workshop its own orders and devices alone', async () => {
    const { data: answer } = await shown(await open('综合注塑', { factoryUnits: [other] }));
    const { stateRing, orderLines } = answer.data as Record<string, { nbr: string }[]>;
    expect(stateRing).toContainEqual({ state: 1, count: 1, share: 100 });
    const own = await factory.as('admin', (ctx) =>
      ctx.records.find('prdOrder', "workshop.code == 'ZS' && auditStatus == 2 && docStatus in [20, 30, 40]"),
    );
    expect(orderLines?.map(({ nbr }) => nbr).sort()).toEqual(own.map(({ nbr }) => nbr).sort());
  });
  it('without a key shows nothing', async () => {
    expect((await shown('-')).code).toBe(401);
    expect((await data({ k: await open('综合另一块', { factoryUnits: [other] }) })).code).toBe(403);
  });
});

describe('设备实时大屏', () => {
  const run = async <T>(text: string): Promise<readonly T[]> =>
    (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
  const device = `(select id from $.equipment where code = 'CNC-01')`;
  let cfg: string;
  let k: string;
  beforeAll(async () => {
    const save = { name: '实时一号屏', board: 'deviceRealtime', factoryUnits: [unit, other] };
    cfg = await factory.as('admin', async (ctx) => (await ctx.records.save('screenCfg', save)).id);
    k = await factory.as('admin', async (ctx) => {
      const service = (ctx as EngineCtx).host.services.get('screen.newKey')!;
      const asked = (await service.run({ ids: [cfg] }, ctx)) as { address: string };
      await ctx.records.act('screenCfg', 'newKey', cfg, asked);
      expect(asked.address).toMatch(/^\/v2\/dashboard\/devicerealtime\?k=/);
      return new URL(asked.address, 'http://x').searchParams.get('k') ?? '';
    });
  });
  const shown = async (more = '') => {
    const { turn, data } = (await call(`/screen/data?board=deviceRealtime${more}`, { k })).data;
    return { turn, data: data as Readonly<Record<string, unknown>> };
  };
  const turns = async (more: string) => {
    const { turn, data } = await shown(more);
    return [turn, (data.realtimeDevice as { code?: string }).code];
  };

  it('shows a device a page, round and round, or the one its address names', async () => {
    const [first, second] = [
      [{ page: 0, pages: 2 }, 'CNC-01'],
      [{ page: 1, pages: 2 }, 'IM-01'],
    ];
    expect(await turns('')).toEqual(first);
    expect(await turns('&page=1')).toEqual(second);
    expect(await turns('&page=2')).toEqual(first);
    expect(await turns('&page=-1')).toEqual(second);
    expect(await turns('&page=x')).toEqual(first);
    expect(await turns('&device=IM-01&page=7')).toEqual([{ page: 0, pages: 1 }, 'IM-01']);
  });
  it('shows nothing of a device outside of its scope', async () => {
    await factory.as('admin', (ctx) => ctx.records.save('screenCfg', { id: cfg, factoryUnits: [other] }));
    const { data, turn } = await shown('&device=CNC-01');
    expect(turn).toEqual({ page: 0, pages: 0 });
    expect(Object.values(data)).toEqual([[], [], [], [], [], []]);
    await factory.as('admin', (ctx) => ctx.records.save('screenCfg', { id: cfg, factoryUnits: [unit, other] }));
  });
  it('tells its work with the instruction in force, and the operator only where names are shown', async () => {
    setNow('2026-01-15 10:00:00');
    const order = crypto.randomUUID();
    await run(`insert into $.order_process (id, process_id, op_nbr, doc_status)
      select '${order}', id, 10, '30' from $.process where code = 'CX'`);
    await run(`insert into $.device_work (id, equipment_id, order_process_id, op_nbr, material_id, "from", std_cycle, alloc_qty)
      select '${crypto.randomUUID()}', ${device}, '${order}', 10, id, '2026-01-15 08:10:00+08', 240, 0 from $.material where code = 'WG-080'`);
    const { realtimeDevice } = (await shown('&device=CNC-01')).data;
    expect(realtimeDevice).toMatchObject({
      ...{ state: 3, since: '2026-01-15 09:30:00', op: 10, startAt: '2026-01-15 08:10:00' },
      ...{ sop: { code: 'SOP0001', revision: 'V1.2' }, stdCycleSec: 240, employee: null },
    });
  });
  it('shows parameters of the card first, each against its limits, and says which are old', async () => {
    setNow('2026-01-15 10:00:00');
    const say = (code: string, value: number, at: string) =>
      run(`update $.data_point set value = ${value}, value_at = '2026-01-15 ${at}+08', q = '0', cycle_sec = 10
        where code = '${code}' and box_id = (select id from $.cloud_box where code = 'CB-001')`);
    await say('D106', 1500, '09:59:55');
    await say('D101', 84.5, '09:59:55');
    await say('D102', 5.4, '09:00:00');
    const { realtimeGauges } = (await shown('&device=CNC-01')).data;
    const gauges = (
      realtimeGauges as { name: string; value: number | null; band: string | null; stale: boolean }[]
    ).map(({ name, value, band, stale }) => [name, value, band, stale]);
    expect(gauges.slice(0, 3)).toEqual([
      ['转速', 1500, null, false],
      ['主轴电流', 5.4, null, true],
      ['主轴温度', 84.5, 'high', false],
    ]);
    expect(gauges.map(([name]) => name)).toEqual(['转速', '主轴电流', '主轴温度', '倍率', '冷却液温度']);
  });
  it('draws two of them over the last half hour', async () => {
    setNow('2026-01-15 10:00:00');
    const now = Date.parse('2026-01-15T10:00:00+08:00');
    await keepDays(factory.database.db, factory.org.schema, now, { mw_iot_fast: 31, mw_iot_key: 31 });
    for (const [minutes, value] of [
      [31, 900],
      [29, 1000],
      [1, 1200],
    ] as const)
      await run(`insert into $.mw_iot_key (point_id, ts, value, q, seq, recv_at) select p.id, ${now - minutes * 60_000}, ${value}, 0, ${minutes}, 0
        from $.data_point p join $.cloud_box b on b.id = p.box_id where p.code = 'D106' and b.code = 'CB-001'`);
    const { realtimeCurves } = (await shown('&device=CNC-01')).data;
    expect(realtimeCurves).toMatchObject([
      {
        ...{ name: '转速', from: now / 1000 - 1800, to: now / 1000 },
        values: [
          [now / 1000 - 29 * 60, 1000],
          [now / 1000 - 60, 1200],
        ],
      },
      { name: '主轴电流', values: [] },
    ]);
  });
  it('counts the shift and its hours against the standard, as calls and readings say', async () => {
    setNow('2026-01-15 10:00:00');
    for (const [hour, number, bad] of [
      ['08', 14, 1],
      ['09', 6, 1],
    ] as const)
      await run(`insert into $.output_stat (id, equipment_id, shift_date, shift_id, slot_at, number, unqualified_qty, qualified_qty, suspect_qty, est_qty, source, rev)
        select '${crypto.randomUUID()}', ${device}, '2026-01-15', id, '2026-01-15 ${hour}:00+08', ${number}, ${bad}, ${number - bad}, 0, 0, '1', 0 from $.shift where code = 'BC01'`);
    const { realtimeCount, realtimeHours } = (await shown('&device=CNC-01')).data;
    // 480 minutes at 240 seconds a piece
    expect(realtimeCount).toMatchObject({ number: 20, plan: 120, utilisation: 75, power: null, use: null });
    const hours = (realtimeHours as { at: number; number: number; standard: number }[]).map(({ number, standard }) => [
      number,
      standard,
    ]);
    // 08 to 17, 12 to 13 is a rest
    expect(hours).toEqual([
      [14, 15],
      [6, 15],
      [0, 15],
      [0, 15],
      [0, 0],
      [0, 15],
      [0, 15],
      [0, 15],
      [0, 15],
    ]);
  });
  it('lists what it called for in 24 hours, the newest first, without what people ignored', async () => {
    setNow('2026-01-15 10:00:00');
    const warn = (text: string, openAt: string, endAt: string | null, status: string) =>
      run(`insert into $.threshold_warning (id, equipment_id, level, text, open_at, end_at, doc_status)
        values ('${crypto.randomUUID()}', ${device}, '3', '${text}', '${openAt}+08', ${endAt === null ? 'null' : `'${endAt}+08'`}, '${status}')`);
    await warn('前天', '2026-01-14 09:59:59', null, '10');
    await warn('昨天', '2026-01-14 11:00:00', '2026-01-14 11:05:00', '60');
    await warn('现在', '2026-01-15 09:58:00', null, '10');
    await warn('忽略', '2026-01-15 09:00:00', null, '80');
    expect((await shown('&device=CNC-01')).data.realtimeAlarms).toEqual([
      { level: 3, text: '现在', openAt: '2026-01-15 09:58:00', endAt: null },
      { level: 3, text: '昨天', openAt: '2026-01-14 11:00:00', endAt: '2026-01-14 11:05:00' },
    ]);
    await run(`delete from $.threshold_warning where text in ('前天', '昨天', '现在', '忽略')`);
  });
  it('needs a key of its own', async () => {
    expect((await call('/screen/data?board=deviceRealtime', { k: '-' })).code).toBe(401);
    expect((await call('/screen/data?board=deviceRealtime', { k: key })).code).toBe(403);
  });
});

describe('大屏设置', () => {
  const line = (row: object) => ({ id: crypto.randomUUID(), show: true, ...row });
  const save = (more: object) =>
    factory.as('admin', (ctx) =>
      ctx.records.save('screenCfg', { ...CFG, name: '新屏', factoryUnits: [other], ...more }),
    );
  it('refuses what cannot be shown, and writes nothing', async () => {
    await expect(save({ pageSec: 9 })).rejects.toThrow('轮播间隔必须在10到300秒之间');
    await expect(save({ pageSec: 301 })).rejects.toThrow('轮播间隔必须在10到300秒之间');
    await expect(save({ blocks: [line({ block: 'kpi', show: false })] })).rejects.toThrow('至少显示一个区块');
    await expect(save({ kpiTargets: [line({ kpi: 'oee', target: 80, warn: 80 })] })).rejects.toThrow(
      'KPI预警值必须低于目标值',
    );
    await expect(save({ factoryUnits: [] })).rejects.toThrow();
    expect(await factory.as('admin', (ctx) => ctx.records.find('screenCfg', "name == '新屏'"))).toHaveLength(0);
  });
  it('shows its blocks in their order, with its targets', async () => {
    const made = await save({
      blocks: [line({ block: 'longest' }), line({ block: 'kpi' }), line({ block: 'strips', show: false })],
      kpiTargets: [line({ kpi: 'oee', target: 80, warn: 70 })],
    });
    const { data: answer } = await data({ k: await renew(made.id) });
    expect(answer.blocks).toEqual([
      { code: 'longest', title: '最长停机' },
      { code: 'kpi', title: '指标' },
    ]);
    expect(answer.targets).toEqual({ oee: { target: 80, warn: 70 } });
    expect(Object.keys(answer.data)).toEqual(['longest', 'kpi']);
    expect(answer.data.kpi).toMatchObject({ devices: 1, running: 1, utilisation: 100 });
  });
  it('loses one block that fails, and no other', async () => {
    const blocks = WALL_BLOCKS.deviceRunning as Record<string, (source: WallSource) => Promise<unknown>>;
    const kpi = blocks.kpi!;
    blocks.kpi = ({ ctx }) => sql`select 1 / 0`.execute(ctx.trx);
    try {
      const { code, data: answer } = await data({ k: key });
      expect(code).toBe(200);
      expect(answer.data.kpi).toBeNull();
      expect(answer.data.strips).toHaveLength(1);
    } finally {
      blocks.kpi = kpi;
    }
  });
});
