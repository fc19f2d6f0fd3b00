/** The time of devices on their calendars: their stays in zones, a batch of devices at a time. */
import { sql } from 'kysely';
import { dateAdd, dateDiff } from '../../../schemas/language/codec/date-time';
import type { Span } from '../../calendar/minutes';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { type Rule, type Stay, type TimeRow, timeOf } from '../../iot/oee/time';
import { zonesOf } from '../../iot/oee/zones';
import { staysOf } from './stays';

export interface TimeSpan {
  /** days of shifts, both ends */
  readonly from: string;
  readonly to: string;
}
export interface Device {
  readonly id: string;
  readonly factoryUnit: string | null;
  readonly devCategory: string | null;
}
export interface DeviceTime {
  readonly device: Device;
  readonly rows: readonly TimeRow[];
}
export interface DeviceTimeAsk extends TimeSpan {
  readonly devices: readonly Device[];
  readonly rule: Rule;
  readonly wordOf?: (stay: Stay) => string;
  /** rows for each product, too */
  readonly byMaterial?: boolean;
}

/** Devices in the caller's rows that are known to have done anything, or are chosen of those. */
export const devicesOf = async (
  ctx: Ctx,
  seen: readonly string[] | 'all',
  chosen: unknown,
): Promise<readonly Device[]> => {
  const ids = Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'string') : null;
  const at = (name: string) => sql.id(ctx.org.schema, name);
  const { rows } = await sql<Device>`
    select e.id, e.factory_unit_id as "factoryUnit", e.dev_category_id as "devCategory" from ${at('equipment')} e
     where e.is_deleted = 0 and exists (select from ${at('device_state')} s where s.equipment_id = e.id and s.is_deleted = 0)
       ${seen === 'all' ? sql`` : sql`and e.id = any(${[...seen]}::uuid[])`}
       ${ids === null ? sql`` : sql`and e.id = any(${ids}::uuid[])`} order by e.id`.execute(ctx.trx);
  return rows;
};

/** stays of so many days of devices are held at once */
const BATCH_DAYS = 2_000;

export const deviceTime = async (ctx: Ctx, ask: DeviceTimeAsk): Promise<readonly DeviceTime[]> => {
  const { from, to, devices, rule } = ask;
  const resources = await resourcesOf(
    ctx,
    devices.map(({ id }) => ({ id, day: from })),
  );
  const days = (dateDiff(from, to, 'day')?.n ?? 0) + 1;
  const size = Math.max(1, Math.floor(BATCH_DAYS / Math.max(1, days)));
  const found: DeviceTime[] = [];
  for (let n = 0; n < devices.length; n += size) {
    const batch = devices.slice(n, n + size);
    const stays = await staysOf(
      ctx,
      batch.map(({ id }) => id),
      secondsOf(ask),
    );
    const runs = ask.byMaterial ? await runsOf(ctx, batch, ask) : new Map<string, readonly Run[]>();
    for (const device of batch) {
      const resource = resources.get(keyOf({ id: device.id, day: from }));
      if (resource === undefined) continue;
      const rows = timeOf({
        ...{ stays: stays.get(device.id) ?? [], zones: zonesOf(resource, from, to), rule },
        ...{ runs: runs.get(device.id) ?? [], ...(ask.wordOf === undefined ? {} : { wordOf: ask.wordOf }) },
      });
      found.push({ device, rows });
    }
  }
  return found;
};

/** First and last second that shifts of the days can have. */
export const secondsOf = ({ from, to }: TimeSpan): Span => ({
  from: factoryMs(`${from} 00:00:00`) / 1000,
  to: factoryMs(`${dateAdd(to, 2, 'day') ?? to} 00:00:00`) / 1000,
});

type Run = Span & { readonly material: string | null };
/** Works of devices; of two at a time the one that began first. */
const runsOf = async (
  ctx: Ctx,
  devices: readonly Device[],
  span: TimeSpan,
): Promise<ReadonlyMap<string, readonly Run[]>> => {
  const { from, to } = secondsOf(span);
  const now = Math.floor(factoryMs(ctx.now) / 1000);
  const { rows } = await sql<{ device: string; from: string; to: string | null; material: string | null }>`
    select w.equipment_id as device, floor(extract(epoch from w."from"))::bigint as "from", floor(extract(epoch from w."to"))::bigint as "to",
           w.material_id as material
      from ${sql.id(ctx.org.schema, 'device_work')} w
     where w.is_deleted = 0 and w.equipment_id = any(${devices.map(({ id }) => id)}::uuid[]) and w."from" < to_timestamp(${to})
       and (w."to" is null or w."to" > to_timestamp(${from})) order by w.equipment_id, w."from", w.id`.execute(ctx.trx);
  const found = new Map<string, Run[]>();
  for (const row of rows) {
    const list = found.get(row.device) ?? [];
    found.set(row.device, list);
    list.push({ from: Number(row.from), to: row.to === null ? now : Number(row.to), material: row.material });
  }
  return found;
};
