/**
 * Use of meters as use of their devices (50 §6.2): slots shared by power and running, of each device by what it worked on, with what it
 * took while it stood. A device counts by the days of its shifts, what no device used by the calendar.
 */
import { sql } from 'kysely';
import { roundHalfUp } from '../../../schemas/language/codec/decimal';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';
import { standbyUse, toDevices, toWorks } from '../../energy/devices';
import type { Supply } from '../../energy/supply';
import { type NetSlot, netSlotsIn } from '../../iot/energy/read';
import { factoryMs, factoryText } from '../../iot/factory-time';
import { zonesOf } from '../../iot/oee/zones';
import { RUN } from '../../iot/state';
import { secondsOf, type TimeSpan } from '../iot/device-time';
import { staysOf } from '../iot/stays';
import { ratesIn } from './periods';
import { type Following, following, secondsIn } from './spans-in-order';

export interface UseAsk {
  readonly energyType: string;
  readonly span: TimeSpan;
  readonly supplies: readonly Supply[];
  /** rows for products and operations, too */
  readonly byWork: boolean;
  /** longer steps than slots where fees do not matter */
  readonly stepMs: number;
  readonly priced: boolean;
}
export interface UsePlace {
  /** of the meter */
  readonly unit: string;
  readonly device: string | null;
  readonly day: string;
  readonly material: string | null;
  readonly process: string | null;
}
export interface UseNumbers {
  readonly use: number;
  readonly estUse: number;
  readonly fee: number;
  readonly standbyUse: number;
  readonly standbyFee: number;
}
export type UseRow = UsePlace & UseNumbers;

const POWER = '1';
/** slots of so many days of meters are held at once */
const BATCH_DAYS = 2_000;
const NO_WORK = { material: null, process: null } as const;

export const deviceUses = async (ctx: Ctx, ask: UseAsk): Promise<readonly UseRow[]> => {
  const { supplies, span, stepMs } = ask;
  const seconds = secondsOf(span);
  const size = Math.max(1, Math.floor((BATCH_DAYS * 86_400) / (seconds.to - seconds.from)));
  const sums = new UseSums();
  for (let n = 0; n < supplies.length; n += size) {
    const batch = supplies.slice(n, n + size);
    const meters = batch.map(({ meter }) => meter);
    const slots = await netSlotsIn(ctx, batch, { from: seconds.from * 1000, to: seconds.to * 1000, stepMs });
    const rateOf = ask.priced ? await ratesIn(ctx, ask.energyType, meters, span) : () => null;
    const fedBy = await devicesFed(ctx, ask, batch);
    const ofMeter = new Map<string, NetSlot[]>(batch.map(({ meter }) => [meter, []]));
    for (const slot of slots) ofMeter.get(slot.meter)?.push(slot);
    for (const supply of batch) {
      const fed = supply.devices.flatMap((id) => fedBy(id) ?? []);
      for (const slot of ofMeter.get(supply.meter) ?? []) {
        const priced: Slot = { ...slot, to: slot.at + stepMs, rate: rateOf(slot.meter, slot.at) };
        if (fed.length === 0) addWhole(sums, supply, priced, span);
        else addDevices(sums, supply, priced, fed);
      }
    }
  }
  return sums.all();
};

interface Slot extends NetSlot {
  /** ms */
  readonly to: number;
  /** money for a unit of use; null: no price */
  readonly rate: number | null;
}
interface Fed {
  readonly id: string;
  readonly power: number;
  readonly standbyKw: number;
  readonly running: Following<Second>;
  readonly idle: Following<Second>;
  readonly works: Following<Work>;
  readonly days: Following<Second & { readonly day: string }>;
}
interface Second {
  readonly from: number;
  readonly to: number;
}
interface Work extends Second {
  readonly material: string | null;
  readonly process: string | null;
}

const addWhole = (sums: UseSums, { unit }: Supply, slot: Slot, { to }: TimeSpan): void => {
  const day = factoryText(slot.at).slice(0, 10);
  if (day <= to) sums.add({ unit, device: null, day, ...NO_WORK }, numbersOf(slot, slot.use, 0));
};

const addDevices = (sums: UseSums, { unit }: Supply, slot: Slot, fed: readonly Fed[]): void => {
  const span = { from: slot.at / 1000, to: slot.to / 1000 };
  const shares =
    fed.length === 1
      ? [slot.use]
      : toDevices(
          slot.use,
          fed.map(({ power, running }) => ({ power, runSec: secondsIn(running(span), span) })),
        );
  for (const [n, device] of fed.entries()) {
    const day = device.days({ from: span.from, to: span.from + 1 })[0]?.day;
    // of a shift that began before the days, or after them
    if (day === undefined) continue;
    const use = shares[n] ?? 0;
    const place = { unit, device: device.id, day };
    const stood = device.standbyKw === 0 ? 0 : secondsIn(device.idle(span), span);
    const works = device.works(span);
    const parts = works.length === 0 ? [use] : toWorks(use, span, works);
    for (const [at, part] of parts.entries()) {
      const { material, process } = works[at] ?? NO_WORK;
      if (part !== 0) sums.add({ ...place, material, process }, numbersOf(slot, part, 0));
    }
    const standby = stood === 0 ? 0 : standbyUse(Math.max(use, 0), device.standbyKw, stood);
    if (standby > 0) sums.add({ ...place, ...NO_WORK }, numbersOf(slot, 0, standby));
  }
};
const numbersOf = ({ est, rate }: Slot, use: number, standby: number): UseNumbers => ({
  ...{ use, estUse: est ? use : 0, fee: use * (rate ?? 0) },
  ...{ standbyUse: standby, standbyFee: standby * (rate ?? 0) },
});

