/**
 * 收发存汇总 (40 §5): what lay there before a span, came, went and lies there at its end. What a row of a document moves between the
 * warehouses that are looked at neither comes nor goes; by warehouse it does.
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

export const stockBook: Service = {
  name: 'stock.book',
  right: 'stockBalance:view',
  async run({ day, store, virtual }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
    const [from, to] = (Array.isArray(day) ? day : [null, null]).map(dayOf);
    const { where } = await reachOf(ctx, { warehouse: store ?? null });
    const kinds = virtual === true ? sql`true` : sql`w.kind not in ('7', '8', '9')`;
    const by = dims.has('warehouse') ? sql`b.warehouse_id` : sql`null::uuid`;
    const { rows } = await sql<Booked>`
      with moved as (
        select l.material_id, ${by} as warehouse_id, coalesce(l.biz_date < ${from}::date, false) as before,
               sum(l.qty) as qty, coalesce(sum(l.amount) filter (where w.kind <> '9'), 0) as amount
          from ${at('stock_ledger')} l
          join ${at('stock_balance')} b on b.stock_key = l.stock_key
          join ${at('warehouse')} w on w.id = b.warehouse_id and ${kinds}
         where ${where} and (${to}::date is null or l.biz_date <= ${to}::date)
         group by 1, 2, 3, l.doc_type, l.doc_id, l.row_id, l.reversal_no
      ), booked as (
        select material_id, warehouse_id,
               coalesce(sum(qty) filter (where before), 0) as "openQty",
               coalesce(sum(qty) filter (where not before and qty > 0), 0) as "inQty",
               coalesce(-sum(qty) filter (where not before and qty < 0), 0) as "outQty",
               coalesce(sum(amount) filter (where before), 0) as "openAmount",
               coalesce(sum(amount) filter (where not before and (qty > 0 or qty = 0 and amount > 0)), 0) as "inAmount",
               coalesce(-sum(amount) filter (where not before and (qty < 0 or qty = 0 and amount < 0)), 0) as "outAmount"
          from moved group by 1, 2
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
