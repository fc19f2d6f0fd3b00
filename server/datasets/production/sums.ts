/** What live documents of the floor say of operations, summed by the database (30 P15): the engine of production adds them up. */
import { sql } from 'kysely';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { gatherSums } from '../../records/gather';
import { asNumber, type SaidPart } from './said';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

/** 开工: what runs, is paused or has ended; 待开工 holds nothing; `except` one that is being judged. */
export const startSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select order_process_id as operation, sum(start_qty) as started from ${table(ctx, 'prd_start')}
     where is_deleted = 0 and doc_status in ('30', '40', '60') and id is distinct from ${except}::uuid
       and order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ started }) => ({ started: asNumber(started) }),
};

/** 派工: what is not withdrawn; `except` one that is being judged. */
export const dispatchSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select order_process_id as operation, sum(qty) as qty from ${table(ctx, 'dispatch_order')}
     where is_deleted = 0 and doc_status <> '80' and id is distinct from ${except}::uuid
       and order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  said: ({ qty }) => ({ dispatched: asNumber(qty) }),
};

/** 返工: what ended good or as scrap is open rework no more. */
export const reworkSums: SaidPart = {
  select: (ctx, operations) => sql`
    select t.order_process_id as operation, sum(coalesce(r.good, 0)) as good,
           sum(coalesce(r.work, 0) + coalesce(t.closed_qty, 0)) as work, sum(coalesce(r.material, 0)) as material
      from ${table(ctx, 'rework_task')} t
      left join lateral (
        select sum(good_qty) as good, sum(work_scrap_qty) as work, sum(material_scrap_qty) as material
          from ${table(ctx, 'rework_task_reports')} r where r.head_id = t.id and not coalesce(r.reversed, false)
      ) r on true
     where t.is_deleted = 0 and t.doc_status <> '90' and t.order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  said: (row) => {
    const [good, work, material] = [asNumber(row.good), asNumber(row.work), asNumber(row.material)];
    return { rework: negated(good, work, material), good, workScrap: work, materialScrap: material };
  },
};
const negated = (...parts: readonly number[]): number => 0 - sumDec(parts);

/** What was started of each dispatch. */
export const startedOfDispatches = async (
  ctx: Ctx,
  dispatches: readonly string[],
  except: string | null = null,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await gatherSums(
    ctx,
    sql<{ readonly id: string; readonly started: string }>`
    select dispatch_order_id as id, sum(start_qty) as started from ${table(ctx, 'prd_start')}
     where is_deleted = 0 and doc_status in ('30', '40', '60') and id is distinct from ${except}::uuid
       and dispatch_order_id = any(${[...dispatches]}::uuid[])
     group by 1`,
  );
  return new Map(rows.map(({ id, started }) => [id, asNumber(started)]));
};

/** 报工: effective ones count, submitted ones are held back; `except` one that is being judged. */
export const reportSums: SaidPart = {
  select: (ctx, operations, except) => sql`
    select order_process_id as operation,
           sum(report_qty) filter (where doc_status in ('30', '50')) as submitted,
           sum(qualified_qty) filter (where doc_status = '60') as good,
           sum(first_pass_qty) filter (where doc_status = '60') as first,
           sum(rework_qty) filter (where doc_status = '60') as rework,
           sum(pending_qty) filter (where doc_status = '60') as pending,
           sum(work_scrap_qty) filter (where doc_status = '60') as work,
           sum(material_scrap_qty) filter (where doc_status = '60') as material
      from ${table(ctx, 'prd_report')}
     where is_deleted = 0 and id is distinct from ${except}::uuid and order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  said: (row) => ({
    submitted: asNumber(row.submitted),
    good: asNumber(row.good),
    firstPass: asNumber(row.first),
    rework: asNumber(row.rework),
    pending: asNumber(row.pending),
    workScrap: asNumber(row.work),
    materialScrap: asNumber(row.material),
  }),
};

export interface Hours {
  readonly operation: string;
  readonly workHours: number;
  readonly theoryHours: number;
}
/** Hours of effective reports. */
export const hourSums = async (ctx: Ctx, operations: readonly string[]): Promise<ReadonlyMap<string, Hours>> => {
  const rows = await gatherSums(
    ctx,
    sql<{ readonly operation: string; readonly work: string; readonly theory: string }>`
    select order_process_id as operation, sum(work_hours) as work, sum(theory_hours) as theory
      from ${table(ctx, 'prd_report')}
     where is_deleted = 0 and doc_status = '60' and order_process_id = any(${[...operations]}::uuid[])
     group by 1`,
  );
  return new Map(
    rows.map(({ operation, work, theory }) => [
      operation,
      { operation, workHours: asNumber(work), theoryHours: asNumber(theory) },
    ]),
  );
};

export interface PartSums {
  readonly id: string;
  readonly reported: number;
  readonly submitted: number;
  readonly good: number;
  readonly scrap: number;
}
/** What was reported of each start. */
export const reportedOfStarts = (ctx: Ctx, starts: readonly string[], except: string | null = null) =>
  reportedBy(ctx, 'prd_start_id', starts, except);

/** What was reported of each dispatch. */
export const reportedOfDispatches = (ctx: Ctx, dispatches: readonly string[], except: string | null = null) =>
  reportedBy(ctx, 'dispatch_order_id', dispatches, except);

const reportedBy = async (
  ctx: Ctx,
  column: string,
  ids: readonly string[],
  except: string | null,
): Promise<ReadonlyMap<string, PartSums>> => {
  const rows = await gatherSums(
    ctx,
    sql<{ readonly id: string; readonly [sum: string]: string }>`
    select ${sql.ref(column)} as id,
           sum(report_qty) filter (where doc_status = '60') as reported,
           sum(report_qty) filter (where doc_status in ('30', '50')) as submitted,
           sum(qualified_qty) filter (where doc_status = '60') as good,
           sum(scrap_qty) filter (where doc_status = '60') as scrap
      from ${table(ctx, 'prd_report')}
     where is_deleted = 0 and id is distinct from ${except}::uuid and ${sql.ref(column)} = any(${[...ids]}::uuid[])
     group by 1`,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        reported: asNumber(row.reported),
        submitted: asNumber(row.submitted),
        good: asNumber(row.good),
        scrap: asNumber(row.scrap),
      },
    ]),
  );
};
