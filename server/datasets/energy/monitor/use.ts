/** 用电监控, 用水监控 and 用气监控 (50 §6.4): load and use of now beside what they were yesterday. */

import { sql } from 'kysely';
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp, subDec, sumDec } from '../../../../schemas/language/codec/decimal';
import type {
  Balance,
  DayCurve,
  EnergyUseLive,
  IdleNow,
  LoadPoint,
  NightLeast,
  PeriodBand,
  Ranked,
} from '../../../../schemas/language/wire-energy';
import type { Ctx } from '../../../ctx';
import { GRAIN, matrixSpan, percentOf } from '../../../energy/matrix';
import { lossRate, priceAt, runningLoad, usedUntil } from '../../../energy/now';
import { demandOf } from '../../../energy/slots';
import { feeMonth } from '../../../energy/tariff';
import { tablesOf } from '../../../iot/energy/closed';
import { AMOUNT, type SlotRead, slotsIn, unitsIn } from '../../../iot/energy/read';
import { READ } from '../../../iot/energy/sources';
import { factoryMs, factoryText } from '../../../iot/factory-time';
import { statesNow } from '../../../iot/live/heads';
import { RUN } from '../../../iot/state';
import { periodsIn, pricingOf } from '../periods';
import { nightsIn } from '../places';
import { suppliesIn } from '../supplies';
import { demandLimitOf } from './alerts';
import { type Looked, partsBelow } from './frame';
import type { MeterNow } from './meters';

const DAY_MS = 86_400_000;
const POWER = '1';
const WATER = '2';
const MOST = 10;
const NIGHTS = 7;

export const loadsNow = async (ctx: Ctx, looked: Looked): Promise<Omit<EnergyUseLive, 'alerts'>> => {
  const { frame, focus, energyType } = looked;
  const slotMs = Number(ctx.setting('energy.slotMin')) * 60_000;
  const now = factoryMs(ctx.now);
  const midnight = factoryMs(`${ctx.today} 00:00:00`);
  const ids = focus.map(({ id }) => id);
  const span = { from: midnight - DAY_MS, to: midnight + DAY_MS, stepMs: slotMs };
  const slots = await slotsIn(ctx, ids, span);
  const open = Math.floor(now / slotMs) * slotMs;
  const running = runningOf(focus, slots, open, now);
  // compared with as much of yesterday as was read of today
  const read = focus.flatMap(({ readAt }) => (readAt === null || readAt < midnight ? [] : [readAt]));
  const until = Math.min(now, ...read) - DAY_MS;
  const yesterday = slots.filter(({ at }) => at < midnight);
  const balances = balancesOf(looked);
  return {
    ...{ kind: 'use', ...frame },
    flow: sumOf(focus.map(({ flow }) => flow?.value ?? null)),
    today: sumOf(focus.map(({ today }) => today)),
    before: yesterday.length === 0 ? null : usedUntil(yesterday, until, slotMs),
    ...(await demandNow(ctx, ids)),
    demandLimit: energyType === POWER ? await demandLimitOf(ctx, ids) : null,
    ...{ running, slotEnd: factoryText(open + slotMs) },
    pf: focus.length === 1 ? (focus[0]?.pf?.value ?? null) : null,
    loss: lossIn(balances.filter(({ id }) => ids.includes(id))),
    curve: await curveOf(ctx, energyType, { slots, slotMs, midnight, open, running }),
    ...{ top: rankedOf(looked), balances },
    idle: energyType === POWER ? await idleNow(ctx, looked) : [],
    nights: energyType === WATER ? await nightsOf(ctx, ids) : [],
  };
};
/** null: none is known */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : sumDec(known);
};

const runningOf = (focus: readonly MeterNow[], slots: readonly SlotRead[], open: number, now: number): number | null =>
  sumOf(
    focus.map(({ id, readAt }) => {
      const slot = slots.find(({ meter, at }) => meter === id && at === open);
      return slot === undefined ? null : runningLoad(slot.use, Math.min(readAt ?? now, now) - open);
    }),
  );

/** The highest load of the month of fees: of one meter, for peaks of several do not add up. */
export const demandNow = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ readonly demand: number | null; readonly demandAt: string | null }> => {
  const [id] = ids;
  if (id === undefined || ids.length > 1) return { demand: null, demandAt: null };
  const rule = { billDay: Number(ctx.setting('energy.billDay')), slotMin: Number(ctx.setting('energy.slotMin')) };
  const { from } = matrixSpan(GRAIN.day, ctx.today, rule);
  const units = await unitsIn(ctx, [id], { from, to: ctx.today });
  const most = units.toSorted((a, b) => b.demand - a.demand)[0];
  return { demand: most?.demand ?? null, demandAt: most === undefined ? null : factoryText(most.demandAt) };
};
/** The month of fees a day is in, by its days. */
export const monthOf = (ctx: Ctx): { readonly key: string; readonly from: string; readonly to: string } => {
  const billDay = Number(ctx.setting('energy.billDay'));
  const { from, to } = matrixSpan(GRAIN.day, ctx.today, { billDay, slotMin: 15 });
  return { key: feeMonth(ctx.today, billDay), from, to };
};

