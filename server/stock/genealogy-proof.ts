/** Genealogy against the ledger (domain/40 §10.1 rule 2): each row of a document that uses or makes a lot has live edges of its quantity. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { LOT, NO_LOT, OUTSIDE, TRACED_MOVES, WORK } from './genealogy';

export interface TraceDifference {
  readonly title: string;
  readonly found: number;
  readonly expected: number;
  readonly workOrder: string | null;
}
interface Row extends TraceDifference {
  readonly rowId: string;
  readonly material: string;
  readonly batch: string | null;
}

/** Rows of documents whose live edges are not what the ledger says, at most as many as are wanted. */
export const traceDifferences = async (ctx: Ctx, most: number): Promise<readonly TraceDifference[]> =>
  (await differing(ctx, most)).map(({ title, found, expected, workOrder }) => ({ title, found, expected, workOrder }));

/** Edges written anew from the ledger: who and where is lost, what went into what is right again. */
export const mendTrace = async (ctx: Ctx, most: number): Promise<void> => {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  for (const { rowId, material, batch } of await differing(ctx, most)) {
    await sql`
      UPDATE ${at('genealogy_edge')} e SET reversed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz
       WHERE e.row_id = ${rowId} AND e.reversed_at IS NULL
         AND CASE WHEN e.edge_kind = '5' THEN e.to_material_id ELSE e.from_material_id END = ${material}
         AND CASE WHEN e.edge_kind = '5' THEN e.to_nbr ELSE e.from_nbr END = coalesce(${batch}::text, ${NO_LOT})`.execute(
      ctx.trx,
    );
    await sql`
      INSERT INTO ${at('genealogy_edge')} (id, edge_kind, from_type, from_id, from_nbr, from_material_id, to_type, to_id, to_nbr, to_material_id,
        qty, doc_type, doc_id, doc_nbr, row_id, ledger_seq, work_order_id, employees, occurred_at, weak, created_at, updated_at)
      SELECT gen_random_uuid(), l.kind, l.ft, CASE WHEN l.makes THEN o.id ELSE coalesce(b.id, l.material_id) END,
             CASE WHEN l.makes THEN o.nbr ELSE coalesce(b.batch_nbr, ${NO_LOT}) END, CASE WHEN l.makes THEN o.material_id ELSE l.material_id END,
             l.tt, CASE WHEN l.makes THEN coalesce(b.id, l.material_id) ELSE o.id END,
             CASE WHEN l.makes THEN coalesce(b.batch_nbr, ${NO_LOT}) ELSE o.nbr END, CASE WHEN l.makes THEN l.material_id ELSE o.material_id END,
             l.qty, l.doc_type, l.doc_id, l.doc_nbr, l.row_id, l.seq, o.id, '{}', l.posted_at, b.id IS NULL, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
        FROM (
          SELECT doc_type, doc_id, doc_nbr, row_id, material_id, batch_nbr, work_order_id, min(seq) AS seq, min(posted_at) AS posted_at,
                 abs(sum(qty)) AS qty, move_kind IN ('24', '26') AS makes,
                 CASE move_kind WHEN '22' THEN '1' WHEN '23' THEN '2' WHEN '62' THEN '4' WHEN '25' THEN '6' ELSE '5' END AS kind,
                 CASE WHEN move_kind IN ('24', '26') THEN ${WORK}::text ELSE ${LOT}::text END AS ft,
                 CASE WHEN move_kind IN ('24', '26') THEN ${LOT}::text ELSE ${WORK}::text END AS tt
            FROM ${at('stock_ledger')}
           WHERE row_id = ${rowId} AND material_id = ${material} AND batch_nbr IS NOT DISTINCT FROM ${batch} AND work_order_id IS NOT NULL
             AND move_kind IN (${sql.join(TRACED_MOVES)})
           GROUP BY doc_type, doc_id, doc_nbr, row_id, material_id, batch_nbr, work_order_id, move_kind HAVING sum(qty) <> 0) l
        JOIN ${at('work_order')} o ON o.id = l.work_order_id
        LEFT JOIN ${at('batch')} b ON b.material_id = l.material_id AND b.batch_nbr = l.batch_nbr AND b.is_deleted = 0`.execute(
      ctx.trx,
    );
    await mendOutside(ctx, { rowId, material, batch });
  }
};

