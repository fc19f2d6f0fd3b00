/** The test plant of 30 §3 E1 as records: an organisation of its own, two lathes, a mill, three orders; its calls over HTTP. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import { composeEngine } from '../../../server/compose';
import type { Ctx } from '../../../server/ctx';
import { type TestApp, testApp } from '../../support/app';
import { openSignedApp, sessionOf } from '../../support/sessions';

export const ALL = ['view', 'run', 'move', 'confirm', 'cancel', 'lock', 'adopt', 'export'].map(
  (code) => `scheduleTask:${code}`,
);
const BASE = '/v2/api/mes/gongdan/schedule';
type Who = 'planner' | 'second' | 'head' | 'reader' | 'own' | 'stranger';

export interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
export interface SchedulePlant {
  readonly base: TestApp;
  readonly app: FastifyInstance;
  /** ids by the names of the example */
  readonly ids: Readonly<Record<string, string>>;
  setNow(now: string): void;
  as<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  get<T>(path: string, query: Readonly<Record<string, string>>, who?: Who): Promise<Answer<T>>;
  post<T>(path: string, body: object, who?: Who): Promise<Answer<T>>;
  /** a run to its end; answers what its row says */
  run(
    body?: object,
    who?: Who,
  ): Promise<{ readonly state: string; readonly text: string; readonly planVersion: number | null }>;
  close(): Promise<void>;
}

