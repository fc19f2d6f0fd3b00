/** What co-product reports say of the outputs of a work order, summed by the database; and the outputs that stand open on the floor. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface CoSum {
  /** waiting for the audit or effective */
  readonly reported: number;
  readonly received: number;
}
/** By material; `except`: a report that is being judged. */
export const coSums = async (
  ctx: Ctx,
  workOrder: string,
  except: string | null = null,
): Promise<ReadonlyMap<string, CoSum>> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<{ readonly material: string; readonly reported: string; readonly received: string }>`
    select i.material_id as material, sum(i.qty) as reported, sum(coalesce(i.received_qty, 0)) as received
      from ${at('co_report')} c join ${at('co_report_items')} i on i.head_id = c.id
     where c.is_deleted = 0 and c.doc_status in ('50', '60') and c.work_order_nbr_id = ${workOrder}::uuid
       and c.id is distinct from ${except}::uuid
     group by 1`.execute(ctx.trx);
  return new Map(
    rows.map(({ material, reported, received }) => [
      material,
      { reported: Number(reported), received: Number(received) },
    ]),
  );
};

export interface OpenOutput {
  readonly id: string;
  readonly workOrder: string;
  readonly workOrderStatus: string;
  readonly prdOrder: string | null;
  readonly workshop: string | null;
  readonly product: string | null;
  readonly material: string;
  readonly materialName: string | null;
  readonly kind: string | null;
  readonly unit: string | null;
  readonly planQty: number;
  readonly theoryQty: number;
  readonly reportQty: number;
  readonly receivedQty: number;
}
/** what ended longer ago and is reported in full is found by its work order only */
const DAYS = 90;

/** Outputs of work orders that run or are done. */
export const openOutputs = async (ctx: Ctx, workOrder: string | null): Promise<readonly OpenOutput[]> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<Omit<OpenOutput, Numbers> & { readonly [key in Numbers]: string }>`
    select o.id, w.id as "workOrder", w.doc_status as "workOrderStatus", w.prd_order_nbr_id as "prdOrder",
           w.workshop_id as workshop, w.material_id as product, o.material_id as material,
           o.material_name as "materialName", o.kind, o.unit_id as unit, coalesce(o.plan_qty, 0) as "planQty",
           coalesce(o.theory_qty, 0) as "theoryQty", coalesce(o.report_qty, 0) as "reportQty",
           coalesce(o.received_qty, 0) as "receivedQty"
      from ${at('work_order')} w join ${at('work_order_outputs')} o on o.head_id = w.id
     where w.is_deleted = 0 and w.doc_status in ('30', '60')
       and (${workOrder}::uuid is null or w.id = ${workOrder}::uuid)
       and (${workOrder}::uuid is not null or w.doc_status = '30' or o.theory_qty > o.report_qty
            or w.actual_end > ${ctx.today}::date - ${sql.lit(DAYS)})
     order by w.nbr desc, o.line_no`.execute(ctx.trx);
  return rows.map((row) => ({
    ...row,
    planQty: Number(row.planQty),
    theoryQty: Number(row.theoryQty),
    reportQty: Number(row.reportQty),
    receivedQty: Number(row.receivedQty),
  }));
};
type Numbers = 'planQty' | 'theoryQty' | 'reportQty' | 'receivedQty';