/** 带料委外: the part of each lot that came back, as the posting spreads it. */
const mendOutside = async (ctx: Ctx, { rowId, material, batch }: Pick<Row, 'rowId' | 'material' | 'batch'>) => {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  await sql`
    INSERT INTO ${at('genealogy_edge')} (id, edge_kind, from_type, from_id, from_nbr, from_material_id, to_type, to_id, to_nbr, to_material_id,
      qty, doc_type, doc_id, doc_nbr, row_id, ledger_seq, employees, occurred_at, weak, created_at, updated_at)
    SELECT gen_random_uuid(), '4', ${LOT}::text, coalesce(f.id, u.material_id), coalesce(f.batch_nbr, ${NO_LOT}), u.material_id,
           ${LOT}::text, coalesce(b.id, p.material_id), coalesce(b.batch_nbr, ${NO_LOT}), p.material_id,
           round(u.qty * p.upto / p.whole, 4) - round(u.qty * (p.upto - p.qty) / p.whole, 4), u.doc_type, u.doc_id, u.doc_nbr, u.row_id, u.seq,
           '{}', u.posted_at, f.id IS NULL OR b.id IS NULL, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      FROM (
        SELECT doc_type, doc_id, doc_nbr, row_id, material_id, batch_nbr, max(seq) FILTER (WHERE qty < 0) AS seq, min(posted_at) AS posted_at, -sum(qty) AS qty
          FROM ${at('stock_ledger')}
         WHERE row_id = ${rowId} AND material_id = ${material} AND batch_nbr IS NOT DISTINCT FROM ${batch} AND work_order_id IS NULL AND move_kind = ${OUTSIDE}
         GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(qty) <> 0) u
      JOIN (
        SELECT doc_id, row_id, material_id, batch_nbr, qty, sum(qty) OVER (PARTITION BY doc_id, row_id ORDER BY first) AS upto,
               sum(qty) OVER (PARTITION BY doc_id, row_id) AS whole
          FROM (SELECT doc_id, row_id, material_id, batch_nbr, sum(qty) AS qty, min(seq) AS first FROM ${at('stock_ledger')}
                 WHERE row_id = ${rowId} AND move_kind = '61' GROUP BY 1, 2, 3, 4 HAVING sum(qty) > 0) lots) p ON p.doc_id = u.doc_id AND p.row_id = u.row_id
      LEFT JOIN ${at('batch')} f ON f.material_id = u.material_id AND f.batch_nbr = u.batch_nbr AND f.is_deleted = 0
      LEFT JOIN ${at('batch')} b ON b.material_id = p.material_id AND b.batch_nbr = p.batch_nbr AND b.is_deleted = 0`.execute(
    ctx.trx,
  );
};

const differing = async (ctx: Ctx, most: number): Promise<readonly Row[]> => {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const { rows } = await sql<Row>`
    WITH moved AS (
      SELECT row_id, material_id, coalesce(batch_nbr, ${NO_LOT}) AS lot, max(batch_nbr) AS batch, max(doc_nbr) AS doc_nbr,
             (array_agg(work_order_id))[1] AS work_order_id, sum(CASE WHEN move_kind IN ('24', '26') THEN qty ELSE -qty END) AS qty
        FROM ${at('stock_ledger')} WHERE (work_order_id IS NOT NULL OR move_kind = ${OUTSIDE}) AND move_kind IN (${sql.join(TRACED_MOVES)}) GROUP BY 1, 2, 3
    ), told AS (
      SELECT row_id, CASE WHEN edge_kind = '5' THEN to_material_id ELSE from_material_id END AS material_id,
             CASE WHEN edge_kind = '5' THEN to_nbr ELSE from_nbr END AS lot, max(doc_nbr) AS doc_nbr,
             (array_agg(work_order_id))[1] AS work_order_id, sum(qty) AS qty
        FROM ${at('genealogy_edge')} WHERE reversed_at IS NULL AND is_deleted = 0 GROUP BY 1, 2, 3
    )
    SELECT coalesce(m.row_id, t.row_id) AS "rowId", coalesce(m.material_id, t.material_id) AS material,
           coalesce(m.batch, nullif(t.lot, ${NO_LOT})) AS batch, coalesce(m.work_order_id, t.work_order_id) AS "workOrder",
           concat_ws(' ', coalesce(m.doc_nbr, t.doc_nbr), coalesce(m.lot, t.lot)) AS title,
           coalesce(t.qty, 0)::float8 AS found, coalesce(m.qty, 0)::float8 AS expected
      FROM moved m FULL JOIN told t ON t.row_id = m.row_id AND t.material_id = m.material_id AND t.lot = m.lot
     WHERE coalesce(m.qty, 0) <> coalesce(t.qty, 0) ORDER BY title LIMIT ${most}`.execute(ctx.trx);
  return rows;
};
