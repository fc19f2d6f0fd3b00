/** What days were to make on large boards (80 §3.1): of tasks, else dispatches, else dates of the work order, day by day and without loss. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { planByDay, plannedPieces } from '../../../server/datasets/wall/plan';
import { newId } from '../../../server/ids';
import { type Floor, openFloor } from '../production/floor';

let floor: Floor;
const run = async (text: string): Promise<void> => {
  const { database, org } = floor.factory;
  await sql.raw(text.replaceAll('$', org.schema)).execute(database.db);
};
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow('2026-01-15 10:00:00');
});
afterAll(() => floor?.factory.database.drop());

/** a work order of 80 pieces that is planned for 12 January, and its only operation */
const order = async (): Promise<{ readonly work: Rec; readonly operation: unknown }> => {
  const work = await floor.workOrder(80, [{ opNbr: 10, process: 'ZP' }]);
  await run(
    `update $.work_order set plan_range_from = '2026-01-12 08:00+08', plan_range_to = '2026-01-12 17:00+08' where id = '${work.id}'`,
  );
  return { work, operation: (await floor.op(work, 10)).id };
};
const plan = async ({ work }: { readonly work: Rec }, from = '2026-01-01', to = '2026-01-31') => {
  const rows = await floor.factory.as('admin', (ctx) =>
    plannedPieces(ctx, { from, to, units: 'all', orders: [String(work.id)] }),
  );
  const days = [...new Set(rows.map(({ day }) => day))].sort();
  return days.map((day) => [day, planByDay(rows, day)]);
};
/** days and minutes of 2026-01-12 and later */
const FIRST = Date.UTC(2026, 0, 12) / 86_400_000;
interface Part {
  readonly after: number;
  readonly minutes: number;
  readonly kind?: string;
}
const task = (operation: unknown, qty: number, parts: readonly Part[], status = '1'): Promise<void> => {
  const segments = parts.map(({ after, minutes, kind = 'run' }) => ({
    ...{ day: FIRST + after, from: 480, to: 480 + minutes, kind },
  }));
  return run(`insert into $.schedule_task (id, order_process_id, status, qty, plan_start, plan_end, segments)
    values ('${newId()}', '${operation}', '${status}', ${qty}, '2026-01-12 08:00+08', '2026-01-13 12:00+08', '${JSON.stringify(segments)}')`);
};
let sent = 0;
const dispatch = (operation: unknown, qty: number, [from, to]: readonly [string, string], status = '10') =>
  run(`insert into $.dispatch_order (id, nbr, order_process_id, doc_status, qty, plan_range_from, plan_range_to, assign_kind, priority)
    values ('${newId()}', 'PGP${++sent}', '${operation}', '${status}', ${qty}, '${from}+08', '${to}+08', '30', '3')`);

it('a confirmed task is spread over the minutes it runs: 270 and 50 of 320 for 80 pieces are 68 and 12', async () => {
  const made = await order();
  await task(made.operation, 80, [
    { after: 0, minutes: 60, kind: 'setup' },
    { after: 0, minutes: 270 },
    { after: 1, minutes: 50 },
  ]);
  expect(await plan(made)).toEqual([
    ['2026-01-12', 68],
    ['2026-01-13', 12],
  ]);
  // a day alone is told the same
  expect(await plan(made, '2026-01-13', '2026-01-13')).toEqual([['2026-01-13', 12]]);
});
it('a task that is not confirmed yields to dispatches over working minutes', async () => {
  const made = await order();
  await task(made.operation, 80, [{ after: 0, minutes: 300 }], '0');
  // both shifts of Tuesday, 960 minutes, and 240 of Wednesday until noon
  await dispatch(made.operation, 80, ['2026-01-13 08:00:00', '2026-01-14 12:00:00']);
  await dispatch(made.operation, 10, ['2026-01-13 08:00:00', '2026-01-13 12:00:00'], '80');
  expect(await plan(made)).toEqual([
    ['2026-01-13', 64],
    ['2026-01-14', 16],
  ]);
});
it('a confirmed task stands before dispatches of its operation', async () => {
  const made = await order();
  await task(made.operation, 80, [{ after: 1, minutes: 100 }]);
  await dispatch(made.operation, 80, ['2026-01-14 08:00:00', '2026-01-14 17:00:00']);
  expect(await plan(made)).toEqual([['2026-01-13', 80]]);
});
it('without either the dates of the work order count', async () => {
  const made = await order();
  expect(await plan(made)).toEqual([['2026-01-12', 80]]);
  await run(`update $.work_order set plan_range_to = '2026-01-14 12:00+08' where id = '${made.work.id}'`);
  // both shifts of two days, 960 minutes each, and 240 of the third: 35.56, 35.56 and 8.89
  expect(await plan(made)).toEqual([
    ['2026-01-12', 36],
    ['2026-01-13', 35],
    ['2026-01-14', 9],
  ]);
});
it('what is over goes to the largest remainders, of equal ones to the earlier day, and nothing is lost', async () => {
  const made = await order();
  await task(
    made.operation,
    80,
    [0, 1, 2].map((after) => ({ after, minutes: 100 })),
  );
  expect(await plan(made)).toEqual([
    ['2026-01-12', 27],
    ['2026-01-13', 27],
    ['2026-01-14', 26],
  ]);
});
it('nothing is planned of an order that is void or has no dates', async () => {
  const made = await order();
  await run(`update $.work_order set plan_range_from = null, plan_range_to = null where id = '${made.work.id}'`);
  expect(await plan(made)).toEqual([]);
  await task(made.operation, 80, [{ after: 0, minutes: 100 }]);
  await run(`update $.work_order set doc_status = '90' where id = '${made.work.id}'`);
  expect(await plan(made)).toEqual([]);
});
