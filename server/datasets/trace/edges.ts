/** Statements of the walk over the genealogy (40 §10.2): one a level, whatever its width. */
import { sql } from 'kysely';
import type { TraceDirection, TraceFind, TraceKind, TraceNodeType } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { listOf } from '../../db/lists';
import { askedDocs, type Doc } from '../seen';

export interface Edge {
  readonly from: string;
  readonly fromType: TraceNodeType;
  readonly fromNbr: string;
  readonly fromMaterial: string | null;
  readonly to: string;
  readonly toType: TraceNodeType;
  readonly toNbr: string;
  readonly toMaterial: string | null;
  readonly qty: number;
  readonly weak: boolean;
  /** of the moments it stands for */
  readonly first: string;
  readonly last: string;
}
/** Live edges that begin (forward) or end (back) in some nodes, those between the same two nodes as one. */
export const edgesAt = async (
  ctx: Ctx,
  ids: readonly string[],
  direction: TraceDirection,
  weak: boolean,
): Promise<readonly Edge[]> => {
  const { rows } = await sql<Edge>`
    SELECT from_id AS "from", from_type AS "fromType", from_nbr AS "fromNbr", from_material_id AS "fromMaterial",
           to_id AS "to", to_type AS "toType", to_nbr AS "toNbr", to_material_id AS "toMaterial",
           sum(qty)::float8 AS qty, bool_and(weak) AS weak,
           min(occurred_at) AS "first", max(occurred_at) AS "last"
      FROM ${sql.table(`${ctx.org.schema}.genealogy_edge`)}
     WHERE ${sql.ref(direction === 'forward' ? 'from_id' : 'to_id')} = ANY (${listOf(ids)}::uuid[]) AND reversed_at IS NULL
       AND (${weak} OR NOT weak)
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(ctx.trx);
  return rows;
};

interface Root {
  readonly type: TraceNodeType;
  readonly id: string;
}
type Finder = (ctx: Ctx, asked: Required<Pick<TraceFind, 'text' | 'from' | 'to'>>) => Promise<readonly Root[]>;
const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);
const cameIn = (from: string | null | undefined, to: string | null | undefined) =>
  sql`(${from ?? null}::date IS NULL OR b.first_in_at >= ${from ?? null}::date)
      AND (${to ?? null}::date IS NULL OR b.first_in_at < ${to ?? null}::date + 1)`;

/** by lot or serial number */
const lotsNumbered: Finder = async (ctx, { text }) =>
  (
    await sql<Root>`
    SELECT '1' AS type, id FROM ${tables(ctx)('batch')} WHERE batch_nbr = ${text} AND is_deleted = 0 ORDER BY id LIMIT 50`.execute(
      ctx.trx,
    )
  ).rows;
/** by the supplier's own number */
const lotsBought: Finder = async (ctx, { text, from, to }) =>
  (
    await sql<Root>`
    SELECT '1' AS type, b.id FROM ${tables(ctx)('batch')} b
     WHERE b.supplier_batch = ${text} AND b.is_deleted = 0 AND ${cameIn(from, to)} ORDER BY b.id LIMIT 200`.execute(
      ctx.trx,
    )
  ).rows;
/** lots of a material, the newest first */
const lotsOfMaterial: Finder = async (ctx, { text, from, to }) =>
  (
    await sql<Root>`
    SELECT '1' AS type, b.id FROM ${tables(ctx)('batch')} b
      JOIN ${tables(ctx)('material')} m ON m.id = b.material_id AND m.code = ${text} AND m.is_deleted = 0
     WHERE b.is_deleted = 0 AND ${cameIn(from, to)} ORDER BY b.first_in_at DESC, b.id LIMIT 1000`.execute(ctx.trx)
  ).rows;
/** a work order, or those of an order of production or of a customer */
const worksOf: Finder = async (ctx, { text }) => {
  const at = tables(ctx);
  const { rows } = await sql<Root>`
    SELECT '2' AS type, w.id FROM ${at('work_order')} w LEFT JOIN ${at('prd_order')} o ON o.id = w.prd_order_nbr_id
     WHERE ${text} IN (w.nbr, o.nbr, o.sales_order_nbr, o.contract_nbr) AND w.is_deleted = 0 ORDER BY w.nbr LIMIT 200`.execute(
    ctx.trx,
  );
  const open = await askedDocs(
    ctx,
    rows.map(({ id }) => ({ type: 'workOrder', id })),
  );
  return rows.filter(({ id }) => open.has(id));
};
/** what a document moved; goods that were sent from stock name their order in the rows of the delivery */
const lotsMoved: Finder = async (ctx, { text }) => {
  const at = tables(ctx);
  const docs = await sql<Doc>`
    SELECT DISTINCT doc_type AS "type", doc_id AS id FROM ${at('stock_posting')} WHERE doc_nbr = ${text}
    UNION SELECT 'delivery', head_id FROM ${at('delivery_items')} WHERE src_nbr = ${text} LIMIT 1000`.execute(ctx.trx);
  const seen = await askedDocs(ctx, docs.rows);
  if (seen.size === 0) return [];
  const moved = await sql<Root>`
    SELECT DISTINCT '1' AS type, b.id FROM ${at('stock_ledger')} l
      JOIN ${at('batch')} b ON b.material_id = l.material_id AND b.batch_nbr = l.batch_nbr AND b.is_deleted = 0
     WHERE l.doc_id = ANY (${listOf([...seen])}::uuid[]) ORDER BY b.id LIMIT 1000`.execute(ctx.trx);
  return moved.rows;
};
/** in the order in which a number is taken for one */
const FINDERS = {
  lot: lotsNumbered,
  supplierLot: lotsBought,
  material: lotsOfMaterial,
  work: worksOf,
  doc: lotsMoved,
} satisfies Readonly<Record<TraceKind, Finder>>;

/** What a scanned number is: the first thing that has it, or what was asked for. A document out of the caller's rows is not there. */
export const rootsOf = async (
  ctx: Ctx,
  { text, kind = null, from = null, to = null }: TraceFind,
): Promise<readonly Root[]> => {
  for (const finder of kind === null ? Object.values(FINDERS) : [FINDERS[kind]]) {
    const found = await finder(ctx, { text, from, to });
    if (found.length > 0) return found;
  }
  return [];
};
