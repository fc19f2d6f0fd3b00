/**
 * 产量 by device, slot and work (50 §2.9), derived from booked pieces and the works of the device and from nothing else: live and rebuilt
 * rows are the same. What people said stays: corrections, decided jumps, works they named.
 */
import { sql } from 'kysely';
import { daysOf, shiftAt } from '../calendar/resource';
import { keyOf, resourcesOf } from '../calendar/resources';
import { timesOn } from '../calendar/shift';
import { factoryClock } from '../clock';
import type { Ctx } from '../ctx';
import { replaceBad } from './bad-rows';
import { bookedOf, type Maps, mapsOf, suspectsOf } from './booked';
import type { At } from './dirty';
import { factoryMs } from './factory-time';
import { countWorks } from './machine-count';
import { tellDiffs } from './output-diff';
import { replaceOutput, replaceSuspects, type SlotShift } from './output-rows';
import { boundsOf, type Output, outputOf, runningAt, type Work } from './output-slots';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Devices of an organisation whose output lags. */
export const laggingDevices = async (ctx: Ctx): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT equipment_id AS id FROM ${sql.id(ctx.org.schema, 'mw_iot_lag')} ORDER BY equipment_id`.execute(ctx.trx);
  return rows.map(({ id }) => id);
};

/** What is derived of devices is written by one at a time; taken before their rows. */
export const lockOutput = async ({ trx }: Ctx, devices: readonly string[]): Promise<void> => {
  for (const device of [...new Set(devices)].sort())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${device}, 51))`.execute(trx);
};

export interface Derived {
  /** rows that are others now */
  readonly rows: readonly string[];
  /** rows of 不良记录 that are */
  readonly bad: readonly string[];
  /** works whose count is to be written later */
  readonly waiting: readonly string[];
}
const NONE: Derived = { rows: [], bad: [], waiting: [] };
/** Makes the rows of a device anew from where they lag. */
export const deriveOutput = async (ctx: Ctx, device: string, now: number): Promise<Derived> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  await lockOutput(ctx, [device]);
  const { rows } = await sql<{ from_ts: string; stamp: string }>`
    SELECT from_ts, stamp FROM ${at('mw_iot_lag')} WHERE equipment_id = ${device}`.execute(ctx.trx);
  const [lag] = rows;
  if (lag === undefined) return NONE;
  const gapMs = Number(ctx.setting('iot.gapSec')) * 1000;
  const lateMs = Number(ctx.setting('iot.lateSec')) * 1000;
  const maps = await mapsOf(ctx.trx, at, device);
  const first = Math.max(await firstOf(ctx, at, maps), Number(lag.from_ts));
  const since = Math.floor(first / HOUR_MS) * HOUR_MS;
  const until = Math.max(since, await lastOf(ctx, at, maps));
  const slots = await slotsOf(ctx, device, since, until);
  const works = await worksOf(ctx, at, device, since);
  const { near, long } = await bookedOf(ctx.trx, at, maps, boundsOf(slots, works), { gapMs, lateMs });
  const suspects = (await suspectsOf(ctx.trx, at, maps, since)).map((jump) => ({
    ...jump,
    slot: slots.findLast((start) => start <= jump.ts) ?? since,
    work: onlyOne(runningAt(works, jump.ts)),
  }));
  const output = outputOf(slots, works, near, long);
  const shiftOf = await shiftsOf(ctx, device, [...output, ...suspects]);
  const told = { device, since, now: now - lateMs, shiftOf, slotEnd: endOf(slots) };
  const rowsNow = [
    ...(await replaceOutput(ctx, at, told, output)),
    ...(await replaceSuspects(ctx, at, told, suspects)),
  ];
  const bad = await replaceBad(ctx, at, told, output);
  const recent = works.filter(({ to }) => to === null || to > now - DAY_MS).map(({ id }) => id);
  const waiting = await countWorks(ctx, recent);
  await tellDiffs(ctx, at, recent);
  await sql`DELETE FROM ${at('mw_iot_lag')} WHERE equipment_id = ${device} AND stamp = ${lag.stamp}`.execute(ctx.trx);
  return { rows: rowsNow, bad, waiting };
};
const onlyOne = (works: readonly Work[]): string | null => (works.length === 1 ? (works[0]?.id ?? null) : null);
const endOf =
  (slots: readonly number[]) =>
  (slot: number): number =>
    slots[slots.indexOf(slot) + 1] ?? slot + HOUR_MS;

