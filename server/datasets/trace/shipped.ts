/** Who got something of some lots, and what was told to him (40 §10.3, §10.4). */
import { sql } from 'kysely';
import type { TraceFreeze, TraceShipped } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { listOf } from '../../db/lists';

const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);

export interface Shipped extends Omit<TraceShipped, 'docNbr'> {
  readonly docId: string;
  readonly docNbr: string;
}
/** Deliveries and returns of lots by document; of a customer of live recalls of them, how far he is told. */
export const shippedOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Shipped[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<Shipped>`
    WITH lots AS (SELECT id, batch_nbr, material_id FROM ${at('batch')} WHERE id = ANY (${listOf(ids)}::uuid[])),
    told AS (
      SELECT n.customer_id, min(n.status) AS status FROM ${at('freeze_record_notices')} n
       WHERE n.head_id IN (SELECT i.head_id FROM ${at('freeze_record_items')} i JOIN lots l ON l.id = i.batch_id WHERE NOT coalesce(i.released, false))
       GROUP BY 1)
    SELECT v.doc_type AS "docType", v.doc_id AS "docId", v.doc_nbr AS "docNbr", max(v.biz_date)::text AS "bizDate", max(c.name) AS customer,
           max(d.contact) AS contact, max(d.phone) AS phone, max(t.status) AS notice,
           max(m.name) AS "materialName", array_agg(DISTINCT v.batch_nbr) AS batches,
           -coalesce(sum(v.qty) FILTER (WHERE v.move_kind = '30'), 0)::float8 AS shipped,
           coalesce(sum(v.qty) FILTER (WHERE v.move_kind = '31'), 0)::float8 AS returned, -sum(v.qty)::float8 AS net
      FROM lots l
      JOIN ${at('stock_ledger')} v ON v.batch_nbr = l.batch_nbr AND v.material_id = l.material_id AND v.move_kind IN ('30', '31')
      JOIN ${at('material')} m ON m.id = l.material_id
      LEFT JOIN ${at('customer')} c ON c.id = v.partner_id
      LEFT JOIN ${at('delivery')} d ON d.id = v.doc_id
      LEFT JOIN told t ON t.customer_id = v.partner_id
     GROUP BY v.doc_type, v.doc_id, v.doc_nbr HAVING bool_or(v.qty <> 0) AND sum(abs(v.qty)) > 0
     ORDER BY v.doc_nbr`.execute(ctx.trx);
  return rows.filter(({ shipped, returned }) => shipped !== 0 || returned !== 0);
};

export interface Holder {
  readonly customer: string;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly material: string;
  readonly materialName: string;
  readonly unit: string | null;
  /** what he has still, the returned ones not among them */
  readonly batches: readonly string[];
  readonly deliveries: readonly string[];
  readonly shipped: number;
  readonly returned: number;
}
/** Customers who have something of the lots still, each once a material. */
export const holdersOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Holder[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<Holder>`
    WITH moved AS (
      SELECT v.partner_id, v.material_id, v.batch_nbr, max(d.contact) AS contact, max(d.phone) AS phone,
             array_agg(DISTINCT v.doc_nbr) FILTER (WHERE v.move_kind = '30' AND v.qty < 0) AS docs,
             -coalesce(sum(v.qty) FILTER (WHERE v.move_kind = '30'), 0) AS shipped,
             coalesce(sum(v.qty) FILTER (WHERE v.move_kind = '31'), 0) AS returned
        FROM ${at('batch')} l
        JOIN ${at('stock_ledger')} v ON v.batch_nbr = l.batch_nbr AND v.material_id = l.material_id AND v.move_kind IN ('30', '31')
        LEFT JOIN ${at('delivery')} d ON d.id = v.doc_id
       WHERE l.id = ANY (${listOf(ids)}::uuid[]) AND v.partner_id IS NOT NULL GROUP BY 1, 2, 3)
    SELECT g.partner_id AS customer, max(g.contact) AS contact, max(g.phone) AS phone, g.material_id AS material,
           max(m.name) AS "materialName", max(m.unit_id::text) AS unit,
           coalesce(array_agg(DISTINCT g.batch_nbr) FILTER (WHERE g.shipped > g.returned), '{}') AS batches,
           coalesce((SELECT array_agg(DISTINCT doc ORDER BY doc) FROM moved o, unnest(o.docs) AS doc
             WHERE o.partner_id = g.partner_id AND o.material_id = g.material_id AND o.shipped > 0), '{}') AS deliveries,
           sum(g.shipped)::float8 AS shipped, sum(g.returned)::float8 AS returned
      FROM moved g JOIN ${at('material')} m ON m.id = g.material_id
     GROUP BY g.partner_id, g.material_id HAVING sum(g.shipped) > sum(g.returned) ORDER BY 4, 1`.execute(ctx.trx);
  return rows;
};

export type Freeze = TraceFreeze & { readonly id: string };
/** Records that froze something of the lots or hold them, the newest first. */
export const freezesOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Freeze[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<Freeze>`
    SELECT f.id, f.nbr, f.kind, f.biz_date::text AS "bizDate", f.reason, f.doc_status AS "docStatus",
           sum(i.frozen_qty)::float8 AS frozen, sum(i.released_qty)::float8 AS released, count(DISTINCT i.batch_id)::int AS lots
      FROM ${at('freeze_record')} f
      JOIN ${at('freeze_record_items')} i ON i.head_id = f.id AND i.batch_id = ANY (${listOf(ids)}::uuid[])
     WHERE f.is_deleted = 0 GROUP BY f.id ORDER BY f.nbr DESC`.execute(ctx.trx);
  return rows;
};
