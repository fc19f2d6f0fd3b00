/** 单产能耗 and 产能能耗 (50 §6): readings, states, works and reports come in, use by piece and by standard hour comes out. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { factoryMs } from '../../../server/iot/factory-time';
import type { EngineCtx } from '../../../server/records/host';
import { cellData } from '../../../server/records/report/cells';
import { getReportList } from '../../../server/records/report/list';
import { type Acts, actsOf } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { type Floor, openFloor } from '../production/floor';

const DAY = '2026-01-15';
const NOW = `${DAY} 17:00:00`;
const [PIECE, CAPACITY] = ['energyPerPiece', 'energyCapacity'] as const;
const DEVICES = ['CNC-01', 'CNC-02', 'CNC-03', 'CNC-04', 'CNC-05', 'CNC-06'] as const;
let floor: Floor;
let energy: Energy;
let acts: Acts;
let product = '';
let turning = '';
const ids = new Map<string, string>();
const idOf = (device: string): string => ids.get(device) ?? '';

beforeAll(async () => {
  floor = await openFloor();
  const { factory } = floor;
  acts = actsOf(() => factory);
  for (const code of DEVICES) ids.set(code, await floor.idOf('equipment', code));
  [product, turning] = [await floor.idOf('material', 'LA-100'), await floor.idOf('process', 'CX')];
  const history = ['2026-01-12', '2026-01-13', '2026-01-14'];
  energy = await energyOf(factory, [...history, DAY], ['TE-1', 'TE-3', 'TE-4', 'TE-5']);
  // the demo meter of CNC-01 would tell of it as well
  await acts.edit('energyMeter', 'EM-11', { equipments: [] });
  await device('CNC-01', { standby_kw: 1.2 });
  await device('CNC-03', { power: 15, standby_kw: 0 });
  await device('CNC-04', { power: 10, standby_kw: 0 });
  await device('CNC-06', { rated_sec: 3600 });
  await wholeDay();
  await sharedMeter();
  await fewDays(history);
});
afterAll(() => floor?.factory.database.drop());

const table = (name: string) => sql.id(floor.factory.org.schema, name);
const device = async (code: string, values: Readonly<Record<string, number>>): Promise<void> => {
  for (const [column, value] of Object.entries(values))
    await sql`UPDATE ${table('equipment')} SET ${sql.ref(column)} = ${value} WHERE id = ${idOf(code)}`.execute(
      floor.factory.database.db,
    );
};
type Put = readonly [state: string, from: string, to: string, reason?: string];
const put = async (code: string, ...rows: readonly Put[]): Promise<void> => {
  for (const [state, from, to, reason] of rows) {
    const [found] =
      reason === undefined ? [] : await floor.find('supportInfor', 'code == param.code', { code: reason });
    await sql`INSERT INTO ${table('device_state')} (id, equipment_id, factory_unit_id, state, source, split, start_at, end_at, reason_id)
      SELECT ${newId()}, e.id, e.factory_unit_id, ${state}, '1', false, ${`${DAY} ${from}+08`}::timestamptz,
             ${`${DAY} ${to}+08`}::timestamptz, ${(found?.id as string | undefined) ?? null}
        FROM ${table('equipment')} e WHERE e.id = ${idOf(code)}`.execute(floor.factory.database.db);
  }
};
const system = (object: 'deviceWork' | 'outputStat', rec: Rec): Promise<unknown> =>
  floor.factory.as('admin', (ctx) => ctx.asSystem().records.save(object, { id: ctx.newId(), ...rec }));
const worked = (code: string, from: string, to: string): Promise<unknown> =>
  system('deviceWork', { equipment: idOf(code), material: product, process: turning, from, to });
const counted = async (code: string, day: string, number: number, more: Rec = {}): Promise<void> => {
  const { factoryUnit } = await floor.read('equipment', idOf(code));
  await system('outputStat', {
    ...{ shiftDate: day, slotAt: `${day} 08:00:00`, equipment: idOf(code), factoryUnit: factoryUnit ?? null },
    ...{
      number,
      qualifiedQty: number,
      unqualifiedQty: 0,
      estQty: 0,
      suspectQty: 0,
      source: '1',
      rev: 0,
      linked: false,
    },
    ...more,
  });
};

/** CNC-01 on the story day: 72 kWh, 360 minutes of running, 130 of standing, 81 good pieces of 4 minutes. */
const wholeDay = async (): Promise<void> => {
  const { factory } = floor;
  await energy.meter('TE-1', 'JJ', { equipments: [idOf('CNC-01')] });
  await put(
    'CNC-01',
    ['1', '08:00:00', '10:30:00'],
    ['2', '10:30:00', '11:12:00'],
    ['4', '11:12:00', '11:32:00'],
    ['3', '11:32:00', '12:00:00'],
    ['2', '12:00:00', '13:00:00'],
    ['1', '13:00:00', '15:00:00'],
    ['7', '15:00:00', '15:30:00', 'TJ04'],
    ['1', '15:30:00', '17:00:00'],
  );
  factory.setNow(`${DAY} 08:00:00`);
  const work = await floor.workOrder(84, [{ opNbr: 10, process: 'CX', workGroup: 'CX', stdMin: 4 }]);
  const start = await floor.start(work, 10, 84, { equipment: idOf('CNC-01') });
  factory.setNow(NOW);
  await floor.act('audit', await floor.report(start, 81, [['20', 3]], { endTime: NOW }));
  const hours = Array.from({ length: 10 }, (_, n) => n);
  await energy.send(
    'TE-1',
    hours.map((n) => [`${DAY} ${String(n + 8).padStart(2, '0')}:00:00`, n * 8] as const),
  );
};
/** 50 §6.2: 12 kWh of CNC-03 and CNC-04, below a meter of 20 that names CNC-02 and CNC-03. */
const sharedMeter = async (): Promise<void> => {
  const top = await energy.meter('TE-3', 'JJ', { level: '2', equipments: [idOf('CNC-02'), idOf('CNC-03')] });
  await energy.meter('TE-4', 'JJ', { parent: top, equipments: [idOf('CNC-03'), idOf('CNC-04')] });
  await put('CNC-03', ['1', '10:00:00', '10:15:00']);
  await put('CNC-04', ['1', '10:00:00', '10:07:30']);
  await worked('CNC-03', `${DAY} 10:00:00`, `${DAY} 10:10:00`);
  for (const [code, use] of [
    ['TE-3', 20],
    ['TE-4', 12],
  ] as const)
    await energy.send(code, [
      [`${DAY} 10:00:00`, 0],
      [`${DAY} 10:15:00`, use],
    ]);
};
/** CNC-05 took 1, 2 and 6 kWh for a piece on three days, and 3 on the day. */
const fewDays = async (history: readonly string[]): Promise<void> => {
  await energy.meter('TE-5', 'JJ', { equipments: [idOf('CNC-05')] });
  let x = 0;
  const readings: (readonly [time: string, x: number])[] = [];
  for (const [n, day] of [...history, DAY].entries()) {
    await worked('CNC-05', `${day} 08:00:00`, `${day} 12:00:00`);
    await counted('CNC-05', day, 10, { material: product, process: turning });
    readings.push([`${day} 08:00:00`, x]);
    x += [10, 20, 60, 30][n] ?? 0;
    readings.push([`${day} 12:00:00`, x]);
  }
  await energy.send('TE-5', readings);
};

