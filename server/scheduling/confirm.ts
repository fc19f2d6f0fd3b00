/** Confirming tasks of a plan (30 §3 step 13). */
import { refusalText } from './texts';
import type { Interval, Refused, Task } from './types';

export interface Overload extends Interval {
  readonly planned: number;
  readonly lanes: number;
  /** who works then */
  readonly tasks: readonly string[];
}

/**
 * Where the tasks of one resource together take more lanes than it has: a sweep over their start and end points, not a count of rows
 * that overlap. What a resource has is the most any of the tasks of the moment may count on; one without limit lifts it.
 */
export function overloads(tasks: readonly Task[]): Overload[] {
  const points = tasks
    .flatMap((task) =>
      task.segments.flatMap(({ from, to }) => [
        { at: from, task, isStart: true },
        { at: to, task, isStart: false },
      ]),
    )
    .sort((a, b) => a.at - b.at);
  const active = new Set<Task>();
  const found: Overload[] = [];
  let planned = 0;
  points.forEach(({ at, task, isStart }, n) => {
    planned += isStart ? task.lanes : -task.lanes;
    if (isStart) active.add(task);
    else active.delete(task);
    const to = points[n + 1]?.at ?? at;
    if (to === at) return;
    const lanes = [...active].reduce((most, { capacity }) => Math.max(most, capacity ?? Number.POSITIVE_INFINITY), 0);
    if (planned <= lanes) return;
    const last = found.at(-1);
    const ids = [...active].map(({ id }) => id).sort();
    if (last && last.to === at && last.planned === planned && last.lanes === lanes && ids.join() === last.tasks.join())
      found[found.length - 1] = { ...last, to };
    else found.push({ from: at, to, planned, lanes, tasks: ids });
  });
  return found;
}

/** The sentence for the first overload of a resource in which one of `ids` works; null = none. */
export function overloadText(code: string, tasks: readonly Task[], ids: ReadonlySet<string>): string | null {
  const found = overloads(tasks).find((overload) => overload.tasks.some((id) => ids.has(id)));
  return found === undefined ? null : refusalText.overload(code, found, found.planned, found.lanes);
}

export interface Confirmed {
  readonly tasks: readonly Task[];
  /** those that are kept beyond capacity because somebody with the right gave a reason */
  readonly overridden: readonly string[];
}

/** Tasks with status 1 for 0 where each resource can do what is planned on it, or with override; `codes` by resource id. */
export function confirmTasks(
  tasks: readonly Task[],
  ids: ReadonlySet<string>,
  { codes, override }: { readonly codes: ReadonlyMap<string, string>; readonly override: boolean },
): Confirmed | Refused {
  const resources = [...new Set(tasks.filter(({ id }) => ids.has(id)).map(({ resource }) => resource))].sort();
  const overridden: string[] = [];
  for (const resource of resources) {
    const own = tasks.filter((task) => task.resource === resource);
    const text = overloadText(codes.get(resource) ?? resource, own, ids);
    if (text === null) continue;
    if (!override) return { refused: text };
    for (const { tasks: over } of overloads(own)) overridden.push(...over.filter((id) => ids.has(id)));
  }
  return {
    tasks: tasks.map((task) => (ids.has(task.id) ? { ...task, status: 1, isFixed: true } : task)),
    overridden: [...new Set(overridden)].sort(),
  };
}
