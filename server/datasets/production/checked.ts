/** What 完工检验 says of last operations: pieces judged bad are good no more and wait for a decision. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { asNumber, type SaidPart } from './said';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

export const checkSums: SaidPart = {
  select: (ctx, operations) => sql`
    select o.id as operation, sum(c.unqualified_qty) as bad
      from ${table(ctx, 'production_check')} c join ${table(ctx, 'order_process')} o on o.work_order_nbr_id = c.work_order_nbr_id
     where c.is_deleted = 0 and c.doc_status = '60' and o.is_last and o.id = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ bad }) => ({ good: 0 - asNumber(bad), pending: asNumber(bad) }),
};
