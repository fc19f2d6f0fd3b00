/** 带料委外: what went to suppliers for lines of plans and what became of it (40 §6.5, §6.6), as effective documents say. */
import { sql } from 'kysely';
import { subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { gatherSums } from '../../records/gather';
import { asNumber } from '../production/said';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

/** Quantities are in base units. */
export interface MaterialSent {
  readonly planMaterial: string;
  readonly batchNbr: string | null;
  readonly qty: number;
}
export interface MaterialUsed {
  readonly planMaterial: string;
  readonly batchNbr: string | null;
  readonly consumed: number;
  readonly loss: number;
  readonly returned: number;
}
interface Row {
  readonly [column: string]: string | null;
}

/** In the order the sends were let go; `except` one that is being judged. */
export const materialsSent = async (
  ctx: Ctx,
  plans: readonly string[],
  except: string | null = null,
): Promise<readonly MaterialSent[]> => {
  const { rows } = await sql<Row>`
    select r.plan_material, r.batch_nbr, coalesce(r.base_qty, r.qty) as qty from ${table(ctx, 'out_send')} d
      join ${table(ctx, 'out_send_materials')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '60' and d.id is distinct from ${except}::uuid
       and r.plan_id = any(${[...plans]}::uuid[]) and r.plan_material is not null
     order by d.audited_at, d.nbr, r.line_no, r.id`.execute(ctx.trx);
  return rows.map(({ plan_material, batch_nbr, qty }) => ({
    planMaterial: plan_material ?? '',
    batchNbr: batch_nbr ?? null,
    qty: asNumber(qty),
  }));
};

export const materialsUsed = async (
  ctx: Ctx,
  plans: readonly string[],
  except: string | null = null,
): Promise<readonly MaterialUsed[]> => {
  const { rows } = await sql<Row>`
    select r.plan_material, r.batch_nbr, sum(coalesce(r.std_qty, 0)) as consumed, sum(coalesce(r.loss_qty, 0)) as loss,
           sum(coalesce(r.return_qty, 0)) as returned from ${table(ctx, 'out_receive')} d
      join ${table(ctx, 'out_receive_materials')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '60' and d.id is distinct from ${except}::uuid
       and r.plan_id = any(${[...plans]}::uuid[]) and r.plan_material is not null
     group by 1, 2`.execute(ctx.trx);
  return rows.map(({ plan_material, batch_nbr, consumed, loss, returned }) => ({
    planMaterial: plan_material ?? '',
    batchNbr: batch_nbr ?? null,
    consumed: asNumber(consumed),
    loss: asNumber(loss),
    returned: asNumber(returned),
  }));
};

/** What of a material a lot at the supplier still has. */
export interface LotLeft {
  readonly batchNbr: string | null;
  readonly sent: number;
  readonly left: number;
}
/** Lots of a line of a plan, the oldest send first. Pure. */
export const lotsLeft = (
  planMaterial: string,
  sent: readonly MaterialSent[],
  used: readonly MaterialUsed[],
): readonly LotLeft[] => {
  const own = sent.filter((row) => row.planMaterial === planMaterial);
  return [...new Set(own.map(({ batchNbr }) => batchNbr))].map((batchNbr) => {
    const all = sumDec(own.filter((row) => row.batchNbr === batchNbr).map(({ qty }) => qty));
    const gone = used
      .filter((row) => row.planMaterial === planMaterial && row.batchNbr === batchNbr)
      .flatMap(({ consumed, loss, returned }) => [consumed, loss, returned]);
    return { batchNbr, sent: all, left: subDec(all, sumDec(gone)) };
  });
};

/** Good pieces of orders that suppliers brought back made of sent material, in base units. */
export const outsideReceived = async (ctx: Ctx, orders: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await gatherSums(
    ctx,
    sql<Row>`
    select p.prd_order_id as prd_order, sum(r.qualified_qty * coalesce(r.base_qty, r.qty) / nullif(r.qty, 0)) as qty
      from ${table(ctx, 'out_receive')} d join ${table(ctx, 'out_receive_items')} r on r.head_id = d.id
      join ${table(ctx, 'out_plan_items')} p on p.id = r.plan_row
     where d.is_deleted = 0 and d.doc_status = '60' and d.out_type = '2' and d.receive_type = '1'
       and p.prd_order_id = any(${[...orders]}::uuid[])
     group by 1`,
  );
  return new Map(rows.map(({ prd_order, qty }) => [prd_order ?? '', asNumber(qty)]));
};

/** Live plans that give pieces of orders outside with material, in base units; `except` one that is being judged. */
export const outsidePlanned = async (
  ctx: Ctx,
  orders: readonly string[],
  except: string,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<Row>`
    select r.prd_order_id as prd_order,
           sum(case when d.doc_status = '80' then coalesce(r.received_qty, 0) * coalesce(r.base_qty, r.qty) / nullif(r.qty, 0)
                    else coalesce(r.base_qty, r.qty) end) as qty
      from ${table(ctx, 'out_plan')} d join ${table(ctx, 'out_plan_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status <> '90' and d.out_type = '2' and d.id is distinct from ${except}::uuid
       and r.prd_order_id = any(${[...orders]}::uuid[])
     group by 1`.execute(ctx.trx);
  return new Map(rows.map(({ prd_order, qty }) => [prd_order ?? '', asNumber(qty)]));
};
