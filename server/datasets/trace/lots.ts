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
  const { rows } = await sql<LotRow>`
    WITH lots AS (SELECT * FROM ${at('batch')} WHERE id = ANY (${listOf(ids)}::uuid[])),
    lying AS (
      SELECT l.id,
             sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '1') AS good,
             sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '2') AS pending,
             sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '3') AS bad,
             sum(s.qty) FILTER (WHERE w.kind NOT IN ('7', '8', '9') AND s.quality_status = '4') AS frozen,
             sum(s.qty) FILTER (WHERE w.kind = '8') AS transit,
             sum(s.qty) FILTER (WHERE w.kind = '7') AS at_supplier,
             sum(s.qty) FILTER (WHERE w.kind = '9') AS scrapped
        FROM lots l
        JOIN ${at('stock_balance')} s ON s.batch_nbr = l.batch_nbr AND s.material_id = l.material_id AND s.stage_id IS NULL
        JOIN ${at('warehouse')} w ON w.id = s.warehouse_id GROUP BY l.id
    ), moved AS (
      SELECT l.id,
             sum(m.qty) FILTER (WHERE m.move_kind IN ('10', '11', '24', '25', '26', '50', '52', '61', '70')) AS made,
             -sum(m.qty) FILTER (WHERE m.move_kind IN ('22', '23', '62')) AS used,
             -sum(m.qty) FILTER (WHERE m.move_kind = '30') AS shipped,
             sum(m.qty) FILTER (WHERE m.move_kind = '31') AS returned,
             -sum(m.qty) FILTER (WHERE m.move_kind IN ('42', '51', '53', '63', '71', '72')) AS other
        FROM lots l
        JOIN ${at('stock_ledger')} m ON m.batch_nbr = l.batch_nbr AND m.material_id = l.material_id AND m.stage_id IS NULL
       GROUP BY l.id
    )
    SELECT l.id, l.batch_nbr AS nbr, l.material_id AS material, p.name AS supplier, l.supplier_batch AS "supplierBatch",
           l.src_nbr AS "srcNbr", l.produce_date::text AS "produceDate", l.expire_date::text AS "expireDate", l.hold_flag AS "holdFlag",
           l.freeze_nbr AS "freezeNbr", v.made::float8 AS made, s.good::float8 AS good, s.pending::float8 AS pending, s.bad::float8 AS bad,
           s.frozen::float8 AS frozen, s.transit::float8 AS transit, s.at_supplier::float8 AS "supplierQty", v.used::float8 AS used,
           v.shipped::float8 AS shipped, v.returned::float8 AS returned, s.scrapped::float8 AS scrapped, v.other::float8 AS other
      FROM lots l
      JOIN ${at('material')} m ON m.id = l.material_id
      LEFT JOIN ${at('supplier')} p ON p.id = l.supplier_id
      LEFT JOIN lying s ON s.id = l.id
      LEFT JOIN moved v ON v.id = l.id
     ORDER BY m.code, l.batch_nbr`.execute(ctx.trx);
  const closed = await closedNbrs(
    ctx,
    rows.flatMap(({ srcNbr }) => srcNbr ?? []),
  );
  const materials = await materialsOf(
    ctx,
    rows.map(({ material }) => material),
  );
  return rows.map((row) => lotOf(row, materials.get(row.material), closed));
};
type Quantity = 'made' | Place;
type Place =
  | ('good' | 'pending' | 'bad' | 'frozen' | 'transit' | 'supplierQty')
  | ('used' | 'shipped' | 'returned' | 'scrapped' | 'other');
/** Tens of thousands of them: what is nothing is not written, and names of materials are told once. */
type LotRow = Pick<TraceBatch, 'id' | 'nbr' | 'supplier' | 'supplierBatch' | 'srcNbr' | 'produceDate' | 'expireDate'> &
  Pick<TraceBatch, 'freezeNbr'> & { readonly material: string; readonly holdFlag: boolean | null } & {
    readonly [quantity in Quantity]: number | null;
  };
const lotOf = (row: LotRow, material: NamedMaterial | undefined, closed: ReadonlySet<string>): TraceBatch => {
  const { made, good, pending, bad, frozen, transit, supplierQty, used, shipped, returned, scrapped, other } = row;
  const quantities = {
    made: made ?? 0,
    good: good ?? 0,
    pending: pending ?? 0,
    bad: bad ?? 0,
    frozen: frozen ?? 0,
    transit: transit ?? 0,
    supplierQty: supplierQty ?? 0,
    used: used ?? 0,
    shipped: shipped ?? 0,
    returned: returned ?? 0,
    scrapped: scrapped ?? 0,
    other: other ?? 0,
  };
  return {
    type: '1',
    id: row.id,
    nbr: row.nbr,
    material: row.material,
    materialCode: material?.code ?? null,
    materialName: material?.name ?? null,
    unit: material?.unit ?? null,
    supplier: row.supplier,
    supplierBatch: row.supplierBatch,
    srcNbr: row.srcNbr !== null && closed.has(row.srcNbr) ? null : row.srcNbr,
    produceDate: row.produceDate,
    expireDate: row.expireDate,
    holdFlag: row.holdFlag === true,
    freezeNbr: row.freezeNbr,
    ...quantities,
    difference: differenceOf(quantities),
  };
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
const differenceOf = (row: Pick<TraceBatch, Quantity>): number => {
  const { good, pending, bad, frozen, transit, supplierQty, used, shipped, returned, scrapped, other } = row;
  const there = good + pending + bad + frozen + transit + supplierQty + used + shipped - returned + scrapped + other;
  return Math.round((row.made - there) * 10_000) / 10_000;
};

interface NamedMaterial {
  readonly code: string;
  readonly name: string;
  readonly unit: string | null;
}
/** What material without lots, or of lots that are not read, is called. */
export const materialsOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, NamedMaterial>> => {
  if (ids.length === 0) return new Map();
  const at = tables(ctx);
  const { rows } = await sql<NamedMaterial & { readonly id: string }>`
    SELECT m.id, m.code, m.name, coalesce(u.symbol, u.name) AS unit FROM ${at('material')} m LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
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
