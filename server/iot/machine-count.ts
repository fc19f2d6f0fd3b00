/** 设备计数 of 设备加工信息 (30 P12): what its rows of 产量 say, in the unit of its operation. */
import { sql } from 'kysely';
import { mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { factoryMs } from './factory-time';

const SCALE = 4;
/** a work that runs is written no oftener: each time is a version of it */
const EVERY_MS = 5 * 60_000;

/**
 * Of a device that was never heard in the time of a work nothing is known, not even zero. Answers those that wait until they may be
 * written again; `atOnce`: somebody changed their rows.
 */
export const countWorks = async (ctx: Ctx, works: readonly string[], atOnce = false): Promise<readonly string[]> => {
  const waiting: string[] = [];
  if (works.length === 0) return waiting;
  const table = (name: string) => sql.id(ctx.org.schema, name);
  const { rows } = await sql<{
    id: string;
    count: string | null;
    known: string | null;
    ratio: string | null;
    fresh: boolean;
  }>`
    SELECT w.id, s.count, w.machine_count AS known, o.ratio,
           w."to" IS NULL AND w.updated_at > to_timestamp(${factoryMs(ctx.now) - EVERY_MS}::bigint / 1000.0) AS fresh FROM ${table('device_work')} w
      LEFT JOIN (SELECT device_work_id, sum(number) AS count FROM ${table('output_stat')}
                  WHERE device_work_id = ANY(${works}::uuid[]) AND is_deleted = 0 GROUP BY 1) s ON s.device_work_id = w.id
      LEFT JOIN ${table('order_process')} o ON o.id = w.order_process_id
     WHERE w.id = ANY(${works}::uuid[]) AND w.is_deleted = 0 ORDER BY w.id`.execute(ctx.trx);
  for (const { id, count, known, ratio, fresh } of rows) {
    if (count === null && known === null) continue;
    const machineCount = roundHalfUp(mulDec(Number(count ?? 0), Number(ratio ?? 1)), SCALE);
    if (known !== null && Number(known) === machineCount) continue;
    if (fresh && known !== null && !atOnce) waiting.push(id);
    else await ctx.asSystem().records.patch('deviceWork', id, { head: { machineCount } });
  }
  return waiting;
};

export interface CountedShift {
  readonly shift: string | null;
  readonly shiftDate: string | null;
  /** in the unit of the operation */
  readonly qty: number;
}
/** What devices counted of a start, by the shifts they ran in. */
export const countedByShift = async (ctx: Ctx, start: string): Promise<readonly CountedShift[]> => {
  const table = (name: string) => sql.id(ctx.org.schema, name);
  const { rows } = await sql<{ shift: string | null; day: string | null; count: string; ratio: string | null }>`
    SELECT s.shift_id AS shift, to_char(s.shift_date, 'YYYY-MM-DD') AS day, sum(s.number) AS count, max(o.ratio) AS ratio
      FROM ${table('output_stat')} s JOIN ${table('device_work')} w ON w.id = s.device_work_id
      LEFT JOIN ${table('order_process')} o ON o.id = w.order_process_id
     WHERE w.prd_start_id = ${start}::uuid AND w.is_deleted = 0 AND s.is_deleted = 0
     GROUP BY 1, 2 ORDER BY 2, 1`.execute(ctx.trx);
  return rows.map(({ shift, day, count, ratio }) => ({
    shift,
    shiftDate: day,
    qty: roundHalfUp(mulDec(Number(count), Number(ratio ?? 1)), SCALE),
  }));
};
