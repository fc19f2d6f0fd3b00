/** Operations and reports that made a lot or that a resource worked on (40 §10.4). Reports that were taken back tell nothing. */
import { sql } from 'kysely';
import type { TraceOperation, TraceReport, TraceResourceBody } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { listOf } from '../../db/lists';
import { momentText } from '../moment';

const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);
const EFFECTIVE = '60';

/** Work orders that made lots, or lots that work orders made. */
export const outputsOf = async (
  ctx: Ctx,
  { lots = [], works = [] }: { readonly lots?: readonly string[]; readonly works?: readonly string[] },
): Promise<{ readonly lots: readonly string[]; readonly works: readonly string[] }> => {
  const { rows } = await sql<{ from: string; to: string }>`
    SELECT DISTINCT from_id AS "from", to_id AS "to" FROM ${tables(ctx)('genealogy_edge')}
     WHERE edge_kind = '5' AND reversed_at IS NULL AND NOT weak
       AND (to_id = ANY (${listOf(lots)}::uuid[]) OR from_id = ANY (${listOf(works)}::uuid[]))`.execute(ctx.trx);
  return { lots: [...new Set(rows.map(({ to }) => to))], works: [...new Set(rows.map(({ from }) => from))] };
};

export const operationsOf = async (ctx: Ctx, works: readonly string[]): Promise<readonly TraceOperation[]> => {
  const at = tables(ctx);
  const { rows } = await sql<TraceOperation>`
    SELECT o.id, w.nbr AS "workOrder", o.op_nbr::int AS "opNbr", p.name AS process, o.doc_status AS "docStatus",
           coalesce(o.plan_qty, 0)::float8 AS "planQty", coalesce(o.in_qty, 0)::float8 AS "inQty",
           coalesce(o.qualified_qty, 0)::float8 AS good, coalesce(o.rework_qty, 0)::float8 AS rework,
           coalesce(o.scrap_qty, 0)::float8 AS scrap, coalesce(o.pending_qty, 0)::float8 AS pending, coalesce(o.out_qty, 0)::float8 AS "outQty",
           ${momentText('d.begun')} AS "from",
           ${momentText('d.ended')} AS "to",
           coalesce(d.people, '{}') AS employees, coalesce(d.devices, '{}') AS equipment, nullif(concat_ws(' ', s.name, s.revision), '') AS sop
      FROM ${at('order_process')} o
      JOIN ${at('work_order')} w ON w.id = o.work_order_nbr_id
      LEFT JOIN ${at('process')} p ON p.id = o.process_id
      LEFT JOIN ${at('sop_doc')} s ON s.id = o.sop_doc_id
      LEFT JOIN LATERAL (
        SELECT min(r.start_time) AS begun, max(r.end_time) AS ended, array_agg(DISTINCT e.name) FILTER (WHERE e.name IS NOT NULL) AS people,
               array_agg(DISTINCT q.name) FILTER (WHERE q.name IS NOT NULL) AS devices
          FROM ${at('prd_report')} r
          LEFT JOIN ${at('prd_report_workers')} k ON k.head_id = r.id
          LEFT JOIN ${at('employee')} e ON e.id = k.employee_id
          LEFT JOIN ${at('equipment')} q ON q.id = r.equipment_id
         WHERE r.order_process_id = o.id AND r.doc_status = ${EFFECTIVE} AND r.is_deleted = 0) d ON true
     WHERE o.work_order_nbr_id = ANY (${listOf(works)}::uuid[]) AND o.is_deleted = 0 ORDER BY w.nbr, o.op_nbr`.execute(
    ctx.trx,
  );
  return rows;
};

type Lane = TraceReport & { readonly workOrderId: string };
export const reportsOf = async (ctx: Ctx, works: readonly string[]): Promise<readonly TraceReport[]> =>
  (await reports(ctx, sql`r.work_order_nbr_id = ANY (${listOf(works)}::uuid[])`)).map(
    ({ workOrderId: _of, ...each }) => each,
  );

const OF: Readonly<Record<TraceResourceBody['type'], string>> = {
  '1': 'equipment_id',
  '2': 'employee_id',
  '3': 'team_id',
};
const TABLE: Readonly<Record<TraceResourceBody['type'], string>> = { '1': 'equipment', '2': 'employee', '3': 'team' };
/** A resource by its code, else by its name. */
export const resourceNamed = async (
  ctx: Ctx,
  { type, code }: TraceResourceBody,
): Promise<{ readonly id: string; readonly name: string } | null> => {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${tables(ctx)(TABLE[type])} WHERE is_deleted = 0 AND (code = ${code} OR name = ${code})
     ORDER BY (code = ${code}) DESC, code LIMIT 1`.execute(ctx.trx);
  return rows[0] ?? null;
};
/** A record counts when it began before the end of the time and ended after its beginning. */
export const reportsBy = (ctx: Ctx, id: string, { type, from, to }: TraceResourceBody): Promise<readonly Lane[]> => {
  const own =
    type === '2'
      ? sql`EXISTS (SELECT 1 FROM ${tables(ctx)('prd_report_workers')} k WHERE k.head_id = r.id AND k.employee_id = ${id})`
      : sql`${sql.ref(`r.${OF[type]}`)} = ${id}`;
  return reports(ctx, sql`${own} AND r.start_time < ${to}::timestamptz AND r.end_time > ${from}::timestamptz`);
};

const reports = async (ctx: Ctx, where: ReturnType<typeof sql>): Promise<readonly Lane[]> => {
  const at = tables(ctx);
  const { rows } = await sql<Lane>`
    SELECT r.id, r.nbr, w.id AS "workOrderId", w.nbr AS "workOrder", r.op_nbr::int AS "opNbr", coalesce(r.qualified_qty, 0)::float8 AS "qualifiedQty",
           coalesce(r.rework_qty, 0)::float8 AS "reworkQty",
           (coalesce(r.work_scrap_qty, 0) + coalesce(r.material_scrap_qty, 0))::float8 AS "scrapQty",
           coalesce((SELECT array_agg(e.name ORDER BY e.name) FROM ${at('prd_report_workers')} k
             JOIN ${at('employee')} e ON e.id = k.employee_id WHERE k.head_id = r.id), '{}') AS employees,
           q.name AS equipment, ${momentText('r.start_time')} AS "from",
           ${momentText('r.end_time')} AS "to"
      FROM ${at('prd_report')} r
      JOIN ${at('work_order')} w ON w.id = r.work_order_nbr_id
      LEFT JOIN ${at('equipment')} q ON q.id = r.equipment_id
     WHERE ${where} AND r.doc_status = ${EFFECTIVE} AND r.is_deleted = 0 ORDER BY r.start_time, r.nbr`.execute(ctx.trx);
  return rows;
};
