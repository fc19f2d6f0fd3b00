/** What 完工检验 says of last operations: pieces judged bad are good no more and wait for a decision. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { Said } from './sums';

export const checkSums = async (ctx: Ctx, operations: readonly string[]): Promise<readonly Said[]> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<{ readonly operation: string; readonly bad: string }>`
    select o.id as operation, sum(c.unqualified_qty) as bad
      from ${at('production_check')} c join ${at('order_process')} o on o.work_order_nbr_id = c.work_order_nbr_id
     where c.is_deleted = 0 and c.doc_status = '60' and o.is_last and o.id = any(${[...operations]}::uuid[])
     group by 1`.execute(ctx.trx);
  return rows.map(({ operation, bad }) => ({ operation, sums: { good: -Number(bad), pending: Number(bad) } }));
};
