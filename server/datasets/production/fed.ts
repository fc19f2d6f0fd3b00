/** What was fed and used against the rows of effective reports that say so (30 P8): what differs, with the record it stands on. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface FedDifference {
  readonly id: string;
  readonly title: string;
  readonly found: number;
  readonly expected: number;
}
const tables = (ctx: Ctx) => (name: string) => sql.table(`${ctx.org.schema}.${name}`);

/** 已用 of feeds that is not what effective reports took of them. */
export const feedDifferences = async (ctx: Ctx): Promise<readonly FedDifference[]> => {
  const at = tables(ctx);
  const { rows } = await sql<FedDifference>`
    select f.id, concat_ws(' ', f.nbr, '已用') as title, coalesce(f.used_qty, 0)::float8 as found, coalesce(u.qty, 0)::float8 as expected
      from ${at('feed_record')} f
      left join (
        select m.feed_record_id as feed, sum(m.qty) as qty
          from ${at('prd_report')} r join ${at('prd_report_materials')} m on m.head_id = r.id
         where r.is_deleted = 0 and r.doc_status = '60' and m.feed_record_id is not null group by 1
      ) u on u.feed = f.id
     where f.is_deleted = 0 and coalesce(f.used_qty, 0) <> coalesce(u.qty, 0) order by f.nbr`.execute(ctx.trx);
  return rows;
};

/** Feeds of which more is used and unloaded than was fed. */
export const overfed = async (ctx: Ctx): Promise<readonly FedDifference[]> => {
  const at = tables(ctx);
  const { rows } = await sql<FedDifference>`
    select id, concat_ws(' ', nbr, '已用与下料') as title, (coalesce(used_qty, 0) + coalesce(unload_qty, 0))::float8 as found,
           qty::float8 as expected
      from ${at('feed_record')}
     where is_deleted = 0 and doc_status <> '90' and coalesce(used_qty, 0) + coalesce(unload_qty, 0) > qty
     order by nbr`.execute(ctx.trx);
  return rows;
};

/** 已耗 of materials of orders that is not what effective reports took for them. */
export const usedDifferences = async (ctx: Ctx): Promise<readonly (FedDifference & { readonly order: string })[]> => {
  const at = tables(ctx);
  const { rows } = await sql<FedDifference & { readonly order: string }>`
    select p.id, o.id as order, concat_ws(' ', o.nbr, p.material_code, p.material_name, '已耗') as title,
           coalesce(p.used_qty, 0)::float8 as found, coalesce(u.qty, 0)::float8 as expected
      from ${at('prd_order')} o join ${at('prd_order_materials')} p on p.head_id = o.id
      left join (
        select m.order_row as row, sum(m.qty) as qty
          from ${at('prd_report')} r join ${at('prd_report_materials')} m on m.head_id = r.id
         where r.is_deleted = 0 and r.doc_status = '60' and m.order_row is not null group by 1
      ) u on u.row = p.id
     where o.is_deleted = 0 and coalesce(p.used_qty, 0) <> coalesce(u.qty, 0) order by o.nbr, p.line_no`.execute(
    ctx.trx,
  );
  return rows;
};

/** Reports whose materials are not what the ledger says they took; a report that was taken back took nothing. */
export const ledgerDifferences = async (
  ctx: Ctx,
): Promise<readonly (FedDifference & { readonly workOrder: string | null; readonly operation: string | null })[]> => {
  const at = tables(ctx);
  const { rows } = await sql<FedDifference & { readonly workOrder: string | null; readonly operation: string | null }>`
    select r.id, concat_ws(' ', r.nbr, '耗用') as title, r.work_order_nbr_id as "workOrder", r.order_process_id as operation,
           coalesce(m.qty, 0)::float8 as found, coalesce(l.qty, 0)::float8 as expected
      from ${at('prd_report')} r
      left join lateral (
        select sum(x.qty) as qty from ${at('prd_report_materials')} x where x.head_id = r.id and r.doc_status = '60'
      ) m on true
      left join (
        select doc_id, -sum(qty) as qty from ${at('stock_ledger')} where doc_type = 'prdReport' group by 1
      ) l on l.doc_id = r.id
     where r.is_deleted = 0 and coalesce(m.qty, 0) <> coalesce(l.qty, 0) order by r.nbr`.execute(ctx.trx);
  return rows;
};

/** Orders or work orders that count, by their numbers: not 已作废. */
export const idsThatCount = async (ctx: Ctx, table: 'work_order' | 'prd_order'): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select id from ${tables(ctx)(table)} where is_deleted = 0 and doc_status <> '90' order by nbr, id`.execute(ctx.trx);
  return rows.map(({ id }) => id);
};
