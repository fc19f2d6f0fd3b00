/** What there is to draw, apart from which part of it is seen and what the pointer does. */
import type { PlanAnswer } from '../../../../schemas/language/wire-schedule';
import { type Chains, chainsOf } from './chain';
import { type ColourBy, type Hue, productHues } from './colours';
import { loadOf, loadTable } from './load';
import { toMinute } from './moment';
import type { ChartRow } from './rows';
import type { TimeScale } from './time-scale';

export type View = 'resource' | 'order' | 'load';
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
export interface Scene {
  readonly view: View;
  readonly rows: readonly ChartRow[];
  readonly scale: TimeScale;
  /** 1 at a window of 1440 */
  readonly size: number;
  readonly headWidth: number;
  readonly headHeight: number;
  readonly now: number;
  readonly frozenTo: number;
  readonly hours: Hours;
  readonly colourBy: ColourBy;
  readonly products: ReadonlyMap<string, Hue>;
  readonly chains: Chains;
  readonly links: PlanAnswer['links'];
  readonly loads: ReadonlyMap<string, number | null>;
  readonly days: ReturnType<typeof loadTable>;
}
/** When resources work and when they stand, by resource, in time's order. */
export interface Hours {
  readonly open: ReadonlyMap<string, readonly Span[]>;
  readonly stops: ReadonlyMap<string, readonly Span[]>;
}
export const hoursOf = (intervals: PlanAnswer['intervals']): Hours => {
  const open = new Map<string, Span[]>();
  const stops = new Map<string, Span[]>();
  for (const { resourceId, kind, from, to, text } of intervals) {
    const map = kind === 'open' ? open : stops;
    const list = map.get(resourceId) ?? [];
    list.push({ from: toMinute(from), to: toMinute(to), text });
    map.set(resourceId, list);
  }
  for (const list of [...open.values(), ...stops.values()]) list.sort((a, b) => a.from - b.from);
  return { open, stops };
};
/** Closed time of a resource within [from, to); one that never opens within the plan is closed all along. */
export const closedWithin = (
  open: readonly Span[],
  from: number,
  to: number,
): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  let at = from;
  for (const span of open) {
    if (span.to <= at) continue;
    if (span.from >= to) break;
    if (span.from > at) found.push([at, span.from]);
    at = Math.max(at, span.to);
  }
  if (at < to) found.push([at, to]);
  return found;
};

interface SceneParts {
  readonly plan: PlanAnswer;
  readonly view: View;
  readonly rows: readonly ChartRow[];
  readonly scale: TimeScale;
  readonly size: number;
  readonly colourBy: ColourBy;
  readonly now: number;
  readonly headWidth: number;
}
export const sceneOf = ({ plan, view, rows, scale, size, colourBy, now, headWidth }: SceneParts): Scene => ({
  view,
  rows,
  scale,
  size,
  headWidth,
  headHeight: 44 * size,
  now,
  frozenTo: toMinute(plan.frozenTo),
  hours: hoursOf(plan.intervals),
  colourBy,
  products: productHues(plan.tasks),
  chains: chainsOf(plan.links),
  links: plan.links,
  loads: loadOf(plan.loads),
  days: loadTable(plan.loads),
});
