/** Rules that wait for values of the server. What was set meanwhile overtakes them: a late answer never takes a newer value away. */
import type { Model } from './model';
import type { Patch, Wait } from './work';

const sets = (model: Model, wait: Wait, path: string): boolean =>
  wait.rule !== undefined &&
  model.events.some((event) => event.address === wait.rule && event.set.some((target) => target.path === path));

/** Drops the waiting rules that would set `path` (of the row) again. */
export function overtake(model: Model, waits: Wait[], path: string, rowId: string | undefined): void {
  for (let at = waits.length - 1; at >= 0; at -= 1) {
    const wait = waits[at];
    if (wait !== undefined && wait.rowId === rowId && sets(model, wait, path)) waits.splice(at, 1);
  }
}

/** Of the waiting rules those whose targets a later change did not touch. */
export function stillWaiting(
  model: Model,
  waits: readonly Wait[],
  later: Pick<Patch, 'head' | 'rows'>,
): readonly Wait[] {
  if (waits.length === 0) return waits;
  const left = [...waits];
  for (const code of Object.keys(later.head)) overtake(model, left, code, undefined);
  for (const { sub, id, values } of later.rows)
    for (const code of Object.keys(values)) overtake(model, left, `${sub}.${code}`, id);
  return left;
}
