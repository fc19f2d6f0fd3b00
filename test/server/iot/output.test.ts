/** 产量 by hour and work (50 §2.9), what people say of it, and 设备计数 of the works: acceptance 3 and 9 with their numbers. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { type Deriver, openDeriver } from '../../../server/iot/deriver';
import { keepDays } from '../../../server/iot/partitions';
import type { EngineCtx } from '../../../server/records/host';
import { pickRows } from '../../../server/records/pick/pick';
import { type Floor, openFloor, refusal } from '../../domain/production/floor';
import { ingestAt, makeBox, mapCount, type TestBox } from '../../support/iot';

const MINUTE = 60_000;
/** 08:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15);
const at = (minute: number): number => T0 + minute * MINUTE;

let floor: Floor;
let box: TestBox;
let deriver: Deriver;
beforeAll(async () => {
  floor = await openFloor();
  const { database, org } = floor.factory;
  await keepDays(database.db, org.schema, T0, { mw_iot_fast: 31, mw_iot_key: 31 });
  box = await makeBox(floor.factory, 'TM-001', { C1: {}, C2: {}, C3: {} });
  await mapCount(floor.factory, 'DW00001', box.points.get('C1'), { perShot: 1, maxRate: 20, rolloverMax: null });
  await mapCount(floor.factory, 'DW00005', box.points.get('C2'), { perShot: 4, maxRate: null, rolloverMax: null });
  await mapCount(floor.factory, 'DW00075', box.points.get('C3'), { rolloverMax: null });
});
afterAll(() => floor?.factory.database.drop());
beforeEach(async () => {
  const { database, org } = floor.factory;
  for (const table of ['mw_iot_key', 'mw_iot_box', 'mw_iot_count', 'mw_iot_mark', 'mw_iot_dirty', 'mw_iot_lag'])
    await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
  for (const table of ['output_stat', 'bad_stat'])
    await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
  await sql`DELETE FROM ${sql.id(org.schema, 'device_work')}`.execute(database.db);
  deriver = openDeriver(database.app, floor.factory.engine.asSystem);
});

const clock = (time: string): void => floor.factory.setNow(`2026-01-15 ${time}:00`);
const run = async (minute: number) => (await deriver.run(floor.factory.org, at(minute))).output;
const begun = async (device: string, qty: number): Promise<Rec> => {
  const work = await floor.workOrder(qty, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
  return floor.start(work, 10, qty, { equipment: await floor.idOf('equipment', device) });
};
const works = (of: Rec) => floor.find('deviceWork', 'prdStart == param.id', { id: of.id }, 'from');
/** records 产量与报工不符 was told of */
const diffs = async (): Promise<readonly string[]> => {
  const { database, org } = floor.factory;
  const { rows: told } = await sql<{ record_id: string }>`
    SELECT record_id FROM ${sql.id(org.schema, 'mw_outbox')} WHERE event = 'outputStat.diff' ORDER BY 1`.execute(
    database.db,
  );
  return told.map(({ record_id }) => record_id);
};
const rows = async () =>
  (await floor.find('outputStat', 'true', {}, 'slotAt,source')).map((row) => ({ ...row, object: 'outputStat' }) as Rec);
const told = async () =>
  (await rows()).map(({ slotAt, number, estQty, source, rev }) => [
    String(slotAt).slice(11, 16),
    number,
    estQty,
    source,
    rev,
  ]);

let seq = 0;
/** readings of a counter, at minutes after 08:00 */
const send = async (
  readings: readonly (readonly [minute: number, x: number])[],
  now: number,
  point = 'C1',
): Promise<void> => {
  const ingest = ingestAt(floor.factory, at(now));
  for (const [minute, x] of readings) {
    const body = { v: 1, seq: ++seq, ts: at(minute), d: [[point, 0, x]] };
    await ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)));
  }
  await ingest.stop();
};

