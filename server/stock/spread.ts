/** Parts of a whole that add up to it, to the cent or to the last decimal of a quantity. Pure. */
import { roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { mulDiv } from './value';

/** Money by quantities: each part rounded to cents, the largest takes what is left over. */
export const spreadMoney = (amount: number, qtys: readonly number[]): readonly number[] => {
  const whole = sumDec(qtys);
  if (whole === 0) return qtys.map(() => 0);
  const parts = qtys.map((qty) => mulDiv(amount, qty, whole, 2));
  const rest = subDec(amount, sumDec(parts));
  const largest = qtys.indexOf(Math.max(...qtys));
  return parts.map((part, n) => (n === largest ? roundHalfUp(sumDec([part, rest]), 2) : part));
};

/** A quantity by weights: the part of each is what lies between the rounded sums before and after it. */
export const spreadQty = (qty: number, weights: readonly number[]): readonly number[] => {
  const whole = sumDec(weights);
  let [before, sum] = [0, 0];
  return weights.map((weight) => {
    sum = sumDec([sum, weight]);
    const upTo = whole === 0 ? 0 : mulDiv(qty, sum, whole, 4);
    const part = subDec(upTo, before);
    before = upTo;
    return part;
  });
};
