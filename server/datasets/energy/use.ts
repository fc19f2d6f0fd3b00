/** 用电报表, 用水报表 and 用气报表 (50 §6): use of meters by period, beside what it was before and what it may be. */
import { addDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { powerFactor } from '../../energy/bill';
import type { Days, Period } from '../../energy/spans';
import { reactiveIn } from '../../iot/energy/reactive';
import type { MeterSeen, UnitRead } from '../../iot/energy/read';
import { type EnergyAsk, energyAsked, Sums } from './asked';
import { asCarbon, factorsOf } from './factors';
import { headsOf, nightsIn } from './places';
import { quotasOf } from './quotas';
import { add, type Numbers, placeOf, placesOf, read, readLates } from './rows';

const WATER = '2';

export const energyUse: Service = {
  name: 'energy.use',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const ask = await energyAsked(ctx, args, 'energyUse:view', dims);
    if (ask.meters.length === 0) return [];
    const sums = new Sums();
    const byTou = dims.has('tou');
    const units = await read(ctx, ask, ask.span);
    const place = placesOf(ask);
    const factors = byTou ? [] : await factorsOf(ctx, ask.energyType);
    for (const unit of units) {
      const at = place(unit.meter, unit.day);
      if (at === undefined) continue;
      if (byTou) add(sums, ask, { ...at, tou: unit.period }, { own: { use: unit.use }, net: { number: unit.use } });
      else
        add(sums, ask, at, {
          own: { use: unit.use, ...touUse(unit), ...asCarbon(factors, unit), estUse: unit.est ? unit.use : 0 },
          net: { number: unit.use },
        });
    }
    for (const { late, line } of await readLates(ctx, ask)) {
      const net = { number: late.use };
      if (byTou) add(sums, ask, { ...line, tou: null }, { own: { use: late.use }, net });
      else {
        const carbon = asCarbon(factors, { day: `${late.month}-01`, use: late.use });
        add(sums, ask, line, { own: { use: late.use, ...carbon }, net });
      }
    }
    if (byTou) return sums.all();
    addPeaks(sums, ask, units);
    await addFactors(ctx, ask, sums);
    await addEarlier(ctx, ask, sums);
    await addPlaces(ctx, ask, sums);
    return sums.all();
  },
};

const touUse = ({ period, use }: UnitRead): Numbers => (period === null ? {} : { [`use${period}`]: use });

const addPeaks = (sums: Sums, ask: EnergyAsk, units: readonly UnitRead[]): void => {
  const place = placesOf(ask);
  for (const { meter: id, day, demand } of units) {
    const at = place(id, day);
    const meter = ask.meters.find((one) => one.id === id);
    if (at === undefined || meter === undefined || !ask.tops.has(id)) continue;
    sums.add({ day: at.day, period: at.period, ...placeOf(meter) }, { demand }, Math.max);
  }
};

/** The power factor of what a period shows; over several it is their mean by use. */
const addFactors = async (ctx: Ctx, ask: EnergyAsk, sums: Sums): Promise<void> => {
  const measured = ask.meters.filter(({ id, reactive }) => reactive !== null && ask.tops.has(id));
  if (measured.length === 0) return;
  const place = placesOf(ask);
  const ids = measured.map(({ id }) => id);
  const idle = new Map<string, number>();
  for (const { meter, day, use } of await reactiveIn(ctx, ids, ask.calendar(ask.span))) {
    const key = `${meter} ${place(meter, day)?.period}`;
    idle.set(key, addDec(idle.get(key) ?? 0, use));
  }
  for (const row of sums.all()) {
    const meter = measured.find(({ id }) => id === row.meter);
    const [active, reactive] = [Number(row.use ?? 0), idle.get(`${row.meter} ${row.period}`)];
    const pf = reactive === undefined ? null : powerFactor(active, reactive);
    if (meter === undefined || pf === null) continue;
    const numbers = { pfUse: mulDec(pf, active), pfBase: active };
    sums.add({ day: String(row.day), period: String(row.period), ...placeOf(meter) }, numbers, addDec);
  }
};

/** What was used in the period before, and a year ago. */
const addEarlier = async (ctx: Ctx, ask: EnergyAsk, sums: Sums): Promise<void> => {
  const [first, last] = [ask.periods[0], ask.periods.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const [which, code] of [
    ['prev', 'prevUse'],
    ['yoy', 'yoyUse'],
  ] as const) {
    const days = { from: first[which].from, to: last[which].to };
    const used = new Map<string, Map<string, number>>();
    for (const { meter, day, use } of await read(ctx, ask, days)) {
      const own = used.get(meter) ?? new Map<string, number>();
      own.set(ask.told(day), addDec(own.get(ask.told(day)) ?? 0, use));
      used.set(meter, own);
    }
    for (const period of ask.periods)
      for (const { id } of ask.meters) {
        const sum = within(used.get(id) ?? new Map(), period[which]);
        if (sum === null) continue;
        const net: Numbers = which === 'yoy' ? { yoyNumber: sum } : {};
        add(sums, ask, { meter: id, day: period.from, period: period.key }, { own: { [code]: sum }, net });
      }
  }
};
const within = (used: ReadonlyMap<string, number>, { from, to }: Days): number | null => {
  let sum: number | null = null;
  for (const [day, use] of used) if (from <= day && day <= to) sum = addDec(sum ?? 0, use);
  return sum;
};

/** Quotas, and of water the quietest hour of the night and how many people there are. */
const addPlaces = async (ctx: Ctx, ask: EnergyAsk, sums: Sums): Promise<void> => {
  const quota = await quotasOf(ctx, ask);
  const water = ask.energyType === WATER;
  const heads = water ? await headsOf(ctx) : () => null;
  const each = (meter: MeterSeen, { from, key }: Period, numbers: Numbers, sum = addDec): void =>
    sums.add({ day: from, period: key, ...placeOf(meter) }, numbers, sum);
  for (const row of sums.all()) {
    const meter = ask.meters.find(({ id }) => id === row.meter);
    const period = ask.periods.find(({ key }) => key === row.period);
    if (meter === undefined || period === undefined || !ask.tops.has(meter.id)) continue;
    each(meter, period, { quota: quota(meter.id, period.key).qty, heads: heads(meter.dept) });
  }
  if (!water) return;
  const place = placesOf(ask);
  const nights = await nightsIn(
    ctx,
    ask.meters.map(({ id }) => id),
    ask.calendar(ask.span),
  );
  for (const { meter: id, day, least } of nights) {
    const at = place(id, day);
    const meter = ask.meters.find((one) => one.id === id);
    const period = ask.periods.find(({ key }) => key === at?.period);
    if (meter !== undefined && period !== undefined && ask.tops.has(id))
      each(meter, period, { nightMin: roundHalfUp(least, 4) }, Math.min);
  }
};
