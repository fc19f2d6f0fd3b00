/** What the filters of the wall leave, counted and ordered. */
import type { DeviceLive, LiveUnit } from '../../../schemas/language/wire-device';
import { momentOf, UNTOLD } from './words';

export type Sort = 'code' | 'since' | 'alarm';
export interface Filters {
  readonly text: string;
  readonly unit: string | null;
  readonly category: string | null;
  readonly state: string | null;
  readonly alarmed: boolean;
}
export const NO_FILTERS: Filters = { text: '', unit: null, category: null, state: null, alarmed: false };
const SHOP = '20';

export const stateOf = ({ state }: DeviceLive): string => state ?? UNTOLD;

/** Units with all above them, so that a device counts in each. */
export const pathsOf = (units: readonly LiveUnit[]): ReadonlyMap<string, readonly string[]> => {
  const parents = new Map(units.map(({ id, parent }) => [id, parent]));
  const pathOf = (id: string, depth = 0): readonly string[] => {
    const parent = parents.get(id);
    return parent == null || depth > 20 ? [id] : [id, ...pathOf(parent, depth + 1)];
  };
  return new Map(units.map(({ id }) => [id, pathOf(id)]));
};

/** All but the state, which the tiles count. */
export const matching = (
  devices: readonly DeviceLive[],
  { text, unit, category, alarmed }: Filters,
  paths: ReadonlyMap<string, readonly string[]>,
): readonly DeviceLive[] => {
  const wanted = text.trim().toLowerCase();
  return devices.filter(
    (device) =>
      (unit === null || paths.get(device.unit)?.includes(unit)) &&
      (category === null || device.category?.id === category) &&
      (!alarmed || device.alarms.length > 0) &&
      (wanted === '' ||
        [device.code, device.name, device.workOrderNbr, device.material?.code, device.material?.name].some((said) =>
          said?.toLowerCase().includes(wanted),
        )),
  );
};

export interface Group {
  readonly key: string;
  readonly title: string | null;
  readonly devices: readonly DeviceLive[];
}
/** By workshop in the order of the factory, where nothing jumps; by another order all together. */
export const grouped = (
  devices: readonly DeviceLive[],
  sort: Sort,
  units: readonly LiveUnit[],
  paths: ReadonlyMap<string, readonly string[]>,
): readonly Group[] => {
  if (sort !== 'code') return [{ key: sort, title: null, devices: devices.toSorted(ORDERS[sort]) }];
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const groups = new Map<string, DeviceLive[]>();
  for (const device of devices) {
    const shop = paths.get(device.unit)?.find((id) => known.get(id)?.kind === SHOP) ?? device.unit;
    groups.set(shop, [...(groups.get(shop) ?? []), device]);
  }
  const order = units.map(({ id }) => id);
  return [...groups]
    .map(([key, all]) => ({ key, title: known.get(key)?.name ?? '', devices: all }))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
};
const sinceOf = ({ since }: DeviceLive): number => (since === null ? Number.MAX_SAFE_INTEGER : momentOf(since));
const levelOf = ({ alarms }: DeviceLive): number => alarms[0]?.level ?? 0;
const ORDERS: Readonly<Record<Exclude<Sort, 'code'>, (a: DeviceLive, b: DeviceLive) => number>> = {
  since: (a, b) => sinceOf(a) - sinceOf(b) || a.code.localeCompare(b.code),
  alarm: (a, b) => levelOf(b) - levelOf(a) || sinceOf(a) - sinceOf(b) || a.code.localeCompare(b.code),
};

export interface Category {
  readonly id: string;
  readonly name: string;
}
export const categoriesOf = (devices: readonly DeviceLive[]): readonly Category[] => {
  const found = new Map(
    devices.flatMap(({ category }) => (category === null ? [] : [[category.id, category] as const])),
  );
  return [...found.values()].toSorted((a, b) => a.code.localeCompare(b.code));
};