interface Body {
  readonly search?: Rec;
  readonly groupBy?: readonly string[];
  readonly sort?: string;
}
const ask = async (page: string, devices: readonly string[], body: Body = {}) => {
  const search = { day: [DAY, DAY], energyType: '1', equipment: devices.map(idOf), ...body.search };
  return energy.report(page, { ...body, search });
};

describe('单产能耗', () => {
  it('of CNC-01 is 72.0 kWh over 81 pieces: 0.8889', async () => {
    const { records, summary } = await ask(PIECE, ['CNC-01']);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ materialId: product, use: 72, qualifiedQty: 81, perPiece: 0.8889, estUse: 0 },
      // 24 kWh at 1.0056 and 48 at 0.6285, each settled to the cent
      ...{ feePer: 0.6704, kgcePer: 0.1092, benchmark: null, deviation: null },
    });
    expect(summary).toMatchObject({ use: 72, qualifiedQty: 81, perPiece: 0.8889 });
  });

  it('shares a meter by power and running, and a device by its works: 9 and 3, 6 and 3 of nothing', async () => {
    const groupBy = ['equipment', 'material'];
    const { records } = await ask(PIECE, ['CNC-02', 'CNC-03', 'CNC-04'], {
      groupBy,
      sort: 'equipment,material',
    });
    expect(
      records.map(({ equipmentId, materialId, use, perPiece }) => [equipmentId, materialId, use, perPiece]),
    ).toEqual([
      // what the meter above has more than the one below it
      [idOf('CNC-02'), null, 8, null],
      [idOf('CNC-03'), product, 6, null],
      [idOf('CNC-03'), null, 3, null],
      [idOf('CNC-04'), null, 3, null],
    ]);
  });

  it('has the same numbers by day, month and in all', async () => {
    const search = { day: ['2026-01-01', '2026-01-31'] };
    const numbers = async (groupBy: readonly string[], more: object = {}) => {
      const { records, summary } = await energy.report(PIECE, {
        search: { ...search, energyType: '1' },
        groupBy,
        ...more,
      });
      const sum = (code: string) => records.reduce((all, row) => all + Number(row[code] ?? 0), 0);
      return [sum('use'), sum('qualifiedQty'), summary?.use, summary?.qualifiedQty];
    };
    // 72, 20 and 120 kWh; 81 and four times 10 pieces
    const whole = [212, 121, 212, 121];
    expect(await numbers(['day'])).toEqual(whole);
    expect(await numbers(['day'], { period: 'month' })).toEqual(whole);
    expect(await numbers(['factoryUnit'])).toEqual(whole);
    expect(await numbers(['material', 'process', 'equipment'])).toEqual(whole);
    const cell = { report: PIECE, chart: { chart: 'number', y: ['use', 'qualifiedQty'] } };
    const answer = await floor.factory.as('luyang', (ctx) =>
      cellData(ctx as EngineCtx, { key: 'a', given: cell }, (error) => {
        throw error;
      }),
    );
    expect(answer).toMatchObject({ data: { rows: [{ v: { use: 212, qualifiedQty: 121 } }] } });
  });

  it('compares with the median of the days before: 3 with 2 are 50 %', async () => {
    const { records } = await ask(PIECE, ['CNC-05']);
    expect(records).toMatchObject([{ use: 30, qualifiedQty: 10, perPiece: 3, benchmark: 2, deviation: 50 }]);
  });

  it('compares with the quota of the product, the nearest one first', async () => {
    const quota = { energyType: '1', year: 2026, material: product };
    await acts.save('energyQuota', {
      ...quota,
      scope: '1',
      factoryUnit: await acts.id('factoryUnit', 'GC'),
      perPiece: 9,
    });
    await acts.save('energyQuota', {
      ...quota,
      scope: '1',
      factoryUnit: await acts.id('factoryUnit', 'JJ'),
      perPiece: 2.5,
    });
    expect((await ask(PIECE, ['CNC-05'])).records).toMatchObject([{ benchmark: 2.5, deviation: 20 }]);
    await acts.save('energyQuota', { ...quota, scope: '3', meter: await acts.id('energyMeter', 'TE-5'), perPiece: 4 });
    expect((await ask(PIECE, ['CNC-05'])).records).toMatchObject([{ benchmark: 4, deviation: -25 }]);
    // of both: 72 and 30 kWh beside 81 × 2.5 and 10 × 4
    const { records } = await ask(PIECE, ['CNC-01', 'CNC-05']);
    expect(records).toMatchObject([{ use: 102, qualifiedQty: 91, benchmark: 2.6648, deviation: -57.94 }]);
  });

  it('knows nothing of water that nobody measured', async () => {
    expect((await ask(PIECE, ['CNC-01'], { search: { energyType: '2' } })).records).toMatchObject([
      { use: 0, qualifiedQty: 81, perPiece: null, feePer: null },
    ]);
  });
});

