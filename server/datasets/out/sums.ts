/** What live documents of 外协 say of operations and of the lines of plans (30 P17, 40 §6.5, §6.6): summed by the database. */
import { sql } from 'kysely';
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { asNumber, type SaidPart } from '../production/said';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

/** 外协计划: drafts count, since two plans of the last pieces may not both be written; a closed one counts what was sent of it. */
export const outPlanSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select r.order_process_id as operation,
           sum(case when d.doc_status = '80' then coalesce(r.sent_qty, 0) - coalesce(r.return_qty, 0) else r.qty end) as qty
      from ${table(ctx, 'out_plan')} d join ${table(ctx, 'out_plan_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status <> '90' and d.id is distinct from ${except}::uuid
       and r.order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ qty }) => ({ outPlan: asNumber(qty) }),
};

/** 外协发出 plays the start: what was sent and not taken back unworked; what goes out again to be mended is no new piece. */
export const outSendSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select operation, sum(qty) as sent from (
      select r.order_process_id as operation, r.qty from ${table(ctx, 'out_send')} d
        join ${table(ctx, 'out_send_items')} r on r.head_id = d.id
       where d.is_deleted = 0 and d.doc_status = '60' and d.send_type = '1' and d.id is distinct from ${except}::uuid
      union all
      select r.order_process_id, - r.qty from ${table(ctx, 'out_receive')} d
        join ${table(ctx, 'out_receive_items')} r on r.head_id = d.id
       where d.is_deleted = 0 and d.doc_status = '60' and d.receive_type = '2' and not coalesce(r.rework_flag, false)
         and d.id is distinct from ${except}::uuid
    ) moved where operation = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ sent }) => ({ sent: asNumber(sent) }),
};

/** 外协收回 plays the report: losses are 工废; what was sent to be mended moves from rework and is reported already. */
export const outReceiveSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select r.order_process_id as operation, coalesce(r.rework_flag, false) as mended, sum(r.qty) as qty,
           sum(coalesce(r.loss_qty, 0)) as loss, sum(coalesce(r.qualified_qty, 0)) as good,
           sum(coalesce(r.rework_qty, 0)) as rework, sum(coalesce(r.pending_qty, 0)) as pending,
           sum(coalesce(r.work_scrap_qty, 0)) as work, sum(coalesce(r.material_scrap_qty, 0)) as material
      from ${table(ctx, 'out_receive')} d join ${table(ctx, 'out_receive_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '60' and d.receive_type = '1' and d.id is distinct from ${except}::uuid
       and r.order_process_id = any(${[...operations]}::uuid[])
     group by 1, 2`,
  said: (row) => {
    const [qty, loss, good] = [asNumber(row.qty), asNumber(row.loss), asNumber(row.good)];
    const came = addDec(qty, loss);
    return {
      good,
      firstPass: row.mended ? 0 : good,
      rework: addDec(asNumber(row.rework), row.mended ? -came : 0),
      pending: asNumber(row.pending),
      workScrap: addDec(asNumber(row.work), loss),
      materialScrap: asNumber(row.material),
      outside: row.mended ? 0 : came,
    };
  },
};

/** A row of a send that is out, in the order the sends were let go. */
export interface SentLine {
  readonly planRow: string;
  readonly doc: string;
  readonly row: string;
  readonly qty: number;
  readonly mended: boolean;
}
/** A row of a receipt that took effect. */
export interface CameLine {
  readonly planRow: string;
  readonly row: string;
  readonly sendRow: string | null;
  readonly mended: boolean;
  /** came back worked on */
  readonly received: number;
  readonly loss: number;
  /** came back as it went */
  readonly returned: number;
  readonly good: number;
}
/** Rows of effective sends of some plans; `except` one that is being judged. */
export const sentLines = async (
  ctx: Ctx,
  plans: readonly string[],
  except: string | null = null,
): Promise<readonly SentLine[]> => {
  const { rows } = await sql<{ readonly [column: string]: string }>`
    select r.plan_row, d.id as doc, r.id as row, r.qty, d.send_type from ${table(ctx, 'out_send')} d
      join ${table(ctx, 'out_send_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '60' and d.id is distinct from ${except}::uuid
       and r.plan_id = any(${[...plans]}::uuid[])
     order by d.audited_at, d.id, r.line_no`.execute(ctx.trx);
  return rows.map(({ plan_row, doc, row, qty, send_type }) => ({
    planRow: plan_row ?? '',
    doc: doc ?? '',
    row: row ?? '',
    qty: asNumber(qty),
    mended: send_type === '2',
  }));
};
/** Rows of effective receipts of some plans; `except` one that is being judged. */
export const cameLines = async (
  ctx: Ctx,
  plans: readonly string[],
  except: string | null = null,
): Promise<readonly CameLine[]> => {
  const { rows } = await sql<{ readonly [column: string]: string | null }>`
    select r.plan_row, r.id as row, r.send_row, coalesce(r.rework_flag, false)::text as mended, d.receive_type, r.qty,
           r.loss_qty, r.qualified_qty from ${table(ctx, 'out_receive')} d
      join ${table(ctx, 'out_receive_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '60' and d.id is distinct from ${except}::uuid
       and r.plan_id = any(${[...plans]}::uuid[])
     order by d.audited_at, d.id, r.line_no`.execute(ctx.trx);
  return rows.map((line) => ({
    planRow: line.plan_row ?? '',
    row: line.row ?? '',
    sendRow: line.send_row ?? null,
    mended: line.mended === 'true',
    received: line.receive_type === '1' ? asNumber(line.qty) : 0,
    loss: line.receive_type === '1' ? asNumber(line.loss_qty) : 0,
    returned: line.receive_type === '2' ? asNumber(line.qty) : 0,
    good: line.receive_type === '1' ? asNumber(line.qualified_qty) : 0,
  }));
};

/** 返修: what was sent again of rows of receipts, drafts counted; `except` the send that is being judged. */
export const mendedOf = async (
  ctx: Ctx,
  receiptRows: readonly string[],
  except: string,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ readonly row: string; readonly qty: string }>`
    select r.src_row_id as row, sum(r.qty) as qty from ${table(ctx, 'out_send')} d
      join ${table(ctx, 'out_send_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status <> '90' and d.id is distinct from ${except}::uuid
       and r.src_row_id = any(${[...receiptRows]}::uuid[])
     group by 1`.execute(ctx.trx);
  return new Map(rows.map(({ row, qty }) => [row, asNumber(qty)]));
};

/** Rows of other sends of the same lines of plans that are not let go yet. */
export const waitingSends = async (
  ctx: Ctx,
  planRows: readonly string[],
  except: string,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ readonly row: string; readonly qty: string }>`
    select r.plan_row as row, sum(r.qty) as qty from ${table(ctx, 'out_send')} d
      join ${table(ctx, 'out_send_items')} r on r.head_id = d.id
     where d.is_deleted = 0 and d.doc_status = '10' and d.send_type = '1' and d.id is distinct from ${except}::uuid
       and r.plan_row = any(${[...planRows]}::uuid[])
     group by 1`.execute(ctx.trx);
  return new Map(rows.map(({ row, qty }) => [row, asNumber(qty)]));
};
