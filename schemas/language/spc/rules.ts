/**
 * The eight run rules over z = (value − centre) ÷ σ of the point, oldest first. Inequalities are strict: a point on a line is inside. A rule
 * fires at its last point; null is a point that breaks every run (excluded, or the first of new limits stands behind one).
 */
export interface RunOptions {
  /** rules looked at; all of them unless said */
  readonly rules?: readonly number[];
  /** points on one side of rule 2: 9, in the Western Electric set 8 */
  readonly run?: number;
}
const ALL: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Numbers of the rules that fire at each point. */
export function firedRules(z: readonly (number | null)[], { rules = ALL, run = 9 }: RunOptions = {}): number[][] {
  return z.map((value, at) => {
    if (value === null) return [];
    const back = runBefore(z, at);
    return rules.filter((rule) => FIRES[rule]?.(back, run) ?? false);
  });
}

/** The point and those before it up to a break, newest first: no rule looks further back than 25. */
function runBefore(z: readonly (number | null)[], at: number): readonly number[] {
  const found: number[] = [];
  for (let i = at; i >= 0 && found.length < 25; i--) {
    const value = z[i];
    if (value === null || value === undefined) break;
    found.push(value);
  }
  return found;
}

const side = (value: number): number => Math.sign(value);
const last = (back: readonly number[], count: number): readonly number[] | undefined =>
  back.length < count ? undefined : back.slice(0, count);
/** `count` of the last `of` beyond `sigma` on the side of the newest, which is beyond itself */
const beyond = (back: readonly number[], count: number, of: number, sigma: number): boolean => {
  const newest = back[0] ?? 0;
  if (Math.abs(newest) <= sigma) return false;
  return back.slice(0, of).filter((value) => side(value) === side(newest) && Math.abs(value) > sigma).length >= count;
};
const steps = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, at) => side((values[at] ?? 0) - value));

const FIRES: { readonly [rule: number]: (back: readonly number[], run: number) => boolean } = {
  1: (back) => Math.abs(back[0] ?? 0) > 3,
  2: (back, run) => {
    const values = last(back, run);
    const of = side(back[0] ?? 0);
    return values !== undefined && of !== 0 && values.every((value) => side(value) === of);
  },
  3: (back) => {
    const ways = steps(last(back, 6) ?? []);
    return ways.length === 5 && ways[0] !== 0 && ways.every((way) => way === ways[0]);
  },
  4: (back) => {
    const ways = steps(last(back, 14) ?? []);
    return ways.length === 13 && ways.every((way, at) => way !== 0 && (at === 0 || way === -(ways[at - 1] ?? 0)));
  },
  5: (back) => beyond(back, 2, 3, 2),
  6: (back) => beyond(back, 4, 5, 1),
  7: (back) => last(back, 15)?.every((value) => Math.abs(value) < 1) ?? false,
  8: (back) => {
    const values = last(back, 8);
    if (values === undefined || values.some((value) => Math.abs(value) <= 1)) return false;
    return values.some((value) => value > 0) && values.some((value) => value < 0);
  },
};
