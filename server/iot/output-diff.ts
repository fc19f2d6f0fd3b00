/**
 * 产量 against reports (50 §2.9): of the last operation of a work order in a shift, told once when machines counted more or less than was
 * reported by more than prd.countDiffRate. While somebody still works on it nobody has reported all, and nothing is told. A report of people
 * without a calendar has no shift: it counts for the one its devices counted in last.
 */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import type { At } from './dirty';
import { OUTPUT } from './output-rows';

const EFFECTIVE = '60';

export const tellDiffs = async (ctx: Ctx, at: At, works: readonly string[]): Promise<void> => {
  if (works.length === 0) return;
  const most = Number(ctx.setting('prd.countDiffRate'));
  const { rows } = await sql<{ stat: string }>`
    WITH k AS (SELECT DISTINCT s.work_order_nbr_id AS work_order, s.op_nbr, s.shift_date, s.shift_id, coalesce(o.ratio, 1) AS ratio
        FROM ${at('output_stat')} s JOIN ${at('device_work')} d ON d.id = s.device_work_id
        JOIN ${at('order_process')} o ON o.id = d.order_process_id AND o.is_last
       WHERE s.device_work_id = ANY(${works}::uuid[]) AND s.is_deleted = 0 AND s.work_order_nbr_id IS NOT NULL AND s.shift_date IS NOT NULL
         AND NOT EXISTS (SELECT FROM ${at('device_work')} w WHERE w.work_order_nbr_id = s.work_order_nbr_id AND w.op_nbr = s.op_nbr
           AND w.is_deleted = 0 AND w."to" IS NULL)),
    x AS (SELECT k.*, m.number * k.ratio AS number, m.stat, r.qty FROM k
        CROSS JOIN LATERAL (SELECT sum(s.number) AS number, (array_agg(s.id ORDER BY s.slot_at DESC, s.id))[1] AS stat
            FROM ${at('output_stat')} s WHERE s.work_order_nbr_id = k.work_order AND s.op_nbr = k.op_nbr AND s.shift_date = k.shift_date
             AND s.shift_id IS NOT DISTINCT FROM k.shift_id AND s.is_deleted = 0 AND s.source <> ${OUTPUT.open}) m
        CROSS JOIN LATERAL (SELECT sum(p.report_qty) AS qty FROM ${at('prd_report')} p
            WHERE p.work_order_nbr_id = k.work_order AND p.op_nbr = k.op_nbr AND p.shift_date = k.shift_date
             AND p.is_deleted = 0 AND p.doc_status = ${EFFECTIVE}
             AND coalesce(p.shift_id, (SELECT s.shift_id FROM ${at('output_stat')} s JOIN ${at('device_work')} w ON w.id = s.device_work_id
                WHERE w.prd_start_id = p.prd_start_id AND w.is_deleted = 0 AND s.is_deleted = 0 AND s.shift_date = p.shift_date
                  AND s.slot_at < coalesce(p.end_time, s.slot_at + interval '1 hour')
                ORDER BY s.slot_at DESC LIMIT 1)) IS NOT DISTINCT FROM k.shift_id) r
       WHERE r.qty > 0),
    t AS (INSERT INTO ${at('mw_iot_diff')} (work_order_id, op_nbr, shift_date, shift_id)
        SELECT work_order, op_nbr, shift_date, shift_id FROM x WHERE abs(number - qty) * 100 > qty * ${most}::numeric
        ON CONFLICT DO NOTHING RETURNING work_order_id, op_nbr, shift_date, shift_id)
    SELECT x.stat FROM x JOIN t ON t.work_order_id = x.work_order AND t.op_nbr = x.op_nbr AND t.shift_date = x.shift_date
       AND t.shift_id IS NOT DISTINCT FROM x.shift_id ORDER BY 1`.execute(ctx.trx);
  for (const { stat } of rows) await ctx.emit('outputStat.diff', { object: 'outputStat', id: stat });
};
