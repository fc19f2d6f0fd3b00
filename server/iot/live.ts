/**
 * The read model deviceLive (50 §1.1): a row for each device, from what is stored and in a dozen statements whatever their number.
 * Whose devices they are is asked before (`datasets/iot/devices-seen`).
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceLive, LiveParam, LivePoint, LiveUnit, Named } from '../../schemas/language/wire-device';
import { factoryClock } from '../clock';
import type { Ctx } from '../ctx';
import type { At } from './dirty';
import { factoryMs } from './factory-time';
import { alarmsOf } from './live/alarms';
import { cyclesNow } from './live/cycles';
import {
  type Head,
  type HeadAsk,
  headsOf,
  type StateNow,
  statesNow,
  unitsOf,
  type WorkNow,
  worksNow,
} from './live/heads';
import { heardOf, isOnCard, type PointRow, paramOf, pointsOf } from './live/points';
import { countedIn, dispatchedIn, type ShiftNow, shiftsNow, utilisationIn } from './live/shift';

const MOST_PARAMS = 4;
const MINUTE_SEC = 60;

export const deviceLive = async (ctx: Ctx, ask: HeadAsk): Promise<readonly DeviceLive[]> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  const { trx } = ctx;
  const heads = await headsOf(trx, at, ask);
  if (heads.length === 0) return [];
  const devices = heads.map(({ id }) => id);
  const now = factoryMs(ctx.now);
  const states = await statesNow(trx, at, devices);
  const works = await worksNow(trx, at, devices);
  const shifts = await shiftsNow(ctx, devices);
  const counted = await countedIn(ctx, at, shifts);
  const dispatched = await dispatchedIn(ctx, at, shifts);
  const utilisation = await utilisationIn(ctx, at, shifts, now);
  const cycles = await cyclesNow(trx, at, devices, now);
  const points = await pointsOf(trx, at, devices);
  const alarms = await alarmsOf({ trx, at, devices, states, points, now });
  return heads.map((head) => {
    const { id } = head;
    const own = points.filter(({ device }) => device === id);
    const shift = shifts.get(id);
    const work = works.get(id);
    const std = stdCycle(head, work);
    const pieces = counted.get(id);
    return withVersion({
      ...identity(head),
      ...stateOf(states.get(id)),
      ...workOf(work),
      ...{ shift: shift?.id ?? null, shiftDate: shift?.date ?? ctx.now.slice(0, 10) },
      ...{ number: pieces?.number ?? 0, unqualifiedQty: pieces?.bad ?? 0 },
      plan: dispatched.get(id) ?? planned(shift, std),
      ...{ cycleSec: cycleOf(cycles.get(id), work), stdCycleSec: std, utilisation: utilisation.get(id) ?? null },
      alarms: alarms.get(id) ?? [],
      params: cardOf(own, now),
      ...heardOf(own),
    });
  });
};

/** All mapped points of a device, those without a limit or a place on the card too. */
export const pointsLive = async (ctx: Ctx, device: string): Promise<readonly LivePoint[]> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  const now = factoryMs(ctx.now);
  return (await pointsOf(ctx.trx, at, [device])).map((row) => ({
    ...paramOf(row, now),
    ...{ point: row.point, signalType: row.signal_type, isBit: row.bit_no !== null },
    ...{ factor: Number(row.factor), offset: Number(row.offset ?? 0) },
  }));
};
export const unitsLive = (ctx: Ctx, devices: readonly DeviceLive[]): Promise<readonly LiveUnit[]> =>
  unitsOf(ctx.trx, (table) => sql.id(ctx.org.schema, table), [...new Set(devices.map(({ unit }) => unit))]);

const named = (id: string | null, code: string | null, name: string | null): Named | null =>
  id === null ? null : { id, code: code ?? '', name: name ?? '' };
const identity = ({ id, code, name, unit, category, category_code, category_name }: Head) => ({
  ...{ id, code, name, unit, category: named(category, category_code, category_name) },
});
const stateOf = (state: StateNow | undefined) => ({
  ...{ state: state?.state ?? null, stateId: state?.id ?? null, reason: state?.reason ?? null },
  since: state === undefined ? null : factoryClock(new Date(Number(state.since))),
});
const workOf = (work: WorkNow | undefined) => ({
  ...{ workOrder: work?.work_order ?? null, workOrderNbr: work?.nbr ?? null },
  opNbr: work?.op == null ? null : Number(work.op),
  material: work === undefined ? null : named(work.material, work.material_code, work.material_name),
  employee: work?.employee ?? null,
});
/** Of the operation it works on, else its own. */
const stdCycle = ({ rated_sec }: Head, work: WorkNow | undefined): number | null => {
  const std = Number(work?.std_cycle ?? 0) || Number(rated_sec ?? 0);
  return std > 0 ? std : null;
};
const cycleOf = (sec: number | undefined, work: WorkNow | undefined): number | null =>
  sec === undefined ? null : Math.round((sec / (Number(work?.ratio ?? 1) || 1)) * 10) / 10;
/** Nothing dispatched: what the planned minutes give at the standard cycle (50 §2.9). */
const planned = (shift: ShiftNow | undefined, std: number | null): number | null => {
  if (shift === undefined || std === null || shift.net.length === 0) return null;
  const minutes = shift.net.reduce((sum, { from, to }) => sum + (to - from), 0) / 60_000;
  return Math.floor((minutes * MINUTE_SEC) / std);
};
const cardOf = (points: readonly PointRow[], now: number): readonly LiveParam[] =>
  points
    .filter(isOnCard)
    .slice(0, MOST_PARAMS)
    .map((row) => paramOf(row, now));

/** When a value was read is no change of it. */
const withVersion = (row: Omit<DeviceLive, 'version'>): DeviceLive => {
  const seen = { ...row, lastAt: null, params: row.params.map((param) => ({ ...param, at: null })) };
  return { ...row, version: createHash('sha1').update(JSON.stringify(seen)).digest('hex').slice(0, 12) };
};
