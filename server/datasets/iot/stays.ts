/** Rows of 停机记录 as stays: what reports and boards count the time of devices with. */
import { sql } from 'kysely';
import type { Span } from '../../calendar/minutes';
import type { Ctx } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import type { Rule, Stay } from '../../iot/oee/time';
import type { RunState } from '../../iot/state';

export interface KeptStay extends Stay {
  readonly reasonName: string | null;
  /** it goes on */
  readonly open: boolean;
}

const PLANNED = '计划';
const SETUP = '换型';
/** codes of the shipped list, for factories whose rows say nothing of it */
const SETUP_CODE = '10';
interface StayRow {
  readonly device: string;
  readonly from: string;
  readonly to: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly name: string | null;
  readonly extra: string | null;
  readonly code: string | null;
  readonly cut: boolean | null;
}
/**
 * Stays of devices in a span of seconds, whole: what began before it and what goes on after it too; an open one ends now. Of one device
 * they lie one after the other, so the last that began before the span is the one that reaches into it.
 */
export const staysOf = async (
  ctx: Ctx,
  devices: readonly string[],
  { from, to }: Span,
): Promise<ReadonlyMap<string, readonly KeptStay[]>> => {
  const at = (name: string) => sql.id(ctx.org.schema, name);
  const now = Math.floor(factoryMs(ctx.now) / 1000);
  const { rows } = await sql<StayRow>`
    select d.id as device, floor(extract(epoch from s.start_at))::bigint as "from", floor(extract(epoch from s.end_at))::bigint as "to",
           s.state, s.reason_id as reason, r.name, r.extra, r.code, s.split as cut
      from unnest(${[...devices]}::uuid[]) d (id)
      join ${at('device_state')} s on s.equipment_id = d.id and s.is_deleted = 0 and s.start_at < to_timestamp(${to})
       and s.start_at >= coalesce((select max(b.start_at) from ${at('device_state')} b
         where b.equipment_id = d.id and b.is_deleted = 0 and b.start_at <= to_timestamp(${from})), to_timestamp(${from}))
      left join ${at('support_infor')} r on r.id = s.reason_id
     order by s.equipment_id, s.start_at`.execute(ctx.trx);
  const found = new Map<string, KeptStay[]>();
  for (const row of rows) {
    const [start, end] = [Number(row.from), Math.min(now, row.to === null ? now : Number(row.to))];
    if (end <= start) continue;
    const list = found.get(row.device) ?? [];
    found.set(row.device, list);
    list.push({
      ...{ from: start, to: end, reason: row.reason, planned: row.extra === PLANNED, cut: row.cut === true },
      ...{ setup: row.extra === SETUP || row.code === SETUP_CODE, reasonName: row.name, open: row.to === null },
      state: Number(row.state) as RunState, // written from run states alone
    });
  }
  return found;
};

/** How the settings say that OEE counts. */
export const oeeRule = (ctx: Ctx): Rule => ({
  microSec: Number(ctx.setting('oee.microStopSec')),
  offlineOut: String(ctx.setting('oee.offlineAs')) === '2',
});
