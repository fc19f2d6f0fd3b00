/** Quantities of material by those of products, whole in the decimals of their unit. Pure. */
import { divNum, mulNum, roundNum, toNumber } from '../../../schemas/language/codec/decimal';
import { floorTo } from '../../production/balance';

/** a ÷ b, up; what differs from the unit below by less than a division can tell is that one */
export const ceilTo = (a: number, b: number, decimals: number): number =>
  b === 0 ? 0 : toNumber(roundNum(roundNum(divNum(a, b) ?? 0, 9), decimals, 'ceil'));

/** What pieces use, cut */
export const usedBy = (
  qty: number,
  { perQty, perBase }: { readonly perQty: number; readonly perBase: number },
  decimals: number,
): number => floorTo(divNum(mulNum(qty, perQty), perBase || 1) ?? 0, decimals);
