/** Electricity on 综合看板 (50 §5.6): meters of the configuration, else those of its units, each as far as no shown meter stands above it. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import type { EnergyHour, SynthesisNumbers } from '../../../schemas/language/wire-synthesis';
import { aboveOf } from '../../energy/tree';
import { periodsOf } from '../../iot/energy/period-at';
import { metersSeen, slotsIn, unitsIn } from '../../iot/energy/read';
import { factoryMs } from '../../iot/factory-time';
import type { WallReach } from './reach';

const POWER = '1';
const VIRTUAL = '3';
const RIGHT = 'energyUse:view';
const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Whose use may be added up; what a formula counts stands in its parts already. */
export const topMeters = async (reach: WallReach, chosen: readonly string[]): Promise<readonly string[]> => {
  const all = await metersSeen(reach.reader.asSystem(), RIGHT, POWER);
  const { units } = reach;
  const seen = (await metersSeen(reach.reader, RIGHT, POWER)).filter(({ id, unit, readMode, isDisabled }) =>
    chosen.length > 0
      ? chosen.includes(id)
      : !isDisabled && readMode !== VIRTUAL && (units === 'all' || units.includes(unit)),
  );
  const above = aboveOf(all, seen);
  return seen.filter(({ id }) => !above.has(id)).map(({ id }) => id);
};

/** The last 24 hours, the one that runs among them, each by the periods of the tariff. */
export const energyHours = async ({ reader }: WallReach, meters: readonly string[]): Promise<readonly EnergyHour[]> => {
  if (meters.length === 0) return [];
  const now = factoryMs(reader.now);
  const to = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const from = to - HOURS * HOUR_MS;
  const stepMs = Number(reader.setting('energy.slotMin')) * 60_000;
  const slots = await slotsIn(reader, meters, { from, to, stepMs });
  if (slots.length === 0) return [];
  const periodAt = await periodsOf(reader, POWER);
  const words = new Map(reader.records.dict('energyPeriod')?.items.map(({ code, title }) => [code, title]));
  return Array.from({ length: HOURS }, (_, n) => {
    const at = from + n * HOUR_MS;
    const uses = new Map<string | null, number[]>();
    for (const slot of slots)
      if (at <= slot.at && slot.at < at + HOUR_MS) {
        const period = periodAt(slot.at);
        uses.set(period, [...(uses.get(period) ?? []), slot.use]);
      }
    const parts = [...uses].map(([period, list]) => ({
      ...{ period, name: words.get(period ?? '') ?? '未分时段' },
      use: roundHalfUp(sumDec(list), 1),
    }));
    return { at: at / 1000, parts };
  });
};

/** From midnight until now; what it costs only where amounts may be shown. */
export const energyToday = async (
  reach: WallReach,
  meters: readonly string[],
  { pieces, showAmount }: { readonly pieces: number; readonly showAmount: boolean },
): Promise<SynthesisNumbers['energy']> => {
  if (!reach.may(RIGHT) || meters.length === 0) return null;
  const { reader } = reach;
  const from = factoryMs(`${reader.today} 00:00:00`);
  const to = factoryMs(`${dateAdd(reader.today, 1, 'day') ?? reader.today} 00:00:00`);
  const slots = await slotsIn(reader, meters, { from, to, stepMs: HOUR_MS });
  const use = sumDec(slots.map((slot) => slot.use));
  const units = showAmount ? await unitsIn(reader, meters, { from: reader.today, to: reader.today }) : [];
  const fees = units.flatMap(({ fee }) => fee ?? []);
  return {
    use: roundHalfUp(use, 1),
    perPiece: pieces > 0 && use > 0 ? roundHalfUp(use / pieces, 2) : null,
    fee: fees.length > 0 ? roundHalfUp(sumDec(fees), 2) : null,
  };
};
