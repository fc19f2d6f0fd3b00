/** Statements of the walk over the genealogy (40 §10.2): one a level, whatever its width. */
import { sql } from 'kysely';
import type { TraceDirection, TraceNodeType } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';

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
           to_char(min(occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "first",
           to_char(max(occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "last"
      FROM ${sql.table(`${ctx.org.schema}.genealogy_edge`)}
     WHERE ${sql.ref(direction === 'forward' ? 'from_id' : 'to_id')} = ANY (${[...ids]}::uuid[]) AND reversed_at IS NULL
       AND (${weak} OR NOT weak)
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(ctx.trx);
  return rows;
};

interface Root {
  readonly type: TraceNodeType;
  readonly id: string;
}
/** What a scanned number may be: a lot or serial number, a work order, an order, or any document that moved lots. */
export const rootsOf = async (ctx: Ctx, text: string): Promise<readonly Root[]> => {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const asked = async (query: ReturnType<typeof sql<Root>>): Promise<readonly Root[]> =>
    (await query.execute(ctx.trx)).rows;
  const lots = await asked(
    sql<Root>`SELECT '1' AS type, id FROM ${at('batch')} WHERE batch_nbr = ${text} AND is_deleted = 0 ORDER BY id LIMIT 50`,
  );
  if (lots.length > 0) return lots;
  const works = await asked(sql<Root>`
    SELECT '2' AS type, w.id FROM ${at('work_order')} w LEFT JOIN ${at('prd_order')} o ON o.id = w.prd_order_nbr_id
     WHERE (w.nbr = ${text} OR o.nbr = ${text}) AND w.is_deleted = 0 ORDER BY w.nbr LIMIT 200`);
  if (works.length > 0) return works;
  return asked(sql<Root>`
    SELECT DISTINCT '1' AS type, b.id FROM ${at('stock_ledger')} l
      JOIN ${at('batch')} b ON b.material_id = l.material_id AND b.batch_nbr = l.batch_nbr AND b.is_deleted = 0
     WHERE l.doc_nbr = ${text} ORDER BY b.id LIMIT 1000`);
};
