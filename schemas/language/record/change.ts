/** What one change of a form brings: fill, on-set rules with their questions, formulas. Rule states are asked separately (states.ts). */
import type { Env } from '../env';
import type { Rec, Row, Value } from '../value';
import { cellPath, type Kept } from './fill';
import type { Model } from './model';
import { type Changed, type EventOptions, runEvent, runEvents } from './on-set';
import { recomputeStale } from './recompute';
import { type Ask, type Patch, type Wait, type Work, workOn } from './work';

export interface Change {
  readonly path: { readonly sub?: string; readonly rowId?: string; readonly field: string };
  /** the new value; a list of rows for a whole sub-table */
  readonly value: Value | readonly Row[];
  /** values of the picked record by path, so that a fill needs no further question */
  readonly pickHops?: { readonly [path: string]: Value };
}

const NOTHING: Kept = { has: () => false };
const inForm = (touched: Kept, old: Rec | null): EventOptions => ({
  typed: touched,
  sent: NOTHING,
  confirm: 'ask',
  old,
});

/**
 * Patch of a change made by the user: the value itself, what it fills, sets and computes. `touched` holds the paths the user typed
 * (`contact`, `items[<id>].price`); the caller adds the changed path to it. `old` is the stored record, null of a new one. Questions come back in `asks`, missing values in `waits`.
 */
export function applyChange(
  model: Model,
  rec: Rec,
  env: Env,
  change: Change,
  touched: Kept,
  old: Rec | null = null,
): Patch {
  const work = workOn(model, rec);
  const changed = write(work, change);
  if (changed) runEvents(work, env, [changed], inForm(touched, old));
  return work.patch();
}

/** Several changes as one (a paste): fills, rules and formulas run once over all of them, and no rule sets what the batch brings. */
export function applyChanges(
  model: Model,
  rec: Rec,
  env: Env,
  changes: readonly Change[],
  touched: Kept,
  old: Rec | null = null,
): Patch {
  const work = workOn(model, rec);
  const changed = changes.flatMap((change) => write(work, change) ?? []);
  const brought = new Set(changes.map(({ path }) => cellPath(path.field, path.sub, path.rowId)));
  runEvents(work, env, changed, { ...inForm(touched, old), ...(changes.length > 1 ? { sent: brought } : {}) });
  return work.patch();
}

/** Goes on with rules whose question was answered yes, and with fills and rules whose values have come. */
export function resume(
  model: Model,
  rec: Rec,
  env: Env,
  what: readonly (Ask | Wait)[],
  touched: Kept,
  old: Rec | null = null,
): Patch {
  const work = workOn(model, rec);
  const options: EventOptions = { ...inForm(touched, old), confirm: 'run' };
  const changed: Changed[] = [];
  for (const ask of what) {
    const rowId = ask.rowId === undefined ? {} : { rowId: ask.rowId };
    if ('fill' in ask && ask.fill !== undefined) changed.push({ path: ask.fill, ...rowId, fillOnly: true });
    const event = model.events.find((rule) => rule.address === ask.rule);
    if (event) changed.push(...runEvent(work, env, event, ask.rowId, options));
  }
  runEvents(work, env, changed, inForm(touched, old));
  recomputeStale(work, env);
  return work.patch();
}

function write(work: Work, change: Change): Changed | undefined {
  const { sub, rowId, field } = change.path;
  if (sub === undefined) {
    if (work.model.subs.has(field)) {
      work.setRows(field, change.value as readonly Row[]);
      for (const row of work.rows(field)) work.touchRow(field, row.id);
      return { path: field };
    }
    const value = (change.value === '' ? null : change.value) as Value;
    return work.setHead(field, value) ? { path: field, ...hops(change) } : undefined;
  }
  const at = work.rows(sub).findIndex((row) => row.id === rowId);
  const value = (change.value === '' ? null : change.value) as Value;
  if (at < 0 || rowId === undefined || !work.setRow(sub, at, field, value)) return undefined;
  return { path: `${sub}.${field}`, rowId, ...hops(change) };
}

const hops = (change: Change): Pick<Changed, 'pickHops'> => (change.pickHops ? { pickHops: change.pickHops } : {});
