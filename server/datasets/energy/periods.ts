/** The period of day in which a moment is priced, and what a unit of use cost then. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { sumDec } from '../../../schemas/language/codec/decimal';
import { bookOf } from '../../calendar/book';
import { ENTRY, openDay } from '../../calendar/day';
import type { Ctx } from '../../ctx';
import type { Days } from '../../energy/spans';
import { dayTypeOf, periodAt, type Tariff, tariffOn } from '../../energy/tariff';
import { type UnitRead, unitsIn } from '../../iot/energy/read';
import { tariffsOf } from '../../iot/energy/sources';
import { factoryText } from '../../iot/factory-time';

/** The tariff and the sort of a day (50 §6.1), each looked up once. */
export interface Pricing {
  readonly tariff: (day: string) => Tariff | undefined;
  readonly dayType: (day: string) => string;
}
export const pricingOf = async (ctx: Ctx, energyType: string): Promise<Pricing> => {
  const tariffs = await tariffsOf(ctx, energyType);
  const { standard } = await bookOf(ctx);
  const ruleOn = (day: string) => {
    const entry = openDay(standard, day).entries.find(({ kind }) => kind !== ENTRY.stop)?.kind ?? null;
    return { tariff: tariffOn(tariffs, energyType, day), dayType: dayTypeOf(day, entry) };
  };
  const rules = new Map<string, ReturnType<typeof ruleOn>>();
  const rule = (day: string) => {
    const found = rules.get(day) ?? ruleOn(day);
    rules.set(day, found);
    return found;
  };
  return { tariff: (day) => rule(day).tariff, dayType: (day) => rule(day).dayType };
};

/** null: priced without periods */
export const periodsIn = async (ctx: Ctx, energyType: string): Promise<(at: number) => string | null> => {
  const pricing = await pricingOf(ctx, energyType);
  return (at) => {
    const clock = factoryText(at);
    const day = clock.slice(0, 10);
    const tariff = pricing.tariff(day);
    const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
    return tariff === undefined ? null : periodAt(tariff, day, pricing.dayType(day), minute);
  };
};

/** Energy fee with sewage and resource fee; null while no price holds. */
export const amountOf = ({ fee, sewage, resource }: UnitRead): number | null =>
  fee === null ? null : sumDec([fee, sewage ?? 0, resource ?? 0]);

/** Fees are settled by meter, day and period: within one every unit of use costs the same. null: no price, or none the reader may see. */
export const ratesIn = async (
  ctx: Ctx,
  energyType: string,
  meters: readonly string[],
  { from, to }: Days,
): Promise<(meter: string, at: number) => number | null> => {
  // the last shift may end on the day after
  const units = await unitsIn(ctx, meters, { from, to: dateAdd(to, 1, 'day') ?? to });
  const rates = new Map(
    units.map((unit): readonly [string, number | null] => {
      const amount = amountOf(unit);
      return [
        `${unit.meter} ${unit.day} ${unit.period ?? ''}`,
        amount === null || unit.use === 0 ? null : amount / unit.use,
      ];
    }),
  );
  const periodOf = await periodsIn(ctx, energyType);
  const keys = new Map<number, string>();
  return (meter, at) => {
    const key = keys.get(at) ?? `${factoryText(at).slice(0, 10)} ${periodOf(at) ?? ''}`;
    keys.set(at, key);
    return rates.get(`${meter} ${key}`) ?? null;
  };
};
