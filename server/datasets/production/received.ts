/** What 完工入库 says of work orders: posted, and asked for but not posted; summed by the database in base units. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface Received {
  readonly posted: number;
  readonly open: number;
}
/** `except`: a receipt that is being judged and must not count against itself. */
export const receivedOf = async (ctx: Ctx, workOrder: string, except: string | null): Promise<Received> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<{ readonly posted: string | null; readonly open: string | null }>`
    select sum(i.base_qty) filter (where e.doc_status = '60') as posted,
           sum(i.base_qty) filter (where e.doc_status <> '60') as open
      from ${at('enter_warehouse')} e join ${at('enter_warehouse_items')} i on i.head_id = e.id
     where e.is_deleted = 0 and e.doc_status <> '90' and i.work_order_id = ${workOrder}::uuid
       and (${except}::uuid is null or e.id <> ${except}::uuid)`.execute(ctx.trx);
  return { posted: Number(rows[0]?.posted ?? 0), open: Number(rows[0]?.open ?? 0) };
};

/** Pieces of a work order that 完工检验 found good, or good enough. */
export const checkedGoodOf = async (ctx: Ctx, workOrder: string): Promise<number> => {
  const { rows } = await sql<{ readonly good: string | null }>`
    select sum(coalesce(qualified_qty, 0) + coalesce(concede_qty, 0)) as good
      from ${sql.table(`${ctx.org.schema}.production_check`)}
     where is_deleted = 0 and doc_status = '60' and work_order_nbr_id = ${workOrder}::uuid`.execute(ctx.trx);
  return Number(rows[0]?.good ?? 0);
};
