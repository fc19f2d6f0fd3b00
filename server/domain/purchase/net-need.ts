/** 净需求 (40 §8.5): what must be bought of a material, date after date; pure. */
import { addDec, mulDec, roundNum, subDec, toNumber } from '../../../schemas/language/codec/decimal';

export interface Lots {
  /** 1 as needed, 2 and 4 multiples of the lot, 3 at least a lot */
  readonly lotMode: string | null;
  readonly lotSize: number | null;
  readonly minPack: number | null;
  readonly decimals: number;
}
export interface Supply extends Lots {
  /** 合格 that nobody else has reserved */
  readonly free: number;
  readonly safetyStock: number;
  /** what is to come, by its day */
  readonly coming: readonly { readonly day: string; readonly qty: number }[];
}
export interface Need {
  readonly day: string;
  readonly gross: number;
}
export interface NetNeed extends Need {
  /** before rounding */
  readonly net: number;
  readonly qty: number;
}

/** Needs of one material in the order of their days: what an earlier one buys above its need serves the later ones. */
export const netNeeds = (needs: readonly Need[], supply: Supply): readonly NetNeed[] => {
  let before = 0;
  let bought = 0;
  return [...needs]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day, gross }) => {
      const coming = supply.coming.filter((each) => each.day <= day).reduce((sum, { qty }) => addDec(sum, qty), 0);
      const there = subDec(addDec(addDec(supply.free, coming), bought), addDec(supply.safetyStock, before));
      const net = Math.max(0, subDec(gross, there));
      const qty = lotted(net, supply);
      before = addDec(before, gross);
      bought = addDec(bought, qty);
      return { day, gross, net, qty };
    });
};

/** By the rule of lots, then up to full packs, then to the decimals of the unit. */
export const lotted = (net: number, { lotMode, lotSize, minPack, decimals }: Lots): number => {
  if (net <= 0) return 0;
  const size = lotSize ?? 0;
  const lot = lotMode === '3' ? Math.max(net, size) : lotMode === '2' || lotMode === '4' ? upTo(net, size) : net;
  return toNumber(roundNum(upTo(lot, minPack ?? 0), decimals, 'ceil'));
};
const upTo = (qty: number, step: number): number => {
  if (step <= 0) return qty;
  const whole = mulDec(Math.floor(qty / step), step);
  return whole >= qty ? whole : addDec(whole, step);
};
