/** What happened to lots and work orders beside reports (40 §10.4), and to a resource in a time; the caller's own. */
import { type RawBuilder, sql } from 'kysely';
import type { TraceEvent, TraceResourceBody } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { listOf } from '../../db/lists';
import { momentText } from '../moment';
import { seenDocs, seenOf } from '../seen';

const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);
/** `docId` the document that says it, of no type a work order that is followed; `workId` the work order it is of */
type Raw = TraceEvent & {
  readonly docType: string | null;
  readonly docId: string | null;
  readonly workId: string | null;
};
type Statement = RawBuilder<Raw>;

/** Of work orders what was fed, sent out and came back; of them and of lots the checks. */
export const eventsOf = async (
  ctx: Ctx,
  { lots, works }: { readonly lots: readonly string[]; readonly works: readonly string[] },
): Promise<readonly TraceEvent[]> => {
  const at = tables(ctx);
  const of = sql`ANY (${listOf(works)}::uuid[])`;
  return asked(ctx, [
    feeds(ctx, sql`g.work_order_id = ${of}`),
    outs(ctx, 'send', of),
    outs(ctx, 'receive', of),
    incoming(
      ctx,
      sql`EXISTS (SELECT 1 FROM ${at('batch')} l WHERE l.id = ANY (${listOf(lots)}::uuid[]) AND l.material_id = c.material_id AND l.batch_nbr = c.batch_nbr)`,
    ),
    outChecks(ctx, sql`c.work_order_id = ${of}`),
  ]);
};

/** What was fed on a device, by somebody or a team, what he judged, when the device stood. */
export const eventsBy = (
  ctx: Ctx,
  id: string,
  { type, from, to }: TraceResourceBody,
): Promise<readonly TraceEvent[]> => {
  const within = (column: string) =>
    sql`${sql.ref(column)} < ${to}::timestamptz AND ${sql.ref(column)} >= ${from}::timestamptz`;
  const fed =
    type === '1'
      ? sql`g.equipment_id = ${id}`
      : type === '2'
        ? sql`${id}::uuid = ANY (g.employees)`
        : sql`g.team_id = ${id}`;
  const judged = sql`c.inspector_id = ${id} AND ${within('c.checked_at')}`;
  return asked(ctx, [
    feeds(ctx, sql`${fed} AND ${within('g.occurred_at')}`),
    ...(type === '2' ? [incoming(ctx, judged), outChecks(ctx, judged)] : []),
    ...(type === '1' ? [stops(ctx, id, { from, to })] : []),
  ]);
};

