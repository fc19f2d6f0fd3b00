/** 负荷: planned ÷ available minutes of each resource and day, and what all of them come to on a day. */
import type { PlanLoad } from '../../../../schemas/language/wire-schedule';

export interface DayLoad {
  readonly day: string;
  readonly availableMin: number;
  readonly plannedMin: number;
  /** percent; null where nothing is open */
  readonly load: number | null;
}
export type LoadTone = 'quiet' | 'full' | 'over';
/** over 100 % is red; the last tenth before it is worth a look */
export const toneOfLoad = (load: number | null): LoadTone =>
  load === null ? 'quiet' : load > 100 ? 'over' : load > 90 ? 'full' : 'quiet';

/** By resource, then by day. */
export const loadTable = (loads: readonly PlanLoad[]): ReadonlyMap<string, ReadonlyMap<string, PlanLoad>> => {
  const found = new Map<string, Map<string, PlanLoad>>();
  for (const load of loads) {
    const own = found.get(load.resourceId) ?? new Map<string, PlanLoad>();
    own.set(load.day, load);
    found.set(load.resourceId, own);
  }
  return found;
};
const rounded = (percent: number): number => Math.round(percent * 10) / 10;
const ratio = (planned: number, available: number): number | null =>
  available > 0 ? rounded((planned / available) * 100) : null;

/** The days of the chart, those of the chosen resources together; a ratio of sums, not a mean of ratios. */
export const dayLoads = (
  loads: readonly PlanLoad[],
  days: readonly string[],
  of: ReadonlySet<string> | null = null,
): readonly DayLoad[] => {
  const sums = new Map(days.map((day) => [day, { availableMin: 0, plannedMin: 0 }]));
  for (const { resourceId, day, availableMin, plannedMin } of loads) {
    const sum = sums.get(day);
    if (sum === undefined || (of !== null && !of.has(resourceId))) continue;
    sum.availableMin += availableMin;
    sum.plannedMin += plannedMin;
  }
  return days.map((day) => {
    const { availableMin, plannedMin } = sums.get(day)!;
    return { day, availableMin, plannedMin, load: ratio(plannedMin, availableMin) };
  });
};
/** One resource over all days. */
export const loadOf = (loads: readonly PlanLoad[]): ReadonlyMap<string, number | null> => {
  const sums = new Map<string, [planned: number, available: number]>();
  for (const { resourceId, availableMin, plannedMin } of loads) {
    const [planned, available] = sums.get(resourceId) ?? [0, 0];
    sums.set(resourceId, [planned + plannedMin, available + availableMin]);
  }
  return new Map([...sums].map(([id, [planned, available]]) => [id, ratio(planned, available)]));
};
