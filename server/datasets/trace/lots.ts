/** What lots and work orders of a walk are, and what the ledger says became of them (40 §10.3). */
import { sql } from 'kysely';
import type { TraceBatch, TraceOrder, TraceStock } from '../../../schemas/language/wire-trace';
import type { Ctx, Service } from '../../ctx';
import { listOf } from '../../db/lists';
import { type Doc, seenDocs, seenOf } from '../seen';

const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);

/**
 * Lots with where all of them is: in own stores by status, on the way, at suppliers, used, shipped, scrapped. The balance of a lot is whole
 * for whoever follows it; the number of a document he may not open is not told.
 */
export const batchesOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly TraceBatch[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<Omit<TraceBatch, 'difference'>>`
    WITH lots AS (SELECT * FROM ${at('batch')} WHERE id = ANY (${listOf(ids)}::uuid[])),
    lying AS (
      SELECT l.id,
             coalesce(sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '1'), 0) AS good,
             coalesce(sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '2'), 0) AS pending,
             coalesce(sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '3'), 0) AS bad,
             coalesce(sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '4'), 0) AS frozen,
             coalesce(sum(s.qty) FILTER (WHERE w.kind = '8'), 0) AS transit,
             coalesce(sum(s.qty) FILTER (WHERE w.kind = '7'), 0) AS at_supplier,
             coalesce(sum(s.qty) FILTER (WHERE w.kind = '9'), 0) AS scrapped
        FROM lots l
        JOIN ${at('stock_balance')} s ON s.batch_nbr = l.batch_nbr AND s.material_id = l.material_id AND s.stage_id IS NULL
        JOIN ${at('warehouse')} w ON w.id = s.warehouse_id GROUP BY l.id
    ), moved AS (
      SELECT l.id,
             coalesce(sum(m.qty) FILTER (WHERE m.move_kind IN ('10', '11', '24', '25', '26', '50', '52', '61', '70')), 0) AS made,
             -coalesce(sum(m.qty) FILTER (WHERE m.move_kind IN ('22', '23', '62')), 0) AS used,
             -coalesce(sum(m.qty) FILTER (WHERE m.move_kind = '30'), 0) AS shipped,
             coalesce(sum(m.qty) FILTER (WHERE m.move_kind = '31'), 0) AS returned,
             -coalesce(sum(m.qty) FILTER (WHERE m.move_kind IN ('42', '51', '53', '63', '71', '72')), 0) AS other
        FROM lots l
        JOIN ${at('stock_ledger')} m ON m.batch_nbr = l.batch_nbr AND m.material_id = l.material_id AND m.stage_id IS NULL
       GROUP BY l.id
    )
    SELECT '1' AS type, l.id, l.batch_nbr AS nbr, l.material_id AS material, m.code AS "materialCode", m.name AS "materialName",
           coalesce(u.symbol, u.name) AS unit, p.name AS supplier, l.supplier_batch AS "supplierBatch", l.src_nbr AS "srcNbr",
           l.produce_date::text AS "produceDate", l.expire_date::text AS "expireDate", coalesce(l.hold_flag, false) AS "holdFlag",
           l.freeze_nbr AS "freezeNbr", coalesce(v.made, 0)::float8 AS made, coalesce(s.good, 0)::float8 AS good,
           coalesce(s.pending, 0)::float8 AS pending, coalesce(s.bad, 0)::float8 AS bad, coalesce(s.frozen, 0)::float8 AS frozen,
           coalesce(s.transit, 0)::float8 AS transit, coalesce(s.at_supplier, 0)::float8 AS "supplierQty",
           coalesce(v.used, 0)::float8 AS used, coalesce(v.shipped, 0)::float8 AS shipped, coalesce(v.returned, 0)::float8 AS returned,
           coalesce(s.scrapped, 0)::float8 AS scrapped, coalesce(v.other, 0)::float8 AS other
      FROM lots l
      JOIN ${at('material')} m ON m.id = l.material_id
      LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
      LEFT JOIN ${at('supplier')} p ON p.id = l.supplier_id
      LEFT JOIN lying s ON s.id = l.id
      LEFT JOIN moved v ON v.id = l.id
     ORDER BY m.code, l.batch_nbr`.execute(ctx.trx);
  const closed = await closedNbrs(
    ctx,
    rows.flatMap(({ srcNbr }) => srcNbr ?? []),
  );
  return rows.map((row) => ({
    ...row,
    srcNbr: row.srcNbr !== null && closed.has(row.srcNbr) ? null : row.srcNbr,
    difference: differenceOf(row),
  }));
};
/** Numbers of documents that posted and that the caller may not open. */
const closedNbrs = async (ctx: Ctx, nbrs: readonly string[]): Promise<ReadonlySet<string>> => {
  if (nbrs.length === 0) return new Set();
  const { rows } = await sql<Doc & { readonly nbr: string }>`
    SELECT DISTINCT ON (doc_nbr) doc_nbr AS nbr, doc_type AS "type", doc_id AS id
      FROM ${tables(ctx)('stock_posting')} WHERE doc_nbr = ANY (${[...new Set(nbrs)]}::text[]) ORDER BY doc_nbr, doc_type, doc_id`.execute(
    ctx.trx,
  );
  const seen = await seenDocs(ctx, rows);
  return new Set(rows.flatMap(({ nbr, id }) => (seen.has(id) ? [] : [nbr])));
};
/** 来源单号 of a lot, which everybody may look at: the document it came by may be of a store he does not keep. */
export const batchSource: Service = {
  name: 'batch.source',
  right: 'batch:view',
  async run({ batch }, ctx) {
    const [lot] =
      typeof batch === 'string' ? await ctx.asSystem().records.many('batch', [batch], { stored: true }) : [];
    const nbr = lot?.srcNbr ?? null;
    return nbr === null || (await closedNbrs(ctx, [nbr])).has(nbr) ? null : nbr;
  },
};
/** 产出 = 合格 + 待检 + 不合格 + 冻结 + 在途 + 供应商处 + 耗用 + 已发 − 退回 + 报废 + 其他 */
const differenceOf = (row: Omit<TraceBatch, 'difference'>): number => {
  const { good, pending, bad, frozen, transit, supplierQty, used, shipped, returned, scrapped, other } = row;
  const there = good + pending + bad + frozen + transit + supplierQty + used + shipped - returned + scrapped + other;
  return Math.round((row.made - there) * 10_000) / 10_000;
};

