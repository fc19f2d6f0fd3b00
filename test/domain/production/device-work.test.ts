/** 设备加工信息 (30 P12): the device's work is the time its starts run, cut where a report ends, with what was reported of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { type Part, partsOf, type ReportAt, type Run } from '../../../server/production/device-work';
import { random } from '../random';
import { type Floor, type Operation, openFloor, refusal } from './floor';

describe('the parts of a run', () => {
  const at = (minute: number): string =>
    `2026-01-15 ${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
  it('are cut where reports end, and share what was reported by their time', () => {
    const runs = [
      { from: at(0), to: at(140) },
      { from: at(160), to: null },
    ];
    expect(partsOf(runs, [{ id: 'a', at: at(170), qty: 60 }], 0)).toEqual([
      { from: at(0), to: at(140), report: 'a', qty: 56 },
      { from: at(160), to: at(170), report: 'a', qty: 4 },
      { from: at(170), to: null, report: null, qty: 0 },
    ]);
  });
  it('make up the runs and the reports, whatever both are', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = random(seed);
      const runs: Run[] = [];
      let minute = next(20);
      for (let n = next(5) + 1; n > 0; n--) {
        const from = minute;
        minute += next(90);
        runs.push({ from: at(from), to: n === 1 && next(2) === 0 ? null : at(minute) });
        minute += next(30) + 1;
      }
      const reports = Array.from(
        { length: next(5) },
        (_, n): ReportAt => ({ id: `${n}`, at: at(next(240)), qty: next(80) }),
      );
      const parts = partsOf(runs, reports, 0);
      expect(joined(parts), `seed ${seed}`).toEqual(runs.filter(({ from, to }) => from !== to));
      const sum = (list: readonly { readonly qty: number }[]): number => list.reduce((all, { qty }) => all + qty, 0);
      expect(sum(parts), `seed ${seed}`).toBe(parts.length === 0 ? 0 : sum(reports));
    }
  });
});
/** Parts that only a report parted, as one again; runs that follow each other without a pause are no two runs of a start. */
const joined = (parts: readonly Part[]): readonly Run[] => {
  const runs: { from: string; to: string | null }[] = [];
  for (const { from, to } of parts) {
    const last = runs.at(-1);
    if (last && last.to === from) last.to = to;
    else runs.push({ from, to });
  }
  return runs;
};

