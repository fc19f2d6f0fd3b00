/**
 * Undo and redo of one user. An entry is a gesture: the transactions of a group that follow each other are one. When others' steps come
 * in between, entries are mapped over them, so undo takes back what this user did and nothing else.
 */
import { given, invertStep, mapStep, type Step } from '../../schemas/language/steps/index';
import type { DesignState, DocId, DocStep, Selected, Transaction } from './state';

export interface HistoryEntry {
  readonly gesture: string;
  readonly group?: string;
  readonly steps: readonly DocStep[];
  /** what was selected and open before, for undo, and what it opened, for redo */
  readonly selection: readonly Selected[];
  readonly open?: DocId;
  readonly opens?: DocId;
}
export interface History {
  readonly done: readonly HistoryEntry[];
  readonly undone: readonly HistoryEntry[];
}
export const NO_HISTORY: History = Object.freeze({ done: [], undone: [] });
const MOST = 500;

/** A gesture that was made; what was undone before it cannot be redone any more. */
export function remember(history: History, transaction: Transaction, before: DesignState): History {
  const last = history.done.at(-1);
  const { gesture, group, steps, open, follows } = transaction;
  const isSame = follows === true || (group !== undefined && last?.group === group);
  const joins = isSame && history.undone.length === 0;
  const entry: HistoryEntry =
    joins && last !== undefined
      ? { ...last, gesture: follows === true ? last.gesture : gesture, steps: [...last.steps, ...steps] }
      : {
          gesture,
          ...given('group', group),
          steps,
          selection: before.selection,
          ...given('open', before.open),
          ...given('opens', open ?? before.open),
        };
  return { done: [...(joins ? history.done.slice(0, -1) : history.done), entry].slice(-MOST), undone: [] };
}

/** The next gesture is an undo of its own, though its group be the same (the field lost focus). */
export function closeGroup(history: History): History {
  const last = history.done.at(-1);
  if (last?.group === undefined) return history;
  const { group: _group, ...entry } = last;
  return { ...history, done: [...history.done.slice(0, -1), entry] };
}

/** Steps that take an entry back, last first. */
export function inverseOf(entry: HistoryEntry): readonly DocStep[] {
  return [...entry.steps].reverse().map(({ document, step }) => ({ document, step: invertStep(step) }));
}

/** The history after steps of others: what they made impossible is left out. */
export function mapHistory(history: History, document: DocId, over: readonly Step[]): History {
  const map = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
    entries
      .map((entry) => ({ ...entry, steps: entry.steps.flatMap((step) => mapOne(step, document, over)) }))
      .filter((entry) => entry.steps.length > 0);
  return { done: map(history.done), undone: map(history.undone) };
}
/**
 * A step of the past is turned round, mapped as a step to come, and turned back. Where another wrote over it, there is nothing of ours
 * to take back.
 */
function mapOne(eachStep: DocStep, document: DocId, over: readonly Step[]): readonly DocStep[] {
  if (eachStep.document !== document) return [eachStep];
  let inverse = invertStep(eachStep.step);
  for (const step of over) {
    const mapped = mapStep(inverse, step);
    if (mapped.step === undefined) return [];
    inverse = mapped.step;
  }
  return [{ document, step: invertStep(inverse) }];
}
