/** 设备产量 and 工单产量 (50 §4): three counts side by side; ratios of totals are ratios of sums. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { ScopeGrant, Session } from '../../../server/ctx';
import type { EngineCtx } from '../../../server/records/host';
import { anyPageOf } from '../../../server/records/page/page-item';
import { getReportList } from '../../../server/records/report/list';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { openSignedApp, sessionOf } from '../../support/sessions';
import { type Floor, openFloor, refusal } from '../production/floor';

const DAY = '2026-01-15';
let floor: Floor;
let app: FastifyInstance;
let signed: Awaited<ReturnType<typeof openSignedApp>>;
/** the work of CNC-01: 864 counted, 816 reported; of CNC-02: 62 and 61 */
let works: readonly Rec[];
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow(`${DAY} 10:00:00`);
  works = [await done('CNC-01', 864, 816, 6), await done('CNC-02', 62, 61, 0)];
  await floor.save('badStat', {
    equipment: await floor.idOf('equipment', 'CNC-01'),
    badReason: await floor.idOf('badReason', 'BL005'),
    qty: 9,
    happenAt: `${DAY} 08:30:00`,
  });
  const { org, database, engine } = floor.factory;
  const root = sessionOf(org, [{ isSuper: true }]);
  const looks = sessionOf(org, [{ functions: ['deviceOutput:view'] }]);
  const none = sessionOf(org, [{ functions: ['outputStat:view'] }]);
  signed = await openSignedApp({ root, looks, none }, { db: database.db, mount: engine.mount });
  app = signed.app;
});
afterAll(async () => {
  await app?.close();
  await floor?.factory.database.drop();
});

const done = async (device: string, number: number, reported: number, bad: number): Promise<Rec> => {
  const work = await floor.workOrder(1000, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
  const equipment = await floor.idOf('equipment', device);
  const start = await floor.start(work, 10, 1000, { equipment });
  await floor.act('audit', await floor.report(start, reported - bad, bad === 0 ? [] : [['20', bad]]));
  await floor.factory.as('admin', async (ctx) => {
    const { records } = ctx.asSystem();
    const [run] = await records.find('deviceWork', 'prdStart == param.start', { param: { start: start.id as string } });
    const { shiftDate, shift } = start as { shiftDate: string; shift: string | null };
    const [unit] = await records.many('equipment', [equipment], { stored: true });
    await records.save('outputStat', {
      ...{ id: ctx.newId(), shiftDate, shift, slotAt: `${DAY} 08:00:00`, equipment, factoryUnit: unit!.factoryUnit },
      ...{ deviceWork: run!.id, workOrderNbr: run!.workOrderNbr, opNbr: run!.opNbr, process: run!.process },
      ...{ material: run!.material, number, qualifiedQty: number, unqualifiedQty: 0, estQty: 0, suspectQty: 0 },
      ...{ source: '1', rev: 0, linked: false },
    });
  });
  return work;
};
const ask = (report: string, body: object = {}, login = 'admin') =>
  floor.factory.as(login, (ctx) => {
    const engine = ctx as EngineCtx;
    return getReportList(engine, anyPageOf(engine, report), { size: 100, search: { shiftDate: [DAY, DAY] }, ...body });
  });
const within = async (key: string, value: string, work: () => Promise<void>): Promise<void> => {
  const set = (to: string | null) => floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [[key, to]]));
  await set(value);
  try {
    await work();
  } finally {
    await set(null);
  }
};

