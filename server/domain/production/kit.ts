/** 齐套 (30 P4): orders take the stock that may be used one after the other; what one has taken the next does not find. */
import {
  addDec,
  cmpNum,
  divNum,
  mulNum,
  type Num,
  roundNum,
  subDec,
  toNumber,
} from '../../../schemas/language/codec/decimal';

export interface KitRow {
  readonly id: string;
  readonly material: string;
  /** still to be issued */
  readonly openQty: number;
  readonly needQty: number;
  /** of the stock, promised to this row */
  readonly own?: number;
  /** for pieces made again: it says nothing of how many of the plan can be made */
  readonly supplement?: boolean;
}
export interface KitOrder {
  readonly id: string;
  readonly planQty: number;
  /** decimals of the unit of the product */
  readonly decimals: number;
  readonly rows: readonly KitRow[];
}
export interface Kit {
  /** percent of what is needed of the scarcest material */
  readonly rate: number;
  /** products that can be made of what is covered */
  readonly qty: number;
  readonly short: ReadonlyMap<string, number>;
}

/** Orders in the order in which they take; `stock` is what may be used of each material beside what is promised to rows. */
export const kitsOf = (orders: readonly KitOrder[], stock: ReadonlyMap<string, number>): ReadonlyMap<string, Kit> => {
  const left = new Map(stock);
  return new Map(orders.map((order) => [order.id, kitOf(order, left)]));
};

const minNum = (a: Num, b: Num): Num => (cmpNum(a, b) <= 0 ? a : b);
const kitOf = ({ planQty, decimals, rows }: KitOrder, left: Map<string, number>): Kit => {
  const short = new Map<string, number>();
  let rate: Num = 100;
  let qty: Num = planQty;
  for (const { id, material, openQty, needQty, own = 0, supplement } of rows) {
    if (needQty <= 0) continue;
    const free = Math.max(0, left.get(material) ?? 0);
    const kept = Math.min(own, openQty);
    const taken = Math.min(free, subDec(openQty, kept));
    const covered = addDec(kept, taken);
    left.set(material, subDec(free, taken));
    if (covered < openQty) short.set(id, subDec(openQty, covered));
    rate = minNum(rate, openQty > 0 ? (divNum(mulNum(covered, 100), openQty) ?? 0) : 100);
    // what is issued already is covered, too
    const had = addDec(covered, subDec(needQty, openQty));
    if (supplement !== true) qty = minNum(qty, divNum(mulNum(had, planQty), needQty) ?? 0);
  }
  return {
    rate: toNumber(roundNum(rate, 2)),
    qty: toNumber(roundNum(roundNum(qty, 9), decimals, 'floor')),
    short,
  };
};