describe('产能能耗', () => {
  it('of CNC-01 is 80.00 %, 13.3333 kWh for a standard hour, 2.60 kWh of it standing', async () => {
    const { records } = await ask(CAPACITY, ['CNC-01'], { groupBy: ['equipment', 'day'] });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ day: DAY, planHours: 7.5, runHours: 6, utilisation: 80, stdHours: 5.4, use: 72, perStdHour: 13.3333 },
      // 0.6 kWh at the price of the morning, 2.0 at that after 11 o'clock
      ...{ standbyUse: 2.6, standbyShare: 3.61, standbyFee: 1.86, fixed: null },
    });
  });

  it('has a fixed part over 20 days: the least-squares line at no work', async () => {
    const meter = await energy.meter('TE-6', 'JJ', { readMode: '2', pointTotal: null, equipments: [idOf('CNC-06')] });
    for (let n = 1; n <= 22; n++) {
      const day = `2025-12-${String(n).padStart(2, '0')}`;
      const hours = (n % 5) + 1;
      await counted('CNC-06', day, hours);
      await sql`INSERT INTO ${table('mw_energy_slot')} (meter_id, slot, use, est)
        VALUES (${meter}, ${factoryMs(`${day} 10:00:00`)}, ${7 + 3 * hours}, false)`.execute(floor.factory.database.db);
    }
    const fixed = async (to: string, groupBy: readonly string[], more: object = {}) => {
      const search = { day: ['2025-12-01', to], energyType: '1', equipment: [idOf('CNC-06')] };
      const { records } = await energy.report(CAPACITY, { search, groupBy, ...more });
      return records.map((row) => row.fixed);
    };
    expect(await fixed('2025-12-31', ['equipment'])).toEqual([7]);
    expect(await fixed('2025-12-31', ['factoryUnit', 'day'], { period: 'month' })).toEqual([7]);
    expect(await fixed('2025-12-20', ['equipment'])).toEqual([7]);
    expect(await fixed('2025-12-19', ['equipment'])).toEqual([null]);
  });
});

