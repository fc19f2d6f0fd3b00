/**
 * What reports and monitors read of energy: meters in the caller's rows, their use by slots, and settled units (meter × day × period).
 * All of it hangs on the unit of the meter (50 §6), amounts on `energyFee:amount`; a meter nobody asked `metersSeen` for is not read.
 */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { bindCondition } from '../../records/expression';
import { engineOf } from '../../records/host';
import { findRows } from '../../records/list/finder';
import { sourceScope } from '../../records/read/access';
import { publishedSlots, publishedUnits, tablesOf } from './closed';

export const AMOUNT = 'energyFee:amount';
const ZONE_MS = 8 * 3_600_000;

export interface MeterSeen {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly energyType: string;
  readonly readMode: string;
  readonly parent: string | null;
  readonly level: string;
  readonly unit: string;
  readonly dept: string | null;
  readonly isFee: boolean;
  readonly ratedKva: number | null;
  readonly reactive: string | null;
  readonly isDisabled: boolean;
}
/** Meters of an energy that the report shows its reader, by code. */
export const metersSeen = async (
  given: Ctx,
  right: string,
  energyType: string | null,
): Promise<readonly MeterSeen[]> => {
  const ctx = engineOf(given);
  const object = ctx.records.object('energyMeter');
  const scope = sourceScope(ctx, object, right);
  if (scope === false) return [];
  const rows = await findRows(ctx, {
    object,
    conditions: scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)],
    where: () => (energyType === null ? [] : [sql`t.energy_type = ${energyType}`]),
    select: () =>
      sql`t.id, t.code, t.name, t.energy_type as "energyType", t.read_mode as "readMode", t.parent_id as parent, t.level,
        t.factory_unit_id as unit, t.dept_id as dept, coalesce(t.is_fee, false) as "isFee",
        t.rated_kva::float8 as "ratedKva", t.point_reactive_id as reactive, t.is_disabled <> '0' as "isDisabled"`,
  });
  return (rows as unknown as readonly MeterSeen[]).toSorted((a, b) => (a.code < b.code ? -1 : 1));
};

export interface UnitRead {
  readonly meter: string;
  readonly day: string;
  /** null: priced without periods */
  readonly period: string | null;
  readonly use: number;
  readonly est: boolean;
  /** kW of its highest slot, and when that begins */
  readonly demand: number;
  readonly demandAt: number;
  /** null: no price holds, or the reader sees no amounts */
  readonly fee: number | null;
  readonly sewage: number | null;
  readonly resource: number | null;
}
export interface DaySpan {
  /** both ends belong to it; null = open */
  readonly from: string | null;
  readonly to: string | null;
}
/** Settled units of meters in days, in the order of meter, day, period. */
export const unitsIn = async (
  ctx: Ctx,
  meters: readonly string[],
  { from, to }: DaySpan,
): Promise<readonly UnitRead[]> => {
  const paid = ctx.session.rights.has(AMOUNT);
  const { rows } = await sql<UnitRead & { demandAt: string }>`
    SELECT meter_id AS meter, day::text, nullif(period, '') AS period, use::float8, est, demand::float8, demand_at AS "demandAt",
           CASE WHEN ${paid} THEN fee::float8 END AS fee, CASE WHEN ${paid} THEN sewage::float8 END AS sewage,
           CASE WHEN ${paid} THEN resource::float8 END AS resource
      FROM ${publishedUnits(tablesOf(ctx))} u
     WHERE meter_id = ANY(${[...meters]}::uuid[]) AND (${from}::date IS NULL OR day >= ${from}::date)
       AND (${to}::date IS NULL OR day <= ${to}::date)
     ORDER BY meter_id, u.day, u.period`.execute(ctx.trx);
  return rows.map((row) => ({ ...row, demandAt: Number(row.demandAt) }));
};

