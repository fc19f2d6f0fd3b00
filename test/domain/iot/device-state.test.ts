/** 停机记录 (50 §3): who says why a device stood, until when, cut in parts; the timeline of a span, in the rows of the caller alone. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx, ScopeGrant, Session } from '../../../server/ctx';
import { timeline } from '../../../server/domain/iot/timeline';
import { newId } from '../../../server/ids';
import { dateStates } from '../../../server/iot/state-shift';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let device = '';
let moulding = '';
let reasons: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  factory = await demoFactory();
  await factory.as('admin', async (ctx) => {
    const all = await ctx.records.find('equipment', "code in ['CNC-05', 'IM-01']");
    device = String(all.find(({ code }) => code === 'CNC-05')?.id);
    moulding = String(all.find(({ code }) => code === 'IM-01')?.id);
    const said = await ctx.records.find('supportInfor', "code in ['TJ01', 'TJ03', '99']");
    reasons = Object.fromEntries(said.map(({ name, id }) => [String(name), id]));
  });
});
afterAll(() => factory?.database.drop());
beforeEach(async () => {
  factory.setNow('2026-01-15 10:00:00');
  await sql`DELETE FROM ${sql.id(factory.org.schema, 'device_state')}`.execute(factory.database.db);
});

/** an interval of a device, from and to factory time */
const put = async (state: string, from: string, to: string | null, of = device): Promise<string> => {
  const id = newId();
  const at = (table: string) => sql.id(factory.org.schema, table);
  const seconds = to === null ? null : (Date.parse(to.replace(' ', 'T')) - Date.parse(from.replace(' ', 'T'))) / 1000;
  await sql`INSERT INTO ${at('device_state')} (id, equipment_id, factory_unit_id, state, source, split, start_at, end_at, duration_sec)
    SELECT ${id}, e.id, e.factory_unit_id, ${state}, '1', false, ${`${from}+08`}::timestamptz, ${to === null ? null : `${to}+08`}::timestamptz, ${seconds}
      FROM ${at('equipment')} e WHERE e.id = ${of}`.execute(factory.database.db);
  return id;
};
const states = () =>
  factory.as('admin', async (ctx) =>
    (await ctx.records.find('deviceState', 'true', { sort: 'startAt' })).map(
      ({ startAt, endAt, durationSec, reason, reasonNote }) => [
        startAt?.slice(11),
        endAt?.slice(11),
        durationSec,
        Object.keys(reasons).find((name) => reasons[name] === reason) ?? null,
        reasonNote,
      ],
    ),
  );
