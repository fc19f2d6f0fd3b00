/** Undo of a plan: inverse moves in the order they were made, good as long as nobody else has changed the plan. */
import type { PlanPlaces } from '../../../../schemas/language/wire-schedule';

export interface Step {
  readonly text: string;
  readonly before: PlanPlaces;
  readonly after: PlanPlaces;
}
export interface UndoStack {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** version of the plan after the last of our own calls; null = none yet */
  readonly version: number | null;
}
export const NO_STEPS: UndoStack = { done: [], undone: [], version: null };
const MOST = 100;

/** A plan of another version is somebody else's: what stood before is not to be had back. */
const at = (stack: UndoStack, version: number): UndoStack =>
  stack.version === null || stack.version === version ? stack : { ...NO_STEPS, version };

/** A move was made: of the plan `from`, which is `to` now. */
export const pushed = (stack: UndoStack, step: Step, from: number, to: number): UndoStack => ({
  done: [...at(stack, from).done, step].slice(-MOST),
  undone: [],
  version: to,
});
/** The last move was taken back. */
export const undone = (stack: UndoStack, to: number): UndoStack => {
  const last = stack.done.at(-1);
  return last === undefined ? stack : { done: stack.done.slice(0, -1), undone: [...stack.undone, last], version: to };
};
export const redone = (stack: UndoStack, to: number): UndoStack => {
  const last = stack.undone.at(-1);
  return last === undefined ? stack : { done: [...stack.done, last], undone: stack.undone.slice(0, -1), version: to };
};
/** A change of our own that has no inverse (confirmed, locked, run): earlier moves are not taken back over it. */
export const sealed = (to: number): UndoStack => ({ ...NO_STEPS, version: to });
/** The plan as it is now: another version than ours means others have changed it. */
export const seen = (stack: UndoStack, version: number): UndoStack => at(stack, version);

/** Several moves as one: as it was before the first, as it is after the last. */
export const joined = (steps: readonly Step[], text: string): Step | null => {
  if (steps.length === 0) return null;
  return {
    text,
    before: merged(steps.map(({ before }) => before)),
    after: merged(steps.map(({ after }) => after).toReversed()),
  };
};
/** Of an operation that stands in several, the first counts. */
const merged = (all: readonly PlanPlaces[]): PlanPlaces => {
  const known = new Set<string>();
  const places = all.flatMap(({ operationIds, places: own }) => {
    const fresh = operationIds.filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    return own.filter(({ operationId }) => fresh.includes(operationId));
  });
  return { operationIds: [...known], places };
};
