/** What a device made in a shift, for 设备效能: how many, how many of them right the first time, and the time they should have taken. */
import { divDec, mulDec, subDec } from '../../../schemas/language/codec/decimal';

/** Counts of one device, shift and product. */
export interface Counts {
  /** by the machine, and bad ones among them */
  readonly number: number;
  readonly unqualifiedQty: number;
  /** seconds by their standard cycle, and pieces that have none */
  readonly cycleSec: number;
  readonly noCycleQty: number;
  readonly reportQty: number;
  readonly firstPassQty: number;
  readonly reportCycleSec: number;
  readonly reportNoCycleQty: number;
}
export interface Made {
  readonly total: number;
  readonly first: number;
  readonly cycleSec: number;
  readonly noCycle: number;
  /** of the total, judged by the count: its reports do not cover it */
  readonly counted: number;
  /** standard seconds of those that were not right the first time */
  readonly badSec: number;
}

/**
 * Reports tell which pieces were right the first time, and are believed when they cover what the machine counted; else the count less its
 * bad pieces stands in for them.
 */
export const madeOf = (counts: Counts, fromReports: boolean): Made => {
  const { number, reportQty, firstPassQty } = counts;
  if (fromReports)
    return withBad({
      ...{ total: reportQty, first: firstPassQty, counted: 0 },
      ...{ cycleSec: counts.reportCycleSec, noCycle: counts.reportNoCycleQty },
    });
  const isCovered = reportQty >= number;
  const bad = isCovered ? subDec(reportQty, firstPassQty) : counts.unqualifiedQty;
  const first = Math.min(number, Math.max(0, subDec(number, bad)));
  const counted = isCovered ? 0 : number;
  return withBad({ total: number, first, counted, cycleSec: counts.cycleSec, noCycle: counts.noCycleQty });
};

const withBad = (made: Omit<Made, 'badSec'>): Made => {
  const cycle = divDec(made.cycleSec, subDec(made.total, made.noCycle)) ?? 0;
  return { ...made, badSec: mulDec(subDec(made.total, made.first), cycle) };
};
