/** 50 §8: checks of meters 30 days before, tariffs 15 days before their end, each said once; sheets of meters and readings. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportAnswer } from '../../../schemas/language/wire';
import { remindEnergy } from '../../../server/domain/energy/reminders';
import { makeBook } from '../../../server/excel/write';
import { actsOf } from '../../support/demo-acts';
import { openSignedApp } from '../../support/sessions';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let app: FastifyInstance;
let headers: Record<string, string>;
beforeAll(async () => {
  factory = await demoFactory();
  const luyang = await factory.as('luyang', async (ctx) => ctx.session);
  const signed = await openSignedApp({ luyang }, { db: factory.database.db, mount: factory.engine.mount });
  app = signed.app;
  headers = signed.headers('luyang');
});
afterAll(async () => {
  await app?.close();
  await factory?.database.drop();
});
const acts = actsOf(() => factory);

describe('the night', () => {
  const said = () => factory.engine.asSystem(factory.org, (ctx) => remindEnergy(ctx));
  it('speaks of checks and tariffs that end, once', async () => {
    expect(await said()).toBe(0);
    await acts.edit('energyMeter', 'WM-10', { checkDue: '2026-02-14' });
    await acts.edit('energyMeter', 'EM-10', { checkDue: '2026-02-15' });
    expect(await said()).toBe(1);
    expect(await said()).toBe(0);
    factory.setNow('2026-01-16 10:00:00');
    expect(await said()).toBe(1);
    const { id } = await acts.byCode('tariff', 'SJ-2026');
    await factory.as('admin', (ctx) => ctx.records.patch('tariff', id, { head: { endDate: '2026-01-31' } }));
    expect(await said()).toBe(1);
    expect(await said()).toBe(0);
  });
});

describe('sheets', () => {
  type Cells = readonly (readonly (string | number | null)[])[];
  const load = async (code: string, rows: Cells, query: string): Promise<{ msg: string; data: ImportAnswer }> => {
    const book = await makeBook([{ spec: { name: '数据', columns: rows[0]!.map(() => ({ width: 10 })) }, rows }]);
    const { payload } = await app.inject({
      method: 'POST',
      url: `/v2/api/mes/lcdp/data/${code}/import?${query}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: book,
    });
    return JSON.parse(payload.trim().split('\n').at(-1)!);
  };
  const METERS = ['表号', '名称', '能源类型', '上级表', '用能单元', '倍率', '读数方式', '云盒编号', '累计点位'];
  it('bring meters, all or none', async () => {
    const good = ['TI-01', '涂装水表', '水', 'WM-00', 'JJ', 1, '手工', null, null];
    const auto = ['TI-02', '备用电表', '电', 'EM-00', 'JJ', 40, '自动', 'CB-005', 'EM-20/E'];
    const wrong = await load(
      'energyMeter',
      [METERS, good, ['TI-03', '错表', '水', 'WM-00', 'JJ', 0, '手工', null, null]],
      'dryRun=1',
    );
    expect(wrong.data.errors.map(({ row, text }) => [row, text])).toEqual([[3, '倍率必须大于0']]);
    expect((await load('energyMeter', [METERS, good, auto], 'token=meters')).data).toMatchObject({
      added: 2,
      failed: 0,
    });
    expect(await acts.byCode('energyMeter', 'TI-02')).toMatchObject({ ratio: 40, readMode: '1' });
  });
  it('bring readings, which say where they come from', async () => {
    const head = ['表号', '抄表时间', '读数'];
    const rows = [head, ['TI-01', '2026-01-14 08:00:00', 10], ['TI-01', '2026-01-15 08:00:00', 12.5]];
    const wrong = await load('meterReading', [...rows, ['TI-01', '2026-01-15 09:00:00', 11]], 'dryRun=1');
    expect(wrong.data.errors.map(({ row, text }) => [row, text])).toEqual([
      [4, '本次读数11.0000小于上次读数12.5000，如已换表请使用「换表」'],
    ]);
    expect((await load('meterReading', rows, 'token=readings')).data).toMatchObject({ added: 2, failed: 0 });
    const meter = await acts.id('energyMeter', 'TI-01');
    const found = await factory.as('luyang', (ctx) =>
      ctx.records.find('meterReading', 'meter == param.meter', { param: { meter }, sort: 'readAt' }),
    );
    expect(found.map(({ value, source, delta }) => [value, source, delta])).toEqual([
      [10, '4', null],
      [12.5, '4', 2.5],
    ]);
  });
});
