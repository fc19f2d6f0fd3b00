/** Closing a month of fees and opening the last one again, in the transaction of the caller, who holds `lockMonths` alone. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { BillRule } from '../../energy/bill';
import { closedDay, monthOfDay, openFrom, renewLate, tablesOf, UNIT } from './closed';
import { deriveMeter, laggingMeters } from './derive';
import { noteMeters } from './dirty';

/** virtual meters over virtual ones come one round later each */
const ROUNDS = 10;

/** What came before the closing belongs to it, not to the differences after it. */
export const deriveLagging = async (ctx: Ctx): Promise<void> => {
  await noteMeters(ctx.trx, tablesOf(ctx));
  for (let round = 0; round < ROUNDS; round++) {
    const meters = await laggingMeters(ctx);
    if (meters.length === 0) return;
    for (const meter of meters) await deriveMeter(ctx, meter);
  }
};

export interface Unpriced {
  readonly code: string;
  readonly energyType: string;
  readonly day: string;
  readonly use: number;
}
/** The first use that was read and is not closed yet, up to a day, for which no price holds. */
export const unpricedUntil = async (ctx: Ctx, until: string): Promise<Unpriced | undefined> => {
  const at = tablesOf(ctx);
  const { rows } = await sql<Unpriced>`
    SELECT m.code, m.energy_type AS "energyType", u.day::text, sum(u.use)::float8 AS use
      FROM (SELECT meter_id, day, use, fee FROM ${at('mw_energy_unit')}
            UNION ALL SELECT meter_id, day, use, fee FROM ${at('mw_energy_late')}) u
      JOIN ${at('energy_meter')} m ON m.id = u.meter_id AND m.is_deleted = 0 AND m.read_mode <> '3'
     WHERE u.fee IS NULL AND u.use <> 0 AND u.day > ${closedDay(at)} AND u.day <= ${until}::date
     GROUP BY m.code, m.energy_type, u.day ORDER BY u.day, m.code LIMIT 1`.execute(ctx.trx);
  return rows[0];
};

/** Months with use up to a day that are not closed yet. */
export const openMonthsUntil = async (ctx: Ctx, until: string): Promise<readonly string[]> => {
  const at = tablesOf(ctx);
  const { rows } = await sql<{ month: string }>`
    SELECT DISTINCT ${monthOfDay(ctx)} AS month FROM ${at('mw_energy_unit')}
     WHERE day > ${closedDay(at)} AND day <= ${until}::date ORDER BY 1`.execute(ctx.trx);
  return rows.map(({ month }) => month);
};

