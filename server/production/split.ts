/** Shares of a quantity (30 P10): every part rounded, what is left over or too much goes to the largest, the first of equals. */
import { addDec, divNum, mulNum, roundNum, subDec, sumDec, toNumber } from '../../schemas/language/codec/decimal';

export const splitBy = (qty: number, weights: readonly number[], decimals: number): readonly number[] => {
  if (weights.length === 0) return [];
  const shares = sumDec(weights) > 0 ? weights : weights.map(() => 1);
  const total = sumDec(shares);
  const parts = shares.map((weight) => toNumber(roundNum(divNum(mulNum(qty, weight), total) ?? 0, decimals)));
  let over = subDec(qty, sumDec(parts));
  // of many small parts the largest may not have what is too much: the next ones give the rest
  while (over !== 0) {
    const largest = parts.indexOf(Math.max(...parts));
    const part = parts[largest] ?? 0;
    const change = over > 0 || part <= 0 ? over : Math.max(over, -part);
    parts[largest] = addDec(part, change);
    over = subDec(over, change);
  }
  return parts;
};