/** 刘强 with every right, over the rows of 机加车间 alone */
const inShop = (): Promise<Session> => {
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  return factory.as('liuqiang', async (ctx): Promise<Session> => {
    const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
    const { me, rights } = ctx.session;
    return {
      ...ctx.session,
      me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
      rights: { ...rights, super: false, has: () => true, group: () => true, scopes: () => scopes },
    };
  });
};
type Run = (ctx: Ctx) => Promise<void>;
const asAdmin = (run: Run) => factory.as('admin', run);
const inSession = (session: Session) => (run: Run) => factory.engine.runAs(session, run);
const act = async (action: string, ids: readonly string[], ask: Rec, session?: Session): Promise<string> => {
  try {
    await (session === undefined ? asAdmin : inSession(session))(async (ctx) => {
      const object = ctx.records.object('deviceState');
      const targets = await Promise.all(
        ids.map(async (id) => ({
          id,
          version: Number((await ctx.asSystem().records.get('deviceState', id))?.version),
        })),
      );
      await runAction(ctx as EngineCtx, object, action, { targets, ask });
    });
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const part = (seconds: number, name: string, note: string | null = null): Row => ({
  ...{ id: newId(), seconds, reasonId: reasons[name] ?? null, note },
});

describe('班次日期', () => {
  /** when it began, of which day it is, in which shift */
  const dated = () =>
    factory.as('admin', async (ctx) => {
      const rows = await ctx.records.find('deviceState', 'true', { sort: 'startAt' });
      return Promise.all(
        rows.map(async ({ startAt, shiftDate, shift }) => [
          startAt?.slice(5, 16),
          shiftDate,
          shift === null ? null : await ctx.records.label('shift', shift),
        ]),
      );
    });
  const date = (ids: readonly string[] | null) => factory.engine.asSystem(factory.org, (ctx) => dateStates(ctx, ids));

  it('of a night is the day it started, outside of shifts that of the calendar', async () => {
    const night = await put('3', '2026-01-15 02:00:00', '2026-01-15 02:30:00');
    // the night shift ends at 05:00 and is worked for two hours more at most, that of the day begins half an hour before 08:00
    await put('2', '2026-01-15 07:10:00', '2026-01-15 07:20:00');
    await put('3', '2026-01-15 08:00:00', null);
    await date([night]);
    const [first, second] = await dated();
    expect(first?.slice(0, 2)).toEqual(['01-15 02:00', '2026-01-14']);
    expect(first?.[2]).toContain('夜班');
    expect(second).toEqual(['01-15 07:10', null, null]);
    await date(null);
    const [, between, day] = await dated();
    expect(between).toEqual(['01-15 07:10', '2026-01-15', null]);
    expect(day?.slice(0, 2)).toEqual(['01-15 08:00', '2026-01-15']);
    expect(day?.[2]).toContain('白班');
    const found = await factory.as('admin', (ctx) => ctx.records.find('deviceState', "shiftDate == '2026-01-14'"));
    expect(found.map(({ id }) => id)).toEqual([night]);
  });

  it('of each part is that of its own beginning', async () => {
    const row = await put('3', '2026-01-15 06:45:00', '2026-01-15 07:45:00');
    await date(null);
    expect(await act('split', [row], { parts: [part(1800, '待料'), part(1800, '待料')] })).toBe('done');
    expect((await dated()).map((one) => one.slice(0, 2))).toEqual([
      ['01-15 06:45', '2026-01-14'],
      ['01-15 07:15', '2026-01-15'],
    ]);
  });
});

describe('填写停机原因', () => {
  it('says who said it and when, of one or several intervals of a device', async () => {
    const ids = [
      await put('3', '2026-01-15 08:00:00', '2026-01-15 08:15:00'),
      await put('2', '2026-01-15 09:00:00', '2026-01-15 09:20:00'),
    ];
    expect(await act('setReason', ids, { reasonId: reasons.待料 ?? null, note: '等外管' })).toBe('done');
    expect(await states()).toEqual([
      ['08:00:00', '08:15:00', 900, '待料', '等外管'],
      ['09:00:00', '09:20:00', 1200, '待料', '等外管'],
    ]);
    const [row] = await factory.as('admin', (ctx) => ctx.records.find('deviceState', 'true'));
    expect(row?.reasonAt).toBe('2026-01-15 10:00:00');
    expect(row?.reasonBy).not.toBeNull();
  });

  it('is refused for what ran, without a note for others, for several devices, and after seven days', async () => {
    const ran = await put('1', '2026-01-15 08:00:00', '2026-01-15 08:15:00');
    expect(await act('setReason', [ran], { reasonId: reasons.待料 ?? null })).toBe('运行状态不需要填写停机原因');
    const stood = await put('3', '2026-01-15 08:15:00', '2026-01-15 08:30:00');
    expect(await act('setReason', [stood], { reasonId: reasons.其他 ?? null })).toBe('停机原因为其他时，请填写说明');
    const other = await put('3', '2026-01-15 08:15:00', '2026-01-15 08:30:00', moulding);
    expect(await act('setReason', [stood, other], { reasonId: reasons.待料 ?? null })).toBe(
      '请选择同一台设备的停机记录',
    );
    // of devices out of sight nothing is said, not even how many they are
    const away = await put('3', '2026-01-15 08:15:00', '2026-01-15 08:30:00', moulding);
    expect(await act('setReason', [stood, away], { reasonId: reasons.待料 ?? null }, await inShop())).toBe(
      '数据不存在或无权查看',
    );
    const before = await states();
    factory.setNow('2026-01-23 00:00:00');
    expect(await act('setReason', [stood], { reasonId: reasons.待料 ?? null })).toBe(
      '该班次已超过7天，不能再修改停机原因',
    );
    expect(await states()).toEqual(before);
    factory.setNow('2026-01-22 23:59:59');
    expect(await act('setReason', [stood], { reasonId: reasons.待料 ?? null })).toBe('done');
  });
});

describe('拆分', () => {
  it('cuts an interval for several reasons, without gap', async () => {
    const id = await put('3', '2026-01-15 08:00:00', '2026-01-15 08:15:00');
    const parts = [part(600, '待料'), part(180, '换型'), part(120, '其他', '清理')];
    expect(await act('split', [id], { parts })).toBe('done');
    expect(await states()).toEqual([
      ['08:00:00', '08:10:00', 600, '待料', null],
      ['08:10:00', '08:13:00', 180, '换型', null],
      ['08:13:00', '08:15:00', 120, '其他', '清理'],
    ]);
  });

  it('is refused when the parts are not the whole, and for what ran', async () => {
    const id = await put('3', '2026-01-15 08:00:00', '2026-01-15 08:15:00');
    expect(await act('split', [id], { parts: [part(600, '待料'), part(120, '换型')] })).toBe(
      '拆分时长合计12分钟，与停机时长15分钟不一致',
    );
    const ran = await put('1', '2026-01-15 08:15:00', '2026-01-15 08:30:00');
    expect(await act('split', [ran], { parts: [part(900, '待料')] })).toBe('运行状态不需要填写停机原因');
    expect(await states()).toEqual([
      ['08:00:00', '08:15:00', 900, null, null],
      ['08:15:00', '08:30:00', 900, null, null],
    ]);
  });
});

describe('the timeline', () => {
  const ask = (from: string, to: string) => ({
    ...{ devices: [device, moulding], from: `2026-01-15 ${from}`, to: `2026-01-15 ${to}` },
  });
  it('is clipped to the span, what goes on to now', async () => {
    await put('2', '2026-01-15 07:00:00', '2026-01-15 08:30:00');
    await put('1', '2026-01-15 08:30:00', null);
    const told = async (from: string, to: string) =>
      (await factory.as('admin', (ctx) => timeline(ctx, ask(from, to)))).map(({ state, startAt, endAt }) => [
        state,
        startAt.slice(11),
        endAt.slice(11),
      ]);
    expect(await told('08:00:00', '09:00:00')).toEqual([
      ['2', '08:00:00', '08:30:00'],
      ['1', '08:30:00', '09:00:00'],
    ]);
    expect(await told('09:30:00', '12:00:00')).toEqual([['1', '09:30:00', '10:00:00']]);
    expect(await told('06:00:00', '07:00:00')).toEqual([]);
  });

  it('has the devices of the own workshop alone', async () => {
    await put('1', '2026-01-15 08:00:00', null);
    await put('1', '2026-01-15 08:00:00', null, moulding);
    const mine = await factory.engine.runAs(await inShop(), (ctx) => timeline(ctx, ask('08:00:00', '09:00:00')));
    expect(mine.map(({ equipmentId }) => equipmentId)).toEqual([device]);
    expect(await factory.as('admin', (ctx) => timeline(ctx, ask('08:00:00', '09:00:00')))).toHaveLength(2);
  });
});

it('roles hold what file 50 gives them', async () => {
  const held = await factory.as('admin', async (ctx) =>
    Object.fromEntries(
      (await ctx.records.find('role', 'true')).map((role) => [
        role.code,
        ['view', 'reason'].filter((code) => (role.functions ?? []).includes(`deviceState:${code}`)),
      ]),
    ),
  );
  for (const code of ['workshopHead', 'teamLeader', 'operator']) expect(held[code]).toEqual(['view', 'reason']);
  for (const code of ['management', 'deviceEngineer']) expect(held[code]).toEqual(['view']);
  for (const code of ['buyer', 'seller', 'keeper', 'finance']) expect(held[code]).toEqual([]);
});
