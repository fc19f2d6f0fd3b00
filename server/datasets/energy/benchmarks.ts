/**
 * What a piece should take (50 §6 energyPerPiece): the quota of the product at its meter, unit or department, else the median of its days
 * in the 90 days before. By device, product and operation, so that rows of any group add up to the same.
 */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';
import { medianOf } from '../../energy/fit';
import type { RowOf } from '../../rows';
import type { DeviceAsk } from './device-asked';
import { deviceUses, type UsePlace, type UseRow } from './device-use';
import { piecesIn, type Standing, standingOf } from './pieces';
import type { Supplies } from './supplies';

export interface BenchmarkRow extends UsePlace {
  /** use of a piece */
  readonly norm: number;
  readonly qty: number;
  readonly use: number;
}
interface Facts {
  readonly uses: readonly UseRow[];
  readonly pieces: readonly Standing[];
}
const HISTORY_DAYS = 90;
const HOUR_MS = 3_600_000;

export const benchmarksOf = async (
  ctx: Ctx,
  ask: DeviceAsk,
  supplies: Supplies,
  facts: Facts,
): Promise<readonly BenchmarkRow[]> => {
  const days = daysOf(facts);
  const quotaOf = await quotasIn(ctx, ask.energyType, supplies);
  const quotas = days.map((day) => quotaOf(day));
  const usual = quotas.includes(null) ? await mediansIn(ctx, ask, supplies) : new Map<string, number>();
  return days.flatMap((day, n) => {
    const norm = quotas[n] ?? usual.get(keyOf(day));
    return norm === undefined ? [] : [{ ...day, norm }];
  });
};

type Day = Omit<BenchmarkRow, 'norm'>;
/** What a device used for a product beside what it made of it, where it made some of it in these days. */
const daysOf = ({ uses, pieces }: Facts): readonly Day[] => {
  const days = new Map<string, { -readonly [code in keyof Day]: Day[code] }>();
  const at = (place: UsePlace) => {
    const key = `${keyOf(place)} ${place.day}`;
    const { unit, device, day, material, process } = place;
    const row = days.get(key) ?? { unit, device, day, material, process, qty: 0, use: 0 };
    days.set(key, row);
    return row;
  };
  for (const row of uses) if (row.device !== null && row.material !== null) at(row).use += row.use;
  for (const row of pieces)
    if (row.named && row.material !== null) at({ ...row, unit: row.at, device: row.device }).qty += row.qty;
  const all = [...days.values()];
  const used = new Set(all.filter(({ use }) => use > 0).map(keyOf));
  const made = new Set(all.filter(({ qty }) => qty > 0).map(keyOf));
  return all.filter((day) => used.has(keyOf(day)) && made.has(keyOf(day)));
};
/** A device may have several meters, so their unit tells nothing apart. */
const keyOf = ({ device, material, process }: Omit<UsePlace, 'unit' | 'day'>): string =>
  `${device} ${material} ${process}`;

const mediansIn = async (ctx: Ctx, ask: DeviceAsk, supplies: Supplies): Promise<ReadonlyMap<string, number>> => {
  const { energyType, span } = ask;
  const before = (days: number): string => dateAdd(span.from, -days, 'day') ?? span.from;
  const past = { from: before(HISTORY_DAYS), to: before(1) };
  const uses = await deviceUses(ctx, {
    ...{ energyType, span: past, supplies: supplies.seen, byWork: true },
    // hours tell a usual day as well as slots do
    ...{ stepMs: HOUR_MS, priced: false },
  });
  const pieces = standingOf(await piecesIn(ctx, past), supplies);
  const found = new Map<string, number[]>();
  for (const day of daysOf({ uses, pieces })) {
    if (day.use <= 0 || day.qty <= 0) continue;
    found.set(keyOf(day), [...(found.get(keyOf(day)) ?? []), day.use / day.qty]);
  }
  return new Map(
    [...found].flatMap(([key, values]) => (medianOf(values) === null ? [] : [[key, medianOf(values) ?? 0]])),
  );
};

type Quota = Pick<RowOf<'energyQuota'>, 'meter' | 'factoryUnit' | 'dept'>;
/** The quota of a product and year that is nearest: of a meter of the device, of its unit or one above, of its department. */
const quotasIn = async (ctx: Ctx, energyType: string, supplies: Supplies): Promise<(day: Day) => number | null> => {
  const found = await ctx.asSystem().records.find('energyQuota', '!empty(material)');
  const own = found.filter((quota) => quota.energyType === energyType && quota.perPiece !== null);
  return ({ device, unit, material, day }) => {
    const year = own.filter((quota) => quota.material === material && quota.year === Number(day.slice(0, 4)));
    if (year.length === 0) return null;
    const meters = device === null ? [] : supplies.metersOf(device);
    const units = supplies.upFrom(unit);
    const rankOf = ({ meter, factoryUnit, dept }: Quota): number => {
      if (meter !== null) return meters.some((supply) => supply.meter === meter) ? 0 : -1;
      if (factoryUnit !== null) return units.includes(factoryUnit) ? 1 + units.indexOf(factoryUnit) : -1;
      return meters.some((supply) => supply.dept === dept) ? 1 + units.length : -1;
    };
    const [nearest] = year.filter((quota) => rankOf(quota) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
    return nearest?.perPiece ?? null;
  };
};