describe('on the floor', () => {
  let floor: Floor;
  const TURNING: readonly Operation[] = [{ opNbr: 10, process: 'CX', workGroup: 'CX' }];
  beforeAll(async () => {
    floor = await openFloor();
  });
  afterAll(() => floor?.factory.database.drop());
  const now = (time: string) => floor.factory.setNow(`2026-01-15 ${time}:00`);
  const works = async (start: Rec): Promise<readonly Rec[]> =>
    (await floor.find('deviceWork', 'prdStart == param.id', { id: start.id }, 'from')).map((row) => ({ ...row }));
  const told = (rows: readonly Rec[]) =>
    rows.map(({ from, to, minutes, prdReport, allocQty }) => [clock(from), clock(to), minutes, prdReport, allocQty]);
  const clock = (time: unknown) => (typeof time === 'string' ? time.slice(11, 16) : null);
  const begun = async (device: string, qty = 100): Promise<{ work: Rec; start: Rec }> => {
    const work = await floor.workOrder(qty, TURNING);
    return { work, start: await floor.start(work, 10, qty, { equipment: await floor.idOf('equipment', device) }) };
  };
  const report = async (start: Rec, qty: number, from: string, to: string): Promise<Rec> =>
    floor.act(
      'audit',
      await floor.report(start, qty, [], { startTime: `2026-01-15 ${from}:00`, endTime: `2026-01-15 ${to}:00` }),
    );

  it('opens with a start, closes with a pause, is cut by a report that takes effect and whole again without it', async () => {
    now('10:00');
    const { work, start } = await begun('CNC-01');
    const [open] = await works(start);
    expect(open).toMatchObject({ workOrderNbr: work.id, opNbr: 10, equipment: start.equipment, to: null, allocQty: 0 });
    now('10:20');
    const paused = await floor.act('pause', start, { reason: '10' });
    expect(told(await works(start))).toEqual([['08:00', '10:20', 140, null, 0]]);
    now('10:40');
    const running = await floor.act('resume', paused);
    const before = await works(start);
    expect(told(before)).toEqual([
      ['08:00', '10:20', 140, null, 0],
      ['10:40', null, null, null, 0],
    ]);
    now('11:00');
    const submitted = await floor.report(running, 60, [], {
      startTime: '2026-01-15 08:00:00',
      endTime: '2026-01-15 10:50:00',
    });
    expect(await works(start)).toEqual(before);
    const done = await floor.act('audit', submitted);
    expect(told(await works(start))).toEqual([
      ['08:00', '10:20', 140, done.id, 56],
      ['10:40', '10:50', 10, done.id, 4],
      ['10:50', null, null, null, 0],
    ]);
    await floor.act('reverse', done, { reason: '数错' });
    const after = await works(start);
    expect(told(after)).toEqual(told(before));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    now('11:30');
    await floor.act('end', await floor.read('prdStart', start.id as string), {}, ['prdStart.rest']);
    expect(told(await works(start))).toEqual([
      ['08:00', '10:20', 140, null, 0],
      ['10:40', '11:30', 50, null, 0],
    ]);
  });

  it('closes with the report that covers the start, and never was when the start is cancelled', async () => {
    now('10:00');
    const { start } = await begun('CNC-01', 40);
    const done = await report(start, 40, '08:00', '09:30');
    expect(told(await works(start))).toEqual([['08:00', '09:30', 90, done.id, 40]]);
    const other = (await begun('CNC-02')).start;
    expect(await works(other)).toHaveLength(1);
    await floor.act('cancel', other, { reason: '点错' });
    expect(await works(other)).toEqual([]);
  });

  it('needs a device, and comes with the report of an operation that needs no start', async () => {
    now('10:00');
    const work = await floor.workOrder(50, [{ opNbr: 10, process: 'XL', start: false }]);
    const operation = await floor.op(work, 10);
    const plain = await floor.workOrder(50, [{ opNbr: 10, process: 'XL' }]);
    expect(await works(await floor.start(plain, 10, 50))).toEqual([]);
    const done = await floor.act(
      'audit',
      await floor.report(operation, 20, [], { equipment: await floor.idOf('equipment', 'CNC-02') }),
    );
    const implied = await floor.read('prdStart', done.prdStart as string);
    expect(implied).toMatchObject({ isImplied: true, runHours: 1 });
    expect(told(await works(implied))).toEqual([['08:00', '09:00', 60, done.id, 20]]);
    await floor.act('reverse', done, { reason: '数错' });
    expect(await works(implied)).toEqual([]);
  });

  it('tells of a count that differs from the report by more than prd.countDiffRate', async () => {
    now('10:00');
    const { start } = await begun('CNC-01', 340);
    await report(start, 300, '08:00', '09:00');
    const [part] = await works(start);
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('deviceWork', part!.id as string, { head: { machineCount: 360 } }),
    );
    const told = async () =>
      (await floor.factory.as('admin', async ({ trx }) =>
        trx.selectFrom('mw_outbox').select('record_id').where('event', '=', 'prdReport.countDiff').execute(),
      )) as readonly unknown[];
    expect(await told()).toEqual([]);
    const second = await report(await floor.read('prdStart', start.id as string), 40, '08:00', '09:00');
    expect(await works(start)).toMatchObject([{ allocQty: 340, machineCount: 360, diff: 20, diffRate: 5.88 }]);
    expect(await told()).toHaveLength(1);
    await floor.act('reverse', second, { reason: '数错' });
  });

  it('takes a reason of who may, and nothing else', async () => {
    now('10:00');
    const [row] = await works((await begun('CNC-02')).start);
    const save = (change: Rec) => floor.save('deviceWork', { id: row!.id, version: row!.version, ...change });
    floor.login = 'wangqiang';
    expect(await refusal(save({ diffReason: '空打' }))).toBe('没有权限，请联系管理员');
    floor.login = 'liuqiang';
    await save({ diffReason: '空打' });
    floor.login = 'admin';
    expect(await floor.read('deviceWork', row!.id as string)).toMatchObject({ diffReason: '空打', allocQty: 0 });
    const start = await floor.read('prdStart', row!.prdStart as string);
    await floor.act('end', start, {}, ['prdStart.rest']);
    expect(await works(start)).toMatchObject([{ id: row!.id, diffReason: '空打', to: '2026-01-15 10:00:00' }]);
  });

  it('law: the work of devices is the intervals of the starts, and holds what was reported of them', async () => {
    const seed = Number(process.env.SEED ?? 7);
    const next = random(seed);
    const lots = [await begun('CNC-01', 60), await begun('CNC-02', 60)];
    let minute = 60;
    let done = 0;
    for (let step = 0; step < 24; step++) {
      minute += next(9) + 1;
      const time = `2026-01-15 ${String(10 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
      floor.factory.setNow(time);
      const lot = lots[next(lots.length)]!;
      const start = await floor.read('prdStart', lot.start.id as string);
      const effective = await floor.find('prdReport', 'prdStart == param.id && docStatus == 60', { id: start.id });
      const acts: readonly (() => Promise<unknown>)[] = [
        () => floor.act('pause', start, { reason: '60' }),
        () => floor.act('resume', start),
        () => floor.report(start, next(12) + 1, [], { endTime: time }).then((rec) => floor.act('audit', rec)),
        () => floor.report(start, next(5) + 1, [['20', 1]], { endTime: time }).then((rec) => floor.act('audit', rec)),
        () => floor.act('reverse', effective[next(Math.max(1, effective.length))]!, { reason: '数错' }),
      ];
      done += await acts[next(acts.length)]!().then(
        () => 1,
        () => 0,
      );
    }
    expect(done, `seed ${seed}`).toBeGreaterThan(6);
    for (const { id } of await floor.find('prdStart', 'docStatus in [30, 40, 60] && !empty(equipment)')) {
      const start = await floor.read('prdStart', id as string);
      const rows = await works(start);
      const parts = rows.map(({ from, to }) => ({ from, to, report: null, qty: 0 }) as Part);
      const runs = (start.intervals as readonly Row[]).filter(({ kind, from, to }) => kind === '1' && from !== to);
      expect(joined(parts), `seed ${seed}`).toEqual(joined(runs as unknown as readonly Part[]));
      const effective = await floor.find('prdReport', 'prdStart == param.id && docStatus == 60', { id });
      const sum = (list: readonly Rec[], field: string): number =>
        list.reduce((all, rec) => all + Number(rec[field] ?? 0), 0);
      expect(sum(rows, 'allocQty'), `seed ${seed}`).toBe(rows.length === 0 ? 0 : sum(effective, 'reportQty'));
    }
  });
});