describe('output of a device', () => {
  it('3: 30 and 30 over a gap become 47 and 13 by a late reading, the sum stays', async () => {
    await send([[60, 500]], 60);
    await send([[180, 560]], 180);
    await run(180);
    expect(await told()).toEqual([
      ['09:00', 30, 30, '1', 0],
      ['10:00', 30, 30, '1', 0],
    ]);
    await send([[110, 545]], 190);
    await run(190);
    expect(await told()).toEqual([
      ['09:00', 47, 47, '2', 1],
      ['10:00', 13, 13, '1', 1],
    ]);
    const kept = await rows();
    expect(kept[0]).toMatchObject({ shiftDate: '2026-01-15', deviceWork: null });
    expect(await run(191)).toEqual([]);
  });

  it('is the same from the start: the rows of a process that begins', async () => {
    clock('08:00');
    const start = await begun('CNC-01', 600);
    for (let minute = 0; minute <= 200; minute += 4) {
      await send([[minute, minute * 3]], minute);
      if (minute % 20 === 0) await run(minute);
    }
    await run(200);
    const live = await told();
    expect(live.reduce((sum, [, number]) => sum + Number(number), 0)).toBe(600);
    const { database, org } = floor.factory;
    await sql`DELETE FROM ${sql.id(org.schema, 'output_stat')}`.execute(database.db);
    await openDeriver(database.app, floor.factory.engine.asSystem).run(org, at(200));
    expect(await told()).toEqual(live);
    clock('11:30');
    const hours = { startTime: '2026-01-15 08:00:00', endTime: '2026-01-15 11:20:00' };
    await floor.act('audit', await floor.report(start, 600, [], hours));
  });
});

describe('9: a work that counted 864 and reported 816', () => {
  it('differs by 5.88 % until 48 are taken off with a reason; the automatic rows stay', async () => {
    clock('08:00');
    const start = await begun('CNC-02', 816);
    for (let n = 0; n <= 36; n++) await send([[n * 1.5, n * 6]], n * 1.5, 'C2');
    clock('09:20');
    const report = await floor.report(start, 816, [], {
      startTime: '2026-01-15 08:00:00',
      endTime: '2026-01-15 09:00:00',
    });
    await floor.act('audit', report);
    await run(80);
    const [work] = await works(start);
    expect(work).toMatchObject({ machineCount: 864, allocQty: 816, diff: 48, diffRate: 5.88 });
    const [auto] = await rows();
    expect(auto).toMatchObject({ number: 864, source: '1', deviceWork: work?.id, workOrderNbr: work?.workOrderNbr });

    expect(await diffs()).toEqual([auto?.id]);
    expect(await refusal(floor.act('fix', auto!, { qty: -869, reason: '试' }))).toBe('修正后该时段产量为-5，不能小于0');
    expect(await refusal(floor.act('fix', auto!, { qty: 0, reason: '试' }))).toBe('修正数量不能为0');
    expect(await rows()).toHaveLength(1);
    await floor.act('fix', auto!, { qty: -48, reason: '试模件' });
    expect(await told()).toEqual([
      ['08:00', 864, 0, '1', 0],
      ['08:00', -48, 0, '3', 0],
    ]);
    expect((await works(start))[0]).toMatchObject({ machineCount: 816, diff: 0, diffRate: 0 });
    // it is told once, whatever is derived again
    const { database, org } = floor.factory;
    const device = await floor.idOf('equipment', 'CNC-02');
    await sql`INSERT INTO ${sql.id(org.schema, 'mw_iot_lag')} (equipment_id, from_ts) VALUES (${device}, 0)`.execute(
      database.db,
    );
    await run(81);
    expect(await diffs()).toHaveLength(1);
    // 816 are left: a second correction counts the first
    const [again] = await rows();
    expect(await refusal(floor.act('fix', again!, { qty: -817, reason: '试' }))).toBe(
      '修正后该时段产量为-1，不能小于0',
    );
  });
});

