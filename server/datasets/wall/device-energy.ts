/** Electricity of one device: of the meters that measure it and nothing else, as far as their reader sees them. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import type { Supply } from '../../energy/supply';
import { netSlotsIn } from '../../iot/energy/read';
import { factoryMs } from '../../iot/factory-time';
import { metersNow } from '../energy/monitor/meters';
import { suppliesIn } from '../energy/supplies';
import type { WallReach } from './reach';

const POWER = '1';
const RIGHT = 'energyUse:view';
const HOUR_MS = 3_600_000;

export interface DeviceEnergy {
  /** kW now; null: nothing says it, or not lately */
  readonly power: number | null;
  /** kWh since midnight */
  readonly use: number | null;
}
export const deviceEnergy = async (reach: WallReach, device: string): Promise<DeviceEnergy> => {
  if (!reach.may(RIGHT)) return { power: null, use: null };
  const { seen } = await suppliesIn(reach.reader, POWER, RIGHT);
  const own = seen.filter(({ devices }) => devices.length === 1 && devices[0] === device);
  return own.length === 0
    ? { power: null, use: null }
    : { power: await powerNow(reach, own), use: await usedToday(reach, own) };
};

/** Only where one meter stands alone: what is measured below it was read at another moment. */
const powerNow = async ({ reader }: WallReach, own: readonly Supply[]): Promise<number | null> => {
  const [meter] = own;
  if (meter === undefined || own.length > 1 || meter.below.length > 0) return null;
  const flow = (await metersNow(reader)).find(({ id }) => id === meter.meter)?.flow;
  return flow == null || flow.stale ? null : flow.value;
};

const usedToday = async ({ reader }: WallReach, own: readonly Supply[]): Promise<number | null> => {
  const midnight = (day: string): number => factoryMs(`${day} 00:00:00`);
  const span = { from: midnight(reader.today), to: midnight(dateAdd(reader.today, 1, 'day') ?? reader.today) };
  const slots = await netSlotsIn(reader, own, { ...span, stepMs: HOUR_MS });
  return slots.length === 0 ? null : roundHalfUp(sumDec(slots.map(({ use }) => use)), 1);
};