export interface BillFixed {
  readonly meter: string;
  readonly month: string;
  readonly rule: BillRule;
  readonly ratedKva: number | null;
}
export interface MonthSpan {
  readonly month: string;
  readonly from: string | null;
  readonly until: string;
  /** who closes it; null = its day has passed */
  readonly by: string | null;
  readonly bills: readonly BillFixed[];
}
export interface Counted {
  readonly rows: number;
  readonly amount: number;
}
export const fixMonth = async (ctx: Ctx, { month, from, until, by, bills }: MonthSpan): Promise<Counted> => {
  const at = tablesOf(ctx);
  const days = sql`day > ${closedDay(at)} AND day <= ${until}::date`;
  await sql`INSERT INTO ${at('mw_energy_closed_unit')} (${UNIT}) SELECT ${UNIT} FROM ${at('mw_energy_unit')} WHERE ${days}`.execute(
    ctx.trx,
  );
  await sql`INSERT INTO ${at('mw_energy_closed_reactive')} (meter_id, day, use)
    SELECT meter_id, day, use FROM ${at('mw_energy_reactive')} WHERE ${days}`.execute(ctx.trx);
  await sql`INSERT INTO ${at('mw_energy_closed_slot')} (meter_id, slot, use, est)
    SELECT meter_id, slot, use, est FROM ${at('mw_energy_slot')} WHERE slot >= ${openFrom(at)}
       AND slot < (extract(epoch FROM (${until}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') * 1000)::bigint`.execute(
    ctx.trx,
  );
  for (const { meter, month: of, rule, ratedKva } of bills)
    await sql`INSERT INTO ${at('mw_energy_closed_bill')} (meter_id, month, rule, rated_kva)
      VALUES (${meter}::uuid, ${of}, ${JSON.stringify(rule)}::jsonb, ${ratedKva}::numeric)`.execute(ctx.trx);
  const counted = await countedIn(ctx, until);
  await sql`INSERT INTO ${at('mw_energy_month')} (id, month, from_day, until, row_count, amount, closed_at, closed_by)
    VALUES (${ctx.newId()}::uuid, ${month}, ${from}::date, ${until}::date, ${counted.rows}::int, ${counted.amount}::numeric,
            ${ctx.now}::timestamp, ${by}::uuid)`.execute(ctx.trx);
  return counted;
};
/** Rows that are fixed, and what they cost: of meters below others it is told already, and so it is of those that are reckoned. */
const countedIn = async (ctx: Ctx, until: string): Promise<Counted> => {
  const at = tablesOf(ctx);
  const { rows } = await sql<Counted>`
    SELECT count(*)::int AS rows, coalesce(sum(u.amount) FILTER (WHERE m.parent_id IS NULL AND m.read_mode <> '3'), 0)::float8 AS amount
      FROM (SELECT meter_id, day, coalesce(fee, 0) + sewage + resource AS amount FROM ${at('mw_energy_closed_unit')}
            UNION ALL SELECT meter_id, day, coalesce(fee, 0) + sewage + resource FROM ${at('mw_energy_late')}) u
      LEFT JOIN ${at('energy_meter')} m ON m.id = u.meter_id
     WHERE u.day > ${closedDay(at)} AND u.day <= ${until}::date`.execute(ctx.trx);
  return rows[0] ?? { rows: 0, amount: 0 };
};

/** Its days follow their readings again. */
export const openAgain = async (ctx: Ctx, month: string, reason: string | null): Promise<Counted> => {
  const at = tablesOf(ctx);
  const { rows } = await sql<Counted>`
    UPDATE ${at('mw_energy_month')} SET reopened_at = ${ctx.now}::timestamp, reopened_by = ${ctx.session.me.id}::uuid, reason = ${reason}
     WHERE month = ${month} AND reopened_at IS NULL
     RETURNING row_count AS rows, amount::float8 AS amount`.execute(ctx.trx);
  for (const table of ['mw_energy_closed_unit', 'mw_energy_closed_reactive'])
    await sql`DELETE FROM ${at(table)} WHERE day > ${closedDay(at)}`.execute(ctx.trx);
  await sql`DELETE FROM ${at('mw_energy_closed_slot')} WHERE slot >= ${openFrom(at)}`.execute(ctx.trx);
  await sql`DELETE FROM ${at('mw_energy_closed_bill')} WHERE month >
    (SELECT coalesce(max(month), '') FROM ${at('mw_energy_month')} WHERE reopened_at IS NULL)`.execute(ctx.trx);
  await renewLate(ctx, null);
  return rows[0] ?? { rows: 0, amount: 0 };
};

export interface MonthEvent extends Counted {
  readonly month: string;
  readonly from: string | null;
  readonly until: string;
  readonly closedAt: string;
  readonly closedBy: string | null;
  readonly reopenedAt: string | null;
  readonly reopenedBy: string | null;
  readonly reason: string | null;
}
/** Every closing, the newest month first. */
export const monthEvents = async (ctx: Ctx): Promise<readonly MonthEvent[]> => {
  const clock = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<MonthEvent>`
    SELECT month, from_day::text AS "from", until::text, row_count AS rows, amount::float8, ${clock('closed_at')} AS "closedAt",
           closed_by AS "closedBy", ${clock('reopened_at')} AS "reopenedAt", reopened_by AS "reopenedBy", reason
      FROM ${tablesOf(ctx)('mw_energy_month')} k ORDER BY k.until DESC, k.closed_at DESC, k.id DESC`.execute(ctx.trx);
  return rows;
};