/** What a closed month would be more or less by what came after it was closed (50 §6.3). */
export interface LateRead extends Pick<UnitRead, 'meter' | 'use' | 'fee' | 'sewage' | 'resource'> {
  /** the first open day, on which it stands */
  readonly day: string;
  /** the closed month */
  readonly month: string;
}
export const latesIn = async (
  ctx: Ctx,
  meters: readonly string[],
  { from, to }: DaySpan,
): Promise<readonly LateRead[]> => {
  const paid = ctx.session.rights.has(AMOUNT);
  const { rows } = await sql<LateRead>`
    SELECT meter_id AS meter, day::text, month, use::float8, CASE WHEN ${paid} THEN fee::float8 END AS fee,
           CASE WHEN ${paid} THEN sewage::float8 END AS sewage, CASE WHEN ${paid} THEN resource::float8 END AS resource
      FROM ${tablesOf(ctx)('mw_energy_late')} l
     WHERE meter_id = ANY(${[...meters]}::uuid[]) AND (${from}::date IS NULL OR l.day >= ${from}::date)
       AND (${to}::date IS NULL OR l.day <= ${to}::date)
     ORDER BY meter_id, l.day, l.month`.execute(ctx.trx);
  return rows;
};

export interface SlotRead {
  readonly meter: string;
  /** when the step begins, ms */
  readonly at: number;
  readonly use: number;
  readonly est: boolean;
  /** use of its highest slot, and of its lowest */
  readonly most: number;
  readonly least: number;
}
export interface SlotSpan {
  /** ms; `to` does not belong to it */
  readonly from: number;
  readonly to: number;
  /** slots are added up over steps of factory time: one slot, an hour, a day */
  readonly stepMs: number;
}
export const slotsIn = async (
  ctx: Ctx,
  meters: readonly string[],
  { from, to, stepMs }: SlotSpan,
): Promise<readonly SlotRead[]> => {
  const { rows } = await sql<SlotRead & { at: string }>`
    SELECT meter_id AS meter, (slot + ${ZONE_MS}::bigint) / ${stepMs}::bigint * ${stepMs}::bigint - ${ZONE_MS}::bigint AS at,
           sum(use)::float8 AS use, bool_or(est) AS est, max(use)::float8 AS most, min(use)::float8 AS least
      FROM ${publishedSlots(tablesOf(ctx))} s
     WHERE meter_id = ANY(${[...meters]}::uuid[]) AND slot >= ${from}::bigint AND slot < ${to}::bigint
     GROUP BY 1, 2 ORDER BY 1, 2`.execute(ctx.trx);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
};

export interface NetSlot {
  readonly meter: string;
  readonly at: number;
  readonly use: number;
  readonly est: boolean;
}
/** Use of meters less that of the meters below each, in the slots they were read in themselves; by meter, in the order of time. */
export const netSlotsIn = async (
  ctx: Ctx,
  meters: readonly { readonly meter: string; readonly below: readonly string[] }[],
  { from, to, stepMs }: SlotSpan,
): Promise<readonly NetSlot[]> => {
  const parts = meters.flatMap(({ meter, below }) => [meter, ...below].map((part) => ({ meter, part })));
  const { rows } = await sql<NetSlot & { at: string }>`
    SELECT p.meter, (slot + ${ZONE_MS}::bigint) / ${stepMs}::bigint * ${stepMs}::bigint - ${ZONE_MS}::bigint AS at,
           sum(CASE WHEN p.part = p.meter THEN use ELSE -use END)::float8 AS use, bool_or(est) AS est
      FROM unnest(${parts.map(({ meter }) => meter)}::uuid[], ${parts.map(({ part }) => part)}::uuid[]) p (meter, part)
      JOIN ${sql.id(ctx.org.schema, 'mw_energy_slot')} s ON s.meter_id = p.part
     WHERE slot >= ${from}::bigint AND slot < ${to}::bigint
     GROUP BY 1, 2 HAVING bool_or(p.part = p.meter) ORDER BY 1, 2`.execute(ctx.trx);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
};
