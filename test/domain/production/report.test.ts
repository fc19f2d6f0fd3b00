/** 开工, 报工 (30 §4, P6, P7, P11, P15): pieces flow from operation to operation, what is refused says why, what is taken back never was. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Rights } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { saveRecord } from '../../../server/records/save/save';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { asked, type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
  { opNbr: 30, process: 'XL' },
];
const balance = async (workOrder: Rec, opNbr: number): Promise<Rec> => {
  const op = await floor.op(workOrder, opNbr);
  const {
    docStatus,
    inQty,
    startQty,
    submittedQty,
    reportQty,
    qualifiedQty,
    reworkQty,
    scrapQty,
    wipQty,
    availReport,
  } = op;
  return {
    docStatus,
    inQty,
    startQty,
    submittedQty,
    reportQty,
    qualifiedQty,
    reworkQty,
    scrapQty,
    wipQty,
    availReport,
  };
};

describe('a report', () => {
  it('holds its pieces while it waits and moves them on when it is effective', async () => {
    const work = await floor.workOrder(100, LINE, { overRate: 5 });
    const start = await floor.start(work, 10, 100);
    expect(start).toMatchObject({ docStatus: '30', startQty: 100 });
    expect(await balance(work, 10)).toMatchObject({ docStatus: '30', inQty: 100, wipQty: 100, availReport: 100 });
    const report = await floor.report(start, 58, [['10', 2]]);
    expect(report).toMatchObject({ docStatus: '50', auditStatus: '1', reportQty: 60, reworkQty: 2 });
    expect(await balance(work, 10)).toMatchObject({ submittedQty: 60, reportQty: 0, availReport: 40 });
    expect(await balance(work, 20)).toMatchObject({ docStatus: '10', inQty: 0 });
    const done = await floor.act('audit', report);
    expect(done).toMatchObject({ docStatus: '60', auditStatus: '2', firstPassQty: 58 });
    expect(await balance(work, 10)).toMatchObject({
      submittedQty: 0,
      reportQty: 60,
      qualifiedQty: 58,
      reworkQty: 2,
      wipQty: 40,
    });
    expect(await balance(work, 20)).toMatchObject({ docStatus: '20', inQty: 58, wipQty: 58 });
    expect(await floor.read('workOrder', work.id as string)).toMatchObject({
      docStatus: '30',
      startQty: 100,
      wipQty: 98,
      reworkQty: 2,
    });
    expect(await floor.read('prdOrder', work.prdOrderNbr as string)).toMatchObject({ docStatus: '30', startQty: 100 });
    const second = await floor.act(
      'audit',
      await floor.report(await floor.read('prdStart', start.id as string), 39, [['30', 1]]),
    );
    expect(second).toMatchObject({ docStatus: '60' });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '60', reportQty: 100 });
    expect(await balance(work, 10)).toMatchObject({ docStatus: '60', reportQty: 100, qualifiedQty: 97, scrapQty: 1 });
  });
});

describe('totals over operations', () => {
  it('pieces that go from operation to operation are counted once; what is made of them adds up', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 2));
    await floor.act('audit', await floor.report(await floor.start(work, 10, 100), 97, [['20', 3]]));
    const ops = await Promise.all([10, 20].map((opNbr) => floor.op(work, opNbr)));
    const totals = (some: readonly Rec[]) =>
      floor.factory.as('admin', async (given) => {
        const ctx = given as EngineCtx;
        const page = ctx.registry.page('orderProcess');
        if (page === undefined) throw new Error('no list of operations');
        return (await getPageList(ctx, page, { current: 1, size: 10, ids: some.map(({ id }) => id) })).summary;
      });
    const added = { reworkQty: 0, scrapQty: 3, wipQty: 97 };
    expect(await totals(ops)).toMatchObject({ planQty: null, reportQty: null, qualifiedQty: null, ...added });
    const [first] = ops;
    expect(await totals([first as Rec])).toMatchObject({ planQty: 100, reportQty: 100, qualifiedQty: 97, scrapQty: 3 });
  });
});

describe('what is refused', () => {
  it('P6: plan with its over rate, and the start where the plan may be passed (acceptance 7)', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1), { overRate: 5 });
    const first = await floor.start(work, 10, 100);
    await floor.act('audit', await floor.report(first, 100));
    const more = await floor.start(work, 10, 5);
    expect(await refusal(floor.report(more, 6, [], { overReason: '多做' }))).toBe('已开工5，已报0，最多可报5，本次6');
    expect(await floor.find('prdReport', 'prdStart == param.id', { id: more.id })).toEqual([]);
  });
  it('P6: what the operation before has given (acceptance 8)', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 2));
    await floor.act('audit', await floor.report(await floor.start(work, 10, 100), 97, [['20', 3]]));
    expect(await refusal(floor.start(work, 20, 98))).toBe('前工序10合格97，本工序已开工0，最多可开工97，本次98');
    await floor.act('audit', await floor.report(await floor.start(work, 20, 90), 90));
    const rest = await floor.start(work, 20, 7);
    expect(await refusal(floor.report(rest, 10))).toBe('已开工7，已报0，最多可报7，本次10');
    expect(await refusal(floor.start(work, 20, 1))).toBe('前工序10合格97，本工序已开工97，最多可开工0，本次1');
  });
  it('a head that says other than its rows of bad pieces; one that says the same is taken', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 100);
    const other = '不良明细合计3与不良数4不一致';
    const said = (more: Rec) => refusal(floor.report(start, 96, [['10', 3]], more));
    expect(await said({ reportQty: 100 })).toBe(other);
    expect(await said({ unqualifiedQty: 4 })).toBe(other);
    expect(await said({ reworkQty: 1, workScrapQty: 2, materialScrapQty: 1, pendingQty: 0 })).toBe(other);
    expect(await refusal(floor.report(start, 96, [], { reportQty: 100 }))).toBe('不良明细合计0与不良数4不一致');
    expect(await floor.find('prdReport', 'prdStart == param.id', { id: start.id })).toEqual([]);
    const report = await floor.report(start, 90, [['10', 3]], { reportQty: 93, unqualifiedQty: 3 });
    expect(report).toMatchObject({ reportQty: 93, reworkQty: 3 });
    const { id, version } = report;
    expect(await refusal(floor.save('prdReport', { id, version, qualifiedQty: 89, reportQty: 93 }))).toBe(other);
    expect(await floor.read('prdReport', id as string)).toMatchObject({ qualifiedQty: 90, version });
  });
  it('a start that is not there is what is named, not the operation it would have brought', async () => {
    const nothing = { object: 'prdStart', id: newId(), orderProcess: null };
    expect(await refusal(floor.report(nothing, 1))).toBe('开工引用的数据不存在');
  });
  it('what follows at once begins where the last one ended: nothing was worked in between', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 100);
    await floor.act('audit', await floor.report(start, 40));
    const at = { startTime: '2026-01-15 09:00:00', endTime: '2026-01-15 09:00:00' };
    const second = await floor.act('audit', await floor.report(start, 20, [], at));
    expect(second).toMatchObject({ docStatus: '60', reportQty: 20 });
    expect(await balance(work, 10)).toMatchObject({ reportQty: 60 });
    const back = { ...at, endTime: '2026-01-15 08:59:59' };
    expect(await refusal(floor.report(start, 1, [], back))).toBe('结束时间必须晚于开始时间');
  });
  it('rows that the product keeps are not taken from who sends them', async () => {
    const work = await floor.workOrder(10, LINE);
    const sent = [{ id: newId() }];
    const start = await floor.start(work, 10, 5);
    const report = await floor.report(start, 1, [], { materials: sent });
    expect(report.materials).toEqual([]);
    const begin = { orderProcess: start.orderProcess, startQty: 1, startTime: start.startTime, atOnce: false } as Rec;
    const waiting = await floor.save('prdStart', { ...begin, shiftDate: '2026-01-15', intervals: sent });
    expect((await floor.read('prdStart', waiting.id as string)).intervals).toEqual([]);
  });
  it('mode 3: a serial number for each piece, none twice', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const op = await floor.op(work, 10);
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', op.id as string, { head: { reportMode: '3' } }),
    );
    const start = await floor.start(work, 10, 10);
    const told = (...serials: readonly string[]): Rec => ({
      serials: serials.map((serial) => ({ id: newId(), serial, result: '1' })),
    });
    expect(await refusal(floor.report(start, 4, [], told('S1', 'S2', 'S3')))).toBe('序列号3个与报工数量4不一致');
    expect(await refusal(floor.report(start, 2, [], told('S1', 'S1')))).toBe('序列号S1重复');
    expect(await floor.find('prdReport', 'prdStart == param.id', { id: start.id })).toEqual([]);
    const report = await floor.report(start, 3, [['20', 1]], told('S1', 'S2', 'S3', 'S4'));
    expect((report.serials as readonly Rec[]).map(({ serial }) => serial)).toEqual(['S1', 'S2', 'S3', 'S4']);
    // what is counted otherwise may name its pieces too: then all of them
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', op.id as string, { head: { reportMode: '1' } }),
    );
    expect(await refusal(floor.report(start, 2, [], told('S5')))).toBe('序列号1个与报工数量2不一致');
    expect(await floor.report(start, 2, [], told('S5', 'S6'))).toMatchObject({ reportQty: 2 });
  });
  it('an operation is inspected until somebody who may says otherwise (orderProcess:noInspect)', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL', inspect: true }]);
    const op = await floor.op(work, 10);
    const clear = (rights: Rights) =>
      floor.factory.as('admin', async (ctx) => {
        const session = { ...ctx.session, rights };
        await saveRecord({ ...(ctx as EngineCtx), session }, 'orderProcess', {
          rec: { id: op.id as string, version: op.version as number, inspectFlag: false },
        } as never);
      });
    const all = await floor.factory.as('admin', async (ctx) => ctx.session.rights);
    const others: Rights = Object.create(all, {
      has: { value: (right: string) => right !== 'orderProcess:noInspect' && all.has(right) },
    });
    expect(await refusal(clear(others))).toBe('没有取消检验的权限，请联系车间主任');
    expect(await floor.op(work, 10)).toMatchObject({ inspectFlag: true, version: op.version });
    expect(await refusal(clear(all))).toBe('done');
    expect(await floor.op(work, 10)).toMatchObject({ inspectFlag: false });
    const head = await floor.factory.as('liuqiang', async (ctx) => ctx.session.rights);
    expect(head.has('orderProcess:noInspect')).toBe(true);
    const leader = await floor.factory.as('wangqiang', async (ctx) => ctx.session.rights);
    expect(leader.has('orderProcess:noInspect')).toBe(false);
  });
  it('a day or a beginning that is far off (报工期限): nothing is written', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 50);
    const said = (more: Rec) => refusal(floor.report(start, 5, [], more));
    expect(await said({ startTime: '0001-01-01 00:00:00' })).toBe(
      '开始时间0001-01-01 00:00:00超过报工期限90天，最早可报2025-10-17',
    );
    expect(await said({ shiftDate: '1900-01-01' })).toBe('班次日期1900-01-01超过报工期限90天，最早可报2025-10-17');
    expect(await said({ shiftDate: '9999-12-31' })).toBe('班次日期9999-12-31不能晚于2026-01-16');
    expect(await refusal(floor.start(work, 10, 5, { startTime: '0001-01-01 00:00:00' }))).toBe(
      '开始时间0001-01-01 00:00:00超过报工期限90天，最早可报2025-10-17',
    );
    expect(await refusal(floor.start(work, 10, 5, { shiftDate: '9999-12-31' }))).toBe(
      '班次日期9999-12-31不能晚于2026-01-16',
    );
    expect(await floor.find('prdReport', 'prdStart == param.id', { id: start.id })).toEqual([]);
    expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id })).toHaveLength(1);
    // the first day that counts, and the shift that begins this evening
    const early = await floor.report(start, 5, [], { shiftDate: '2025-10-17', startTime: '2025-10-17 00:00:00' });
    expect(await floor.report(start, 5, [], { shiftDate: '2026-01-16' })).toMatchObject({ docStatus: '50' });
    // what was told in time may be changed when that is long ago
    floor.factory.setNow('2026-06-15 10:00:00');
    await floor.save('prdReport', { id: early.id, version: early.version, remark: '补充说明' });
    floor.factory.setNow('2026-01-15 10:00:00');
  });
  it('P7: a device that works already (acceptance 9), what is not ready, what is paused', async () => {
    const turning: readonly Operation[] = [
      { opNbr: 10, process: 'CX', workGroup: 'CX' },
      { opNbr: 20, process: 'XL' },
    ];
    const work = await floor.workOrder(10, turning);
    const equipment = await floor.idOf('equipment', 'CNC-02');
    const running = await floor.start(work, 10, 5, { equipment });
    const other = await floor.workOrder(10, turning);
    expect(await refusal(floor.start(other, 10, 5, { equipment }))).toBe(
      `设备「CNC-02」正在加工${work.nbr}工序10，不能同时开工`,
    );
    expect(await refusal(floor.start(other, 10, 5))).toBe('请选择设备');
    expect(await refusal(floor.start(other, 20, 5))).toBe('工序20暂无可开工数量：前工序10合格0');
    const paused = await floor.act('pause', running, { reason: '10' });
    expect(paused).toMatchObject({ docStatus: '40', runHours: 2 });
    expect(await floor.start(other, 10, 5, { equipment })).toMatchObject({ docStatus: '30' });
    expect(await refusal(floor.act('resume', paused))).toBe(`设备「CNC-02」正在加工${other.nbr}工序10，不能同时开工`);
    expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: other.id })).toHaveLength(1);
  });
  it('P7: a device in fault, under repair or in care begins nothing (acceptance 9); what it was before holds nothing', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
    const equipment = await floor.idOf('equipment', 'CNC-02');
    const at = (table: string) => sql.id(floor.factory.org.schema, table);
    const put = async (state: string, from: string, to: string | null) =>
      sql`INSERT INTO ${at('device_state')} (id, equipment_id, state, source, split, start_at, end_at)
        VALUES (${newId()}, ${equipment}, ${state}, '1', false, ${`${from}+08`}::timestamptz, ${to === null ? null : `${to}+08`}::timestamptz)`.execute(
        floor.factory.database.db,
      );
    const clear = () =>
      sql`DELETE FROM ${at('device_state')} WHERE equipment_id = ${equipment}`.execute(floor.factory.database.db);
    const busy = await floor.find('prdStart', 'equipment == param.equipment && docStatus == 30', { equipment });
    for (const start of busy) await floor.act('pause', start, { reason: '20' });
    for (const [state, text] of [
      ['4', '故障'],
      ['6', '维修'],
      ['7', '保养'],
    ] as const) {
      await put('1', '2026-01-15 08:00:00', '2026-01-15 09:00:00');
      await put(state, '2026-01-15 09:00:00', null);
      expect(await refusal(floor.start(work, 10, 5, { equipment }))).toBe(`设备「CNC-02」处于${text}状态，不能开工`);
      await clear();
    }
    expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
    for (const state of ['2', '3', '5']) {
      await put('4', '2026-01-15 08:00:00', '2026-01-15 09:00:00');
      await put(state, '2026-01-15 09:00:00', null);
      const start = await floor.start(work, 10, 1, { equipment });
      expect(start).toMatchObject({ docStatus: '30' });
      await floor.act('cancel', start, { reason: '换设备' });
      await clear();
    }
  });
  it('P7: who has not the level of the day where that is refused, and who runs as much as one may', async () => {
    const set = (values: readonly (readonly [string, Value])[]) =>
      floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, values));
    const people = async (code: string) => ({
      workers: [{ id: newId(), employee: await floor.idOf('employee', code) }],
    });
    const skilled = await floor.workOrder(10, [{ opNbr: 10, process: 'CX', minSkill: '3' }]);
    const plain = await floor.workOrder(30, LINE.slice(0, 1));
    const [learner, master] = ['YG0019', 'YG0018'] as const;
    const begin = async (work: Rec, code: string) => floor.start(work, 10, 5, await people(code));
    const running: Rec[] = [];
    await set([
      ['prd.skillCheck', '2'],
      ['start.maxPerEmployee', 2],
    ]);
    try {
      expect(await refusal(begin(skilled, learner))).toBe('员工「张三」没有「车削」的上岗资格');
      expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: skilled.id })).toEqual([]);
      running.push(await begin(skilled, master), await begin(plain, master));
      expect(running[0]).toMatchObject({ docStatus: '30' });
      expect(await refusal(begin(plain, master))).toBe('员工「陈涛」已有2个进行中任务，达到上限2');
      expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: plain.id })).toHaveLength(1);
    } finally {
      await set([
        ['prd.skillCheck', null],
        ['start.maxPerEmployee', null],
      ]);
      for (const start of running) await floor.act('cancel', start, { reason: '试开工' });
    }
  });
  it('P11: what the operation after has used (acceptance 11)', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 2));
    const start = await floor.start(work, 10, 100);
    await floor.act('audit', await floor.report(start, 59, [['20', 1]]));
    const second = await floor.act('audit', await floor.report(start, 39, [['20', 1]]));
    const next = await floor.start(work, 20, 98);
    expect(await refusal(floor.act('reverse', second, { reason: '错报' }))).toBe(
      '后工序20已使用98，冲销后工序10合格仅59，请先冲销或调整后工序',
    );
    expect(await floor.read('prdReport', second.id as string)).toMatchObject({ docStatus: '60' });
    await floor.act('cancel', next, { reason: '错开' });
    expect(await floor.act('reverse', second, { reason: '错报' })).toMatchObject({ docStatus: '90', auditStatus: '2' });
    expect(await balance(work, 10)).toMatchObject({ docStatus: '30', qualifiedQty: 59, reportQty: 60, wipQty: 40 });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '40', reportQty: 60 });
  });
  it('a start that has reports is not cancelled; ended early it gives back the rest', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 60);
    const report = await floor.report(start, 20);
    const now = await floor.read('prdStart', start.id as string);
    expect(await refusal(floor.act('cancel', now, { reason: '错' }))).toBe(`已有报工${report.nbr}，不能撤销开工`);
    expect(await asked(floor.act('end', now))).toEqual(['尚有40未报工，结束后退回待开工，是否继续？']);
    const ended = await floor.act('end', now, {}, ['prdStart.rest']);
    expect(ended).toMatchObject({ docStatus: '60', startQty: 20 });
    expect(await balance(work, 10)).toMatchObject({ startQty: 20, inQty: 20, submittedQty: 20 });
  });
});

describe('other ways', () => {
  it('an operation that needs no start gets one with its report, and loses it with it', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL', start: false }]);
    const report = await floor.report(await floor.op(work, 10), 10);
    expect(await balance(work, 10)).toMatchObject({ docStatus: '30', submittedQty: 10, inQty: 0 });
    const done = await floor.act('audit', report);
    expect(await balance(work, 10)).toMatchObject({ docStatus: '60', inQty: 10, qualifiedQty: 10, wipQty: 0 });
    expect(await floor.read('workOrder', work.id as string)).toMatchObject({ docStatus: '60', qualifiedQty: 10 });
    await floor.act('reverse', done, { reason: '错报' });
    expect(await balance(work, 10)).toMatchObject({ docStatus: '20', inQty: 0, startQty: 0 });
    expect(await floor.read('prdStart', done.prdStart as string)).toMatchObject({ docStatus: '90' });
  });
  it('mode 1 waits until the operation before has ended', async () => {
    const work = await floor.workOrder(100, [
      { opNbr: 10, process: 'XL' },
      { opNbr: 20, process: 'XL', mode: '1' },
    ]);
    await floor.act('audit', await floor.report(await floor.start(work, 10, 60), 60));
    expect(await refusal(floor.start(work, 20, 1))).toBe('工序20未就绪：前工序10未完成（合格60/100）');
    expect(await balance(work, 20)).toMatchObject({ docStatus: '10', inQty: 60 });
  });
  it('an inspected operation waits for its verdict', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL', inspect: true }]);
    const report = await floor.report(await floor.start(work, 10, 10), 10);
    expect(report).toMatchObject({ docStatus: '30' });
    expect(await refusal(floor.act('audit', report))).not.toBe('done');
  });
  it('a withdrawn report gives its pieces back', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const report = await floor.report(await floor.start(work, 10, 10), 10);
    await floor.act('del', report).catch(() => undefined);
    expect(await balance(work, 10)).toMatchObject({ submittedQty: 0, availReport: 10 });
  });
  it('hours without the pause, pieces shared among the people', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const workers = ['YG0018', 'YG0006', 'YG0021'];
    const ids = await Promise.all(workers.map((code) => floor.idOf('employee', code)));
    const start = await floor.start(work, 10, 50, {
      workers: ids.map((employee) => ({ id: newId(), employee, ratio: 1 })),
    });
    const report = await floor.report(start, 50, [], { endTime: '2026-01-15 09:00:00' });
    const rows = report.workers as readonly Rec[];
    expect(rows.map(({ hours }) => hours)).toEqual([1, 1, 1]);
    expect(rows.map(({ qty }) => qty)).toEqual([16, 17, 17]);
    expect(report).toMatchObject({ workHours: 3 });
  });
});
