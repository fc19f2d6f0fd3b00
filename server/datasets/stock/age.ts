/**
 * 库龄 (40 §5): stock with lots is as old as its lot's first receipt; without lots the newest receipts are counted back until they cover
 * what is there, and what they do not cover is as old as the key.
 */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { seenOf } from '../seen';

interface Aged {
  readonly id: string;
  readonly material: string;
  readonly materialCategory: string | null;
  readonly warehouse: string;
  readonly batchNbr: string | null;
  readonly unit: string;
  readonly days: number;
  readonly qty: string;
  readonly amount: string;
}

/** upper ends of the bands in days, the last one open */
const BANDS = [30, 90, 180, 365] as const;
export const bandOf = (days: number): string => {
  const at = BANDS.findIndex((end) => days <= end);
  return String((at < 0 ? BANDS.length : at) + 1);
};

export const stockAge: Service = {
  name: 'stock.age',
  right: 'stockBalance:view',
  async run(_args, ctx): Promise<readonly Rec[]> {
    const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
    const { rows } = await sql<Aged>`
      with lying as (
        select b.id, b.stock_key, b.material_id, m.material_category_id, m.unit_id, b.warehouse_id, b.batch_nbr, b.qty,
               coalesce(l.first_in_at, b.first_in_at, b.created_at) as since, l.id is not null as traced,
               case when v.qty > 0 then v.value / v.qty else coalesce(v.last_cost, 0) end as cost
          from ${at('stock_balance')} b
          join ${at('material')} m on m.id = b.material_id
          join ${at('warehouse')} w on w.id = b.warehouse_id and w.kind in ('1', '2', '3', '5', '6')
          left join ${at('batch')} l on l.material_id = b.material_id and l.batch_nbr = b.batch_nbr and l.is_deleted = 0
          left join ${at('stock_value')} v on v.material_id = b.material_id
         where b.qty > 0 and b.stage_id is null and b.owner = 'self'
      ), receipts as (
        select y.id, r.posted_at, r.qty, sum(r.qty) over (partition by y.id order by r.seq desc) - r.qty as newer
          from lying y join ${at('stock_ledger')} r on r.stock_key = y.stock_key and r.qty > 0
         where not y.traced and not exists (select 1 from ${at('stock_ledger')} u where u.reversed_seq = r.seq)
           and r.reversed_seq is null
      ), parts as (
        select id, since, qty from lying where traced
        union all
        select y.id, r.posted_at, least(r.qty, y.qty - r.newer) from lying y join receipts r on r.id = y.id where r.newer < y.qty
        union all
        select y.id, y.since, y.qty - coalesce(c.qty, 0)
          from lying y left join (select id, sum(qty) as qty from receipts group by id) c on c.id = y.id
         where not y.traced and y.qty > coalesce(c.qty, 0)
      )
      select y.id, y.material_id as material, y.material_category_id as "materialCategory", y.warehouse_id as warehouse,
             y.batch_nbr as "batchNbr", y.unit_id as unit, greatest(${ctx.today}::date - p.since::date, 0) as days, p.qty, round(p.qty * y.cost, 2) as amount
        from parts p join lying y on y.id = p.id`.execute(ctx.trx);
    const seen = await seenOf(
      ctx,
      'stockBalance',
      rows.map(({ id }) => id),
    );
    return rows
      .filter(({ id }) => seen.has(id))
      .map(({ id: _id, qty, amount, ...row }) => ({
        ...row,
        band: bandOf(row.days),
        qty: Number(qty),
        amount: Number(amount),
      }));
  },
};