type Booked = Pick<Maps, 'all' | 'device'>;
const firstOf = async ({ trx }: Ctx, at: At, { all, device }: Booked): Promise<number> => {
  const { rows } = await sql<{ ts: string | null }>`
    SELECT LEAST((SELECT min(from_ts) FROM ${at('mw_iot_count')} WHERE map_id = ANY(${all}::uuid[])),
                 (SELECT min(ts) FROM ${at('mw_iot_added')} WHERE equipment_id = ${device})) AS ts`.execute(trx);
  return Number(rows[0]?.ts ?? 0);
};
const lastOf = async ({ trx }: Ctx, at: At, { all, device }: Booked): Promise<number> => {
  const { rows } = await sql<{ ts: string | null }>`
    SELECT GREATEST((SELECT max(to_ts) FROM ${at('mw_iot_count')} WHERE map_id = ANY(${all}::uuid[])),
                    (SELECT max(ts) FROM ${at('mw_iot_added')} WHERE equipment_id = ${device})) AS ts`.execute(trx);
  return Number(rows[0]?.ts ?? 0);
};

/** Hours, and the limits of the shifts of the device in them. */
const slotsOf = async (ctx: Ctx, device: string, since: number, until: number): Promise<readonly number[]> => {
  const limits = new Set<number>();
  for (let hour = since; hour <= until; hour += HOUR_MS) limits.add(hour);
  for (let day = since - DAY_MS; day <= until + DAY_MS; day += DAY_MS) {
    const date = factoryClock(new Date(day)).slice(0, 10);
    const resource = (await resourcesOf(ctx, [{ id: device, day: date }])).get(keyOf({ id: device, day: date }));
    if (resource === undefined) continue;
    const midnight = factoryMs(`${date} 00:00:00`);
    for (const shift of daysOf(resource, date).shifts) {
      const { from, to } = timesOn(shift, date);
      for (const minute of [from, to]) {
        const limit = midnight + minute * MINUTE_MS;
        if (limit > since && limit <= until) limits.add(limit);
      }
    }
  }
  return [...limits].sort((a, b) => a - b);
};

/** The works of the device that ran at or after a moment. */
const worksOf = async ({ trx }: Ctx, at: At, device: string, since: number): Promise<readonly Work[]> => {
  const { rows } = await sql<{ id: string; begin: string; until: string | null; reported: string | null }>`
    SELECT id, (extract(epoch FROM "from") * 1000)::bigint AS begin, (extract(epoch FROM "to") * 1000)::bigint AS until, alloc_qty AS reported
      FROM ${at('device_work')} WHERE equipment_id = ${device} AND is_deleted = 0 AND "from" IS NOT NULL
       AND ("to" IS NULL OR "to" > to_timestamp(${since}::bigint / 1000.0)) ORDER BY "from", id`.execute(trx);
  return rows.map(({ id, begin, until, reported }) => ({
    id,
    from: Number(begin),
    to: until === null ? null : Number(until),
    reported: Number(reported ?? 0),
  }));
};

const shiftsOf = async (
  ctx: Ctx,
  device: string,
  rows: readonly Pick<Output, 'slot'>[],
): Promise<(slot: number) => SlotShift> => {
  const found = new Map<number, SlotShift>();
  for (const slot of new Set(rows.map((row) => row.slot))) {
    const moment = factoryClock(new Date(slot));
    const ask = { id: device, day: moment.slice(0, 10) };
    const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
    const located = resource === undefined ? { shift: null, date: ask.day } : shiftAt(resource, moment);
    found.set(slot, { shift: located.shift?.id ?? null, date: located.date });
  }
  return (slot) => found.get(slot) ?? { shift: null, date: factoryClock(new Date(slot)).slice(0, 10) };
};
