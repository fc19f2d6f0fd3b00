/** 设备运行大屏二 (50 §5.5): lines against their plan of the day, hour by hour, with the takt of their planned minutes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallBoard } from '../../../schemas/language/walls';
import type { LineCard, LineNext } from '../../../schemas/language/wire-lines';
import type { WallAnswer } from '../../../schemas/language/wire-wall';
import { newId } from '../../../server/ids';
import { wallData } from '../../../server/wall/data';
import { type Floor, openFloor } from '../production/floor';

let floor: Floor;
let line: string;
let nbr: unknown;
const run = async (text: string): Promise<void> => {
  const { database, org } = floor.factory;
  await sql.raw(text.replaceAll('$', org.schema)).execute(database.db);
};
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow('2026-01-15 10:00:00');
  const saved = await floor.save('factoryUnit', {
    ...{ code: 'ZP-T', name: '试验线', modelType: '30', parent: await floor.idOf('factoryUnit', 'ZP') },
    ...{ workCalendar: await floor.idOf('workCalendar', 'RL02'), manager: await floor.idOf('employee', 'YG0021') },
  });
  line = String(saved.id);
  const work = await floor.workOrder(48, [{ opNbr: 10, process: 'ZP' }]);
  const place = (id: unknown, from: string, to: string) =>
    run(
      `update $.work_order set line_id = '${line}', plan_range_from = '${from}+08', plan_range_to = '${to}+08' where id = '${id}'`,
    );
  await place(work.id, '2026-01-15 08:00:00', '2026-01-15 17:00:00');
  const start = await floor.start(work, 10, 20);
  await floor.act('audit', await floor.report(start, 18, [['20', 2]], { endTime: '2026-01-15 08:50:00' }));
  const next = await floor.workOrder(30, [{ opNbr: 10, process: 'ZP' }]);
  await place(next.id, '2026-01-16 08:00:00', '2026-01-16 17:00:00');
  nbr = next.nbr;
});
afterAll(() => floor?.factory.database.drop());

const shown = (login: string): Promise<WallAnswer> =>
  floor.factory.as(login, (ctx) =>
    wallData(ctx, wallBoard('deviceRunning2')!, {
      onError: (error) => {
        throw error;
      },
    }),
  );
const card = async (name: string): Promise<LineCard | undefined> =>
  ((await shown('admin')).data.lineCards as readonly LineCard[]).find((one) => one.name === name);

describe('the card of a line', () => {
  it('says what was made of the plan, how well, and at which pace', async () => {
    // 120 of 480 planned minutes are over
    expect(await card('试验线')).toMatchObject({
      ...{ plan: 48, done: 18, reach: 37.5, passRate: 90, takt: 400, planTakt: 600, oee: null, head: null },
    });
  });
  it('spreads the plan over the planned minutes of each hour', async () => {
    const hours = (await card('试验线'))?.hours.map(({ qty, target }) => [qty, target]);
    // 08 to 17, 12 to 13 is a rest
    expect(hours).toEqual([
      [18, 6],
      [0, 6],
      [0, 6],
      [0, 6],
      [0, 0],
      [0, 6],
      [0, 6],
      [0, 6],
      [0, 6],
    ]);
  });
  it('has the OEE of its own devices', async () => {
    const work = newId();
    const device = `(select id from $.equipment where code = 'CNC-01')`;
    await run(
      `insert into $.device_state (id, equipment_id, state, start_at) values ('${newId()}', ${device}, '1', '2026-01-15 08:00:00+08')`,
    );
    await run(
      `insert into $.device_work (id, equipment_id, "from", std_cycle, alloc_qty) values ('${work}', ${device}, '2026-01-15 08:00:00+08', 600, 0)`,
    );
    await run(`insert into $.output_stat (id, equipment_id, device_work_id, shift_date, shift_id, slot_at, number, unqualified_qty, qualified_qty, suspect_qty, est_qty, source, rev)
      select '${newId()}', ${device}, '${work}', '2026-01-15', id, '2026-01-15 08:00+08', 10, 0, 10, 0, 0, '1', 0 from $.shift where code = 'BC01'`);
    // ten pieces of ten minutes in 120 planned ones
    expect((await card('车削线'))?.oee).toBe(83.3);
    expect((await card('铣削线'))?.oee).toBeNull();
  });
});

it('work orders nobody began follow, with when they are planned', async () => {
  const rows = (await shown('admin')).data.lineNext as readonly LineNext[];
  expect(rows.filter((row) => row.line === '试验线')).toMatchObject([{ nbr, plan: 30, start: '2026-01-16 08:00' }]);
});
it('shows nobody what he may not see in reports and work orders', async () => {
  const { blocks, data } = await shown('sunpeng');
  expect([blocks, data]).toEqual([[], {}]);
});
