/** What effective reports have used of the materials of an order, summed by the database; by the row of the order it was needed for. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface UsedOf {
  readonly operation?: string;
  readonly order?: string;
  /** a report that is being judged or taken back */
  readonly except: string;
}
export const usedOf = async (ctx: Ctx, { operation, order, except }: UsedOf): Promise<ReadonlyMap<string, number>> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<{ readonly row: string; readonly qty: string }>`
    select m.order_row as row, sum(m.qty) as qty
      from ${at('prd_report')} r join ${at('prd_report_materials')} m on m.head_id = r.id
     where r.is_deleted = 0 and r.doc_status = '60' and r.id <> ${except}::uuid and m.order_row is not null
       and (${operation ?? null}::uuid is null or r.order_process_id = ${operation ?? null}::uuid)
       and (${order ?? null}::uuid is null or r.prd_order_nbr_id = ${order ?? null}::uuid)
     group by 1`.execute(ctx.trx);
  return new Map(rows.map(({ row, qty }) => [row, Number(qty)]));
};

/** Pieces of an operation that effective reports count, less one report. */
export const reportedOf = async (ctx: Ctx, operation: string, except: string): Promise<number> => {
  const { rows } = await sql<{ readonly qty: string | null }>`
    select sum(report_qty) as qty from ${sql.table(`${ctx.org.schema}.prd_report`)}
     where is_deleted = 0 and doc_status = '60' and order_process_id = ${operation}::uuid and id <> ${except}::uuid`.execute(
    ctx.trx,
  );
  return Number(rows[0]?.qty ?? 0);
};
