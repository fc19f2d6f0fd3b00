/** 设备工位看板 and 移动端看板 (50 §5.7, §5.8): what they show by key and in a session, and what a card beside a machine may do. */
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wallBoard } from '../../../schemas/language/walls';
import type { MobileDevices, MobileToday, MobileWarning } from '../../../schemas/language/wire-mobile';
import type {
  CardTaken,
  PinWanted,
  StationCount,
  StationNext,
  StationState,
  StationWork,
} from '../../../schemas/language/wire-station';
import type { WallAnswer } from '../../../schemas/language/wire-wall';
import { makeSeal } from '../../../server/auth/seal';
import { signKeys } from '../../../server/auth/sign-keys';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { forgetSettings } from '../../../server/records/settings/settings';
import { WALL_BLOCKS, type WallSource } from '../../../server/wall/blocks';
import { wallData } from '../../../server/wall/data';
import { DEMO_KEY, demoFactory, type Factory } from '../../domain/factory';
import { screenApp } from '../../support/screen-app';

/** 车间主任 of production */
const FOREMAN = 'liuqiang';
/** 班组长 of 机加车间 */
const LEADER = 'wangqiang';
/** has no right to boards */
const CLERK = 'linyue';
let factory: Factory;
let app: FastifyInstance;
let now = '2026-01-15 10:00:00';
const setNow = (at: string): void => {
  now = at;
  factory.setNow(at);
};
const run = async <T>(text: string): Promise<readonly T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const idOf = async (object: string, where: string): Promise<string> =>
  factory.as('admin', async (ctx) => (await ctx.records.find(object as 'equipment', where))[0]?.id ?? '');
const cnc = `(select id from $.equipment where code = 'CNC-01')`;
let cfg: string;
let key: string;
let phone: string;
let minute = 0;

beforeAll(async () => {
  factory = await demoFactory();
  app = await screenApp(factory, () => now);
  const unit = await idOf('factoryUnit', "code == 'JJ'");
  cfg = await saved({ name: '工位一号屏', board: 'station', factoryUnits: [unit] });
  key = await keyOf(cfg);
  phone = await keyOf(await saved({ name: '机加手机', board: 'mobile', factoryUnits: [unit] }));
  const order = crypto.randomUUID();
  await run(`insert into $.order_process (id, process_id, op_nbr, doc_status, ratio)
    select '${order}', id, 10, '30', 2 from $.process where code = 'CX'`);
  await run(`insert into $.device_work (id, equipment_id, order_process_id, op_nbr, material_id, "from", std_cycle, alloc_qty)
    select '${crypto.randomUUID()}', ${cnc}, '${order}', 10, id, '2026-01-15 08:10:00+08', 240, 0 from $.material where code = 'WG-080'`);
  await state('CNC-01', '1', '08:00:00', '09:30:00');
  await state('CNC-01', '3', '09:30:00', null);
  await state('CNC-02', '1', '08:00:00', null);
  await state('IM-01', '3', '08:00:00', null);
});
afterAll(() => app?.close());
// every test has minutes of its own
beforeEach(() => setNow(`2026-01-15 10:${String(minute++).padStart(2, '0')}:00`));

const saved = (more: object): Promise<string> =>
  factory.as('admin', async (ctx) => (await ctx.records.save('screenCfg', more)).id);
const keyOf = (id: string): Promise<string> =>
  factory.as('admin', async (ctx) => {
    const service = (ctx as EngineCtx).host.services.get('screen.newKey')!;
    const asked = (await service.run({ ids: [id] }, ctx)) as { address: string };
    await ctx.records.act('screenCfg', 'newKey', id, asked);
    return new URL(asked.address, 'http://x').searchParams.get('k') ?? '';
  });
