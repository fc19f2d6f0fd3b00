/** Which price of a machine counts (30 §4 machinePrice): the device before its category, what is made more closely before all. Pure. */
import { fitsWork, type WorkAsk, type WorkPrice } from '../factory/price-rules';

/** A row of the price list; null = the condition is not set. */
export interface MachinePriceRow extends WorkPrice {
  readonly equipment: string | null;
  readonly devCategory: string | null;
}
export interface MachinePriceAsk extends WorkAsk {
  readonly equipment: string;
  /** categories of the device, the nearest first */
  readonly devCategories: readonly string[];
}

/** Device with material, with the nearest category of the material, with all; then each category of the device in the same steps. */
export const machinePriceFor = (
  rows: readonly MachinePriceRow[],
  ask: MachinePriceAsk,
): MachinePriceRow | undefined => {
  const fitting = rows.filter((row) => fits(row, ask));
  return fitting.sort((a, b) => deviceRank(a, ask) - deviceRank(b, ask) || madeRank(a, ask) - madeRank(b, ask))[0];
};

const fits = (row: MachinePriceRow, ask: MachinePriceAsk): boolean =>
  fitsWork(row, ask) &&
  (row.equipment === null ? ask.devCategories.includes(row.devCategory ?? '') : row.equipment === ask.equipment);

const deviceRank = ({ equipment, devCategory }: MachinePriceRow, ask: MachinePriceAsk): number =>
  equipment === null ? 1 + ask.devCategories.indexOf(devCategory ?? '') : 0;
const madeRank = ({ material, category }: MachinePriceRow, { categories = [] }: MachinePriceAsk): number => {
  if (material !== null) return 0;
  return category === null ? 1 + categories.length : 1 + categories.indexOf(category);
};