describe('what nobody can know', () => {
  it('a jump waits for a person; counted or left out, it stays decided', async () => {
    await send([[0, 100]], 0);
    await send(
      [
        [1, 5000],
        [1.5, 5000],
        [1.75, 5001],
      ],
      2,
    );
    await run(3);
    const [jump] = await rows();
    expect(jump).toMatchObject({ source: '4', number: 0, suspectQty: 4901 });
    const counted = await floor.act('accept', jump!);
    expect(counted).toMatchObject({ source: '3', number: 4901, suspectQty: 0, note: '计入4901' });
    expect(await refusal(floor.act('drop', counted))).not.toBe('done');
    await send([[2, 5003]], 3);
    await run(4);
    expect(await told()).toEqual([
      ['08:00', 2, 0, '1', 0],
      ['08:00', 4901, 0, '3', 0],
    ]);
  });

  it('pieces of no work are linked to one of the device, and stay with it', async () => {
    await send(
      [
        [0, 10],
        [4, 20],
      ],
      4,
    );
    await run(5);
    clock('08:10');
    const start = await begun('CNC-01', 50);
    await sql`UPDATE ${sql.id(floor.factory.org.schema, 'device_work')} SET "from" = "from" + interval '10 minutes'`.execute(
      floor.factory.database.db,
    );
    const [work] = await works(start);
    const [row] = await rows();
    expect(row).toMatchObject({ number: 10, deviceWork: null });
    const [foreign] = await works(await begun('CNC-02', 5));
    expect(await refusal(floor.act('link', row!, { deviceWorkId: foreign?.id ?? null }))).toBe(
      '该设备加工不在这个设备和时段',
    );
    const offered = await floor.factory.as('admin', (ctx) =>
      pickRows(ctx as EngineCtx, (ctx as EngineCtx).registry.page('outputStat')!, 'actions.link.ask.deviceWork', {
        record: { id: row!.id },
      }),
    );
    expect(offered.records.map(({ id }) => id)).toEqual([work?.id]);
    await floor.act('link', row!, { deviceWorkId: work?.id ?? null });
    expect((await works(start))[0]).toMatchObject({ machineCount: 10 });
    await send([[8, 25]], 8);
    await run(9);
    expect((await rows())[0]).toMatchObject({ number: 15, deviceWork: work?.id, workOrderNbr: work?.workOrderNbr });
    expect(await rows()).toHaveLength(1);
  });

  it('is nothing to those without the right', async () => {
    await send(
      [
        [0, 10],
        [4, 20],
      ],
      4,
    );
    await run(5);
    const [row] = await rows();
    floor.login = 'sunhao';
    const said = await refusal(floor.act('fix', row!, { qty: 1, reason: '试' }));
    floor.login = 'admin';
    expect(said).toBe('没有权限，请联系管理员');
    expect(await rows()).toHaveLength(1);
  });
});

describe('bad signals', () => {
  const bads = () => floor.find('badStat', 'true', {}, 'happenAt');
  it('are 不良记录 by hour and reason, beside what people say, and change with their readings alone', async () => {
    clock('10:10');
    const [equipment, leak] = [await floor.idOf('equipment', 'AL-01'), await floor.idOf('badReason', 'BL004')];
    await floor.save('badStat', { equipment, badReason: leak, qty: 5, happenAt: '2026-01-15 08:30:00' });
    await send(
      [
        [66, 0],
        [68, 1],
        [70, 2],
        [122, 2],
        [124, 3],
      ],
      124,
      'C3',
    );
    const { bad } = await deriver.run(floor.factory.org, at(124));
    const made = await bads();
    expect(made.map(({ happenAt, qty, source }) => [happenAt, qty, source])).toEqual([
      ['2026-01-15 08:30:00', 5, '3'],
      ['2026-01-15 09:00:00', 2, '1'],
      ['2026-01-15 10:00:00', 1, '1'],
    ]);
    expect([...bad].sort()).toEqual(
      made
        .slice(1)
        .map(({ id }) => String(id))
        .sort(),
    );
    expect(made[1]).toMatchObject({ equipment, badReason: leak, shiftDate: '2026-01-15', deviceWork: null });
    expect(made[1]?.shift).not.toBeNull();
    // what 产量 says is the same
    expect(
      (await rows()).map(({ number, unqualifiedQty, qualifiedQty }) => [number, unqualifiedQty, qualifiedQty]),
    ).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ]);
    const changed = floor.save('badStat', { id: made[1]!.id, version: made[1]!.version, qty: 9 });
    expect(await refusal(changed)).toBe('只能修改手工登记的不良');

    await send([[126, 4]], 126, 'C3');
    expect((await deriver.run(floor.factory.org, at(126))).bad).toEqual([made[2]?.id]);
    expect((await bads()).map(({ id, qty }) => [id, qty])).toEqual([
      [made[0]?.id, 5],
      [made[1]?.id, 2],
      [made[2]?.id, 2],
    ]);
    // the same from the start
    const { database, org } = floor.factory;
    await sql`DELETE FROM ${sql.id(org.schema, 'bad_stat')} WHERE source = '1'`.execute(database.db);
    await sql`INSERT INTO ${sql.id(org.schema, 'mw_iot_lag')} (equipment_id, from_ts) VALUES (${equipment}, 0)`.execute(
      database.db,
    );
    await deriver.run(org, at(127));
    expect((await bads()).map(({ qty, source }) => [qty, source])).toEqual([
      [5, '3'],
      [2, '1'],
      [2, '1'],
    ]);
  });

  it('belong to the work of their device', async () => {
    clock('08:00');
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'ZP', workGroup: 'ZZ' }]);
    await floor.start(work, 10, 100, { equipment: await floor.idOf('equipment', 'AL-01') });
    await send(
      [
        [2, 0],
        [4, 3],
      ],
      4,
      'C3',
    );
    await run(5);
    expect(await bads()).toMatchObject([{ qty: 3, workOrderNbr: work.id, opNbr: 10, source: '1' }]);
  });
});