/** Adds up in floating point, a whole month of slots at a time, and rounds once. */
class UseSums {
  private readonly rows = new Map<string, { readonly place: UsePlace; readonly numbers: Open }>();

  add(place: UsePlace, numbers: UseNumbers): void {
    const key = `${place.unit} ${place.device} ${place.day} ${place.material} ${place.process}`;
    const row = this.rows.get(key) ?? { place, numbers: { ...NOTHING } };
    this.rows.set(key, row);
    for (const code of CODES) row.numbers[code] += numbers[code];
  }
  all(): readonly UseRow[] {
    return [...this.rows.values()].map(({ place, numbers: { use, estUse, fee, standbyUse: standby, standbyFee } }) => ({
      ...place,
      ...{ use: rounded(use), estUse: rounded(estUse), fee: rounded(fee) },
      ...{ standbyUse: rounded(standby), standbyFee: rounded(standbyFee) },
    }));
  }
}
type Open = { -readonly [code in keyof UseNumbers]: number };
const NOTHING: UseNumbers = { use: 0, estUse: 0, fee: 0, standbyUse: 0, standbyFee: 0 };
const CODES = ['use', 'estUse', 'fee', 'standbyUse', 'standbyFee'] as const;
/** money of many slots keeps more decimals than it is shown with */
const rounded = (value: number): number => roundHalfUp(value, 6);

const isIdle: ReadonlySet<number> = new Set([RUN.standby, RUN.stop]);
/** Each meter asks its devices from the beginning, so each is told anew. */
const devicesFed = async (
  ctx: Ctx,
  { span, byWork, energyType }: UseAsk,
  supplies: readonly Supply[],
): Promise<(id: string) => Fed | undefined> => {
  const ids = [...new Set(supplies.flatMap(({ devices }) => devices))];
  const { rows } = await sql<{ id: string; power: number; standbyKw: number }>`
    SELECT id, coalesce(power, 0)::float8 AS power, coalesce(standby_kw, 0)::float8 AS "standbyKw"
      FROM ${sql.id(ctx.org.schema, 'equipment')} WHERE id = ANY(${ids}::uuid[])`.execute(ctx.trx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const stays = await staysOf(ctx, ids, secondsOf(span));
  const works = byWork ? await worksOf(ctx, ids, span) : new Map<string, readonly Work[]>();
  const resources = await resourcesOf(
    ctx,
    ids.map((id) => ({ id, day: span.from })),
  );
  const days = new Map(
    ids.map((id) => {
      const resource = resources.get(keyOf({ id, day: span.from }));
      const zones = resource === undefined ? [] : zonesOf(resource, span.from, span.to);
      const parts = zones.flatMap(({ day, net, rest, stop, outside }) =>
        [...net, ...rest, ...stop, ...outside].map((part) => ({ ...part, day })),
      );
      return [id, parts.toSorted((a, b) => a.from - b.from)];
    }),
  );
  return (id) => {
    const device = known.get(id);
    const own = stays.get(id) ?? [];
    return (
      device && {
        ...device,
        // kW of standing still say nothing of water and gas
        standbyKw: energyType === POWER ? device.standbyKw : 0,
        running: following(own.filter(({ state }) => state === RUN.run)),
        idle: following(own.filter(({ state }) => isIdle.has(state))),
        works: following(works.get(id) ?? []),
        days: following(days.get(id) ?? []),
      }
    );
  };
};

const worksOf = async (
  ctx: Ctx,
  devices: readonly string[],
  span: TimeSpan,
): Promise<ReadonlyMap<string, readonly Work[]>> => {
  const { from, to } = secondsOf(span);
  const now = Math.floor(factoryMs(ctx.now) / 1000);
  const { rows } = await sql<Record<'device' | 'from', string> & Record<'to' | 'material' | 'process', string | null>>`
    SELECT w.equipment_id AS device, floor(extract(epoch FROM w."from"))::bigint AS "from", floor(extract(epoch FROM w."to"))::bigint AS "to",
           w.material_id AS material, w.process_id AS process
      FROM ${sql.id(ctx.org.schema, 'device_work')} w
     WHERE w.is_deleted = 0 AND w.equipment_id = ANY(${[...devices]}::uuid[]) AND w."from" < to_timestamp(${to})
       AND (w."to" IS NULL OR w."to" > to_timestamp(${from})) ORDER BY w.equipment_id, w."from", w.id`.execute(ctx.trx);
  const found = new Map<string, Work[]>();
  for (const { device, material, process, ...work } of rows) {
    const list = found.get(device) ?? [];
    found.set(device, list);
    list.push({ from: Number(work.from), to: work.to === null ? now : Number(work.to), material, process });
  }
  return found;
};
