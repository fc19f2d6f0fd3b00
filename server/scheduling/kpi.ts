/** What a plan is worth: lateness, set-up, load (30 §3 scheduleScenario, KPI of E1). */
import { type Calendar, worked } from './calendar';
import { grouped } from './grouped';
import type { DayLoad, Input, Kpi, OrderResult, Resource, Task } from './types';

const WHOLE = 10_000;
/** percent with two decimals */
const percent = (part: number, whole: number): number => Math.round((part / whole) * WHOLE) / 100;

/** Minutes throughout; loads in percent of the open minutes of a resource × its lanes. */
export function kpiOf(
  input: Input,
  calendars: ReadonlyMap<string, Calendar>,
  { tasks, orders }: { readonly tasks: readonly Task[]; readonly orders: readonly OrderResult[] },
): Kpi {
  const { now, config } = input;
  const priorities = new Map(input.orders.map(({ id, priority }) => [id, priority]));
  const late = orders.filter(({ lateMin }) => lateMin > 0);
  const last = tasks.reduce((most, { end }) => Math.max(most, end), now);
  const byResource = grouped(tasks, ({ resource }) => resource);
  const resources = [...input.resources].sort((a, b) => (a.code < b.code ? -1 : 1));
  return {
    lateOrders: late.length,
    tardinessMin: late.reduce((sum, { lateMin }) => sum + lateMin, 0),
    weighted: late.reduce(
      (sum, { order, lateMin }) => sum + weightOf(config.weights, priorities.get(order)) * lateMin,
      0,
    ),
    makespanMin: last - now,
    setupMin: tasks.reduce((sum, { setupMin }) => sum + setupMin, 0),
    utilisation: Object.fromEntries(
      resources.map((resource) => {
        const calendar = calendars.get(resource.id)!;
        const open = (worked(calendar, last) - worked(calendar, now)) * resource.lanes;
        const used = (byResource.get(resource.id) ?? []).reduce((sum, task) => sum + minutesFrom(task, now), 0);
        return [resource.id, open > 0 ? percent(used, open) : 0];
      }),
    ),
    loads: resources.flatMap((resource) =>
      loadsOf(resource, calendars.get(resource.id)!, byResource.get(resource.id) ?? []),
    ),
  };
}

/** Weight of a priority; one without its own counts as the last. */
export const weightOf = (weights: readonly number[], priority: number | undefined): number =>
  weights[(priority ?? weights.length) - 1] ?? weights.at(-1) ?? 1;

const minutesFrom = ({ segments, lanes }: Task, now: number): number =>
  segments.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, now)) * lanes, 0);

/** Planned ÷ open minutes of each shift day that has work. */
function loadsOf({ id, lanes }: Resource, calendar: Calendar, tasks: readonly Task[]): DayLoad[] {
  const planned = new Map<number, number>();
  for (const task of tasks)
    for (const { day, from, to } of task.segments) planned.set(day, (planned.get(day) ?? 0) + (to - from) * task.lanes);
  if (planned.size === 0) return [];
  const open = new Map<number, number>();
  for (const [n, day] of calendar.day.entries())
    open.set(day, (open.get(day) ?? 0) + (calendar.to[n]! - calendar.from[n]!) * lanes);
  return [...planned]
    .sort(([a], [b]) => a - b)
    .map(([day, plannedMin]) => {
      const availableMin = open.get(day) ?? 0;
      const load = availableMin > 0 ? percent(plannedMin, availableMin) : null;
      return { resource: id, day, availableMin, plannedMin, load };
    });
}