const asked = async (ctx: Ctx, statements: readonly Statement[]): Promise<readonly TraceEvent[]> => {
  const rows: Raw[] = [];
  for (const statement of statements) rows.push(...(await statement.execute(ctx.trx)).rows);
  const docs = rows.flatMap(({ docType: type, docId: id }) => (type === null || id === null ? [] : [{ type, id }]));
  const works = rows.flatMap(({ workId }) => workId ?? []);
  const seen = new Set([...(await seenDocs(ctx, docs)), ...(await seenOf(ctx, 'workOrder', works))]);
  return rows
    .map(({ docType: _type, docId, workId, ...event }) => ({
      ...event,
      ...(docId === null || seen.has(docId) ? {} : { ...CLOSED, at: event.at.slice(0, 10) }),
      ...(workId === null || seen.has(workId) ? {} : NO_WORK),
    }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
};
const CLOSED = {
  nbr: null,
  what: null,
  lot: null,
  qty: null,
  unit: null,
  result: null,
  who: null,
  equipment: null,
  alarm: false,
};
const NO_WORK = { workOrder: null, opNbr: null };

const feeds = (ctx: Ctx, where: RawBuilder<unknown>): Statement => {
  const at = tables(ctx);
  return sql<Raw>`
    SELECT g.id, 'feed' AS sort, ${momentText('g.occurred_at')} AS at, null AS "to", null AS "docType", w.id AS "docId",
           g.doc_nbr AS nbr, w.id AS "workId", w.nbr AS "workOrder", o.op_nbr::int AS "opNbr", concat_ws(' ', m.name, g.from_nbr) AS what, null AS lot, g.qty::float8 AS qty,
           coalesce(u.symbol, u.name) AS unit, null AS result,
           (SELECT string_agg(e.name, '、' ORDER BY e.name) FROM ${at('employee')} e WHERE e.id = ANY (g.employees)) AS who, q.name AS equipment, false AS alarm
      FROM ${at('genealogy_edge')} g
      JOIN ${at('work_order')} w ON w.id = g.work_order_id
      LEFT JOIN ${at('order_process')} o ON o.id = g.order_process_id
      LEFT JOIN ${at('material')} m ON m.id = g.from_material_id
      LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
      LEFT JOIN ${at('equipment')} q ON q.id = g.equipment_id
     WHERE ${where} AND g.edge_kind IN ('1', '2') AND g.reversed_at IS NULL AND g.occurred_at IS NOT NULL`;
};
/** audited ones */
const outs = (ctx: Ctx, way: 'send' | 'receive', works: RawBuilder<unknown>): Statement => {
  const at = tables(ctx);
  const isSend = way === 'send';
  return sql<Raw>`
    SELECT i.id, ${isSend ? 'out' : 'back'} AS sort, d.biz_date::text AS at, null AS "to", ${isSend ? 'outSend' : 'outReceive'} AS "docType", d.id AS "docId",
           d.nbr, w.id AS "workId", w.nbr AS "workOrder", i.op_nbr::int AS "opNbr", s.name AS what, null AS lot, i.qty::float8 AS qty, coalesce(u.symbol, u.name) AS unit,
           null AS result, null AS who, null AS equipment, ${isSend ? sql`false` : sql`coalesce(i.loss_qty, 0) > 0`} AS alarm
      FROM ${at(`out_${way}_items`)} i
      JOIN ${at(`out_${way}`)} d ON d.id = i.head_id AND d.audit_status = '2' AND d.is_deleted = 0
      JOIN ${at('work_order')} w ON w.id = i.work_order_id
      LEFT JOIN ${at('supplier')} s ON s.id = d.supplier_id
      LEFT JOIN ${at('unit')} u ON u.id = i.unit_id
     WHERE i.work_order_id = ${works}`;
};
/** judged ones */
const JUDGED = '60';
const incoming = (ctx: Ctx, where: RawBuilder<unknown>): Statement => {
  const at = tables(ctx);
  return sql<Raw>`
    SELECT c.id, 'check' AS sort, ${momentText('c.checked_at')} AS at, null AS "to", 'iqc' AS "docType", c.id AS "docId", c.nbr, null AS "workId",
           null AS "workOrder", null AS "opNbr", concat_ws(' ', c.material_name, c.batch_nbr) AS what, c.batch_nbr AS lot, c.qualified_qty::float8 AS qty, coalesce(u.symbol, u.name) AS unit,
           c.result, e.name AS who, null AS equipment, coalesce(c.unqualified_qty, 0) > 0 AS alarm
      FROM ${at('iqc')} c
      LEFT JOIN ${at('employee')} e ON e.id = c.inspector_id
      LEFT JOIN ${at('unit')} u ON u.id = c.unit_id
     WHERE ${where} AND c.doc_status = ${JUDGED} AND c.is_deleted = 0`;
};
const outChecks = (ctx: Ctx, where: RawBuilder<unknown>): Statement => {
  const at = tables(ctx);
  return sql<Raw>`
    SELECT c.id, 'check' AS sort, ${momentText('c.checked_at')} AS at, null AS "to", 'outCheck' AS "docType", c.id AS "docId", c.nbr, w.id AS "workId",
           w.nbr AS "workOrder", c.op_nbr::int AS "opNbr", c.material_name AS what, null AS lot, c.qualified_qty::float8 AS qty, coalesce(u.symbol, u.name) AS unit,
           c.result, e.name AS who, null AS equipment, c.qualified_qty < c.lot_qty AS alarm
      FROM ${at('out_check')} c
      LEFT JOIN ${at('work_order')} w ON w.id = c.work_order_id
      LEFT JOIN ${at('employee')} e ON e.id = c.inspector_id
      LEFT JOIN ${at('unit')} u ON u.id = c.unit_id
     WHERE ${where} AND c.doc_status = ${JUDGED} AND c.is_deleted = 0`;
};
/** stopped, broken, repaired or maintained, as the device told it or somebody wrote it down */
const STANDING = ['3', '4', '6', '7'];
const stops = (ctx: Ctx, id: string, { from, to }: Pick<TraceResourceBody, 'from' | 'to'>): Statement => {
  const at = tables(ctx);
  return sql<Raw>`
    SELECT s.id, 'stop' AS sort, ${momentText('s.start_at')} AS at, ${momentText('s.end_at')} AS "to", null AS "docType", null AS "docId", null AS nbr,
           w.id AS "workId", w.nbr AS "workOrder", null AS "opNbr", s.state AS what, null AS lot, null AS qty, null AS unit, coalesce(r.name, s.reason_note, s.fault_code) AS result,
           null AS who, null AS equipment, true AS alarm
      FROM ${at('device_state')} s
      LEFT JOIN ${at('work_order')} w ON w.id = s.work_order_nbr_id
      LEFT JOIN ${at('support_infor')} r ON r.id = s.reason_id
     WHERE s.equipment_id = ${id} AND s.state = ANY (${STANDING}) AND s.is_deleted = 0
       AND s.start_at < ${to}::timestamptz AND coalesce(s.end_at, now()) > ${from}::timestamptz`;
};
