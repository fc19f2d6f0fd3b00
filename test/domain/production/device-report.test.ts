/** 自动报工 (30 §4, reportMode 4): what the device counted is submitted at the end of the shift and of the start; people say what is bad. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { countedStarts, holdCount, reportShifts } from '../../../server/domain/production/device-report';
import { reportOfStart } from '../../../server/domain/production/report-proposal';
import { newId } from '../../../server/ids';
import { asked, type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());
beforeEach(() => floor.factory.setNow('2026-01-15 10:00:00'));

/** A start of turning whose device reports; each on a device of its own. */
const begun = async (device: string, qty = 100, mode = '4') => {
  const work = await floor.workOrder(qty, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
  const op = await floor.op(work, 10);
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('orderProcess', op.id as string, { head: { reportMode: mode as '4' } }),
  );
  const workers = [{ id: newId(), employee: await floor.idOf('employee', 'YG0018') }];
  const start = await floor.start(work, 10, qty, { equipment: await floor.idOf('equipment', device), workers });
  return { work, start };
};
/** The device counts in an hour of a shift. */
const count = async (start: Rec, number: number, { at = '08', shift = 'BC01' } = {}): Promise<void> => {
  const [work] = await floor.find('deviceWork', 'prdStart == param.id', { id: start.id });
  const shiftId = await floor.idOf('shift', shift);
  await floor.factory.as('admin', async (ctx) => {
    await ctx.asSystem().records.save('outputStat', {
      id: newId(),
      shiftDate: '2026-01-15',
      shift: shiftId,
      slotAt: `2026-01-15 ${at}:00:00`,
      equipment: start.equipment as string,
      deviceWork: work!.id as string,
      number,
      qualifiedQty: number,
      source: '1',
    });
  });
};
const reports = (start: Rec) => floor.find('prdReport', 'prdStart == param.id', { id: start.id }, 'endTime');
const shiftEnd = (start: Rec) => floor.factory.as('admin', (ctx) => reportShifts(start.id as string, ctx.asSystem()));
/** 需处理 of the list of starts */
const held = async () =>
  (await floor.find('prdStart', 'docStatus in [30, 40] && !empty(countHeld)')).map(({ id, countHeld }) => [
    id,
    countHeld,
  ]);
const end = async (start: Rec, accept: readonly string[] = []) =>
  floor.act('end', await floor.read('prdStart', start.id as string), {}, accept);

describe('at the end of the shift', () => {
  it('submits what was counted in it and nobody reported, once', async () => {
    const { work, start } = await begun('CNC-01');
    await count(start, 40);
    await floor.act('audit', await floor.report(start, 15));
    floor.factory.setNow('2026-01-15 16:30:00');
    expect(await shiftEnd(start)).toBe(0);
    await count(start, 5, { at: '15' });
    floor.factory.setNow('2026-01-15 17:06:00');
    expect(await floor.factory.as('admin', (ctx) => countedStarts(ctx))).toContain(start.id);
    expect(await shiftEnd(start)).toBe(1);
    const [, made] = await reports(start);
    expect(made).toMatchObject({
      source: '40',
      docStatus: '50',
      reportQty: 30,
      qualifiedQty: 30,
      machineCount: 30,
      countDiff: 0,
      shiftDate: '2026-01-15',
      shift: await floor.idOf('shift', 'BC01'),
      startTime: '2026-01-15 09:00:00',
      endTime: '2026-01-15 17:00:00',
    });
    expect(await floor.op(work, 10)).toMatchObject({ submittedQty: 30, reportQty: 15 });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '30', submittedQty: 30 });
    expect(await shiftEnd(start)).toBe(0);
    expect(await reports(start)).toHaveLength(2);
    await end(start, ['prdStart.rest']);
  });
  it('never more than may be reported; the rest is the difference', async () => {
    const { start } = await begun('CNC-01', 20);
    await count(start, 24);
    floor.factory.setNow('2026-01-15 17:10:00');
    expect(await shiftEnd(start)).toBe(1);
    expect(await reports(start)).toMatchObject([{ reportQty: 20, machineCount: 24, countDiff: 4 }]);
    const text = '设备计数24，已报20，尚有4超出可报数量';
    expect(await held()).toEqual([[start.id, text]]);
    expect(await shiftEnd(start)).toBe(0);
    expect(await held()).toEqual([[start.id, text]]);
    await end(start);
    expect(await held()).toEqual([]);
  });
  it('what is refused waits with its start, in its words, until it can be reported', async () => {
    const { start } = await begun('CNC-01', 20);
    await count(start, 10);
    floor.factory.setNow('2026-01-15 17:10:00');
    const text = '工序10首件检验未通过，不能报工';
    await floor.factory.as('admin', (ctx) => holdCount(start.id as string, text, ctx));
    expect(await held()).toEqual([[start.id, text]]);
    expect(await shiftEnd(start)).toBe(1);
    expect(await held()).toEqual([]);
    await end(start, ['prdStart.rest']);
  });
  it('leaves other ways of reporting to people', async () => {
    const { start } = await begun('CNC-01', 20, '1');
    await count(start, 10);
    floor.factory.setNow('2026-01-15 17:10:00');
    expect(await floor.factory.as('admin', (ctx) => countedStarts(ctx))).not.toContain(start.id);
    await end(start, ['prdStart.rest']);
    expect(await reports(start)).toEqual([]);
  });
});

