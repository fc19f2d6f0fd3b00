/** Lots that are over or will be soon, as long as something of them is there (40 §3.6). */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface EndingLot {
  readonly id: string;
  readonly batchNbr: string;
  readonly material: string;
  readonly expireDate: string;
}
/** By the warning days of the material; own stock and what lies beside the lines or at a supplier. */
export const endingLots = async (ctx: Ctx): Promise<readonly EndingLot[]> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<EndingLot>`
    select l.id, l.batch_nbr as "batchNbr", m.name as material, l.expire_date::text as "expireDate"
      from ${at('batch')} l join ${at('material')} m on m.id = l.material_id
     where l.is_deleted = 0 and l.expire_date <= ${ctx.today}::date + coalesce(m.expire_warn_days, 0)::int
       and exists (select 1 from ${at('stock_balance')} b join ${at('warehouse')} w on w.id = b.warehouse_id and w.kind <> '9'
                    where b.material_id = l.material_id and b.batch_nbr = l.batch_nbr and b.stage_id is null and b.qty > 0)
     order by l.expire_date, l.batch_nbr`.execute(ctx.trx);
  return rows;
};
