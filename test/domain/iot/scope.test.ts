/** Rows of a workshop over two references: points, refused messages and unknown points belong to the unit of their box. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pageOf } from '../../../server/records/page/page-item';
import { pickRows } from '../../../server/records/pick/pick';
import { deptOf } from '../../../server/records/read/dept';
import { getOne } from '../../../server/records/read/read';
import { usageOf } from '../../../server/records/read/usage-list';
import { saveRecord } from '../../../server/records/save/save';
import { historyOf } from '../../../server/records/trail/history';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
/** a point of the machining shop, one of the moulding shop */
let own: Rec;
let other: Rec;
beforeAll(async () => {
  factory = await demoFactory();
  await as('admin', async (ctx) => {
    const [unit] = await ctx.records.find('factoryUnit', "code == 'ZS'");
    const box = await saveRecord(ctx, 'cloudBox', {
      rec: { code: 'TZ-001', name: '注塑二', factoryUnit: String(unit?.id) },
      accept: [],
    });
    other = await saveRecord(ctx, 'dataPoint', {
      rec: { code: 'T100', name: '模温', box: String(box.id) },
      accept: [],
    });
    for (const to of [box.id, (await ctx.records.find('cloudBox', "code == 'CB-001'"))[0]?.id]) {
      const head = { box: String(to), code: 'X900', lastValue: '7', lastAt: ctx.now, times: 3 };
      await ctx.records.save('iotUnknown', head);
      await ctx.records.save('iotReject', { at: ctx.now, box: String(to), reason: '7', topic: 'up/data', times: 1 });
    }
    const [point] = await ctx.records.find('dataPoint', "code == 'D100'");
    if (point === undefined) throw new Error('no point D100');
    own = point;
  });
});
afterAll(() => factory?.database.drop());

const as = <T>(login: string, work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as(login, (ctx) => work(ctx as EngineCtx));
/** a head of the machining shop alone, with rights over everything there */
const inShop = async <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> => {
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  const session = await as('liuqiang', async (ctx): Promise<Session> => {
    const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
    const { me, rights } = ctx.session;
    return {
      ...ctx.session,
      me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
      rights: { ...rights, super: false, has: () => true, group: () => true, scopes: () => scopes },
    };
  });
  return factory.engine.runAs(session, (ctx) => work(ctx as EngineCtx));
};
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const listed = async (ctx: EngineCtx, page: string) => {
  const { records, total } = await getPageList(ctx, pageOf(ctx, page), { size: 200 });
  return { codes: records.map(({ code, boxId }) => String(code ?? boxId)), total };
};

it('a head of a workshop lists what hangs at boxes of his unit, and counts no more', async () => {
  const all = await as('sunpeng', (ctx) => listed(ctx, 'dataPoint'));
  const mine = await inShop((ctx) => listed(ctx, 'dataPoint'));
  expect(all.codes).toContain('T100');
  expect(mine.codes).toContain('D100');
  expect(mine.codes).not.toContain('T100');
  expect(all.total).toBe(all.codes.length);
  expect(mine.total).toBe(mine.codes.length);
  expect(mine.total).toBeLessThan(all.total);
  for (const page of ['iotUnknown', 'iotReject']) {
    expect((await as('sunpeng', (ctx) => listed(ctx, page))).total).toBe(2);
    expect((await inShop((ctx) => listed(ctx, page))).total).toBe(1);
  }
});

it('reads, history, use and sheet keep to it as well', () =>
  inShop(async (ctx) => {
    const page = pageOf(ctx, 'dataPoint');
    for (const way of [getOne, historyOf, usageOf]) {
      expect(await refusal(way(ctx, page, { id: String(own.id) }))).toBe('done');
      expect(await refusal(way(ctx, page, { id: String(other.id) }))).toBe('数据不存在或无权查看');
    }
    const sheet = await sheetRows((await exportList(ctx, page, { columns: ['code'] })).stream);
    expect(sheet.flat()).toContain('D100');
    expect(sheet.flat()).not.toContain('T100');
  }));

it('so do choices and writes', async () => {
  await inShop(async (ctx) => {
    const { records } = await pickRows(ctx, pageOf(ctx, 'pointMap'), 'dataPoint', { record: {}, size: 200 });
    const labels = records.map(({ label }) => String(label));
    expect(labels.some((label) => label.includes('D100'))).toBe(true);
    expect(labels.some((label) => label.includes('T100'))).toBe(false);
    const rename = ({ id, version }: Rec) =>
      saveRecord(ctx, 'dataPoint', { rec: { id: String(id), version: Number(version), name: '改名' }, accept: [] });
    expect(await refusal(rename(other))).toBe('数据不存在或无权查看');
    expect(await refusal(rename(own))).toBe('done');
  });
  const kept = await as('admin', (ctx) => ctx.records.get('dataPoint', String(other.id)));
  expect([kept?.name, kept?.version]).toEqual(['模温', other.version]);
});

it('its department is that of the unit, for notices and approvals too', async () => {
  await as('admin', async (ctx) => {
    const code = async (point: Rec) => {
      const dept = await deptOf(ctx, ctx.records.object('dataPoint'), point);
      return (await ctx.records.get('dept', String(dept)))?.code;
    };
    expect([await code(own), await code(other)]).toEqual(['111', '113']);
    expect(await deptOf(ctx, ctx.records.object('dataPoint'), { id: newId(), box: null })).toBe(null);
  });
});
