/**
 * Control charts of measured values: X̄-R, X̄-s and I-MR. σ̂ comes from the base subgroups, the limits of every point from its own size, so
 * short subgroups have wider limits. One chart shows where the values lie, its partner how far they spread.
 */
import { constantsOf, MAX_SIZE, MIN_SIZE } from './constants';
import { firedRules, type RunOptions } from './rules';

/** by range, by standard deviation, single values with their moving range */
export type SpcKind = 'xbarR' | 'xbarS' | 'imr';
export interface Subgroup {
  readonly values: readonly number[];
  /** shown, but neither part of the base nor of a run */
  readonly excluded?: boolean;
}
/** What limits are made from: the centre of the values and their σ̂ within subgroups. */
export interface SpcBase {
  readonly centre: number;
  readonly sigma: number;
}
export interface SpcPoint {
  readonly value: number | null;
  readonly centre: number;
  readonly upper: number;
  readonly lower: number;
  /** numbers of the rules that fire here */
  readonly rules: readonly number[];
  readonly excluded: boolean;
}
export interface SpcCharts {
  readonly mean: readonly SpcPoint[];
  readonly spread: readonly SpcPoint[];
}

/** Centre and σ̂ of the subgroups that are not excluded; undefined when there is nothing to estimate from. */
export function baseOf(kind: SpcKind, groups: readonly Subgroup[]): SpcBase | undefined {
  const used = groups.filter((group) => group.excluded !== true && group.values.length > 0);
  const all = used.flatMap(({ values }) => values);
  if (kind === 'imr') {
    const moves = groups.flatMap((_, at) => rangeFrom(groups, at) ?? []);
    const two = constantsOf(2);
    if (moves.length === 0 || two === undefined) return undefined;
    return { centre: meanOf(used.map(({ values }) => values[0] ?? 0)), sigma: meanOf(moves) / two.d2 };
  }
  const parts = used.flatMap(({ values }) => {
    const of = constantsOf(values.length);
    if (of === undefined) return [];
    return [kind === 'xbarR' ? rangeOf(values) / of.d2 : deviationOf(values) / of.c4];
  });
  return parts.length === 0 ? undefined : { centre: meanOf(all), sigma: meanOf(parts) };
}

/** Both charts of the subgroups over one base. `rules2` are those of the spread. */
export function chartsOf(
  kind: SpcKind,
  groups: readonly Subgroup[],
  { centre, sigma }: SpcBase,
  options: RunOptions & { readonly rules2?: readonly number[] } = {},
): SpcCharts {
  const { rules2 = [1], ...runs } = options;
  const means = groups.map(({ values }) =>
    values.length === 0 ? null : kind === 'imr' ? (values[0] ?? null) : meanOf(values),
  );
  const mean = means.map((value, at) => {
    const own = kind === 'imr' ? sigma : sigma / Math.sqrt(Math.max(1, groups[at]?.values.length ?? 1));
    return { value, centre, sigma: own, lower: centre - 3 * own };
  });
  const spread = groups.map((group, at) => {
    const { values } = group;
    const of = constantsOf(kind === 'imr' ? 2 : clamped(values.length)) ?? { d2: 0, d3: 0, c4: 0 };
    const [middle, own] =
      kind === 'xbarS' ? [of.c4 * sigma, sigma * Math.sqrt(1 - of.c4 * of.c4)] : [of.d2 * sigma, of.d3 * sigma];
    const value =
      kind === 'imr'
        ? rangeFrom(groups, at)
        : values.length < 2
          ? null
          : kind === 'xbarS'
            ? deviationOf(values)
            : rangeOf(values);
    return { value, centre: middle, sigma: own, lower: Math.max(0, middle - 3 * own) };
  });
  return { mean: judged(mean, groups, runs), spread: judged(spread, groups, { ...runs, rules: rules2 }) };
}

interface Raw {
  readonly value: number | null;
  readonly centre: number;
  readonly sigma: number;
  readonly lower: number;
}
function judged(points: readonly Raw[], groups: readonly Subgroup[], options: RunOptions): readonly SpcPoint[] {
  const z = points.map(({ value, centre, sigma }, at) =>
    value === null || sigma === 0 || groups[at]?.excluded === true ? null : (value - centre) / sigma,
  );
  const fired = firedRules(z, options);
  return points.map(({ value, centre, sigma, lower }, at) => ({
    value,
    centre,
    upper: centre + 3 * sigma,
    lower,
    rules: fired[at] ?? [],
    excluded: groups[at]?.excluded === true,
  }));
}

/** moving range: from the second value on, and not across an excluded one */
function rangeFrom(groups: readonly Subgroup[], at: number): number | null {
  const [now, before] = [groups[at], groups[at - 1]];
  if (now === undefined || before === undefined || now.excluded || before.excluded) return null;
  const [a, b] = [now.values[0], before.values[0]];
  return a === undefined || b === undefined ? null : Math.abs(a - b);
}
const clamped = (n: number): number => Math.min(MAX_SIZE, Math.max(MIN_SIZE, n));
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const deviationOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};
