/**
 * Months of fees that are closed (50 §6.3): what was published of their days stays, while slots and units go on following their readings.
 * What a closed month would be more or less by them stands as one difference of a meter on the first open day.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { BillRule } from '../../energy/bill';
import type { At } from '../dirty';

const LOCK = 7_201_987;
export const tablesOf =
  ({ org }: Ctx): At =>
  (table) =>
    sql.id(org.schema, table);

/** Who derives holds the months as they are; who closes or opens one waits for them. */
export const lockMonths = async (ctx: Ctx, how: 'shared' | 'alone'): Promise<void> => {
  const key = sql`hashtext(${`${ctx.org.schema}.energyMonth`})`;
  await (how === 'shared'
    ? sql`SELECT pg_advisory_xact_lock_shared(${LOCK}, ${key})`
    : sql`SELECT pg_advisory_xact_lock(${LOCK}, ${key})`
  ).execute(ctx.trx);
};

/** The last closed day, before all days while nothing is closed; the moment the first open day begins. */
export const closedDay = (at: At): RawBuilder<unknown> =>
  sql`(SELECT coalesce(max(until), '-infinity'::date) FROM ${at('mw_energy_month')} WHERE reopened_at IS NULL)`;
export const openFrom = (at: At): RawBuilder<unknown> =>
  sql`(SELECT coalesce((extract(epoch FROM (max(until) + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') * 1000)::bigint, 0)
         FROM ${at('mw_energy_month')} WHERE reopened_at IS NULL)`;

export const UNIT = sql`meter_id, day, period, use, est, demand, demand_at, fee, sewage, resource`;
/** What reports read: closed days as they were published, open ones as they are. */
export const publishedUnits = (at: At): RawBuilder<unknown> =>
  sql`(SELECT ${UNIT} FROM ${at('mw_energy_closed_unit')}
       UNION ALL SELECT ${UNIT} FROM ${at('mw_energy_unit')} WHERE day > ${closedDay(at)})`;
export const publishedSlots = (at: At): RawBuilder<unknown> =>
  sql`(SELECT meter_id, slot, use, est FROM ${at('mw_energy_closed_slot')}
       UNION ALL SELECT meter_id, slot, use, est FROM ${at('mw_energy_slot')} WHERE slot >= ${openFrom(at)})`;
export const publishedReactive = (at: At): RawBuilder<unknown> =>
  sql`(SELECT meter_id, day, use FROM ${at('mw_energy_closed_reactive')}
       UNION ALL SELECT meter_id, day, use FROM ${at('mw_energy_reactive')} WHERE day > ${closedDay(at)})`;

export interface ClosedMonth {
  readonly month: string;
  readonly until: string;
}
/** The newest one that is closed. */
export const lastClosed = async (ctx: Ctx): Promise<ClosedMonth | undefined> => {
  const { rows } = await sql<ClosedMonth>`
    SELECT month, until::text FROM ${tablesOf(ctx)('mw_energy_month')} WHERE reopened_at IS NULL
     ORDER BY mw_energy_month.until DESC LIMIT 1`.execute(ctx.trx);
  return rows[0];
};

/** The month of fees of a day, as `feeMonth` tells it. */
export const monthOfDay = (ctx: Ctx): RawBuilder<unknown> =>
  sql`to_char(day - ${Number(ctx.setting('energy.billDay')) - 1}::int, 'YYYY-MM')`;

/** Makes the differences of a meter anew after its units are, or those of all meters. */
export const renewLate = async (ctx: Ctx, meter: string | null): Promise<void> => {
  const at = tablesOf(ctx);
  const own = sql`(${meter}::uuid IS NULL OR meter_id = ${meter}::uuid)`;
  await sql`DELETE FROM ${at('mw_energy_late')} WHERE day > ${closedDay(at)} AND ${own}`.execute(ctx.trx);
  if ((await lastClosed(ctx)) === undefined) return;
  const month = monthOfDay(ctx);
  // what differences of closed days said already is published too
  await sql`
    INSERT INTO ${at('mw_energy_late')} (meter_id, day, month, use, fee, sewage, resource)
    SELECT meter_id, ${closedDay(at)} + 1, month, sum(use), CASE WHEN bool_or(unpriced) THEN NULL ELSE sum(fee) END, sum(sewage), sum(resource)
      FROM (
        SELECT meter_id, ${month} AS month, use, coalesce(fee, 0) AS fee, fee IS NULL AND use <> 0 AS unpriced, sewage, resource
          FROM ${at('mw_energy_unit')} WHERE day <= ${closedDay(at)} AND ${own}
        UNION ALL
        SELECT meter_id, ${month}, -use, -coalesce(fee, 0), false, -sewage, -resource FROM ${at('mw_energy_closed_unit')} WHERE ${own}
        UNION ALL
        SELECT meter_id, month, -use, -coalesce(fee, 0), false, -sewage, -resource FROM ${at('mw_energy_late')} WHERE ${own}
      ) moved
     GROUP BY meter_id, month
    HAVING sum(use) <> 0 OR sum(fee) <> 0 OR sum(sewage) <> 0 OR sum(resource) <> 0`.execute(ctx.trx);
};

export interface ClosedBill {
  readonly rule: BillRule;
  readonly ratedKva: number | null;
}
/** By what the bills of fee meters in closed months were made: meter and month → rule. */
export const closedBills = async (ctx: Ctx, meters: readonly string[]): Promise<ReadonlyMap<string, ClosedBill>> => {
  const { rows } = await sql<ClosedBill & { readonly meter: string; readonly month: string }>`
    SELECT meter_id AS meter, month, rule, rated_kva::float8 AS "ratedKva" FROM ${tablesOf(ctx)('mw_energy_closed_bill')}
     WHERE meter_id = ANY(${[...meters]}::uuid[])`.execute(ctx.trx);
  return new Map(rows.map(({ meter, month, rule, ratedKva }) => [`${meter} ${month}`, { rule, ratedKva }]));
};