const state = async (device: string, code: string, from: string, to: string | null): Promise<string> => {
  const id = crypto.randomUUID();
  await run(`insert into $.device_state (id, equipment_id, factory_unit_id, state, start_at, end_at)
    select '${id}', id, factory_unit_id, '${code}', '2026-01-15 ${from}+08', ${to === null ? 'null' : `'2026-01-15 ${to}+08'`}
      from $.equipment where code = '${device}'`);
  return id;
};
interface Answer<T = never> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
const call = async <T>(path: string, k: string, payload?: object): Promise<Answer<T>> =>
  (
    await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/v2/api/mes${path}`,
      headers: { authorization: `Screen ${k}`, 'x-forwarded-for': '203.0.113.5' },
      ...(payload === undefined ? {} : { payload }),
    })
  ).json();
const shown = async (more = '&device=CNC-01') =>
  (await call<WallAnswer>(`/screen/data?board=station${more}`, key)).data as WallAnswer & {
    readonly data: {
      readonly stationState: StationState;
      readonly stationWork: StationWork;
      readonly stationCount: StationCount;
      readonly stationNext: readonly StationNext[];
    };
  };

describe('设备工位看板', () => {
  it('shows the device of its address, or those of a unit one by one, and none outside of its scope', async () => {
    expect((await shown()).turn).toEqual({ page: 0, pages: 1 });
    expect((await shown('')).turn).toEqual({ page: 0, pages: 2 });
    const [place] = await run<{ code: string }>(
      `select u.code from $.equipment e join $.factory_unit u on u.id = e.factory_unit_id where e.code = 'CNC-02'`,
    );
    expect((await shown(`&unit=JJ&page=1`)).data.stationState.code).toBe('CNC-02');
    expect((await shown(`&unit=${place?.code}`)).turn?.pages).toBeGreaterThan(0);
    for (const more of ['&device=IM-01', '&unit=ZS', '&unit=none']) {
      const { data, turn } = await shown(more);
      expect([Object.values(data), turn]).toEqual([[[], [], [], []], { page: 0, pages: 0 }]);
    }
  });
  it('shows a person the first board that has a device of his, or the one asked for', async () => {
    const first = (login: string, device?: string) =>
      factory.as(login, (ctx) =>
        wallData(ctx, wallBoard('station')!, { onError: (error) => expect(error).toBeUndefined(), device }),
      );
    // the board of AL-01 comes first, and no device of it is his
    const line = await state('AL-01', '1', '08:00:00', null);
    expect((await first('admin')).title).toBe('AL-01 工位');
    expect((await first(LEADER)).title).toBe('机加工位');
    const asked = await first('admin', 'CNC-02');
    expect([asked.title, asked.turn?.pages]).toEqual(['机加工位', 1]);
    expect((await first('admin', 'none')).turn?.pages).toBe(0);
    await run(`delete from $.device_state where id = '${line}'`);
  });
  it('says how the device is, on what it works, and who works there only where names are shown', async () => {
    const { stationState, stationWork } = (await shown()).data;
    expect(stationState).toMatchObject({ code: 'CNC-01', state: 3, since: '2026-01-15 09:30:00', canSay: true });
    expect(stationState.employee).toBeNull();
    expect(stationWork).toMatchObject({
      op: 10,
      startAt: '2026-01-15 08:10:00',
      sop: { code: 'SOP0001' },
      ready: null,
    });
    expect((await shown('&device=CNC-02')).data.stationState.canSay).toBe(false);
  });
  it('counts the shift, the hour against its target, and the time that is left at the pace of half an hour', async () => {
    setNow('2026-01-15 10:20:00');
    // told by people, as the setting of the factory says
    await run(`insert into $.bad_stat (id, equipment_id, shift_date, shift_id, qty, source, happen_at)
      select '${crypto.randomUUID()}', ${cnc}, '2026-01-15', id, 2, '2', '2026-01-15 09:10+08' from $.shift where code = 'BC01'`);
    for (const [hour, number] of [
      ['09', 14],
      ['10', 6],
    ] as const)
      await run(`insert into $.output_stat (id, equipment_id, shift_date, shift_id, slot_at, number, unqualified_qty, qualified_qty, suspect_qty, est_qty, source, rev)
        select '${crypto.randomUUID()}', ${cnc}, '2026-01-15', id, '2026-01-15 ${hour}:00+08', ${number}, 0, ${number}, 0, 0, '1', 0 from $.shift where code = 'BC01'`);
    const at = (time: string) => Date.parse(`2026-01-15T${time}+08:00`);
    const book = (time: string, pieces: number, suspect = false) =>
      run(`insert into $.mw_iot_count (map_id, src, to_ts, from_ts, pieces, suspect, recv_at)
        select id, ${at(time)}, ${at(time)}, ${at(time) - 1000}, ${pieces}, ${suspect}, 0 from $.point_map
         where equipment_id = ${cnc} and signal_type = '1' and coalesce(count_kind, '1') = '1' limit 1`);
    await book('09:50:00', 5); // half an hour ago: not of it
    await book('09:51:00', 4);
    await book('10:19:00', 6);
    await book('10:20:00', 50, true); // a jump nobody decided on
    const { stationCount } = (await shown()).data;
    // 480 minutes at 240 seconds a piece: 120; 20 pieces in half an hour at two a count: 40 an hour
    expect(stationCount).toEqual({
      ...{ plan: 120, number: 20, good: 18, bad: 2, remaining: 100 },
      ...{ hourDone: 6, hourTarget: 15, pace: 40, remainMin: 150 },
    });
    expect((await shown('&device=CNC-02')).data.stationCount).toMatchObject({ number: 0, pace: 0, remainMin: null });
  });
  it('names the next three dispatches of the device, as they are planned', async () => {
    const send = (nbr: string, start: string | null, status = '10') =>
      run(`insert into $.dispatch_order (id, nbr, equipment_id, doc_status, qty, op_nbr, material_name, plan_range_from, assign_kind, priority)
        values ('${crypto.randomUUID()}', '${nbr}', ${cnc}, '${status}', 30, 10, '外管', ${start === null ? 'null' : `'${start}+08'`}, '30', '3')`);
    await send('PGT4', null);
    await send('PGT2', '2026-01-16 08:00:00');
    await send('PGT1', '2026-01-15 13:00:00', '20');
    await send('PGT0', '2026-01-15 08:00:00', '30');
    await send('PGT9', '2026-01-15 08:00:00', '80');
    await send('PGT3', '2026-01-17 08:00:00');
    const { stationNext } = (await shown()).data;
    expect(stationNext.map(({ nbr, start }) => [nbr, start])).toEqual([
      ['PGT1', '2026-01-15 13:00'],
      ['PGT2', '2026-01-16 08:00'],
      ['PGT3', '2026-01-17 08:00'],
    ]);
    expect(stationNext[0]).toMatchObject({ op: 10, product: '外管', qty: 30 });
  });
  it('holds no amount, loses one block that fails, and opens with no other key', async () => {
    expect(JSON.stringify(await shown())).not.toMatch(/price|amount|cost|pay|phone/i);
    const blocks = WALL_BLOCKS.station as Record<string, (source: WallSource) => Promise<unknown>>;
    const { stationWork } = blocks;
    blocks.stationWork = ({ ctx }) => sql`select 1 / 0`.execute(ctx.trx);
    try {
      const { data } = await shown();
      expect([data.stationWork, data.stationState.code]).toEqual([null, 'CNC-01']);
    } finally {
      blocks.stationWork = stationWork!;
    }
    expect((await call('/screen/data?board=station', '-')).code).toBe(401);
    expect((await call('/screen/data?board=station', phone)).code).toBe(403);
  });
  it('shows a person his devices and no block whose rows he may not see', async () => {
    const seen = (login: string) =>
      factory.as(login, (ctx) =>
        wallData(ctx, wallBoard('station')!, { onError: (error) => expect(error).toBeUndefined(), device: 'CNC-01' }),
      );
    expect((await seen('admin')).blocks.map(({ code }) => code)).toContain('stationNext');
    expect((await seen('sunpeng')).blocks.map(({ code }) => code)).toEqual([
      'stationState',
      'stationWork',
      'stationCount',
    ]);
    await expect(seen(CLERK)).rejects.toThrow('没有权限，请联系管理员');
  });
});

const asksPin = async (does: boolean): Promise<void> => {
  await run(`insert into $.mw_setting (key, value) values ('auth.pinLogin', '${does}')
    on conflict (key) do update set value = excluded.value`);
  forgetSettings(factory.org.id);
};
const employeeOf = async (login: string): Promise<string> =>
  (
    await run<{ code: string }>(
      `select e.code from $.user u join $.employee e on e.id = u.employee_id where u.login_name = '${login}'`,
    )
  )[0]?.code ?? '';
const badge = async (login: string) => `EM|${await employeeOf(login)}|`;

describe('a card where people sign in by PIN', () => {
  const PIN = '258147';
  const WRONG = '814725';
  const keys = () => signKeys(factory.database.app, makeSeal(DEMO_KEY));
  const sealed = async (pin: string) => {
    const { keyId, publicKey } = await keys().current();
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const t = Date.parse(`${now.replace(' ', 'T')}+08:00`);
    const text = JSON.stringify({ p: pin, t, n: randomBytes(12).toString('hex') });
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return { pwd: publicEncrypt(options, Buffer.from(text)).toString('base64url'), keyId };
  };
  const card = async (text: string, pin?: string) =>
    call<CardTaken | PinWanted>('/screen/card', key, {
      ...{ device: 'CNC-01', text },
      ...(pin === undefined ? {} : await sealed(pin)),
    });
  const acts = () => run(`select 1 from platform.screen_act`);
  beforeAll(() => asksPin(true));
  beforeEach(() => run('delete from platform.sign_fail'));
  afterAll(async () => {
    await run('delete from platform.sign_fail; delete from platform.screen_act');
    await asksPin(false);
  });

  it('opens nothing alone, whosever it is', async () => {
    for (const text of [await badge(FOREMAN), 'EM|YG9999|'])
      expect((await card(text)).data).toEqual({ needsPin: true });
    expect(await acts()).toEqual([]);
    expect(await run('select 1 from platform.sign_fail')).toEqual([]);
  });
  it('with a PIN says the same of a number nobody has, and locks it like one somebody has', async () => {
    for (const left of [4, 3, 2, 1])
      expect((await card('EM|YG9999|', WRONG)).msg).toBe(`工号或PIN错误，还可尝试${left}次`);
    for (let n = 0; n < 2; n++)
      expect((await card('EM|YG9999|', WRONG)).msg).toBe('PIN已锁定，请15分钟后再试或联系管理员');
    expect((await card('EM|YG9998|', WRONG)).msg).toBe('工号或PIN错误，还可尝试4次');
  });
  it('opens with the PIN of its holder, and one envelope once', async () => {
    await factory.as('admin', async (ctx) => {
      const [user] = await ctx.records.find('user', `loginName == '${FOREMAN}'`);
      const [whole] = await ctx.records.many('user', [user?.id ?? ''], { rows: true });
      await saveRecord(ctx as EngineCtx, 'user', { rec: { ...whole, pin: PIN }, accept: [] });
    });
    const text = await badge(FOREMAN);
    expect((await card(text, WRONG)).msg).toBe('工号或PIN错误，还可尝试4次');
    expect(await acts()).toEqual([]);
    const body = { device: 'CNC-01', text, ...(await sealed(PIN)) };
    expect((await call<CardTaken>('/screen/card', key, body)).data).toMatchObject({ who: await employeeOf(FOREMAN) });
    expect((await call('/screen/card', key, body)).msg).toBe('登录请求已过期，请刷新页面重试');
    expect(await acts()).toHaveLength(1);
    for (const pwd of ['', 1, null, {}, 'x'.repeat(300)])
      expect((await call('/screen/card', key, { device: 'CNC-01', text, pwd, keyId: '0' })).code).toBe(203);
  });
  it('with the PIN of somebody else opens nothing, and five wrong ones lock it as on a terminal', async () => {
    const text = await badge(LEADER);
    for (const left of [4, 3, 2, 1]) expect((await card(text, WRONG)).msg).toBe(`工号或PIN错误，还可尝试${left}次`);
    for (const pin of [WRONG, PIN]) expect((await card(text, pin)).msg).toBe('PIN已锁定，请15分钟后再试或联系管理员');
  });
});

describe('a card beside a machine', () => {
  const card = (text: string, device = 'CNC-01', k = key) => call<CardTaken>('/screen/card', k, { device, text });
  const say = (token: string, reasonId: string, note?: string, k = key) =>
    call<null>('/screen/reason', k, { token, reasonId, note });
  const reasonNow = async () =>
    (
      await run<{ reason: string | null; note: string | null; login: string | null }>(
        `select r.name as reason, s.reason_note as note, u.login_name as login from $.device_state s
          left join $.support_infor r on r.id = s.reason_id left join $.user u on u.id = s.reason_by_id
         where s.equipment_id = ${cnc} and s.end_at is null`,
      )
    )[0];
  const NOTHING = { reason: null, note: null, login: null };
  const reasonOf = ({ reasons }: CardTaken, name: string): string => reasons.find((one) => one.name === name)?.id ?? '';

  it('of nobody, of a device outside of the board, or of one that runs opens nothing', async () => {
    expect((await card('EM|YG9999|')).msg).toBe('无法识别的条码：EM|YG9999|');
    expect((await card(await badge(FOREMAN), 'IM-01')).msg).toBe('设备不在本看板范围内');
    expect((await card(await badge(FOREMAN), 'CNC-02')).msg).toBe('运行状态不需要填写停机原因');
    expect((await card(await badge(FOREMAN), 'CNC-01', phone)).code).toBe(403);
    expect((await card(await badge(FOREMAN), 'CNC-01', '-')).code).toBe(401);
    expect(await run(`select 1 from platform.screen_act`)).toEqual([]);
  });
  it('of who may not say reasons is refused', async () => {
    expect((await card(await badge(CLERK))).msg).toBe('没有填写这台设备停机原因的权限，请联系班组长');
    expect(await run(`select 1 from platform.screen_act`)).toEqual([]);
  });
  it('lets its holder say why the device stands, once, in his name', async () => {
    const { data: taken } = await card(await badge(FOREMAN));
    expect(taken.who).toBe(await employeeOf(FOREMAN));
    expect(taken.lasts).toBe(60);
    const stored = await run<{ token_hash: string }>(`select token_hash from platform.screen_act`);
    expect(JSON.stringify(stored)).not.toContain(taken.token);
    // what is refused leaves the card
    expect((await say(taken.token, reasonOf(taken, '其他'))).msg).toBe('停机原因为其他时，请填写说明');
    expect(await reasonNow()).toEqual(NOTHING);
    // another board has no use for it
    expect((await say(taken.token, reasonOf(taken, '待料'), undefined, phone)).msg).toBe('操作已超时，请重新刷卡');
    expect(await reasonNow()).toEqual(NOTHING);
    const both = await Promise.all([1, 2].map(() => say(taken.token, reasonOf(taken, '待料'))));
    expect(both.map(({ code, msg }) => (code === 200 ? 'done' : msg)).sort()).toEqual([
      'done',
      '操作已超时，请重新刷卡',
    ]);
    expect(await reasonNow()).toEqual({ reason: '待料', note: null, login: FOREMAN });
    expect((await shown()).data.stationState.reason).toBe('待料');
  });
  it('is over after a minute', async () => {
    setNow('2026-01-15 10:40:00');
    const { data: taken } = await card(await badge(FOREMAN));
    setNow('2026-01-15 10:41:01');
    expect((await say(taken.token, reasonOf(taken, '换型'))).msg).toBe('操作已超时，请重新刷卡');
    expect(await reasonNow()).toMatchObject({ reason: '待料' });
  });
  it('ten wrong ones stop the board for a while, right as the next may be', async () => {
    for (let n = 0; n < 10; n++) await card(`EM|YG8${String(n).padStart(3, '0')}|`);
    expect((await card(await badge(FOREMAN))).msg).toBe('刷卡错误次数过多，请5分钟后再试');
  });
});

describe('移动端看板', () => {
  const open = async (more = '') => (await call<WallAnswer>(`/screen/data?board=mobile${more}`, phone)).data;
  const seen = (login: string, device?: string) =>
    factory.as(login, (ctx) =>
      wallData(ctx, wallBoard('mobile')!, { onError: (error) => expect(error).toBeUndefined(), device }),
    );
  const warn = async (device: string, level: number, openAt: string, status = '10'): Promise<string> => {
    const id = crypto.randomUUID();
    await run(`insert into $.threshold_warning (id, equipment_id, factory_unit_id, level, text, open_at, doc_status)
      select '${id}', id, factory_unit_id, '${level}', '${device} 偏高', '2026-01-15 ${openAt}+08', '${status}' from $.equipment where code = '${device}'`);
    return id;
  };
  it('shows the shift so far, states, devices and warnings of its scope, and a sheet of one device', async () => {
    setNow('2026-01-15 10:00:00');
    const own = [await warn('CNC-01', 2, '09:40:00'), await warn('CNC-02', 3, '09:50:00', '20')];
    await warn('IM-01', 4, '09:00:00');
    await warn('CNC-01', 4, '09:00:00', '80');
    const { data, blocks } = await open();
    expect(blocks.map(({ code }) => code)).toEqual(['mobileToday', 'stateCount', 'deviceTiles', 'mobileWarnings']);
    expect(data.mobileToday as MobileToday).toMatchObject({ number: 20, utilisation: 87.5, use: null });
    const codes = (found: unknown) => (found as MobileDevices).rows.map(({ code }) => code);
    expect(codes(data.deviceTiles)).toEqual(['CNC-01', 'CNC-02']);
    const narrowed = async (query: string) => (await open(query)).data.deviceTiles as MobileDevices;
    expect(codes(await narrowed('&find=nc-02'))).toEqual(['CNC-02']);
    expect(await narrowed('&find=IM-01')).toEqual({ rows: [], total: 0 });
    expect((await narrowed('&state=9')).total).toBe(0);
    for (const most of ['-1', '1e9', 'x']) expect((await narrowed(`&most=${most}`)).total).toBe(2);
    const warnings = data.mobileWarnings as readonly MobileWarning[];
    expect(warnings.map(({ id, level, isAcked, mayAck }) => [id, level, isAcked, mayAck])).toEqual([
      [own[1], 3, true, false],
      [own[0], 2, false, false],
    ]);
    const sheet = await open('&device=CNC-01');
    expect(sheet.blocks.map(({ code }) => code)).toEqual([
      'strips',
      'realtimeCurves',
      'realtimeCount',
      'realtimeAlarms',
    ]);
    expect(sheet.data.strips).toMatchObject([{ code: 'CNC-01', state: 3, stopMin: 30 }]);
    // two dispatches of 30 are planned to begin in the shift by now
    expect(sheet.data.realtimeCount).toMatchObject({ number: 20, plan: 60, bad: 2 });
    expect(Object.values((await open('&device=IM-01')).data)).toEqual([[], [], [], []]);
    expect(JSON.stringify(await open())).not.toMatch(/price|amount|cost|pay|phone/i);
  });
  it('lets a person confirm what he may, in his rows alone', async () => {
    const mine = (await seen(LEADER)).data.mobileWarnings as readonly MobileWarning[];
    expect(mine.map(({ device, mayAck }) => [device, mayAck])).toEqual([
      ['CNC-02', false],
      ['CNC-01', true],
    ]);
    await expect(seen(CLERK)).rejects.toThrow('没有权限，请联系管理员');
    expect((await call('/screen/data?board=mobile', '-')).code).toBe(401);
    expect((await call('/screen/data?board=mobile', key)).code).toBe(403);
  });
});
