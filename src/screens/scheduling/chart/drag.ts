/**
 * A drag as a value: what was taken, where it would go, whether it may. Along time, to another resource of the same work group, or at its
 * end: then the pieces beyond that moment become a task of their own. Nothing here asks the server; the place it tells is what is asked.
 */
import type { MoveBody, MovePolicy, PlanResource, PlanTask } from '../../../../schemas/language/wire-schedule';
import type { Bar } from './bars';
import { fromMinute } from './moment';
import { snapped, type TimeScale } from './time-scale';

/** what is dragged: a task of the plan, or an operation of the pool */
export type Taken =
  | { readonly kind: 'task'; readonly bar: Bar; readonly grab: number }
  | { readonly kind: 'split'; readonly bar: Bar }
  | {
      readonly kind: 'pool';
      readonly operationId: string;
      readonly groupId: string | null;
      readonly minutes: number;
      readonly title: string;
    };

export interface Place {
  readonly resource: PlanResource;
  readonly start: number;
  /** where the ghost ends until the server has said it */
  readonly end: number;
  /** pieces that go there, of a split */
  readonly qty: number | null;
  /** why it cannot be let go here */
  readonly refusal: string | null;
}

export const REFUSALS = {
  fixed: '已确认、锁定或已开工的任务不能移动',
  group: '只能移到同一工作组的资源',
  kind: '只能移到同类资源',
  empty: '分出的数量必须大于0',
} as const;

/** Why a task cannot be taken at all; null = it can. */
export const mayTake = ({ fixed }: Pick<PlanTask, 'fixed'>): string | null => (fixed ? REFUSALS.fixed : null);

/** Why it may not stand on that resource. */
export const mayStand = (taken: Taken, resource: PlanResource): string | null => {
  if (taken.kind === 'pool')
    return taken.groupId !== null && resource.groupId !== taken.groupId ? REFUSALS.group : null;
  const { task } = taken.bar;
  if (resource.id === task.resourceId) return null;
  if (resource.kind !== task.resourceKind) return REFUSALS.kind;
  return resource.groupId !== task.groupId ? REFUSALS.group : null;
};

/** Minutes a bar works between two moments. */
const worked = ({ pieces, start, end }: Bar, from: number, to: number): number => {
  const runs = pieces.filter(({ isSetup }) => !isSetup);
  const spans = runs.length === 0 ? [{ from: start, to: end }] : runs;
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0);
};
const DECIMALS = 10_000;
/** How many pieces lie beyond a moment: whole ones where the task has whole ones. */
export const piecesBeyond = (bar: Bar, minute: number): number => {
  const all = worked(bar, bar.start, bar.end);
  if (all <= 0) return 0;
  const { qty } = bar.task;
  const kept = (qty * worked(bar, bar.start, minute)) / all;
  const unit = Number.isInteger(qty) ? 1 : DECIMALS;
  return Math.max(0, qty - Math.round(kept * unit) / unit);
};

/** Where the pointer puts it: `minute` under the pointer, `resource` of the row under it (null = none: it stays on its own). */
export const placeOf = (
  taken: Taken,
  {
    minute,
    resource,
    scale,
  }: { readonly minute: number; readonly resource: PlanResource | null; readonly scale: TimeScale },
): Place | null => {
  if (taken.kind === 'split') {
    const { bar } = taken;
    const at = Math.min(bar.end - scale.step, Math.max(bar.start + scale.step, snapped(scale, minute)));
    const qty = Number(piecesBeyond(bar, at).toFixed(4));
    const own = resource;
    if (own === null) return null;
    return {
      resource: own,
      start: at,
      end: bar.end,
      qty,
      refusal: qty > 0 && qty < bar.task.qty ? null : REFUSALS.empty,
    };
  }
  if (resource === null) return null;
  const refusal = mayStand(taken, resource);
  if (taken.kind === 'pool') {
    const start = snapped(scale, minute);
    return { resource, start, end: start + Math.max(scale.step, taken.minutes), qty: null, refusal };
  }
  const start = snapped(scale, minute - taken.grab);
  return { resource, start, end: start + (taken.bar.end - taken.bar.start), qty: null, refusal };
};

/** Is that where it stands already. */
export const isHome = (taken: Taken, { resource, start }: Place): boolean =>
  taken.kind === 'task' && taken.bar.task.resourceId === resource.id && taken.bar.start === start;

/** What the server is asked for that place. */
export const bodyOf = (
  taken: Taken,
  place: Place,
  {
    planVersion,
    policy,
    scenarioId,
  }: { readonly planVersion: number; readonly policy: MovePolicy; readonly scenarioId: string | null },
): MoveBody => ({
  planVersion,
  ...(taken.kind === 'pool' ? { operationId: taken.operationId } : { taskId: taken.bar.id }),
  resourceId: place.resource.id,
  start: fromMinute(place.start),
  policy,
  ...(place.qty === null ? {} : { qty: place.qty }),
  ...(scenarioId === null ? {} : { scenarioId }),
});

/** Other tasks of a selection go along by as much as the taken one; those to the right first when they go right, so that none meets another. */
export const companions = (bars: readonly Bar[], taken: Bar, shift: number): readonly Bar[] =>
  bars
    .filter((bar) => bar.id !== taken.id && !bar.task.fixed)
    .toSorted((a, b) => (shift > 0 ? b.start - a.start : a.start - b.start));
