/** 产能能耗 (50 §6): planned and run hours of devices beside what they used, for the hours of work that came of it and while they stood. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { type DayFit, fixedPart } from '../../energy/fit';
import { addedUp } from '../iot/added-up';
import { devicesOf, deviceTime, type TimeSpan } from '../iot/device-time';
import { oeeRule } from '../iot/stays';
import { deviceAsked } from './device-asked';
import { deviceUses, type UseRow } from './device-use';
import { piecesIn, type Standing, standingOf } from './pieces';
import { type Supplies, suppliesIn } from './supplies';

export const energyCapacity: Service = {
  name: 'energy.capacity',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const ask = deviceAsked(ctx, args);
    if (ask === undefined) return [];
    const { energyType, span } = ask;
    const supplies = await suppliesIn(ctx, energyType, 'energyCapacity:view');
    if (supplies.seen.length === 0) return [];
    const uses = await deviceUses(ctx, {
      ...{ energyType, span, supplies: supplies.seen, byWork: false },
      ...{ stepMs: ask.slotMs, priced: true },
    });
    const pieces = standingOf(await piecesIn(ctx, span), supplies);
    const rows = addedUp(dims);
    for (const { day, unit, device, use, estUse, fee, standbyUse, standbyFee } of uses)
      rows.add({ day, factoryUnit: unit, equipment: device }, { use, estUse, fee, standbyUse, standbyFee });
    for (const { day, at, device, stdHours } of pieces)
      rows.add({ day, factoryUnit: at, equipment: device }, { stdHours });
    for (const { place, planSec, runSec } of await hoursOf(ctx, span, supplies)) rows.add(place, { planSec, runSec });
    // like a balance: it stands on each day, and the last one is told
    const days = dims.has('day') ? eachDay(span) : [span.to];
    for (const { unit, device, fixed } of fixedParts(ctx, uses, pieces))
      for (const day of days) rows.add({ day, factoryUnit: unit, equipment: device }, { fixedUse: fixed, fits: 1 });
    return rows.all();
  },
};

const eachDay = ({ from, to }: TimeSpan): readonly string[] => {
  const days: string[] = [];
  for (let day: string | null = from; day !== null && day <= to; day = dateAdd(day, 1, 'day')) days.push(day);
  return days;
};

interface Hours {
  readonly place: Rec;
  readonly planSec: number;
  readonly runSec: number;
}
/** As 设备效能 tells them, of devices that a meter measures. */
const hoursOf = async (ctx: Ctx, span: TimeSpan, supplies: Supplies): Promise<readonly Hours[]> => {
  const devices = (await devicesOf(ctx, 'all', undefined)).flatMap((device) => {
    const stand = supplies.standOf({ device: device.id, unit: device.factoryUnit });
    return stand === undefined ? [] : [{ ...device, factoryUnit: stand.unit }];
  });
  const times = await deviceTime(ctx, { ...span, devices, rule: oeeRule(ctx) });
  return times.flatMap(({ device: { id, factoryUnit }, rows }) =>
    rows.map(({ zone, sums }) => ({
      place: { day: zone.day, factoryUnit, equipment: id },
      ...{ planSec: sums.oeePlan, runSec: sums.oeeRun },
    })),
  );
};

interface Fixed {
  readonly unit: string;
  readonly device: string | null;
  readonly fixed: number;
}
/** Of each device a meter names, and of what else a meter measures; a day that still runs is none of the line. */
const fixedParts = (ctx: Ctx, uses: readonly UseRow[], pieces: readonly Standing[]): readonly Fixed[] => {
  const places = new Map<string, { readonly unit: string; readonly device: string | null; readonly days: OpenDays }>();
  for (const { unit, device, day, use } of uses) {
    if (day >= ctx.today) continue;
    const key = `${unit} ${device}`;
    const place = places.get(key) ?? { unit, device, days: new Map() };
    places.set(key, place);
    const before = place.days.get(day) ?? { use: 0, work: 0 };
    place.days.set(day, { ...before, use: before.use + use });
  }
  for (const { at, named, device, day, stdHours } of pieces) {
    const days = places.get(`${at} ${named ? device : null}`)?.days;
    const before = days?.get(day);
    if (before !== undefined) days?.set(day, { ...before, work: before.work + stdHours });
  }
  return [...places.values()].flatMap(({ unit, device, days }) => {
    const fixed = fixedPart([...days.values()]);
    return fixed === null ? [] : [{ unit, device, fixed }];
  });
};
type OpenDays = Map<string, DayFit>;
