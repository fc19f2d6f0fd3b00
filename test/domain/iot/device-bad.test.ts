/** 设备不良统计 and 工单不良统计 (50 §4): one basis at a time, from the largest reason down. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { anyPageOf } from '../../../server/records/page/page-item';
import { getReportList } from '../../../server/records/report/list';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { type Floor, openFloor } from '../production/floor';

const DAY = '2026-01-15';
const SAID = [
  ['BL005', 18],
  ['BL001', 12],
  ['BL003', 6],
  ['BL002', 4],
] as const;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow(`${DAY} 10:00:00`);
  const equipment = await floor.idOf('equipment', 'CNC-01');
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'CX', workGroup: 'CX' }]);
  const start = await floor.start(work, 10, 100, { equipment });
  for (const [code, qty] of SAID)
    await floor.save('badStat', {
      ...{ equipment, badReason: await floor.idOf('badReason', code), qty },
      happenAt: `${DAY} 08:30:00`,
    });
  await floor.act('audit', await floor.report(start, 50, [['20', 5]]));
});
afterAll(() => floor?.factory.database.drop());

const ask = (report: string) =>
  floor.factory.as('admin', (ctx) => {
    const engine = ctx as EngineCtx;
    const search = { shiftDate: [DAY, DAY] };
    return getReportList(engine, anyPageOf(engine, report), { size: 100, search, groupBy: ['badReason'] });
  });
const basis = (to: string | null) =>
  floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['iot.badSource', to]]));

it.each(['deviceBad', 'workBad'])('%s: 45, 75, 90 and 100 % of what people said', async (report) => {
  await basis('1');
  const { records, summary } = await ask(report);
  await basis(null);
  expect(records.map(({ qty, share, cumulative }) => [qty, share, cumulative])).toEqual([
    [18, 45, 45],
    [12, 30, 75],
    [6, 15, 90],
    [4, 10, 100],
  ]);
  expect(summary).toMatchObject({ qty: 40 });
});

it.each(['deviceBad', 'workBad'])('%s: by reports unless said otherwise, never both', async (report) => {
  const { records, summary } = await ask(report);
  expect(records.map(({ badReason, qty }) => [badReason, qty])).toEqual([['尺寸超差', 5]]);
  expect(summary).toMatchObject({ qty: 5 });
});
