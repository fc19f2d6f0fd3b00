/** 电费监控, 水费监控 and 气费监控 (50 §6.4): the price of now, what today and the month cost so far, and where the month ends. */
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp, subDec, sumDec } from '../../../../schemas/language/codec/decimal';
import type { Both, CostHour, EnergyCostLive, UnitCost } from '../../../../schemas/language/wire-energy';
import type { Ctx } from '../../../ctx';
import { percentOf } from '../../../energy/matrix';
import { type DayTotal, forecastOf, priceAt, tierAt } from '../../../energy/now';
import { cycleOf } from '../../../energy/tariff';
import { AMOUNT, latesIn, slotsIn, type UnitRead, unitsIn } from '../../../iot/energy/read';
import { factoryMs, factoryText } from '../../../iot/factory-time';
import { energyAsked } from '../asked';
import { deviceUses } from '../device-use';
import { amountOf, type Pricing, periodsIn, pricingOf, ratesIn } from '../periods';
import { quotasOf } from '../quotas';
import { suppliesIn } from '../supplies';
import { demandLimitOf } from './alerts';
import type { Looked } from './frame';
import { demandNow, monthOf } from './use';

const DAY_MS = 86_400_000;
const POWER = '1';
/** 尖 and 峰 */
const PEAKS: ReadonlySet<string | null> = new Set(['1', '2']);
/** weekends enough for seven days of their sort */
const PAST_DAYS = 60;

export const costNow = async (ctx: Ctx, looked: Looked): Promise<Omit<EnergyCostLive, 'alerts'>> => {
  const { frame, focus, energyType } = looked;
  const mayAmount = ctx.session.rights.has(AMOUNT);
  const ids = focus.map(({ id }) => id);
  const month = monthOf(ctx);
  const pricing = await pricingOf(ctx, energyType);
  const past = dateAdd(ctx.today, -PAST_DAYS, 'day') ?? ctx.today;
  const units = await unitsIn(ctx, ids, { from: [past, month.from].toSorted()[0] ?? past, to: ctx.today });
  const mine = units.filter(({ day }) => day >= month.from);
  const lates = await latesIn(ctx, ids, { from: month.from, to: ctx.today });
  const paid = (both: Both): Both => (mayAmount ? both : { ...both, cost: null });
  const soFar = paid(totalOf([...mine, ...lates.map((late) => ({ ...late, est: false }))]));
  const peaks = totalOf(mine.filter(({ period }) => PEAKS.has(period)));
  const hasPeriods = mine.some(({ period }) => period !== null);
  return {
    ...{ kind: 'cost', ...frame, mayAmount },
    now: await priceNow(ctx, looked, pricing, mayAmount),
    today: paid(totalOf(mine.filter(({ day }) => day === ctx.today))),
    hours: await hoursOf(ctx, energyType, ids, mayAmount),
    month: { from: month.from, to: month.to, ...soFar },
    budget: paid(await budgetOf(ctx, looked, month)),
    forecast: paid(forecastNow(ctx, { pricing, units, soFar, to: month.to })),
    unitCosts: await unitCosts(ctx, looked, month.from, mayAmount),
    peakShare: paid({
      use: hasPeriods ? percentOf(peaks.use, totalOf(mine).use) : null,
      cost: hasPeriods ? percentOf(peaks.cost, totalOf(mine).cost) : null,
    }),
    standby: paid(energyType === POWER ? await standbyOf(ctx, looked, mayAmount) : { use: null, cost: null }),
    demand: await demandOf(ctx, looked, { pricing, mayAmount }),
  };
};

type Priced = Pick<UnitRead, 'use' | 'fee' | 'sewage' | 'resource'>;
const costOf = ({ fee, sewage, resource }: Priced): number => sumDec([fee ?? 0, sewage ?? 0, resource ?? 0]);
const totalOf = (units: readonly Priced[]): Both =>
  units.length === 0
    ? { use: null, cost: null }
    : { use: sumDec(units.map(({ use }) => use)), cost: sumDec(units.map(costOf)) };