/** What material without lots, or of lots that are not read, is called. */
export const materialsOf = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly unit: string | null }>> => {
  if (ids.length === 0) return new Map();
  const at = tables(ctx);
  const { rows } = await sql<{ id: string; name: string; unit: string | null }>`
    SELECT m.id, m.name, coalesce(u.symbol, u.name) AS unit FROM ${at('material')} m LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
     WHERE m.id = ANY (${listOf([...new Set(ids)])}::uuid[])`.execute(ctx.trx);
  return new Map(rows.map(({ id, ...said }) => [id, said]));
};

export const ordersOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly TraceOrder[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<TraceOrder>`
    SELECT w.id, w.nbr, o.nbr AS "prdOrder", m.code AS "materialCode", m.name AS "materialName", w.doc_status AS "docStatus",
           coalesce(w.plan_qty, 0)::float8 AS "planQty", coalesce(w.qualified_qty, 0)::float8 AS "qualifiedQty",
           coalesce(w.scrap_qty, 0)::float8 AS "scrapQty", coalesce(w.received_qty, 0)::float8 AS "receivedQty"
      FROM ${at('work_order')} w
      LEFT JOIN ${at('prd_order')} o ON o.id = w.prd_order_nbr_id
      LEFT JOIN ${at('material')} m ON m.id = w.material_id
     WHERE w.id = ANY (${listOf(ids)}::uuid[]) ORDER BY w.nbr`.execute(ctx.trx);
  const seen = await seenOf(ctx, 'workOrder', ids);
  return rows.map((row) => (seen.has(row.id) ? row : { ...row, ...CLOSED }));
};
/** of a work order the caller may not open only what it is */
const CLOSED = {
  nbr: '生产工单',
  prdOrder: null,
  materialCode: null,
  materialName: null,
  docStatus: '',
  planQty: 0,
  qualifiedQty: 0,
  scrapQty: 0,
  receivedQty: 0,
};

/** Keys where lots lie now; the caller's own. */
export const stockOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly TraceStock[]> => {
  if (ids.length === 0) return [];
  const at = tables(ctx);
  const { rows } = await sql<TraceStock & { readonly id: string }>`
    SELECT s.id, w.name AS warehouse, p.code AS position, m.name AS "materialName", s.batch_nbr AS "batchNbr", s.quality_status AS "qualityStatus",
           s.qty::float8 AS qty, coalesce(u.symbol, u.name) AS unit
      FROM ${at('batch')} l
      JOIN ${at('stock_balance')} s ON s.batch_nbr = l.batch_nbr AND s.material_id = l.material_id AND s.stage_id IS NULL AND s.qty <> 0
      JOIN ${at('warehouse')} w ON w.id = s.warehouse_id
      JOIN ${at('material')} m ON m.id = l.material_id
      LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
      LEFT JOIN ${at('position')} p ON p.id = s.position_id
     WHERE l.id = ANY (${listOf(ids)}::uuid[]) ORDER BY w.code, m.code, s.batch_nbr`.execute(ctx.trx);
  const seen = await seenOf(
    ctx,
    'stockBalance',
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, ...key }) => (seen.has(id) ? [key] : []));
};
