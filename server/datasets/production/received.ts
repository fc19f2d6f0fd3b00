/** What 完工入库 says of work orders: posted less what went back, and asked for but not posted; summed by the database in base units. */
import { sql } from 'kysely';
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { gatherSums } from '../../records/gather';
import { asNumber, type SaidPart } from './said';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

export interface Received {
  /** net of what went back */
  readonly posted: number;
  readonly open: number;
  readonly back: number;
}
/** `except`: a receipt that is being judged and must not count against itself. */
export const receivedOf = async (ctx: Ctx, workOrder: string, except: string | null): Promise<Received> => {
  const rows = await gatherSums(
    ctx,
    sql<{ readonly posted: string | null; readonly open: string | null; readonly back: string }>`
    select sum(i.base_qty) filter (where e.doc_status = '60') as posted,
           sum(i.base_qty) filter (where e.doc_status <> '60') as open,
           (select coalesce(sum(r.base_qty), 0)
              from ${table(ctx, 'back_warehouse')} b join ${table(ctx, 'back_warehouse_items')} r on r.head_id = b.id
             where b.is_deleted = 0 and b.doc_status = '60' and r.work_order_id = ${workOrder}::uuid) as back
      from ${table(ctx, 'enter_warehouse')} e join ${table(ctx, 'enter_warehouse_items')} i on i.head_id = e.id
     where e.is_deleted = 0 and e.doc_status <> '90' and e.enter_type = '1' and i.work_order_id = ${workOrder}::uuid
       and (${except}::uuid is null or e.id <> ${except}::uuid)`,
  );
  const back = Number(rows[0]?.back ?? 0);
  return { posted: subDec(Number(rows[0]?.posted ?? 0), back), open: Number(rows[0]?.open ?? 0), back };
};

/** Pieces of a work order that 完工检验 found good, or good enough. */
export const checkedGoodOf = async (ctx: Ctx, workOrder: string): Promise<number> => {
  const { rows } = await sql<{ readonly good: string | null }>`
    select sum(coalesce(qualified_qty, 0) + coalesce(concede_qty, 0)) as good
      from ${table(ctx, 'production_check')}
     where is_deleted = 0 and doc_status = '60' and work_order_nbr_id = ${workOrder}::uuid`.execute(ctx.trx);
  return Number(rows[0]?.good ?? 0);
};

/** 返工 of what came back from store: good of the last operation no more, but to be done again. */
export const backSums: SaidPart = {
  select: (ctx, operations) => sql`
    select o.id as operation, sum(r.base_qty * coalesce(o.ratio, 1)) as qty
      from ${table(ctx, 'back_warehouse')} b join ${table(ctx, 'back_warehouse_items')} r on r.head_id = b.id
      join ${table(ctx, 'order_process')} o on o.work_order_nbr_id = r.work_order_id and o.is_last and o.is_deleted = 0
     where b.is_deleted = 0 and b.doc_status = '60' and b.back_reason = '1' and o.id = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ qty }) => ({ rework: asNumber(qty), good: 0 - asNumber(qty) }),
};
