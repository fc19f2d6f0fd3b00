/** A quantity by weights, exact to the last decimal: what rounding leaves over goes to the largest remainders. */
import { divDec, mulDec, roundHalfUp, sumDec } from '../../schemas/language/codec/decimal';

/** Equally while every weight is zero; nobody gets anything of nobody. */
export const sharesOf = (total: number, weights: readonly number[], decimals: number): readonly number[] => {
  const all = sumDec(weights);
  const unit = 10 ** decimals;
  const whole = roundHalfUp(mulDec(Math.abs(total), unit), 0);
  const exact = weights.map(
    (weight) => divDec(mulDec(whole, all > 0 ? weight : 1), all > 0 ? all : weights.length) ?? 0,
  );
  const parts = exact.map(Math.floor);
  const order = exact.map((share, n) => ({ n, rest: share % 1 })).sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of order.slice(0, whole - sumDec(parts))) parts[n] = (parts[n] ?? 0) + 1;
  return parts.map((part) => (divDec(part, unit) ?? 0) * Math.sign(total) + 0);
};
