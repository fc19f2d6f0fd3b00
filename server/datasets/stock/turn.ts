/** 库存周转 (40 §11): what of the value of a material went out in a month, and what lay there at its beginning and end. */
import { sql } from 'kysely';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { reachOf } from './on-hand-rows';

interface Turned {
  readonly material: string;
  readonly materialCategory: string | null;
  readonly day: string;
  readonly openAmount: string;
  readonly closeAmount: string;
  readonly outAmount: string;
}

export const stockTurn: Service = {
  name: 'stock.turn',
  right: 'stockBalance:view',
  async run({ day }, ctx): Promise<readonly Rec[]> {
    const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
    const [from, to] = (Array.isArray(day) ? day : [null, null]).map(dayOf);
    const { where } = await reachOf(ctx, {});
    // what a row of a document moves between valued warehouses does not go out; a month that is not over ends today
    const { rows } = await sql<Turned>`
      with moved as (
        select l.material_id, date_trunc('month', l.biz_date)::date as month, sum(l.amount) as amount
          from ${at('stock_ledger')} l
          join ${at('stock_balance')} b on b.stock_key = l.stock_key
          join ${at('warehouse')} w on w.id = b.warehouse_id and w.kind <> '9'
         where ${where} and l.biz_date <= ${ctx.today}::date
         group by 1, 2, l.doc_type, l.doc_id, l.row_id, l.reversal_no
      ), booked as (
        select material_id, month, sum(amount) as net, coalesce(-sum(amount) filter (where amount < 0), 0) as gone from moved group by 1, 2
      ), span as (
        select material_id, generate_series(min(month), date_trunc('month', ${ctx.today}::date), interval '1 month')::date as month
          from booked group by 1
      ), months as (
        select s.material_id, s.month, coalesce(k.net, 0) as net, coalesce(k.gone, 0) as gone,
               sum(coalesce(k.net, 0)) over (partition by s.material_id order by s.month) as closing
          from span s left join booked k on k.material_id = s.material_id and k.month = s.month
      )
      select k.material_id as material, m.material_category_id as "materialCategory", k.month::text as day,
             k.closing - k.net as "openAmount", k.closing as "closeAmount", k.gone as "outAmount"
        from months k join ${at('material')} m on m.id = k.material_id
       where (${from}::date is null or k.month >= date_trunc('month', ${from}::date)) and (${to}::date is null or k.month <= ${to}::date)
         and (k.closing <> 0 or k.net <> 0 or k.gone <> 0)`.execute(ctx.trx);
    return rows.map(({ openAmount, closeAmount, outAmount, ...row }) => ({
      ...row,
      openAmount: Number(openAmount),
      closeAmount: Number(closeAmount),
      outAmount: Number(outAmount),
    }));
  },
};
const dayOf = (value: Value): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 10) : null);
