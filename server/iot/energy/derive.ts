/**
 * Use and fees of meters (50 §6.1), derived from stored readings and from nothing else: a late one takes its meter back to the mark
 * before it, and what follows replaces what stood there. So live and rebuilt rows are the same.
 */
import { sql } from 'kysely';
import { addDec } from '../../../schemas/language/codec/decimal';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { parseFormula } from '../../energy/formula';
import { type MeterReading, midnightOf, type Register, registerOf, type Stand } from '../../energy/register';
import { settle } from '../../energy/settle';
import { type SlotUse, slotsOf, standardVolume, virtualSlots } from '../../energy/slots';
import { cycleOf, type Tariff } from '../../energy/tariff';
import type { At } from '../dirty';
import { factoryMs } from '../factory-time';
import { markAlerts } from './alerts/watch';
import { lastClosed, lockMonths, renewLate } from './closed';
import { markMeters } from './dirty';
import { dayOf, entryOf } from './period-at';
import { type Meter, meansOf, metersOf, READ, rawOf, readingsOf, tariffsOf } from './sources';

const MINUTE_MS = 60_000;

interface Work {
  readonly ctx: Ctx;
  readonly at: At;
  readonly meters: readonly Meter[];
  readonly slotMs: number;
}
/** Meters of an organisation that lag. */
export const laggingMeters = async (ctx: Ctx): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT meter_id AS id FROM ${sql.id(ctx.org.schema, 'mw_energy_dirty')} ORDER BY meter_id`.execute(ctx.trx);
  return rows.map(({ id }) => id);
};

/** Makes the rows of a meter anew from where they lag; virtual meters over it lag from there on. */
export const deriveMeter = async (ctx: Ctx, meterId: string): Promise<void> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  await lockMonths(ctx, 'shared');
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${meterId}, 52))`.execute(ctx.trx);
  // read before the readings: what is stored after it raises the stamp, and is derived the next time
  const { rows } = await sql<{ from_ts: string; stamp: string }>`
    SELECT from_ts, stamp FROM ${at('mw_energy_dirty')} WHERE meter_id = ${meterId}`.execute(ctx.trx);
  const [dirty] = rows;
  if (dirty === undefined) return;
  const work: Work = {
    ctx,
    at,
    meters: await metersOf(ctx, at),
    slotMs: Number(ctx.setting('energy.slotMin')) * MINUTE_MS,
  };
  const meter = work.meters.find(({ id }) => id === meterId);
  const from =
    meter?.readMode === READ.virtual
      ? await deriveVirtual(work, meter, Number(dirty.from_ts))
      : await deriveRead(work, meterId, meter, Number(dirty.from_ts));
  if (meter !== undefined) {
    const firstDay = await settleFrom(work, meter, from);
    const closed = await lastClosed(ctx);
    if (closed !== undefined && firstDay <= closed.until) await renewLate(ctx, meter.id);
    await deriveReactive(work, meter, Number(dirty.from_ts));
    await markMeters(ctx.trx, at, usersOf(work, meter), from);
    await markAlerts(ctx.trx, at, meter.id, from);
  }
  await sql`DELETE FROM ${at('mw_energy_dirty')} WHERE meter_id = ${meterId} AND stamp = ${dirty.stamp}`.execute(
    ctx.trx,
  );
};
const usersOf = ({ meters }: Work, { code }: Meter): readonly string[] =>
  meters
    .filter((user) => user.readMode === READ.virtual && termsOf(user).some((term) => term.code === code))
    .map(({ id }) => id);
const termsOf = ({ formula }: Meter) => parseFormula(formula ?? '') ?? [];