/** Of steps the one the cycle is in. */
const priceNow = async (
  ctx: Ctx,
  { focus }: Looked,
  pricing: Pricing,
  mayAmount: boolean,
): Promise<EnergyCostLive['now']> => {
  const minute = Number(ctx.now.slice(11, 13)) * 60 + Number(ctx.now.slice(14, 16));
  const [tariff, now] = [pricing.tariff(ctx.today), priceAt(ctx.today, minute, pricing)];
  if (tariff === undefined || now === undefined) return null;
  let { price } = now;
  if (price === null && tariff.tiers.length > 0) {
    const billDay = Number(ctx.setting('energy.billDay'));
    const cycle = cycleOf(tariff, ctx.today, billDay);
    const ids = focus.map(({ id }) => id);
    const first = dateAdd(ctx.today, -1, 'year') ?? ctx.today;
    const units = await unitsIn(ctx, ids, { from: first, to: ctx.today });
    const used = units.filter(({ day }) => cycleOf(tariff, day, billDay) === cycle).map(({ use }) => use);
    price = tierAt(tariff.tiers, sumDec(used))?.price ?? null;
  }
  const midnight = factoryMs(`${ctx.today} 00:00:00`);
  const until = now.until === null ? null : factoryText(midnight + now.until * 60_000);
  return { period: now.period, price: mayAmount ? price : null, until };
};

/** Use of today by hour and period, at what a unit of it cost. */
const hoursOf = async (
  ctx: Ctx,
  energyType: string,
  ids: readonly string[],
  mayAmount: boolean,
): Promise<readonly CostHour[]> => {
  const from = factoryMs(`${ctx.today} 00:00:00`);
  const stepMs = Number(ctx.setting('energy.slotMin')) * 60_000;
  const slots = await slotsIn(ctx, ids, { from, to: from + DAY_MS, stepMs });
  const periodOf = await periodsIn(ctx, energyType);
  const rateOf = await ratesIn(ctx, energyType, ids, { from: ctx.today, to: ctx.today });
  const sums = new Map<string, CostHour>();
  for (const { meter, at, use } of slots) {
    const [hour, period] = [Math.floor((at - from) / 3_600_000), periodOf(at)];
    const key = `${hour} ${period}`;
    const before = sums.get(key);
    const cost = mayAmount ? addDec(before?.cost ?? 0, mulDec(use, rateOf(meter, at) ?? 0)) : null;
    sums.set(key, { hour, period, use: addDec(before?.use ?? 0, use), cost });
  }
  return [...sums.values()]
    .map((row) => ({ ...row, cost: row.cost === null ? null : roundHalfUp(row.cost, 2) }))
    .toSorted((a, b) => a.hour - b.hour || (a.period ?? '').localeCompare(b.period ?? ''));
};

const BY_DEMAND = '2';
/** What the month's demand costs beyond its limit, where demand is paid for. */
const demandOf = async (
  ctx: Ctx,
  { focus, energyType }: Looked,
  { pricing, mayAmount }: { readonly pricing: Pricing; readonly mayAmount: boolean },
): Promise<EnergyCostLive['demand']> => {
  if (energyType !== POWER) return { value: null, limit: null, atRisk: null };
  const ids = focus.map(({ id }) => id);
  const { demand } = await demandNow(ctx, ids);
  const limit = await demandLimitOf(ctx, ids);
  const tariff = pricing.tariff(ctx.today);
  const isPaid = mayAmount && tariff !== undefined && focus.every(({ isFee }) => isFee);
  if (demand === null || limit === null || !isPaid) return { value: demand, limit, atRisk: null };
  const [priced] = await ctx.asSystem().records.many('tariff', [tariff.id], { stored: true });
  const price = priced?.basicMode === BY_DEMAND ? priced.demandPrice : null;
  const beyond = Math.max(0, subDec(demand, limit));
  return { value: demand, limit, atRisk: price == null ? null : roundHalfUp(mulDec(beyond, price), 2) };
};

