/** Factory day and minute of a moment, and the period its tariff has then (50 §6.1). */
import { bookOf } from '../../calendar/book';
import { ENTRY, openDay } from '../../calendar/day';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { dayTypeOf, periodAt, tariffOn } from '../../energy/tariff';
import { tariffsOf } from './sources';

export const dayOf = (ts: number): { readonly day: string; readonly minute: number } => {
  const clock = factoryClock(new Date(ts));
  return { day: clock.slice(0, 10), minute: Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16)) };
};
/** Entry of the standard calendar on a day. */
export const entryOf = async (ctx: Ctx): Promise<(day: string) => string | null> => {
  const { standard } = await bookOf(ctx);
  return (day) => openDay(standard, day).entries.find(({ kind }) => kind !== ENTRY.stop)?.kind ?? null;
};
export const periodsOf = async (ctx: Ctx, energyType: string): Promise<(ts: number) => string | null> => {
  const tariffs = await tariffsOf(ctx, energyType);
  const entryOn = await entryOf(ctx);
  return (ts) => {
    const { day, minute } = dayOf(ts);
    const tariff = tariffOn(tariffs, energyType, day);
    return tariff === undefined ? null : periodAt(tariff, day, dayTypeOf(day, entryOn(day)), minute);
  };
};
