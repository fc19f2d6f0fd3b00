/** Keys of the chart, done: ghosts by arrows, letting go, confirming, locking, undo, walking from task to task. */
import { type RefObject, useEffect, useRef } from 'react';
import type { PlanResource } from '../../../schemas/language/wire-schedule';
import type { Bar } from './chart/bars';
import type { ChartHandle } from './chart/Chart';
import { mayTake, placeOf } from './chart/drag';
import type { KeyWish } from './chart/keys';
import { DAY } from './chart/moment';
import type { Scene } from './chart/scene';
import type { Board } from './use-board';

interface World {
  readonly board: Board;
  readonly scene: Scene;
  readonly chart: RefObject<ChartHandle | null>;
}
export const useWishes = (world: World): ((wish: KeyWish) => void) => {
  const latest = useRef(world);
  latest.current = world;
  const handle = useRef((wish: KeyWish): void => grant(latest.current, wish));
  return handle.current;
};

const grant = (world: World, wish: KeyWish): void => {
  const { board } = world;
  switch (wish.kind) {
    case 'walk':
      walk(world, wish.to);
      break;
    case 'shift':
    case 'resource':
      ghost(world, wish);
      break;
    case 'drop':
      void board.dragDesk.drop();
      break;
    case 'giveUp':
      if (board.dragDesk.current() !== null) board.dragDesk.giveUp();
      else board.setChosen(new Set());
      break;
    case 'undo':
      if (board.canMove) void board.changes.undo();
      break;
    case 'redo':
      if (board.canMove) void board.changes.redo();
      break;
    case 'all':
      board.setChosen(board.found ?? new Set(board.bars.map(({ id }) => id)));
      break;
    case 'lock':
      if (board.chosen.size > 0) lockAll(board, [...board.chosen]);
      break;
    case 'confirm':
      if (board.chosen.size > 0) confirmAll(board, [...board.chosen]);
      break;
    default:
      break;
  }
};

export const lockAll = (board: Board, ids: readonly string[]): void => {
  if (!board.can('lock')) return;
  const own = board.bars.filter(({ id }) => ids.includes(id));
  // one that is open: all are locked; else all are opened
  void board.changes.lock(
    ids,
    own.some(({ task }) => !task.locked),
  );
};
export const confirmAll = (board: Board, ids: readonly string[]): void => {
  if (!board.can('confirm')) return;
  const open = board.bars.filter(({ id, task }) => ids.includes(id) && task.status === 0).map(({ id }) => id);
  if (open.length === 0) board.feedback.warning('选中的任务都已确认');
  else void board.changes.confirm(open);
};

/** An arrow moves the ghost; the first one makes it. */
const ghost = ({ board, scene, chart }: World, wish: KeyWish & { readonly kind: 'shift' | 'resource' }): void => {
  const { dragDesk, bars, chosen } = board;
  const id = [...chosen].at(-1);
  const bar = bars.find((other) => other.id === id);
  if (bar === undefined || scene.view !== 'resource') return;
  const refusal = mayTake(bar.task);
  if (refusal !== null) {
    board.feedback.warning(refusal);
    return;
  }
  const now = dragDesk.current();
  if (now === null || now.taken.kind !== 'task' || now.taken.bar.id !== bar.id)
    dragDesk.take({ kind: 'task', bar, grab: 0 });
  const place = dragDesk.current()?.place ?? null;
  const start = place?.start ?? bar.start;
  const own = place?.resource.id ?? bar.task.resourceId;
  const resource = wish.kind === 'resource' ? neighbour(scene, bar, own, wish.by) : resourceOf(scene, own);
  if (resource === undefined) return;
  const { step } = scene.scale;
  const minute = wish.kind === 'shift' ? stepped(start, step, wish.steps) : start;
  const next = placeOf({ kind: 'task', bar, grab: 0 }, { minute, resource, scale: { ...scene.scale, step: 1 } });
  dragDesk.move(next);
  if (next !== null) chart.current?.show(next.start, `${resource.id}/0`);
};
/** The next whole step in that direction. */
export const stepped = (start: number, step: number, steps: number): number =>
  steps > 0 ? (Math.floor(start / step) + steps) * step : (Math.ceil(start / step) + steps) * step;
const resourceOf = ({ rows }: Scene, id: string): PlanResource | undefined =>
  rows.find(({ resource }) => resource?.id === id)?.resource ?? undefined;
/** The next resource of the task's work group, above or below. */
const neighbour = ({ rows }: Scene, { task }: Bar, from: string, by: 1 | -1): PlanResource | undefined => {
  const group = rows.flatMap(({ resource, lane }) =>
    resource !== null && lane === 0 && resource.groupId === task.groupId && resource.kind === task.resourceKind
      ? [resource]
      : [],
  );
  return group[group.findIndex(({ id }) => id === from) + by];
};

const walk = ({ board, scene, chart }: World, to: (KeyWish & { readonly kind: 'walk' })['to']): void => {
  const next = walked(scene, [...board.chosen].at(-1) ?? null, to);
  if (next === null) return;
  board.setChosen(new Set([next.id]));
  chart.current?.showTask(next.id);
};
/** From a task to another: before and after in its row, the nearest in time of the row above and below. */
export const walked = (
  { rows }: Pick<Scene, 'rows'>,
  from: string | null,
  to: (KeyWish & { readonly kind: 'walk' })['to'],
): Bar | null => {
  const full = rows.filter(({ bars }) => bars.length > 0);
  const at = full.findIndex(({ bars }) => bars.some(({ id }) => id === from));
  const row = full[at];
  if (row === undefined) return full[0]?.bars[0] ?? null;
  const place = row.bars.findIndex(({ id }) => id === from);
  const bar = row.bars[place]!;
  if (to === 'first') return row.bars[0] ?? null;
  if (to === 'last') return row.bars.at(-1) ?? null;
  if (to === 'left') return row.bars[place - 1] ?? null;
  if (to === 'right') return row.bars[place + 1] ?? null;
  const other = full[at + (to === 'up' ? -1 : 1)];
  return other?.bars.toSorted((a, b) => Math.abs(a.start - bar.start) - Math.abs(b.start - bar.start))[0] ?? null;
};

/** A board begins at now, or at its first day where now is not within it; after a night or before a Sunday at the next task, as a new plan does. */
export const useFirstLook = ({
  chart,
  scene,
  key,
  made,
}: {
  readonly chart: RefObject<ChartHandle | null>;
  readonly scene: Scene;
  readonly key: string;
  /** plans made while it is open */
  readonly made: number;
}): void => {
  const latest = useRef(scene);
  latest.current = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each workshop, zoom and view
  useEffect(() => {
    const { now, scale } = latest.current;
    if (now < scale.from || now > scale.to) return;
    chart.current?.show(Math.max(scale.from, now - DAY / 24));
  }, [key, chart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the look at now, and after each plan
  useEffect(() => chart.current?.showNext(), [key, made, chart]);
};