/** Answers from where its slots are new. */
const deriveRead = async (work: Work, id: string, meter: Meter | undefined, dirty: number): Promise<number> => {
  const { start, slots } = await readFrom(work, id, meter, dirty);
  await replaceSlots(work, id, start, meter?.gasStd === true ? await asGas(work, meter, slots) : slots);
  return dirty === 0 ? 0 : Math.min(start, dirty);
};
/** Slots of a register from where they are new; its marks are kept. */
const readFrom = async (
  work: Work,
  id: string,
  meter: Meter | undefined,
  dirty: number,
): Promise<{ readonly start: number; readonly slots: readonly SlotUse[] }> => {
  const { ctx, at, slotMs } = work;
  const mark = await markBefore(work, id, meter, dirty);
  const readings = meter === undefined ? [] : await readingsOf(ctx, at, meter, mark?.ts ?? 0);
  const start = mark?.ts ?? firstKept(work, meter, readings);
  const register: Register =
    meter === undefined
      ? { knots: [], marks: new Map() }
      : registerOf(
          { ratio: Number(meter.ratio), rolloverMax: numberOf(meter.rollover), maxRate: numberOf(meter.maxRate) },
          readings,
          mark?.stand,
        );
  // what a person reads is spread evenly since the reading before: all of it is estimated
  const gapMs = meter?.readMode === READ.manual ? -1 : Number(ctx.setting('energy.gapMaxMin')) * MINUTE_MS;
  const slots = slotsOf({ slotMs, gapMs }, register.knots).filter(({ slot }) => slot >= start);
  await sql`DELETE FROM ${at('mw_energy_mark')} WHERE meter_id = ${id} AND ts > ${start}`.execute(ctx.trx);
  const marks = [...register.marks];
  if (marks.length > 0)
    await sql`INSERT INTO ${at('mw_energy_mark')} (meter_id, ts, state)
      SELECT ${id}::uuid, * FROM unnest(${marks.map(([ts]) => ts)}::bigint[],
        ${marks.map(([, stand]) => JSON.stringify(stand))}::jsonb[])`.execute(ctx.trx);
  return { start, slots };
};

/** Its reactive energy by day: a register like the other, whose marks stand under its point. */
const deriveReactive = async (work: Work, meter: Meter, dirty: number): Promise<void> => {
  const { ctx, at } = work;
  const { reactive } = meter;
  if (reactive === null) {
    await sql`DELETE FROM ${at('mw_energy_reactive')} WHERE meter_id = ${meter.id}`.execute(ctx.trx);
    return;
  }
  const own: Meter = { ...meter, id: reactive, point: reactive, readMode: READ.auto, maxRate: null };
  const { start, slots } = await readFrom(work, reactive, own, dirty);
  if (start === Number.MAX_SAFE_INTEGER) return;
  const days = new Map<string, number>();
  for (const { slot, use } of slots) {
    const day = factoryClock(new Date(slot)).slice(0, 10);
    days.set(day, addDec(days.get(day) ?? 0, use));
  }
  const first = factoryClock(new Date(start)).slice(0, 10);
  await sql`DELETE FROM ${at('mw_energy_reactive')} WHERE meter_id = ${meter.id} AND day >= ${first}::date`.execute(
    ctx.trx,
  );
  await sql`INSERT INTO ${at('mw_energy_reactive')} (meter_id, day, use)
    SELECT ${meter.id}::uuid, * FROM unnest(${[...days.keys()]}::date[], ${[...days.values()]}::numeric[])`.execute(
    ctx.trx,
  );
};
/** Readings of points are kept for some time only: what was derived of older ones stays. */
const firstKept = ({ slotMs }: Work, meter: Meter | undefined, readings: readonly MeterReading[]): number => {
  if (meter?.readMode !== READ.auto) return 0;
  const [first] = readings;
  return first === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(first.ts / slotMs) * slotMs;
};
const numberOf = (digits: string | null): number | null => (digits === null ? null : Number(digits));

/** The line up to a reading depends on it: the mark is one before the reading that comes before the change. */
const markBefore = async (
  { ctx, at }: Work,
  id: string,
  meter: Meter | undefined,
  dirty: number,
): Promise<{ readonly ts: number; readonly stand: Stand } | undefined> => {
  if (meter?.point === undefined || dirty === 0) return undefined;
  const { rows } = await sql<{ ts: string; state: Stand }>`
    SELECT ts, state FROM ${at('mw_energy_mark')} WHERE meter_id = ${id} AND ts <=
      (SELECT max(ts) FROM ${rawOf(at)} r WHERE point_id = ${meter.point}::uuid AND ts < ${dirty}::bigint AND q <= 1)
     ORDER BY ts DESC LIMIT 1`.execute(ctx.trx);
  return rows[0] && { ts: Number(rows[0].ts), stand: rows[0].state };
};