interface Drawn {
  readonly slots: readonly SlotRead[];
  readonly slotMs: number;
  readonly midnight: number;
  /** the slot that runs, and its load so far */
  readonly open: number;
  readonly running: number | null;
}
const curveOf = async (ctx: Ctx, energyType: string, drawn: Drawn): Promise<DayCurve> => {
  const { slots, slotMs, midnight, open, running } = drawn;
  const sums = new Map<number, { use: number; est: boolean }>();
  for (const { at, use, est } of slots) {
    const before = sums.get(at);
    sums.set(at, { use: addDec(before?.use ?? 0, use), est: est || before?.est === true });
  }
  const points = [...sums]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([at, { use, est }]): LoadPoint[] => {
      if (at !== open) return [{ at, load: demandOf(use, slotMs), est }];
      return running === null ? [] : [{ at, load: running, est }];
    });
  const periodOf = await periodsIn(ctx, energyType);
  const bands: PeriodBand[] = [];
  for (let at = midnight; at < midnight + DAY_MS; at += slotMs) {
    const period = periodOf(at);
    const last = bands.at(-1);
    if (period === null) continue;
    if (last?.period === period && last.to === at) bands[bands.length - 1] = { ...last, to: at + slotMs };
    else bands.push({ from: at, to: at + slotMs, period });
  }
  return {
    ...{ from: midnight, bands },
    today: points.filter(({ at }) => at >= midnight),
    yesterday: points.filter(({ at }) => at < midnight).map((point) => ({ ...point, at: point.at + DAY_MS })),
  };
};

const balancesOf = (looked: Looked): readonly Balance[] =>
  looked.inside.flatMap(({ id, code, name, today }) => {
    const parts = partsBelow(looked, id);
    if (parts.length === 0 || today === null) return [];
    const manual = parts.some(({ readMode }) => readMode === READ.manual);
    const uses = parts.map((part) => part.today ?? 0);
    return [{ id, code, name, own: today, below: sumDec(uses), rate: manual ? null : lossRate(today, uses), manual }];
  });
const lossIn = (balances: readonly Balance[]): number | null =>
  balances.length === 0 || balances.some(({ manual }) => manual)
    ? null
    : lossRate(sumDec(balances.map(({ own }) => own)), [sumDec(balances.map(({ below }) => below))]);

/** Who used most today, nothing told twice: of a meter with others below it what those did not use. */
const rankedOf = ({ inside }: Looked): readonly Ranked[] => {
  const own = inside.map(({ id, code, name, today }) => {
    const below = inside.filter(({ parent }) => parent === id);
    const use = subDec(today ?? 0, sumDec(below.map((meter) => meter.today ?? 0)));
    return { id, code, name: below.length === 0 ? name : `${name}（其余）`, use };
  });
  const used = own.filter(({ use }) => use > 0);
  const whole = sumDec(used.map(({ use }) => use));
  return used
    .toSorted((a, b) => b.use - a.use)
    .slice(0, MOST)
    .map((row) => ({ ...row, share: percentOf(row.use, whole) }));
};

/** Devices with a meter of their own that stand and draw at least what they do idle. */
const idleNow = async (ctx: Ctx, { right, inside }: Looked): Promise<readonly IdleNow[]> => {
  const { seen } = await suppliesIn(ctx, POWER, right);
  const alone = new Map(
    seen.flatMap(({ meter, devices }) => (devices.length === 1 ? [[devices[0] ?? '', meter]] : [])),
  );
  if (alone.size === 0) return [];
  const states = await statesNow(ctx.trx, tablesOf(ctx), [...alone.keys()]);
  const { rows } = await sql<{ id: string; code: string; name: string; kw: number }>`
    SELECT id, code, name, standby_kw::float8 AS kw FROM ${tablesOf(ctx)('equipment')}
     WHERE id = ANY(${[...alone.keys()]}::uuid[]) AND standby_kw > 0 AND is_deleted = 0 ORDER BY code`.execute(ctx.trx);
  const pricing = await pricingOf(ctx, POWER);
  const minute = Number(ctx.now.slice(11, 13)) * 60 + Number(ctx.now.slice(14, 16));
  const price = ctx.session.rights.has(AMOUNT) ? (priceAt(ctx.today, minute, pricing)?.price ?? null) : null;
  return rows.flatMap(({ id, code, name, kw: idle }) => {
    const state = states.get(id);
    const flow = inside.find((meter) => meter.id === alone.get(id))?.flow ?? null;
    if (state === undefined || flow === null || flow.stale || flow.value < idle) return [];
    if (Number(state.state) !== RUN.standby && Number(state.state) !== RUN.stop) return [];
    const perHour = price === null ? null : roundHalfUp(mulDec(flow.value, price), 2);
    return [{ id, code, name, state: state.state, since: factoryText(Number(state.since)), kw: flow.value, perHour }];
  });
};

const nightsOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly NightLeast[]> => {
  const from = dateAdd(ctx.today, 1 - NIGHTS, 'day') ?? ctx.today;
  const sums = new Map<string, number>();
  for (const { day, least } of await nightsIn(ctx, ids, { from, to: ctx.today }))
    sums.set(day, addDec(sums.get(day) ?? 0, least));
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([day, least]) => ({ day, least }));
};