export const openPlant = async (): Promise<SchedulePlant> => {
  const base = await testApp();
  let now = '2026-01-12 08:00:00';
  const engine = composeEngine({
    db: base.database.app,
    owner: base.database.db,
    keys: [randomBytes(32)],
    dataDir: join(tmpdir(), 'millwright-none'),
    clock: () => new Date(`${now.replace(' ', 'T')}+08:00`),
  });
  const root = sessionOf(base.org, [{ isSuper: true }]);
  const as = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => engine.runAs(root, (ctx) => work(ctx.asSystem()));
  const ids: Record<string, string> = {};
  await as((ctx) => masters(ctx, ids));
  await as((ctx) => orders(ctx, ids));
  // a run names who started it
  const [admin] = await as((ctx) => ctx.records.find('user', 'true', { limit: 1 }));
  const me = { id: admin!.id };
  const { app, headers } = await openSignedApp(
    {
      planner: sessionOf(base.org, [{ functions: ALL }], me),
      second: sessionOf(base.org, [{ functions: ALL }], me),
      head: sessionOf(base.org, [{ functions: ['view', 'confirm', 'override'].map((code) => `scheduleTask:${code}`) }]),
      reader: sessionOf(base.org, [{ functions: ['scheduleTask:view'] }]),
      own: sessionOf(base.org, [{ functions: ALL, scope: { scope: '4', depts: [] } }], me),
      stranger: sessionOf(base.org, [{ functions: ALL, scope: { scope: '3', depts: [] } }], {
        ...me,
        dept: ids.other!,
      }),
    },
    { db: base.database.app, mount: engine.mount },
  );
  const plant: SchedulePlant = {
    base,
    app,
    ids,
    as,
    setNow: (next) => {
      now = next;
    },
    get: async (path, query, who = 'planner') =>
      (
        await app.inject({ method: 'GET', url: `${BASE}/${path}?${new URLSearchParams(query)}`, headers: headers(who) })
      ).json(),
    post: async (path, payload, who = 'planner') =>
      (await app.inject({ method: 'POST', url: `${BASE}/${path}`, headers: headers(who), payload })).json(),
    run: async (more = {}, who = 'planner') => {
      const started = await plant.post<{ jobId: string }>('run', { workshopId: ids.workshop, ...more }, who);
      if (started.code !== 200) throw new Error(started.msg);
      for (;;) {
        const { data } = await plant.get<{ state: string; text: string; planVersion: number | null }>(
          'job',
          started.data,
          who,
        );
        if (data.state !== 'running') return data;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: async () => {
      await app.close();
      await base.close();
    },
  };
  return plant;
};

/** An order of 100 above those of the work orders that `of` holds for. */
export const orderAbove = async ({ base, as }: SchedulePlant, of: RawBuilder<unknown>): Promise<Rec> => {
  const order = await as(async (ctx) => {
    const { material, workshop } = (await ctx.records.find('workOrder', 'true', { limit: 1 }))[0]!;
    const warehouse = ctx.newId();
    await ctx.records.save<string>('warehouse', { id: warehouse, code: 'K1', name: '成品仓', kind: '3' });
    const order = { id: ctx.newId(), material, workshop, warehouse, planQty: 100, dueDate: '2026-01-14' };
    return ctx.records.save<string>('prdOrder', order);
  });
  const workOrders = sql.table(`${base.org.schema}.work_order`);
  await sql`update ${workOrders} set prd_order_nbr_id = ${order.id}::uuid where ${of}`.execute(base.database.db);
  return order;
};

/** Places, shifts, groups, devices, products of the example. */
async function masters(ctx: Ctx, ids: Record<string, string>): Promise<void> {
  const { records } = ctx;
  const save = async (name: string, object: string, rec: object): Promise<string> => {
    ids[name] = (await records.save<string>(object, { id: ctx.newId(), ...rec })).id as string;
    return ids[name];
  };
  const row = (rec: object) => ({ id: ctx.newId(), ...rec });
  await save('dept', 'dept', { code: 'D1', name: '机加部' });
  await save('other', 'dept', { code: 'D2', name: '装配部' });
  await save('shift', 'shift', {
    code: 'B1',
    name: '白班',
    startTime: '08:00:00',
    endTime: '17:00:00',
    breaks: [row({ name: '午休', startTime: '12:00:00', endTime: '13:00:00', plannedStop: true })],
  });
  await save('pattern', 'shiftPattern', {
    code: 'P1',
    name: '每天',
    kind: '1',
    cycleDays: 7,
    days: Array.from({ length: 7 }, () => row({ shifts: [ids.shift] })),
  });
  const known = await records.find('workCalendar', 'isDefault');
  if (known.length === 0)
    await save('calendar', 'workCalendar', { code: 'C1', name: '日历', pattern: ids.pattern, isDefault: true });
  await save('area', 'factoryUnit', { code: 'W0', name: '厂区', modelType: '10' });
  await save('workshop', 'factoryUnit', {
    parent: ids.area,
    code: 'W1',
    name: '试制车间',
    modelType: '20',
    dept: ids.dept,
    workCalendar: ids.calendar ?? null,
  });
  await save('unit', 'unit', {
    code: 'PX',
    name: '支',
    symbol: '支',
    unitGroup: '1',
    decimals: 0,
    isBase: true,
    factor: 1,
  });
  await save('category', 'materialCategory', {
    code: 'X1',
    name: '轴管',
    shortCode: 'X',
    materialType: '2',
    defUnit: ids.unit,
  });
  for (const code of ['SG-100', 'WG-080'])
    await save(code, 'material', {
      code,
      name: code === 'SG-100' ? '丝杆' : '外管',
      materialCategory: ids.category,
      materialType: '2',
      makeType: '1',
      unit: ids.unit,
      setupKey: code,
      traceMode: '0',
    });
  await save('supplier', 'supplier', {
    code: 'GYS9',
    name: '电镀',
    kinds: ['2'],
    level: 'A',
    qualStatus: '1',
    currency: 'CNY',
  });
  await save('cnc', 'devCategory', { code: 'CNC', name: '数控', kind: '1', shortCode: 'CNC' });
  for (const code of ['CNC-01', 'CNC-02', 'CNC-03', 'IM-01', 'AL-01']) {
    const parallelQty = code === 'AL-01' ? 2 : 1;
    await save(code, 'equipment', { code, name: code, devCategory: ids.cnc, factoryUnit: ids.workshop, parallelQty });
    await records.act<string, string>('equipment', 'activate', ids[code]!);
  }
  const group = (name: string, devices: readonly string[]) =>
    save(name, 'workGroup', {
      code: `G-${devices[0]}`,
      name,
      factoryUnit: ids.workshop,
      mode: '1',
      equips: devices.map((code) => row({ equipment: ids[code], priority: 1 })),
    });
  await group('车削组', ['CNC-01', 'CNC-02']);
  await group('铣削组', ['CNC-03']);
  await group('注塑组', ['IM-01']);
  await group('总装组', ['AL-01']);
  for (const [n, name] of ['车削', '铣削', '电镀工序'].entries())
    await save(name, 'process', { code: `GX-${n}`, name, kind: '1' });
  await save('config', 'schedulingConfig', {
    workshop: ids.workshop,
    direction: '1',
    rule: '10',
    horizonDays: 20,
    materialMode: '1',
    lockHours: 0,
    dueTime: '17:00:00',
    weights: '8/4/2/1',
  });
}

/** The floor begins an operation on a device, without its guards; an `end` says that it is over. */
export const begin = async (ctx: Ctx, ids: Readonly<Record<string, string>>, start: BeginArgs): Promise<void> => {
  const { name, device, material, at, end = null } = start;
  await sql`insert into ${sql.table(`${ctx.org.schema}.prd_start`)}
      (id, nbr, order_process_id, equipment_id, material_id, doc_status, start_qty, start_time, end_time, shift_date)
    values (${ctx.newId()}::uuid, ${`KGD ${device} ${at}`}, ${ids[name]}::uuid, ${ids[device]}::uuid, ${ids[material]}::uuid,
      ${end === null ? '30' : '60'}, 1, ${`${at}+08`}::timestamptz, ${end === null ? null : `${end}+08`}::timestamptz, ${at.slice(0, 10)}::date)`.execute(
    ctx.trx,
  );
};
interface BeginArgs {
  readonly name: string;
  readonly device: string;
  readonly material: string;
  readonly at: string;
  readonly end?: string;
}

/** Orders A, B, C, and what the lathes made before. */
async function orders(ctx: Ctx, ids: Record<string, string>): Promise<void> {
  const { records } = ctx;
  const order = async (name: string, nbr: string, material: string, more: object): Promise<void> => {
    const saved = await records.save<string>('workOrder', {
      id: ctx.newId(),
      nbr,
      material: ids[material],
      materialName: material,
      unit: ids.unit,
      workshop: ids.workshop,
      priority: '3',
      docStatus: '10',
      ...more,
    });
    ids[name] = saved.id as string;
  };
  const turned = { workGroup: ids.车削组, setupMin: 30, moveMin: 10, transferMode: '2', transferBatch: 25 };
  const operation = async (name: string, of: string, opNbr: number, rec: object): Promise<void> => {
    const saved = await records.save<string>('orderProcess', {
      id: ctx.newId(),
      name: `${of}/${opNbr}`,
      workOrderNbr: ids[of],
      opNbr,
      workshop: ids.workshop,
      ratio: 1,
      runBase: 1,
      docStatus: '10',
      predecessors: opNbr === 10 ? [] : [String(opNbr - 10)],
      ...rec,
    });
    ids[name] = saved.id as string;
  };
  const shaft = async (name: string, nbr: string, qty: number, more: object): Promise<void> => {
    await order(name, nbr, 'SG-100', { planQty: qty, dueDate: '2026-01-13', ...more });
    const product = { material: ids['SG-100'], planQty: qty };
    await operation(`${name}10`, name, 10, { ...turned, ...product, process: ids.车削, stdMin: 3, splitMax: 2 });
    await operation(`${name}20`, name, 20, {
      ...turned,
      ...product,
      process: ids.铣削,
      workGroup: ids.铣削组,
      setupMin: 20,
      stdMin: 2,
    });
  };
  await shaft('A', 'GD202601120001', 100, {});
  await order('B', 'GD202601120002', 'WG-080', { planQty: 80, dueDate: '2026-01-15' });
  const tube = { material: ids['WG-080'], planQty: 80 };
  await operation('B10', 'B', 10, { ...turned, ...tube, process: ids.车削, stdMin: 4 });
  await operation('B20', 'B', 20, {
    ...tube,
    process: ids.电镀工序,
    transferMode: '1',
    outFlag: true,
    supplier: ids.supplier,
    outDays: 2,
  });
  await shaft('C', 'GD202601120003', 60, { priority: '2' });
  for (const [device, material] of [
    ['CNC-01', 'SG-100'],
    ['CNC-02', 'WG-080'],
  ] as const) {
    await order(`old ${device}`, `GD20260110${device}`, material, {
      planQty: 1,
      dueDate: '2026-01-10',
      docStatus: '60',
    });
    await operation(`old ${device} 10`, `old ${device}`, 10, {
      material: ids[material],
      planQty: 1,
      process: ids.车削,
      docStatus: '60',
    });
    await begin(ctx, ids, {
      name: `old ${device} 10`,
      device,
      material,
      at: '2026-01-10 08:00:00',
      end: '2026-01-10 09:00:00',
    });
  }
}
