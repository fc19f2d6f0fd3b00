/** 大屏设置 (50 §5.9): the board with what is typed and not saved, in the rows of whoever edits it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wallBoard } from '../../schemas/language/walls';
import type { WallAnswer } from '../../schemas/language/wire-wall';
import { wallData } from '../../server/wall/data';
import { editedCfg } from '../../server/wall/edited';
import { demoFactory, type Factory } from '../domain/factory';

let factory: Factory;
let unit: string;
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-15 10:00:00');
  const [units, devices] = await factory.as('admin', async (ctx) => [
    await ctx.records.find('factoryUnit', "code == 'JJ'"),
    await ctx.records.find('equipment', "code in ['CNC-01', 'IM-01']"),
  ]);
  unit = String(units[0]?.id);
  for (const device of devices)
    await factory.database.db
      .withSchema(factory.org.schema)
      .insertInto('device_state')
      .values({
        id: crypto.randomUUID(),
        equipment_id: device.id,
        factory_unit_id: device.factoryUnit,
        state: '1',
        start_at: '2026-01-15 08:00:00+08',
      })
      .execute();
});
afterAll(() => factory?.database.drop());

const preview = (cfg: unknown, who = 'admin'): Promise<WallAnswer> => {
  const wall = wallBoard('deviceRunning');
  if (wall === undefined) throw new Error('no board');
  const onError = (error: unknown): never => {
    throw error;
  };
  return factory.as(who, (ctx) => wallData(ctx, wall, { edited: editedCfg(cfg), onError }));
};

it('shows what is typed: title, units, targets, and blocks in their order', async () => {
  const answer = await preview({
    ...{ title: '机加一号', theme: '3', refreshSec: '30', factoryUnits: [unit], notice: '交班' },
    blocks: [
      { block: 'strips', show: true },
      { block: 'ranking', show: false },
      { block: 'kpi', show: true },
    ],
    kpiTargets: [{ kpi: 'oee', target: '85', warn: null }],
  });
  expect(answer).toMatchObject({ title: '机加一号', theme: '3', refreshSec: 30, notice: '交班' });
  expect(answer.blocks.map(({ code }) => code)).toEqual(['strips', 'kpi']);
  expect(answer.targets).toEqual({ oee: { target: 85, warn: null } });
  expect(answer.data.strips).toMatchObject([{ code: 'CNC-01' }]);
});
it('takes what is no setting as if nothing were set', async () => {
  for (const cfg of [null, 'x', [], { factoryUnits: ["'; drop"], blocks: 7, theme: '9', refreshSec: 1e9, title: 5 }]) {
    const { title, theme, blocks, data } = await preview(cfg);
    expect({ title, theme, blocks: blocks.length }).toEqual({ title: '设备运行大屏', theme: '1', blocks: 4 });
    expect(data.strips).toMatchObject([{ code: 'CNC-01' }, { code: 'IM-01' }]);
  }
});
it('shows nobody more than he may see', async () => {
  await expect(preview({}, 'xumin')).rejects.toMatchObject({ code: 403 });
});
