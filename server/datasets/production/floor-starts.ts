/** What the floor has begun, as the schedule needs it: of operations when and where they run, of devices what they made last. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { momentText } from '../moment';

const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);

/** A start of an operation; `end` null = it goes on. */
export interface Begun {
  readonly operation: string;
  readonly equipment: string | null;
  readonly start: string;
  readonly end: string | null;
  /** 生产中 or 已暂停 */
  readonly isOpen: boolean;
  readonly isPaused: boolean;
}
/** Starts of operations by the operation, the earliest first; what was cancelled or waits is none. */
export async function begunOf(ctx: Ctx, operations: readonly string[]): Promise<ReadonlyMap<string, readonly Begun[]>> {
  if (operations.length === 0) return new Map();
  const { rows } = await sql<Begun>`
    select order_process_id as operation, equipment_id as equipment, ${momentText('start_time')} as start, ${momentText('end_time')} as end,
           doc_status in ('30', '40') as "isOpen", doc_status = '40' as "isPaused"
      from ${table(ctx, 'prd_start')}
     where order_process_id = any(${[...operations]}::uuid[]) and doc_status in ('30', '40', '60') and is_deleted = 0
       and start_time is not null
     order by start_time, id`.execute(ctx.trx);
  const found = new Map<string, Begun[]>();
  for (const row of rows) {
    const own = found.get(row.operation);
    if (own) own.push(row);
    else found.set(row.operation, [row]);
  }
  return found;
}

/** The product each device was started for last; what never made anything is not in it. */
export async function lastMade(ctx: Ctx, devices: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<{ device: string; material: string }>`
    select d.id as device, s.material_id as material
      from unnest(${[...devices]}::uuid[]) as d(id)
      cross join lateral (
        select material_id from ${table(ctx, 'prd_start')}
         where equipment_id = d.id and doc_status in ('30', '40', '60') and is_deleted = 0 and material_id is not null
           and start_time is not null
         order by start_time desc, id desc limit 1) s`.execute(ctx.trx);
  return new Map(rows.map(({ device, material }) => [device, material]));
}
