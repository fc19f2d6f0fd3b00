/** Which piece price counts, and what a quantity earns (20 §10.11). Pure. */
import { addDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';

export interface Tier {
  readonly fromQty: number;
  readonly price: number;
}
/** What a row of any price list says (of processes, of machines); null = the condition is not set. */
export interface WorkPrice {
  readonly id: string;
  readonly process: string;
  readonly material: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly tiers: readonly Tier[];
}
/** Which work is to be paid, on which day. */
export interface WorkAsk {
  readonly process: string;
  readonly material?: string | null;
  /** categories of the material, the nearest first */
  readonly categories?: readonly string[];
  readonly date: string;
}
/** A row of the price list of processes. */
export interface PriceRow extends WorkPrice {
  /** code of the route: its versions share the price */
  readonly route: string | null;
  readonly opNbr: number | null;
  readonly team: string | null;
  readonly skillLevel: string | null;
}
export interface PriceAsk extends WorkAsk {
  readonly route?: string | null;
  readonly opNbr?: number | null;
  readonly team?: string | null;
  readonly skillLevel?: string | null;
}

/** In force on the day, for this process and what is made. */
export const fitsWork = (row: WorkPrice, ask: WorkAsk): boolean =>
  row.process === ask.process &&
  row.validFrom <= ask.date &&
  (row.validTo === null || ask.date <= row.validTo) &&
  (row.material === null || row.material === ask.material) &&
  (row.category === null || (ask.categories ?? []).includes(row.category));

/** The row that counts: route and operation before material before the nearest category before the process alone. */
export const priceFor = (rows: readonly PriceRow[], ask: PriceAsk): PriceRow | undefined => {
  const fitting = rows.filter((row) => fits(row, ask));
  return fitting.sort((a, b) => compare(rankOf(b, ask), rankOf(a, ask)))[0];
};

const fits = (row: PriceRow, ask: PriceAsk): boolean =>
  fitsWork(row, ask) &&
  (row.route === null || (row.route === ask.route && row.opNbr === ask.opNbr)) &&
  (row.team === null || row.team === ask.team) &&
  (row.skillLevel === null || row.skillLevel === ask.skillLevel);

/** Level, nearness of the category, then who it is for. */
const rankOf = (row: PriceRow, ask: PriceAsk): readonly number[] => [
  row.route !== null ? 4 : row.material !== null ? 3 : row.category !== null ? 2 : 1,
  row.category === null ? 0 : -(ask.categories ?? []).indexOf(row.category),
  (row.team === null ? 0 : 2) + (row.skillLevel === null ? 0 : 1),
];
const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** What a quantity earns after the quantity of the day or month so far; each step pays its own pieces. */
export const earned = ({ price, tiers }: Pick<PriceRow, 'price' | 'tiers'>, qty: number, before = 0): number => {
  if (tiers.length === 0) return roundHalfUp(mulDec(qty, price), 2);
  const end = addDec(before, qty);
  const amount = tiers.reduce((sum, tier, at) => {
    const from = Math.max(tier.fromQty, before);
    const to = Math.min(tiers[at + 1]?.fromQty ?? end, end);
    return to > from ? addDec(sum, mulDec(addDec(to, -from), tier.price)) : sum;
  }, 0);
  return roundHalfUp(amount, 2);
};

/** Steps begin at 0 and rise. */
export const isLadder = (tiers: readonly Tier[]): boolean =>
  tiers.every(({ fromQty }, at) => (at === 0 ? fromQty === 0 : fromQty > (tiers[at - 1]?.fromQty ?? 0)));
