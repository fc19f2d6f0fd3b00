/**
 * 收发存汇总 (40 §5): what lay there before a span, came, went and lies there at its end. What a row of a document moves between the
 * warehouses that are looked at neither comes nor goes; by warehouse it does. Months before the span are read as their sums.
 */
import { sql } from 'kysely';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { reachOf } from './on-hand-rows';

interface Booked {
  readonly material: string;
  readonly warehouse: string | null;
  readonly name: string;
  readonly spec: string | null;
  readonly unit: string;
  readonly materialCategory: string | null;
  readonly openQty: string;
  readonly inQty: string;
  readonly outQty: string;
  readonly openAmount: string;
  readonly inAmount: string;
  readonly outAmount: string;
}

/**
 * What comes from outside the books or leaves them: rows of one document row have one sign, so nothing of them is to be taken together.
 * Moves, verdicts, sends and differences of value are not among them.
 */
const SINGLE = ['10', '11', '22', '23', '24', '25', '26', '30', '31', '50', '51', '52', '53', '62', '70', '71', '72'];

export const stockBook: Service = {
  name: 'stock.book',
  right: 'stockBalance:view',
  async run({ day, store, virtual }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
    const [from, to] = (Array.isArray(day) ? day : [null, null]).map(dayOf);
    const { where } = await reachOf(ctx, { warehouse: store ?? null });
    const kinds = virtual === true ? sql`true` : sql`w.kind not in ('7', '8', '9')`;
    const by = dims.has('warehouse') ? sql`b.warehouse_id` : sql`null::uuid`;
    const looked = sql`${at('stock_balance')} b join ${at('warehouse')} w on w.id = b.warehouse_id and ${kinds}`;
    const within = sql`(${from}::date is null or biz_date >= ${from}::date) and (${to}::date is null or biz_date <= ${to}::date)`;
    const single = sql`move_kind = any(${SINGLE}::text[])`;
    const valued = (name: string) => sql`coalesce(sum(l.${sql.ref(name)}) filter (where w.kind <> '9'), 0)`;
    const { rows } = await sql<Booked>`
      with before as (
        select stock_key, sum(qty) as qty, sum(amount) as amount from ${at('stock_month')}
         where month < date_trunc('month', ${from}::date) group by 1
        union all
        select stock_key, sum(qty), sum(amount) from ${at('stock_ledger')}
         where biz_date >= date_trunc('month', ${from}::date) and biz_date < ${from}::date group by 1
      ), earlier as (
        select b.material_id, ${by} as warehouse_id, sum(l.qty) as qty, ${valued('amount')} as amount
          from ${looked} join before l on l.stock_key = b.stock_key where ${where} group by 1, 2
      ), passed as (
        select stock_key, coalesce(sum(qty) filter (where qty > 0), 0) as in_qty, coalesce(-sum(qty) filter (where qty < 0), 0) as out_qty,
               coalesce(sum(amount) filter (where qty > 0), 0) as in_amount, coalesce(-sum(amount) filter (where qty < 0), 0) as out_amount
          from ${at('stock_ledger')} where ${within} and ${single} group by 1
      ), came as (
        select b.material_id, ${by} as warehouse_id, sum(l.in_qty) as in_qty, sum(l.out_qty) as out_qty,
               ${valued('in_amount')} as in_amount, ${valued('out_amount')} as out_amount
          from ${looked} join passed l on l.stock_key = b.stock_key where ${where} group by 1, 2
      ), moved as (
        select l.material_id, ${by} as warehouse_id, sum(l.qty) as qty, ${valued('amount')} as amount
          from ${looked} join (select * from ${at('stock_ledger')} where ${within} and not ${single}) l on l.stock_key = b.stock_key
         where ${where} group by 1, 2, l.doc_id, l.row_id, l.reversal_no
      ), booked as (
        select material_id, warehouse_id, sum(open_qty) as "openQty", sum(in_qty) as "inQty", sum(out_qty) as "outQty",
               sum(open_amount) as "openAmount", sum(in_amount) as "inAmount", sum(out_amount) as "outAmount"
          from (
            select material_id, warehouse_id, qty as open_qty, 0 as in_qty, 0 as out_qty, amount as open_amount, 0 as in_amount, 0 as out_amount
              from earlier
            union all
            select material_id, warehouse_id, 0, in_qty, out_qty, 0, in_amount, out_amount from came
            union all
            select material_id, warehouse_id, 0, greatest(qty, 0), greatest(-qty, 0), 0,
                   case when qty > 0 or qty = 0 and amount > 0 then amount else 0 end, case when qty < 0 or qty = 0 and amount < 0 then -amount else 0 end
              from moved) r
         group by 1, 2
      )
      select k.material_id as material, k.warehouse_id as warehouse, m.name, m.spec, m.unit_id as unit,
             m.material_category_id as "materialCategory", k."openQty", k."inQty", k."outQty", k."openAmount", k."inAmount", k."outAmount"
        from booked k join ${at('material')} m on m.id = k.material_id
       where k."openQty" <> 0 or k."inQty" <> 0 or k."outQty" <> 0 or k."openAmount" <> 0 or k."inAmount" <> 0 or k."outAmount" <> 0`.execute(
      ctx.trx,
    );
    return rows.map(({ openQty, inQty, outQty, openAmount, inAmount, outAmount, ...row }) => ({
      ...row,
      // every row is of the whole span
      day: from ?? to ?? ctx.today,
      openQty: Number(openQty),
      inQty: Number(inQty),
      outQty: Number(outQty),
      openAmount: Number(openAmount),
      inAmount: Number(inAmount),
      outAmount: Number(outAmount),
    }));
  },
};
const dayOf = (value: Value): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 10) : null);