/** Of all that is looked at; one of its meters without a quota leaves it untold. */
const budgetOf = async (ctx: Ctx, { focus, right, energyType }: Looked, month: Month): Promise<Both> => {
  const day = [`${month.key}-01`, `${month.key}-28`];
  const ask = await energyAsked(ctx, { energyType, grain: 'month', day }, right, new Set(['meter']));
  const quota = await quotasOf(ctx, ask);
  const quotas = focus.map(({ id }) => quota(id, month.key));
  const sum = (values: readonly (number | null)[]): number | null =>
    values.length === 0 || values.includes(null) ? null : sumDec(values.map((value) => value ?? 0));
  return { use: sum(quotas.map(({ qty }) => qty)), cost: sum(quotas.map(({ amount }) => amount)) };
};
interface Month {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

interface Ahead {
  readonly pricing: Pricing;
  readonly units: readonly UnitRead[];
  readonly soFar: Both;
  readonly to: string;
}
const forecastNow = (ctx: Ctx, { pricing, units, soFar, to }: Ahead): Both => {
  const left: string[] = [];
  for (let day = dateAdd(ctx.today, 1, 'day'); day !== null && day <= to; day = dateAdd(day, 1, 'day'))
    left.push(pricing.dayType(day));
  const byDay = new Map<string, UnitRead[]>();
  for (const unit of units) if (unit.day < ctx.today) byDay.set(unit.day, [...(byDay.get(unit.day) ?? []), unit]);
  const days = [...byDay].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const past = (of: (total: Both) => number | null): readonly DayTotal[] =>
    days.map(([day, own]) => ({ dayType: pricing.dayType(day), value: of(totalOf(own)) ?? 0 }));
  return {
    use:
      soFar.use === null
        ? null
        : forecastOf(
            soFar.use,
            left,
            past(({ use }) => use),
          ),
    cost:
      soFar.cost === null || days.flatMap(([, own]) => own).every((unit) => amountOf(unit) === null)
        ? null
        : forecastOf(
            soFar.cost,
            left,
            past(({ cost }) => cost),
          ),
  };
};

/** Of the month, nothing told twice: of a meter with others below it what those did not use. */
const unitCosts = async (
  ctx: Ctx,
  { inside, frame }: Looked,
  from: string,
  mayAmount: boolean,
): Promise<readonly UnitCost[]> => {
  const ids = inside.map(({ id }) => id);
  const totals = new Map<string, Priced[]>();
  for (const unit of await unitsIn(ctx, ids, { from, to: ctx.today }))
    totals.set(unit.meter, [...(totals.get(unit.meter) ?? []), unit]);
  const sums = new Map<string, { use: number; cost: number }>();
  const put = (unit: string, { use, cost }: Both, sign: (a: number, b: number) => number): void => {
    const before = sums.get(unit) ?? { use: 0, cost: 0 };
    sums.set(unit, { use: sign(before.use, use ?? 0), cost: sign(before.cost, cost ?? 0) });
  };
  for (const { id, unit, parent } of inside) {
    const total = totalOf(totals.get(id) ?? []);
    put(unit, total, addDec);
    const up = inside.find((meter) => meter.id === parent);
    if (up !== undefined) put(up.unit, total, subDec);
  }
  const names = new Map(frame.units.map(({ id, name }) => [id, name]));
  return [...sums]
    .filter(([, { use }]) => use !== 0)
    .map(([unit, { use, cost }]) => ({ unit, name: names.get(unit) ?? '', use, cost: mayAmount ? cost : null }))
    .toSorted((a, b) => (b.cost ?? b.use) - (a.cost ?? a.use));
};

/** What devices took today while they stood. */
const standbyOf = async (ctx: Ctx, { right, inside }: Looked, priced: boolean): Promise<Both> => {
  const ids = new Set(inside.map(({ id }) => id));
  const { seen } = await suppliesIn(ctx, POWER, right);
  const rows = await deviceUses(ctx, {
    ...{ energyType: POWER, span: { from: ctx.today, to: ctx.today }, byWork: false, priced },
    supplies: seen.filter(({ meter, devices }) => ids.has(meter) && devices.length > 0),
    stepMs: Number(ctx.setting('energy.slotMin')) * 60_000,
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number => roundHalfUp(sumDec(rows.map(of)), 2);
  return { use: sum(({ standbyUse }) => standbyUse), cost: sum(({ standbyFee }) => standbyFee) };
};
