/** What rules of energy look at of a meter: its slots that are over, those below it, reactive energy, quotas and sorts of days. */
import { sql } from 'kysely';
import { addDec } from '../../../../schemas/language/codec/decimal';
import { bookOf } from '../../../calendar/book';
import { ENTRY, openDay } from '../../../calendar/day';
import type { Ctx } from '../../../ctx';
import type { Series, Slot } from '../../../energy/alerts';
import { feeMonth } from '../../../energy/tariff';
import type { RowOf } from '../../../rows';
import { factoryText } from '../../factory-time';
import { tablesOf } from '../closed';
import { quotaBook } from './quota';

interface SlotRow {
  readonly slot: string;
  readonly use: string;
  readonly est: boolean;
}
interface Asked {
  readonly meter: RowOf<'energyMeter'>;
  /** ms; what came before is not looked at */
  readonly since: number;
  readonly now: number;
}
export const seriesOf = async (ctx: Ctx, { meter, since, now }: Asked): Promise<Series> => {
  const { trx } = ctx;
  const at = tablesOf(ctx);
  const slotMs = Number(ctx.setting('energy.slotMin')) * 60_000;
  const slotsOf = async (meters: readonly string[]): Promise<readonly Slot[]> =>
    (
      await sql<SlotRow>`SELECT slot, use, est FROM ${at('mw_energy_slot')}
        WHERE meter_id = ANY(${[...meters]}::uuid[]) AND slot >= ${since}::bigint ORDER BY slot`.execute(trx)
    ).rows.map(({ slot, use, est }) => ({ slot: Number(slot), use: Number(use), est }));
  const all = await slotsOf([meter.id]);
  // the newest one may go on: it is judged when the next one began
  const slots = all.slice(0, -1);
  const { rows: children } = await sql<{ id: string }>`
    SELECT id FROM ${at('energy_meter')} WHERE parent_id = ${meter.id} AND is_deleted = 0 AND read_mode <> '3'`.execute(
    trx,
  );
  const below = new Map<number, number>();
  if (children.length > 0)
    for (const { slot, use } of await slotsOf(children.map(({ id }) => id)))
      below.set(slot, addDec(below.get(slot) ?? 0, use));
  const { rows: reactive } = await sql<{ day: string; use: number }>`
    SELECT day::text, use::float8 FROM ${at('mw_energy_reactive')} WHERE meter_id = ${meter.id}
       AND day >= ${factoryText(since).slice(0, 10)}::date`.execute(trx);
  const billDay = Number(ctx.setting('energy.billDay'));
  const book = await quotaBook(ctx);
  const { standard } = await bookOf(ctx);
  const entryOn = (day: string): string =>
    openDay(standard, day).entries.find(({ kind }) => kind !== ENTRY.stop)?.kind ?? '';
  const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  const isWork = (day: string): boolean => {
    const entry = entryOn(day);
    return entry === ENTRY.work || entry === ENTRY.extra || (entry !== ENTRY.rest && !isWeekend(day));
  };
  const sortOf = (day: string): string => (entryOn(day) === ENTRY.rest ? 'holiday' : isWork(day) ? 'work' : 'weekend');
  const monthOf = (day: string): string => feeMonth(day, billDay);
  const quotas = new Map<string, number | null>();
  const last = all.at(-1);
  return {
    ...{ slotMs, slots, now, below, monthOf, sortOf, clockOf: factoryText },
    heardUntil: last === undefined ? 0 : last.slot + slotMs,
    reactive: new Map(reactive.map(({ day, use }) => [day, use])),
    isRest: (day) => !isWork(day),
    quotaOf: (day) => {
      const month = monthOf(day);
      if (!quotas.has(month)) quotas.set(month, book.ofMeter(meter, month));
      return quotas.get(month) ?? null;
    },
  };
};
