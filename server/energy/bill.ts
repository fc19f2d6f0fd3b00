/** The month of a fee meter (50 §6.1): energy, basic charge, adjustment by power factor. */
import { addDec, mulDec, roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';

export interface PfStep {
  readonly pf: number;
  readonly percent: number;
}
/** P / √(P² + Q²), four decimals; null without use. */
export const powerFactor = (active: number, reactive: number): number | null => {
  const apparent = Math.hypot(active, reactive);
  return apparent === 0 ? null : roundHalfUp(active / apparent, 4);
};

/** The decreed tables: what a hundredth above the standard takes off, and where the steps below it grow. */
const STANDARDS: Readonly<Record<string, { readonly off: (above: number) => number; readonly up: number }>> = {
  '0.90': { up: 90, off: (above) => 15 * Math.min(above, 5) },
  '0.85': { up: 85, off: (above) => (above <= 5 ? 10 * above : Math.min(50 + 15 * (above - 5), 110)) },
  '0.80': { up: 80, off: (above) => (above <= 10 ? 10 * above : Math.min(100 + 15 * (above - 10), 130)) },
};
/** Half a percent a hundredth for twenty of them, one for five more, then two. */
const raise = (below: number): number =>
  50 * Math.min(below, 20) + 100 * Math.min(Math.max(below - 20, 0), 5) + 200 * Math.max(below - 25, 0);

/** Percent by which a bill changes; a standard nobody decreed changes nothing. */
export const adjustPercent = (standard: string, pf: number): number => {
  const rule = STANDARDS[standard];
  if (rule === undefined) return 0;
  const above = roundHalfUp(mulDec(pf, 100), 0) - rule.up;
  return (above > 0 ? 0 - rule.off(above) : raise(0 - above)) / 100;
};
/** A table as it is written down, from 1.00 to where it goes on by the same step. */
export const pfTableOf = (standard: string | null | undefined): readonly PfStep[] =>
  standard === null || standard === undefined || STANDARDS[standard] === undefined
    ? []
    : Array.from({ length: 51 }, (_, n) => (100 - n) / 100).map((pf) => ({ pf, percent: adjustPercent(standard, pf) }));
/** By the table of a tariff: its step, and the nearest one beyond its ends. */
export const percentOf = (table: readonly PfStep[], standard: string, pf: number): number => {
  const at = roundHalfUp(pf, 2);
  return table.find((step) => step.pf === at)?.percent ?? adjustPercent(standard, at);
};

export interface MonthOf {
  readonly active: number;
  /** null: not measured, so nothing is adjusted */
  readonly reactive: number | null;
  readonly energyFee: number;
  /** the highest load of its slots, kW */
  readonly demand: number;
  readonly ratedKva: number;
}
export interface BillRule {
  readonly fundPrice: number;
  readonly basic: 'none' | 'capacity' | 'demand';
  readonly basicPrice: number;
  readonly pfStd: string;
  readonly pfTable: readonly PfStep[];
}
export interface MonthBill {
  readonly pf: number | null;
  readonly basic: number;
  /** what the adjustment is taken of: without the levies */
  readonly base: number;
  readonly percent: number;
  readonly adjust: number;
  readonly amount: number;
}
export const monthBill = (rule: BillRule, month: MonthOf): MonthBill => {
  const pf = month.reactive === null ? null : powerFactor(month.active, month.reactive);
  const size = { none: 0, capacity: month.ratedKva, demand: month.demand }[rule.basic];
  const basic = roundHalfUp(mulDec(size, rule.basicPrice), 2);
  const fund = roundHalfUp(mulDec(month.active, rule.fundPrice), 2);
  const base = subDec(addDec(month.energyFee, basic), fund);
  const percent = pf === null ? 0 : percentOf(rule.pfTable, rule.pfStd, pf);
  const adjust = roundHalfUp(mulDec(base, percent / 100), 2);
  return { pf, basic, base, percent, adjust, amount: sumDec([month.energyFee, basic, adjust]) };
};
