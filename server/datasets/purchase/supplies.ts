/** What is to come of materials besides purchase orders, and who supplied them last. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface Coming {
  readonly material: string;
  readonly attrKey: string;
  readonly qty: number;
  readonly day: string;
}
const table = (ctx: Ctx, name: string): RawBuilder<unknown> => sql.table(`${ctx.org.schema}.${name}`);
type Raw = { readonly material: string; readonly attr: string; readonly qty: string; readonly day: string };
const comingOf = ({ material, attr, qty, day }: Raw): Coming => ({ material, attrKey: attr, qty: Number(qty), day });

/** Audited applications that are not ordered yet, in base units; of the named orders those that wait for their audit too. */
export const openApplies = async (
  ctx: Ctx,
  materials: readonly string[],
  orders: readonly string[] = [],
): Promise<readonly Coming[]> => {
  const { rows } = await sql<Raw>`
    select i.material_id as material, coalesce(i.attr_key, '') as attr, to_char(i.require_date, 'YYYY-MM-DD') as day,
           sum(i.open_qty * coalesce(nullif(i.base_qty, 0) / nullif(i.qty, 0), 1)) as qty
      from ${table(ctx, 'purchase_apply_items')} i
      join ${table(ctx, 'purchase_apply')} a on a.id = i.head_id
     where i.material_id = any(${[...materials]}::uuid[]) and a.is_deleted = 0
       and (a.audit_status = '2' or i.prd_order_id = any(${[...orders]}::uuid[]))
       and a.doc_status in ('10', '20') and i.open_qty > 0
     group by 1, 2, 3`.execute(ctx.trx);
  return rows.map(comingOf);
};

/** What live applications ask for, by the row they were pushed from. */
export const appliedOf = async (ctx: Ctx, sources: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ source: string; qty: string }>`
    select i.src_row_id as source, sum(i.qty) as qty
      from ${table(ctx, 'purchase_apply_items')} i
      join ${table(ctx, 'purchase_apply')} a on a.id = i.head_id
     where i.src_row_id = any(${[...new Set(sources)]}::uuid[]) and a.is_deleted = 0 and a.doc_status <> '90'
     group by 1`.execute(ctx.trx);
  return new Map(rows.map(({ source, qty }) => [source, Number(qty)]));
};

/** What orders of the factory still make of them. */
export const openMakes = async (ctx: Ctx, materials: readonly string[]): Promise<readonly Coming[]> => {
  const { rows } = await sql<Raw>`
    select material_id as material, coalesce(attr_key, '') as attr, to_char(due_date, 'YYYY-MM-DD') as day,
           sum(greatest(plan_qty - coalesce(received_qty, 0), 0)) as qty
      from ${table(ctx, 'prd_order')}
     where material_id = any(${[...materials]}::uuid[]) and is_deleted = 0 and audit_status = '2'
       and doc_status in ('10', '20', '30', '40')
     group by 1, 2, 3`.execute(ctx.trx);
  return rows.map(comingOf);
};

/** The supplier of the newest audited order of each material, else one who lists it. */
export const lastSuppliers = async (
  ctx: Ctx,
  materials: readonly string[],
): Promise<ReadonlyMap<string, { readonly supplier: string; readonly buyer: string | null }>> => {
  const ids = [...new Set(materials)];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ material: string; supplier: string; buyer: string | null }>`
    select distinct on (f.material) f.material, f.supplier, s.buyer_id as buyer
      from (select i.material_id as material, o.supplier_id as supplier, 0 as rank, o.biz_date as day, o.nbr
              from ${table(ctx, 'purchase_order_items')} i
              join ${table(ctx, 'purchase_order')} o on o.id = i.head_id
             where i.material_id = any(${ids}::uuid[]) and o.is_deleted = 0 and o.audit_status = '2' and o.doc_status <> '90'
            union all
            select m.material_id, m.head_id, 1, null, null
              from ${table(ctx, 'supplier_materials')} m where m.material_id = any(${ids}::uuid[])) f
      join ${table(ctx, 'supplier')} s on s.id = f.supplier and s.is_deleted = 0 and s.is_disabled = '0' and s.qual_status <> '3'
     order by f.material, f.rank, f.day desc, f.nbr desc, s.code`.execute(ctx.trx);
  return new Map(rows.map(({ material, supplier, buyer }) => [material, { supplier, buyer }]));
};