const asGas = async (
  { ctx, at, slotMs }: Work,
  { pressure, temp }: Meter,
  slots: readonly SlotUse[],
): Promise<readonly SlotUse[]> => {
  const span = { from: slots[0]?.slot ?? 0, slotMs };
  const [kpa, celsius] = [await meansOf(ctx, at, pressure, span), await meansOf(ctx, at, temp, span)];
  return slots.map((slot) => {
    const [p, t] = [kpa.get(slot.slot), celsius.get(slot.slot)];
    // nobody measured it: the volume as it was counted, and marked
    return p === undefined || t === undefined
      ? { ...slot, est: true }
      : { ...slot, use: standardVolume(slot.use, p, t) };
  });
};

const deriveVirtual = async (work: Work, meter: Meter, from: number): Promise<number> => {
  const start = from === 0 ? 0 : midnightOf(from);
  const parts = new Map<string, readonly SlotUse[]>();
  for (const { code } of termsOf(meter)) {
    const part = work.meters.find((other) => other.code === code);
    parts.set(code, part === undefined ? [] : await slotsFrom(work, part.id, start));
  }
  const slots = virtualSlots(termsOf(meter), (code) => parts.get(code) ?? []);
  await replaceSlots(work, meter.id, start, slots);
  return start;
};

const slotsFrom = async ({ ctx, at }: Work, id: string, from: number): Promise<readonly SlotUse[]> => {
  const { rows } = await sql<{ slot: string; use: string; est: boolean }>`
    SELECT slot, use, est FROM ${at('mw_energy_slot')} WHERE meter_id = ${id} AND slot >= ${from} ORDER BY slot`.execute(
    ctx.trx,
  );
  return rows.map(({ slot, use, est }) => ({ slot: Number(slot), use: Number(use), est }));
};
const replaceSlots = async ({ ctx, at }: Work, id: string, from: number, slots: readonly SlotUse[]): Promise<void> => {
  await sql`DELETE FROM ${at('mw_energy_slot')} WHERE meter_id = ${id} AND slot >= ${from}`.execute(ctx.trx);
  if (slots.length === 0) return;
  await sql`INSERT INTO ${at('mw_energy_slot')} (meter_id, slot, use, est)
    SELECT ${id}::uuid, * FROM unnest(${slots.map(({ slot }) => slot)}::bigint[], ${slots.map(({ use }) => use)}::numeric[],
      ${slots.map(({ est }) => est)}::boolean[])`.execute(ctx.trx);
};

/** Prices days from a moment on; where steps say the price, from the beginning of their cycle. Answers its first day. */
const settleFrom = async (work: Work, meter: Meter, from: number): Promise<string> => {
  const { ctx, at } = work;
  const tariffs = await tariffsOf(ctx, meter.energyType);
  const billDay = Number(ctx.setting('energy.billDay'));
  const entryOn = await entryOf(ctx);
  const first = from === 0 ? 0 : firstPriced(tariffs, dayOf(from).day, billDay);
  const day = first === 0 ? '0001-01-01' : dayOf(first).day;
  const units = settle(
    { energyType: meter.energyType, slotMs: work.slotMs, tariffs, billDay, dayOf, entryOn },
    await slotsFrom(work, meter.id, first),
  );
  await sql`DELETE FROM ${at('mw_energy_unit')} WHERE meter_id = ${meter.id} AND day >= ${day}::date`.execute(ctx.trx);
  if (units.length > 0)
    await sql`INSERT INTO ${at('mw_energy_unit')} (meter_id, day, period, use, est, demand, demand_at, fee, sewage, resource)
      SELECT ${meter.id}::uuid, * FROM unnest(${units.map((unit) => unit.day)}::date[], ${units.map(({ period }) => period ?? '')}::text[],
        ${units.map(({ use }) => use)}::numeric[], ${units.map(({ est }) => est)}::boolean[], ${units.map(({ demand }) => demand)}::numeric[],
        ${units.map(({ demandAt }) => demandAt)}::bigint[], ${units.map(({ fee }) => fee)}::numeric[],
        ${units.map(({ sewage }) => sewage)}::numeric[], ${units.map(({ resource }) => resource)}::numeric[])`.execute(
      ctx.trx,
    );
  return day;
};
const firstPriced = (tariffs: readonly Tariff[], day: string, billDay: number): number => {
  const [first] = tariffs
    .filter(({ tiers }) => tiers.length > 0)
    .map((tariff) => cycleOf(tariff, day, billDay))
    .sort((a, b) => a.length - b.length);
  if (first === undefined) return factoryMs(`${day} 00:00:00`);
  return factoryMs(`${first.length === 4 ? `${first}-01` : first}-${String(billDay).padStart(2, '0')} 00:00:00`);
};
