/** How a quantity spreads over labels: full ones and what is left. Exact decimals. */
import { cmpNum, divNum, roundNum, subDec, toNumber } from '../../schemas/language/codec/decimal';

/** 250 at 60 a label ⇒ 60, 60, 60, 60, 10; without a quantity a label all of it. */
export function spread(total: number, each: number): readonly number[] {
  if (total <= 0) return [];
  if (each <= 0 || cmpNum(total, each) <= 0) return [total];
  const full = toNumber(roundNum(divNum(total, each) ?? 0, 0, 'floor'));
  const rest = restOf(total, each, full);
  return [...Array.from({ length: full }, () => each), ...(rest > 0 ? [rest] : [])];
}

/** How many labels that are, without making them. */
export function countOf(total: number, each: number): number {
  if (total <= 0) return 0;
  if (each <= 0) return 1;
  return toNumber(roundNum(divNum(total, each) ?? 0, 0, 'ceil'));
}

const restOf = (total: number, each: number, full: number): number => subDec(total, Number((each * full).toFixed(8)));
