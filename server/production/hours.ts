/** Labour hours of a report (30 P9): minutes of each worker since the last report, without pauses and breaks, shared among his running starts. */
import { divNum, mulNum, roundNum, sumDec, toNumber } from '../../schemas/language/codec/decimal';

/** [from, to) in milliseconds */
export interface Span {
  readonly from: number;
  readonly to: number;
}
export interface Worker {
  readonly id: string;
  /** when he was on this start */
  readonly present: readonly Span[];
  /** when other starts of his ran */
  readonly elsewhere: readonly (readonly Span[])[];
}
export interface Worked {
  /** since the last report of the start, up to the end of this one */
  readonly span: Span;
  /** pauses of the start and breaks of the shift */
  readonly away: readonly Span[];
  readonly workers: readonly Worker[];
}

const isIn = (spans: readonly Span[], at: number): boolean => spans.some(({ from, to }) => from <= at && at < to);

/** Hours of each worker, in their order. */
export const hoursOf = ({ span, away, workers }: Worked): readonly number[] =>
  workers.map(({ present, elsewhere }) => {
    const cuts = [span, ...away, ...present, ...elsewhere.flat()]
      .flatMap(({ from, to }) => [from, to])
      .filter((at) => at >= span.from && at <= span.to);
    const at = [...new Set(cuts)].sort((a, b) => a - b);
    const parts = at.slice(1).map((to, n) => {
      const from = at[n] as number;
      if (!isIn(present, from) || isIn(away, from)) return 0;
      const starts = 1 + elsewhere.filter((spans) => isIn(spans, from)).length;
      return toNumber(divNum(to - from, mulNum(starts, HOUR)) ?? 0);
    });
    return toNumber(roundNum(sumDec(parts), 4));
  });
const HOUR = 3_600_000;
