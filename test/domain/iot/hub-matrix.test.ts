/** 数采分析 (50 §4): readings come in, points by slots come out: completeness, what was lost, refused or late; the own workshop alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../server/ctx';
import { openDirectory } from '../../../server/iot/directory';
import { factoryMs } from '../../../server/iot/factory-time';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { rollUp } from '../../../server/iot/slots/roll-up';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { anyPageOf, pageOf } from '../../../server/records/page/page-item';
import { chartAsk } from '../../../server/records/report/cells';
import { chartData } from '../../../server/records/report/chart';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { exportReport } from '../../../server/records/report/sheet';
import { saveRecord } from '../../../server/records/save/save';
import { actsOf, refusal } from '../../support/demo-acts';
import { makeBox, type TestBox } from '../../support/iot';
import { sessionOf } from '../../support/sessions';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

const DAY = '2026-01-15';
const START = `${DAY} 08:00:00`;
const NOW = `${DAY} 12:00:00`;
const T0 = factoryMs(START);
let factory: Factory;
let box: TestBox;
let seq = 0;
const acts = actsOf(() => factory);

type Reading = readonly [point: string, sec: number, x: number | boolean, q?: number];
const accept = async (up: string, body: object, recvAt: string): Promise<void> => {
  const { database, org } = factory;
  const ingest = openIngest({
    db: database.app,
    directory: openDirectory(database.app, async () => [org]),
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now: () => factoryMs(recvAt),
  });
  await ingest.accept(`${box.topic}up/${up}`, Buffer.from(JSON.stringify({ v: 1, seq: ++seq, ts: T0, ...body })));
  await ingest.stop();
  // two hours late are late
  await rollUp(database.app, org, factoryMs(NOW), { gapMs: 300_000, lateMs: 7_200_000 });
};
const send = (readings: readonly Reading[], recvAt: string): Promise<void> =>
  accept('fast', { d: readings.map(([point, sec, x, q = 0]) => [point, sec * 1000, x, q]) }, recvAt);

beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow(START);
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, {});
  box = await makeBox(factory, 'TH-001', {
    T1: { cycleSec: 10, decimals: 1, unitText: '℃', rangeHigh: 100 },
    T2: { cycleSec: 10, displayType: '1', decimals: 0 },
    T3: { type: '1', maxSilenceSec: 600 },
  });
  factory.setNow(NOW);
  const readings: Reading[] = [];
  for (let n = 0; n < 360; n++) {
    // three minutes of the hour are missing
    if (n < 96 || n >= 114) readings.push(['T1', n * 10, 20 + (n % 10)]);
    readings.push(['T2', n * 10, 1000 + n]);
  }
  for (let n = 360; n < 366; n++) readings.push(['T2', n * 10, 1000 + n]);
  readings.push(['T1', 1805, 500], ['T1', 7200, 25, 3]);
  readings.push(['T3', 0, true], ['T3', 300, false], ['T3', 1200, true]);
  await send(readings, `${DAY} 10:00:00`);
  await accept('birth', { boot: 17, lost: 12 }, `${DAY} 10:00:00`);
});
afterAll(() => factory?.database.drop());

const search = (more: object = {}) => ({ span: '2', date: DAY, box: [box.id], ...more });
const list = (session: Session, body: object) =>
  factory.engine.runAs(session, (ctx) =>
    getReportList(ctx as EngineCtx, anyPageOf(ctx as EngineCtx, 'hubMatrix'), { size: 200, ...body }),
  );
const all = () => sessionOf(factory.org, [{ isSuper: true }]);
const ask = (more: object = {}, body: object = {}) => list(all(), { search: search(more), ...body });
const named = (rows: readonly Record<string, unknown>[], code: string) =>
  rows.find(({ pointId }) => pointId === box.points.get(code)) ?? {};

describe('points by hours of a day', () => {
  it('show the last value, or what came together, with what they are and when they were read last', async () => {
    const { records, slots, groups } = await ask();
    expect(slots?.map(({ title }) => title)).toHaveLength(24);
    expect(slots?.[8]?.title).toBe('08:00');
    expect(groups.map(({ code }) => code)).toEqual(['box', 'point', 'station', 'unitText', 'latestAt']);
    expect(records).toHaveLength(3);
    expect(named(records, 'T1')).toMatchObject({
      ...{ boxId: box.id, typeCode: 0, displayCode: 0, unitText: '℃', latest: 25, latestAt: `${DAY} 10:00:00` },
      ...{ total: null, slot8: 29, slot9: null, slot10: 25, slot10_est: true, $est: true },
    });
    expect(named(records, 'T2')).toMatchObject({ displayCode: 1, total: 365, slot8: 359, slot9: 6, slot10: null });
    expect(named(records, 'T3')).toMatchObject({ typeCode: 1, total: null, slot8: 1 });
  });

  it('say how much of what was due came: 343 of 1,434 by now, and which cells stand on too little', async () => {
    const { records, summary } = await ask();
    expect(named(records, 'T1')).toMatchObject({ completeness: 23.92, expected: 1434, received: 343 });
    expect(named(records, 'T2')).toMatchObject({ completeness: 25.52, slot9_weak: true });
    expect(named(records, 'T1')).not.toHaveProperty('slot8_weak');
    expect(named(records, 'T2')).not.toHaveProperty('slot8_weak');
    // sent on change: 25 minutes of 239 are covered
    expect(named(records, 'T3')).toMatchObject({ completeness: 10.46, expected: 23.9, received: 2.5 });
    // Σ received ÷ Σ expected, not the mean of three
    expect(summary).toMatchObject({ completeness: 24.6 });
  });

  it('tell what a box lost, and what of a point was refused', async () => {
    const { records, summary } = await ask();
    expect(named(records, 'T1')).toMatchObject({ lost: 12, rejected: 1, late: 0 });
    expect(named(records, 'T2')).toMatchObject({ lost: 12, rejected: 0 });
    expect(summary).toMatchObject({ lost: 12, rejected: 1, late: 0 });
  });

  it('show another number where one is asked for', async () => {
    const of = async (indicator: string) => {
      const { records, off } = await ask({ indicator });
      return [named(records, 'T1').slot8, named(records, 'T2').slot8, named(records, 'T3').slot8, off];
    };
    expect(await of('1')).toEqual([29, 1359, 1, ['total']]);
    expect((await of('2')).slice(1)).toEqual([359, 900, []]);
    expect(await of('4')).toEqual([29, 1359, 1, ['total']]);
    expect((await of('5')).slice(0, 2)).toEqual([20, 1000]);
    expect(await of('6')).toEqual([95, 100, 41.67, ['total']]);
    expect(named((await ask({ indicator: '2' })).records, 'T3')).toMatchObject({ total: 900 });
  });

  it('are minutes of an hour and days of a month as well: 342 of 360 are 95.00 %', async () => {
    const hour = await ask({ span: '1', hour: 8 });
    expect(hour.slots).toHaveLength(60);
    expect(named(hour.records, 'T1')).toMatchObject({ completeness: 95, expected: 360, received: 342 });
    expect(named(hour.records, 'T1')).toMatchObject({ slot15: 25, slot16: null, slot18: null, slot19: 29 });
    const month = await ask({ span: '3' });
    expect(month.slots).toHaveLength(31);
    expect(named(month.records, 'T2')).toMatchObject({ total: 365, slot14: 365, completeness: 25.52 });
  });

  it('are completeness where several stand together', async () => {
    const { records } = await ask({}, { groupBy: ['box'] });
    expect(records).toMatchObject([{ completeness: 24.6, slot8: 97.04, lost: 12, rejected: 1, total: null }]);
    const kinds = await ask({}, { groupBy: ['type'] });
    expect(kinds.records.map(({ type, slot8 }) => [type, slot8])).toEqual([
      ['0', 97.5],
      ['1', 41.67],
    ]);
    expect((await ask({ type: '1' })).records).toHaveLength(1);
  });

  it('have a curve and a map of boxes', async () => {
    const chart = (keys: object) =>
      factory.as('admin', async (ctx) => {
        const engine = ctx as EngineCtx;
        const { rows } = await chartData(
          engine,
          await chartAsk(engine, {
            ...{ report: 'hubMatrix', chart: { where: '!empty(slot)', x: 'slot', ...keys } },
            search: search(),
          }),
        );
        return rows.filter(({ k }) => k[0] === '08:00');
      });
    const curve = await chart({ chart: 'line', series: 'point', y: ['cell'], top: 6, others: false });
    expect(curve.map(({ v }) => v.cell).sort((a, b) => Number(a) - Number(b))).toEqual([1, 29, 359]);
    expect((await chart({ chart: 'heat', series: 'box', y: ['completeness'] })).map(({ v }) => v)).toEqual([
      { completeness: 97.04 },
    ]);
  });
});

it('opens the point behind a row', async () => {
  await factory.as('admin', async (given) => {
    const ctx = given as EngineCtx;
    const cell = { box: box.id, point: box.points.get('T1') };
    const { page, tree } = drillOf(ctx, anyPageOf(ctx, 'hubMatrix'), {
      ...{ search: search(), cell, measure: 'completeness' },
    });
    expect(page).toBe('dataPoint');
    const { records } = await getPageList(ctx, pageOf(ctx, page), { q: tree, scheme: 'all' });
    expect(records.map(({ code }) => code)).toEqual(['T1']);
  });
});

it('leaves as a sheet with its slots', async () => {
  const content = await factory.engine.runAs(all(), async (ctx) => {
    const engine = ctx as EngineCtx;
    return (await exportReport(engine, anyPageOf(engine, 'hubMatrix'), { search: search() })).content;
  });
  const rows = await sheetRows(content);
  expect(rows[0]).toEqual(expect.arrayContaining(['云盒', '点位', '最新值', '完整率%', '00:00', '23:00']));
  expect(rows).toHaveLength(5);
});

it('shows a workshop its own boxes', async () => {
  const inDept = async (code: string): Promise<number> => {
    const dept = await acts.id('dept', code);
    const grants = [{ functions: ['hubMatrix:view'], scope: { scope: '2', depts: [] } }];
    const { records } = await list(sessionOf(factory.org, grants, { dept, depts: [dept] }), { search: search() });
    return records.length;
  };
  expect(await inDept('111')).toBe(3);
  expect(await inDept('113')).toBe(0);
});

it('is one of the pages that pin their numbers left, for those who look after devices', async () => {
  const { list: shown, route } = await factory.as('admin', async (ctx) => anyPageOf(ctx as EngineCtx, 'hubMatrix'));
  expect([shown.index, route]).toEqual(['pin', '/dataAnalysis/hubAnalysis']);
  const mayView = (login: string) => factory.as(login, async (ctx) => ctx.session.rights.has('hubMatrix:view'));
  for (const login of ['zhangwei', 'liuqiang', 'sunpeng']) expect(await mayView(login), login).toBe(true);
  for (const login of ['sunhao', 'wangmin', 'luyang', 'shenjie']) expect(await mayView(login), login).toBe(false);
});

it('refuses more cells than anybody reads', async () => {
  const many = await makeBox(factory, 'TH-002', {});
  await factory.as('admin', async (ctx) => {
    for (let n = 0; n < 330; n++)
      await saveRecord(ctx as EngineCtx, 'dataPoint', {
        rec: { code: `P${n}`, name: `点${n}`, box: many.id },
        accept: [],
      });
  });
  expect(await refusal(ask({ span: '1', box: [many.id] }))).toBe('点位过多（330个），请选择云盒或点位');
  expect((await ask({ box: [many.id] })).records).toHaveLength(200);
});

it('fills what comes late, and says so', async () => {
  await send([['T1', 1000, 20]], NOW);
  const { records } = await ask({ span: '1', hour: 8 });
  expect(named(records, 'T1')).toMatchObject({ completeness: 95.28, received: 343, late: 1, slot16: 20 });
});