describe('at the end of the start', () => {
  it('submits the count before the rest goes back', async () => {
    const { work, start } = await begun('CNC-01');
    await count(start, 60);
    expect(await asked(end(start))).toEqual(['尚有40未报工，结束后退回待开工，是否继续？']);
    expect(await reports(start)).toEqual([]);
    const ended = await end(start, ['prdStart.rest']);
    expect(ended).toMatchObject({ docStatus: '60', startQty: 60, submittedQty: 60, endTime: '2026-01-15 10:00:00' });
    expect(await reports(start)).toMatchObject([{ source: '40', qualifiedQty: 60, endTime: '2026-01-15 10:00:00' }]);
    expect(await floor.op(work, 10)).toMatchObject({ startQty: 60, submittedQty: 60 });
  });
});

describe('people', () => {
  it('are offered what the device counted', async () => {
    const { start } = await begun('CNC-01');
    await count(start, 33);
    const offered = await floor.factory.as('admin', (ctx) =>
      reportOfStart.run({ record: { prdStart: start.id as string } }, ctx),
    );
    expect(offered).toMatchObject({ qualifiedQty: 33 });
    await floor.act('cancel', start, { reason: '试开工' });
  });
  it('only say what of its report is bad, and no more than it counted', async () => {
    const { start } = await begun('CNC-01', 50);
    await count(start, 50);
    await end(start);
    const [made] = await reports(start);
    const badReason = await floor.idOf('badReason', 'BL001');
    const bad = (qty: number) => ({
      id: made!.id,
      version: made!.version,
      badRows: [{ id: newId(), badReason, disposal: '20', qty }],
    });
    expect(await refusal(floor.save('prdReport', bad(51)))).toBe('不良合计51超过设备计数50');
    const typed = { id: made!.id, version: made!.version, qualifiedQty: 40 };
    expect(await refusal(floor.save('prdReport', typed))).toBe('设备计数的报工不能修改合格数，请填写不良');
    expect(await floor.read('prdReport', made!.id as string)).toMatchObject({
      qualifiedQty: 50,
      version: made!.version,
    });
    await floor.save('prdReport', bad(3));
    const told = await floor.read('prdReport', made!.id as string);
    expect(told).toMatchObject({ qualifiedQty: 47, workScrapQty: 3, reportQty: 50 });
    expect(await floor.act('audit', told)).toMatchObject({ docStatus: '60', qualifiedQty: 47 });
  });
});

describe('本次完工', () => {
  it('ends the start with the report; the rest may be started again', async () => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
    const start = await floor.start(work, 10, 100);
    const report = await floor.report(start, 58, [['20', 2]], { finish: true });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({
      docStatus: '60',
      startQty: 60,
      submittedQty: 60,
      endTime: '2026-01-15 09:00:00',
    });
    expect(await floor.op(work, 10)).toMatchObject({ startQty: 60, submittedQty: 60 });
    await floor.act('audit', report);
    expect(await floor.start(work, 10, 40)).toMatchObject({ docStatus: '30', startQty: 40 });
  });
  it('goes on when that report is taken back', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }]);
    const start = await floor.start(work, 10, 10);
    const report = await floor.act('audit', await floor.report(start, 6, [], { finish: true }));
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '60', startQty: 6 });
    await floor.act('reverse', report, { reason: '数错' });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '40', startQty: 6 });
  });
});