describe('who sees it', () => {
  it('opens for 能源管理员 and 管理层 alone', async () => {
    const holds = (login: string) =>
      floor.factory.as(login, async ({ session: { rights } }) =>
        ['energyPerPiece:view', 'energyPerPiece:export', 'energyCapacity:view', 'energyCapacity:export'].map((right) =>
          rights.has(right),
        ),
      );
    expect(await holds('luyang')).toEqual([true, true, true, true]);
    expect(await holds('zhangwei')).toEqual([true, true, true, true]);
    expect(await holds('liuqiang')).toEqual([false, false, false, false]);
  });

  it('shows the meters of the own department, pieces with them', async () => {
    const inDept = async (code: string): Promise<readonly unknown[]> => {
      const session = await floor.factory.as('liuqiang', async (ctx): Promise<Session> => {
        const [dept] = await ctx.asSystem().records.find('dept', 'code == param.code', { param: { code } });
        const { me, rights } = ctx.session;
        return {
          ...ctx.session,
          me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
          rights: {
            ...{ ...rights, super: false, has: () => true, group: () => true },
            scopes: () => [{ scope: '2', depts: [] }],
          },
        };
      });
      const pages = [PIECE, CAPACITY].map((code) =>
        floor.factory.engine.runAs(session, async (ctx) => {
          const engine = ctx as EngineCtx;
          const page = engine.registry.page(code);
          if (!page) throw new Error(`no page ${code}`);
          const search = { day: [DAY, DAY], energyType: '1' };
          const { records, summary } = await getReportList(engine, page, { search });
          return [records.length > 0, summary?.use];
        }),
      );
      return Promise.all(pages);
    };
    expect(await inDept('111')).toEqual([
      [true, 122],
      [true, 122],
    ]);
    expect(await inDept('112')).toEqual([
      [false, 0],
      [false, 0],
    ]);
  });

  it('tells nobody without the right what it cost', async () => {
    const session = await floor.factory.as('luyang', async (ctx): Promise<Session> => {
      const { rights } = ctx.session;
      return { ...ctx.session, rights: { ...rights, has: (code) => code !== 'energyFee:amount' && rights.has(code) } };
    });
    for (const [code, hidden] of [
      [PIECE, 'feePer'],
      [CAPACITY, 'standbyFee'],
    ] as const) {
      const { records } = await floor.factory.engine.runAs(session, async (ctx) => {
        const engine = ctx as EngineCtx;
        return getReportList(engine, engine.registry.page(code)!, { search: { day: [DAY, DAY], energyType: '1' } });
      });
      expect(records.length).toBeGreaterThan(0);
      for (const row of records) expect(row).not.toHaveProperty(hidden);
    }
  });
});