describe('设备产量', () => {
  it('has 864 against 816 by 5.88 %, 62 against 61 by 1.64 %, and the ratio of their sums', async () => {
    const { records, summary } = await ask('deviceOutput');
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ number: 864, reportQty: 816, diffQty: 48, diffRate: 5.88 });
    expect(records[1]).toMatchObject({ number: 62, reportQty: 61, diffQty: 1, diffRate: 1.64 });
    // 49 of 877, not the mean of 5.88 and 1.64
    expect(summary).toMatchObject({ number: 926, reportQty: 877, diffQty: 49, diffRate: 5.59 });
  });

  it('takes bad pieces from reports, and says a share of what was counted', async () => {
    const { records, summary } = await ask('deviceOutput');
    expect(records[0]).toMatchObject({ unqualifiedQty: 6, qualifiedQty: 858, passRate: 99.31 });
    expect(summary).toMatchObject({ unqualifiedQty: 6, qualifiedQty: 920, passRate: 99.35 });
  });

  it('takes them from points and people instead where the factory says so: never both', async () => {
    await within('iot.badSource', '1', async () => {
      const { records } = await ask('deviceOutput');
      expect(records[0]).toMatchObject({ unqualifiedQty: 9, qualifiedQty: 855 });
    });
  });

  it('is shown by slot for a month at most', async () => {
    const { records } = await ask('deviceOutput', { groupBy: ['shiftDate', 'slotAt', 'equipment'] });
    expect(records.find(({ slotAt }) => slotAt === `${DAY} 08:00`)).toMatchObject({ number: 864 });
    const long = ask('deviceOutput', {
      groupBy: ['slotAt', 'equipment'],
      search: { shiftDate: ['2026-01-01', '2026-02-01'] },
    });
    expect(await refusal(long)).toBe('按时段查询最多31天，请缩小日期');
  });

  it('shows a head of another shop nothing of it', async () => {
    const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
    const inDept = async (code: string): Promise<number> => {
      const session = await floor.factory.as('liuqiang', async (ctx): Promise<Session> => {
        const [dept] = await ctx.asSystem().records.find('dept', 'code == param.code', { param: { code } });
        const { me, rights } = ctx.session;
        return {
          ...ctx.session,
          me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
          rights: { ...rights, super: false, has: () => true, group: () => true, scopes: () => scopes },
        };
      });
      return floor.factory.engine.runAs(session, async (ctx) => {
        const engine = ctx as EngineCtx;
        const page = anyPageOf(engine, 'deviceOutput');
        return (await getReportList(engine, page, { search: { shiftDate: [DAY, DAY] } })).records.length;
      });
    };
    expect(await inDept('111')).toBe(2);
    expect(await inDept('112')).toBe(0);
  });
});

describe('工单产量', () => {
  it('compares the counts of each work with its plan', async () => {
    const { records, summary } = await ask('workOutput', { groupBy: ['workOrder', 'opNbr'] });
    const [first, second] = works.map((work) => records.find(({ workOrderId }) => workOrderId === work.id));
    expect(first).toMatchObject({
      planQty: 1000,
      number: 864,
      reportQty: 816,
      reportGood: 810,
      diffRate: 5.88,
      progress: 81,
    });
    expect(second).toMatchObject({ planQty: 1000, number: 62, reportQty: 61, diffRate: 1.64, progress: 6.1 });
    expect(summary).toMatchObject({ number: 926, reportQty: 877 });
  });

  it('shows those alone that differ by more than may be', async () => {
    const search = { shiftDate: [DAY, DAY], over: true };
    const { records } = await ask('workOutput', { groupBy: ['workOrder'], search });
    expect(records.map(({ workOrderId }) => workOrderId)).toEqual([works[0]?.id]);
  });
});

describe('the fixed calls', () => {
  const call = (path: string, who: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/v2/api/mes/iot/iotOutputStatistic/${path}`,
      headers: signed.headers(who),
      payload,
    });
  const span = { dateFrom: DAY, dateTo: DAY };

  it('answer records by device with the totals on the first', async () => {
    const equipment = await floor.idOf('equipment', 'CNC-01');
    const { code, data } = (await call('getPageList', 'root', { ...span, current: 1, size: 10, grain: 'day' })).json();
    expect(code).toBe(200);
    expect(data).toMatchObject({ total: 2, current: 1, size: 10 });
    expect(data.records[0]).toMatchObject({
      ...{ period: DAY, equipmentId: equipment, equipmentCode: 'CNC-01', equipmentName: '数控车床1号' },
      ...{ number: 864, reportQty: 816, diffQty: 48, diffRate: 5.88, numberTotal: 926, reportQtyTotal: 877 },
      passRateTotal: 99.35,
    });
    expect(data.records[1].numberTotal).toBeUndefined();
  });

  it('narrow by device, name month and product, and refuse a grain nobody knows', async () => {
    const equipment = await floor.idOf('equipment', 'CNC-02');
    const payload = { ...span, grain: 'month', groupBy: 'equipmentMaterial', equipmentIds: [equipment] };
    const { data } = (await call('getPageList', 'root', payload)).json();
    expect(data.records).toHaveLength(1);
    expect(data.records[0]).toMatchObject({ period: '2026-01', number: 62, equipmentCode: 'CNC-02' });
    expect(data.records[0].materialName).not.toBeNull();
    expect((await call('getPageList', 'root', { ...span, grain: 'year' })).json().code).toBe(400);
  });

  it('export the same as a workbook', async () => {
    const answer = await call('exportData', 'root', span);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('设备产量'));
    expect(answer.rawPayload.length).toBeGreaterThan(1000);
    const nothing = await call('exportData', 'root', { dateFrom: '2025-03-01', dateTo: '2025-03-01' });
    expect(nothing.json()).toMatchObject({ code: 203, msg: '没有可导出的数据' });
  });

  it('are for who has the right', async () => {
    expect((await call('getPageList', 'none', span)).json().code).toBe(403);
    expect((await call('getPageList', 'looks', span)).json().code).toBe(200);
    expect((await call('exportData', 'looks', span)).json().code).toBe(403);
  });
});
