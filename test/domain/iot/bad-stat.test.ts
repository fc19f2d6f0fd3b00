/** 不良记录 (50 §2.9, §3): what people say of a device, and what effective reports say of theirs until they are taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Floor, openFloor, refusal } from '../production/floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow('2026-01-15 10:00:00');
});
afterAll(() => floor?.factory.database.drop());

const AT = '2026-01-15 09:30:00';
const bad = async (more: Rec = {}): Promise<Rec> => {
  const [equipment, badReason] = [await floor.idOf('equipment', 'CNC-01'), await floor.idOf('badReason', 'BL005')];
  return floor.save('badStat', { equipment, badReason, qty: 2, happenAt: AT, ...more });
};
const rows = (where = 'true', param: Rec = {}) => floor.find('badStat', where, param, 'happenAt,qty');
const del = (rec: Rec): Promise<unknown> =>
  floor.factory.as(floor.login, (ctx) => {
    const engine = ctx as EngineCtx;
    return runAction(engine, engine.records.object('badStat'), 'del', {
      targets: [{ id: rec.id as string, version: rec.version as number }],
    });
  });

describe('by hand', () => {
  it('takes shift and work from its device and moment', async () => {
    floor.login = 'wangqiang';
    const free = await bad({ happenAt: '2026-01-15 07:59:00' });
    floor.login = 'admin';
    expect(free).toMatchObject({ source: '3', deviceWork: null, workOrderNbr: null });
    const work = await floor.workOrder(20, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
    await floor.start(work, 10, 20, { equipment: await floor.idOf('equipment', 'CNC-01') });
    const made = await bad();
    expect(made).toMatchObject({ shiftDate: '2026-01-15', workOrderNbr: work.id, opNbr: 10, qty: 2 });
    expect(made.shift).not.toBeNull();
    expect(made.factoryUnit).not.toBeNull();
  });

  it('is more than nothing and not to come', async () => {
    const before = (await rows()).length;
    expect(await refusal(bad({ qty: 0 }))).toBe('数量必须大于0');
    expect(await refusal(bad({ qty: -1 }))).toBe('数量必须大于0');
    expect(await refusal(bad({ happenAt: '2026-01-15 10:00:01' }))).toBe('发生时间不能晚于当前时间');
    expect(await rows()).toHaveLength(before);
  });

  it('is changed for seven days', async () => {
    const made = await bad();
    const changed = await floor.save('badStat', { id: made.id, version: made.version, qty: 3 });
    expect(changed).toMatchObject({ qty: 3, shiftDate: '2026-01-15' });
    floor.factory.setNow('2026-01-22 09:30:01');
    const late = floor.save('badStat', { id: made.id, version: changed.version, qty: 4 });
    expect(await refusal(late)).toBe('该不良已超过7天，不能再修改');
    expect(await refusal(del(changed))).toBe('该不良已超过7天，不能再修改');
    floor.factory.setNow('2026-01-15 10:00:00');
    expect(await floor.read('badStat', made.id as string)).toMatchObject({ qty: 3 });
    await del(changed);
    expect(await rows('id == param.id', { id: made.id })).toEqual([]);
  });

  it('is for who stands at the device', async () => {
    floor.login = 'zhoutao';
    const said = await refusal(bad());
    floor.login = 'admin';
    expect(said).toBe('没有权限，请联系管理员');
  });
});

describe('of a report', () => {
  it('stands as long as the report counts, and only the report changes it', async () => {
    const work = await floor.workOrder(20, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
    const equipment = await floor.idOf('equipment', 'CNC-02');
    const start = await floor.start(work, 10, 20, { equipment });
    const bads = [
      ['20', 2],
      ['30', 1],
    ] as const;
    const report = await floor.report(start, 10, bads);
    const own = () => rows('reportNbr == param.report', { report: report.id });
    expect(await own()).toEqual([]);
    const effective = await floor.act('audit', report);
    const made = await own();
    expect(made.map(({ qty, source, happenAt }) => [qty, source, happenAt])).toEqual([
      [1, '2', '2026-01-15 09:00:00'],
      [2, '2', '2026-01-15 09:00:00'],
    ]);
    expect(made[0]).toMatchObject({ equipment, workOrderNbr: work.id, opNbr: 10, shiftDate: report.shiftDate });

    const { id, version } = made[0]!;
    expect(await refusal(floor.save('badStat', { id: id!, version: version!, qty: 9 }))).toBe('只能修改手工登记的不良');
    expect(await refusal(del(made[0]!))).toBe('只能修改手工登记的不良');
    expect(await own()).toHaveLength(2);

    await floor.act('reverse', effective, { reason: '录错' });
    expect(await own()).toEqual([]);
  });

  it('of no device makes none', async () => {
    const work = await floor.workOrder(20, [{ opNbr: 10, process: 'XL' }]);
    const report = await floor.report(await floor.start(work, 10, 20), 10, [['20', 2]]);
    await floor.act('audit', report);
    expect(await rows('reportNbr == param.report', { report: report.id })).toEqual([]);
  });
});
