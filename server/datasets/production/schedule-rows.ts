/** What the schedule reads and writes by the thousand: one statement each, whatever the size of the plan. */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { objectOf } from '../../records/context';
import { dropHeld } from '../../records/held';
import type { EngineCtx } from '../../records/host';
import { upsertRecords } from '../../records/store/write';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);
/** Rows of one statement. */
const CHUNK = 1_000;

/** Tasks as they are to stand; ids that are there are written over. */
export async function writeTasks(ctx: EngineCtx, tasks: readonly Rec[]): Promise<void> {
  const object = objectOf(ctx, 'scheduleTask');
  const stamp = { userId: ctx.session.me.id, now: ctx.now };
  for (let from = 0; from < tasks.length; from += CHUNK)
    await upsertRecords(ctx.trx, ctx.org.schema, object, tasks.slice(from, from + CHUNK), stamp);
  for (const { id } of tasks) dropHeld(ctx, object, id as string);
}

/** Takes tasks out of their plan; their ids are kept for the same part of the same operation. */
export async function dropTasks(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${table(ctx, 'schedule_task')} set is_deleted = 1, status = '0', lock_flag = false, override = false
    where id = any(${[...ids]}::uuid[])`.execute(ctx.trx);
}

/** Ids that parts of operations had in a plan before, whether they stand in it or not: `operation/part` → id. */
export async function taskIds(ctx: Ctx, workshop: string, scenario: string | null): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, order_process_id || '/' || part as key from ${table(ctx, 'schedule_task')}
     where workshop_id = ${workshop}::uuid and scenario_id is not distinct from ${scenario}::uuid
     order by is_deleted desc, id`.execute(ctx.trx);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Version of many tasks at once: the plan they belong to has changed. */
export async function stampTasks(
  ctx: Ctx,
  ids: readonly string[],
  set: { readonly status?: '0' | '1'; readonly lockFlag?: boolean; readonly planVersion: number },
): Promise<void> {
  await sql`update ${table(ctx, 'schedule_task')} set
      status = coalesce(${set.status ?? null}::text, status),
      lock_flag = coalesce(${set.lockFlag ?? null}::boolean, lock_flag),
      override = case when ${set.status ?? null}::text = '0' then false else override end,
      override_reason = case when ${set.status ?? null}::text = '0' then null else override_reason end,
      plan_version = ${set.planVersion}, version = version + 1, updated_at = now(), updated_by_id = ${ctx.session.me.id}::uuid
    where id = any(${[...ids]}::uuid[])`.execute(ctx.trx);
}
export async function overrideTasks(ctx: Ctx, ids: readonly string[], reason: string): Promise<void> {
  await sql`update ${table(ctx, 'schedule_task')} set override = true, override_reason = ${reason}
    where id = any(${[...ids]}::uuid[])`.execute(ctx.trx);
}

export interface PlannedOrder {
  readonly id: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly lateHours: number | null;
}
const seconds = (at: string | null): string | null => (at === null ? null : `${at}+08`);

/**
 * Orders and work orders in the order in which the floor locks them (30 §1.5), before a plan is written: its tasks hold what they refer to.
 */
export async function holdOrders(ctx: Ctx, workOrders: readonly string[]): Promise<void> {
  const ids = [...workOrders];
  await sql`select id from ${table(ctx, 'prd_order')} where id in
      (select prd_order_nbr_id from ${table(ctx, 'work_order')} where id = any(${ids}::uuid[]))
    order by id for update`.execute(ctx.trx);
  await sql`select id from ${table(ctx, 'work_order')} where id = any(${ids}::uuid[])
    order by id for update`.execute(ctx.trx);
}

/** Planned times of work orders, and of their orders what the latest of them gives. */
export async function writePlannedOrders(ctx: Ctx, orders: readonly PlannedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await sql`update ${table(ctx, 'work_order')} w
      set planned_start = r.s, planned_end = r.e, late_hours = r.late
     from unnest(${ids}::uuid[], ${orders.map(({ start }) => seconds(start))}::timestamptz[],
       ${orders.map(({ end }) => seconds(end))}::timestamptz[], ${orders.map(({ lateHours }) => lateHours)}::numeric[]) as r(id, s, e, late)
    where w.id = r.id`.execute(ctx.trx);
  await sql`update ${table(ctx, 'prd_order')} p
      set planned_end = r.e, late_hours = r.late
     from (select w.prd_order_nbr_id as id, max(w.planned_end) as e, max(w.late_hours) as late
             from ${table(ctx, 'work_order')} w
            where w.is_deleted = 0 and w.doc_status <> '90' and w.prd_order_nbr_id in
              (select prd_order_nbr_id from ${table(ctx, 'work_order')} where id = any(${ids}::uuid[]))
            group by 1) r
    where p.id = r.id`.execute(ctx.trx);
}

/** What a dry run foresees: only how late, the plan stays. */
export async function writeLateHours(ctx: Ctx, late: ReadonlyMap<string, number>): Promise<void> {
  if (late.size === 0) return;
  await holdOrders(ctx, [...late.keys()]);
  await sql`update ${table(ctx, 'work_order')} w set late_hours = r.late
     from unnest(${[...late.keys()]}::uuid[], ${[...late.values()]}::numeric[]) as r(id, late)
    where w.id = r.id and w.late_hours is distinct from r.late`.execute(ctx.trx);
}

/** Planned times of operations and the device of the first run as their confirmed tasks have them; without one there are none. */
export async function writePlannedOperations(ctx: Ctx, operations: readonly string[]): Promise<void> {
  await sql`update ${table(ctx, 'order_process')} o
      set planned_start = r.s, planned_end = r.e, planned_equipment_id = r.d
     from (select x.id, min(t.plan_start) as s, max(t.plan_end) as e,
                  (array_agg(t.equipment_id order by t.plan_start, t.id))[1] as d
             from unnest(${[...operations]}::uuid[]) as x(id)
             left join ${table(ctx, 'schedule_task')} t
               on t.order_process_id = x.id and t.is_deleted = 0 and t.scenario_id is null and t.status = '1'
            group by 1) r
    where o.id = r.id`.execute(ctx.trx);
}

export interface Supply {
  readonly material: string;
  readonly attrKey: string;
  readonly qty: number;
}
/** 合格 stock of its own that nobody has reserved, by material and attributes. */
export async function freeStock(ctx: Ctx, materials: readonly string[]): Promise<readonly Supply[]> {
  const { rows } = await sql<{ material: string; attr: string; qty: string }>`
    select material_id as material, coalesce(attr_key, '') as attr, sum(qty - reserved_qty) as qty
      from ${table(ctx, 'stock_balance')}
     where material_id = any(${[...materials]}::uuid[]) and quality_status = '1' and owner = 'self' and stage_id is null
     group by 1, 2`.execute(ctx.trx);
  return rows.map(({ material, attr, qty }) => ({ material, attrKey: attr, qty: Number(qty) }));
}
/** What is ordered of suppliers and not in yet, by the day it is asked for. */
export async function openPurchases(
  ctx: Ctx,
  materials: readonly string[],
): Promise<readonly (Supply & { readonly day: string })[]> {
  const { rows } = await sql<{ material: string; attr: string; qty: string; day: string }>`
    select i.material_id as material, coalesce(i.attr_key, '') as attr, to_char(i.need_date, 'YYYY-MM-DD') as day,
           sum(i.open_qty * coalesce(nullif(i.base_qty, 0) / nullif(i.qty, 0), 1)) as qty
      from ${table(ctx, 'purchase_order_items')} i
      join ${table(ctx, 'purchase_order')} p on p.id = i.head_id
     where i.material_id = any(${[...materials]}::uuid[]) and p.is_deleted = 0 and p.audit_status = '2'
       and p.doc_status in ('10', '20', '30') and i.open_qty > 0
     group by 1, 2, 3 order by 3`.execute(ctx.trx);
  return rows.map(({ material, attr, qty, day }) => ({ material, attrKey: attr, qty: Number(qty), day }));
}

export async function dropScenario(ctx: Ctx, id: string): Promise<void> {
  await sql`update ${table(ctx, 'schedule_scenario')} set is_deleted = 1, version = version + 1 where id = ${id}::uuid`.execute(
    ctx.trx,
  );
}

/** One at a time makes the plan of a workshop, until its transaction ends. */
export async function holdWorkshop(ctx: Ctx, workshop: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.org.schema} schedule ${workshop}`}, 0))`.execute(
    ctx.trx,
  );
}
