/** Applying steps to a document: a new frozen document that shares what did not change, or the reason why it does not fit. */
import { segmentsOf } from '../resolve/address';
import { deepFreeze } from '../resolve/hash';
import { isNode } from '../resolve/merge';
import { FILE_SORTS } from '../sorts/index';
import type { Shape, SortId } from '../sorts/table';
import { type Terms, type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import {
  childAt,
  entryKey,
  type Holder,
  holderOf,
  innerShape,
  isHollow,
  isNeeded,
  keysOf,
  nameKey,
  sameJson,
  short,
  withChild,
  withEntry,
  withoutChild,
} from './holder';
import { renamed } from './rename';
import {
  type Applied,
  addressOfStep,
  type InsertStep,
  type MoveStep,
  type RemoveStep,
  type SetStep,
  type Step,
  type StepDoc,
  splitAddress,
} from './step';

type Change = (holder: Holder, value: unknown) => Changed;
type Changed =
  | { readonly value: unknown; readonly notice?: Problem; readonly problem?: undefined }
  | { readonly problem: Problem; readonly value?: undefined };

const wrong = (code: TextCode, path: string, terms: Terms = {}): { readonly problem: Problem } => ({
  problem: problem(code, path, text(code, { a: path, ...terms })),
});

/** Sort of a document by its `$schema`. */
export function sortOfDoc(doc: StepDoc): SortId {
  return FILE_SORTS[String(doc.$schema)] ?? 'object';
}

/**
 * Applies one step to a frozen or plain document. Never throws: a step that does not fit is answered as a problem with its address.
 */
export function applyStep(doc: StepDoc, step: Step, sort: SortId = sortOfDoc(doc)): Applied {
  const path = addressOfStep(step);
  if (segmentsOf(path).length === 0)
    return 'set' in step && path === '' ? whole(doc, step) : wrong('step.address', path);
  const done: Changed = 'rename' in step ? renamed(doc, step, sort) : changed(doc, step, sort);
  if (done.problem !== undefined) return done;
  return { doc: deepFreeze(done.value) as StepDoc, ...(done.notice === undefined ? {} : { notice: done.notice }) };
}

/** A document that comes or goes: `{}` is one that is not there. */
function whole(doc: StepDoc, step: SetStep): Applied {
  const isThere = Object.keys(doc).length > 0;
  if (!sameJson(isThere ? doc : undefined, step.was)) return wrong('step.changed', '');
  if (step.to === undefined) return { doc: deepFreeze({}) };
  if (!isNode(step.to) || FILE_SORTS[String(step.to.$schema)] === undefined) return wrong('step.value', '');
  return { doc: deepFreeze(step.to) };
}

/** Applies steps in order; the first that does not fit ends it. Notices of the last step that had one. */
export function applySteps(doc: StepDoc, steps: readonly Step[], sort: SortId = sortOfDoc(doc)): Applied {
  let result: StepDoc = doc;
  let notice: Problem | undefined;
  for (const step of steps) {
    const applied = applyStep(result, step, sort);
    if (applied.problem !== undefined) return applied;
    result = applied.doc;
    notice = applied.notice ?? notice;
  }
  return { doc: result, ...(notice === undefined ? {} : { notice }) };
}

/** What stands at an address, entries of lists in their long form; undefined = nothing. */
export function valueAt(doc: StepDoc, address: string, sort: SortId = sortOfDoc(doc)): unknown {
  let value: unknown = doc;
  let shape: Shape = { node: sort };
  for (const key of segmentsOf(address)) {
    const holder = holderOf(shape, value);
    if (holder === undefined || value === undefined) return undefined;
    value = childAt(holder, value, key);
    shape = innerShape(holder, key);
  }
  return value;
}

/** What an address holds by the tables, whether or not it stands there: for inspectors and completion. */
export function shapeAt(doc: StepDoc, address: string, sort: SortId = sortOfDoc(doc)): Shape | undefined {
  let value: unknown = doc;
  let shape: Shape = { node: sort };
  for (const key of segmentsOf(address)) {
    const holder = holderOf(shape, value);
    if (holder === undefined) return undefined;
    value = childAt(holder, value, key);
    shape = innerShape(holder, key);
  }
  return shape;
}

/** Keys of the entries at a map or list, in order; undefined when the address is none. */
export function entriesAt(doc: StepDoc, address: string, sort: SortId = sortOfDoc(doc)): readonly string[] | undefined {
  const shape = shapeAt(doc, address, sort);
  const value = valueAt(doc, address, sort);
  const holder = shape === undefined ? undefined : holderOf(shape, value);
  return holder === undefined || holder.k === 'node' ? undefined : keysOf(holder, value);
}

/** The entry before another in its map or list; undefined = it is the first. */
export function before(doc: StepDoc, address: string, sort: SortId = sortOfDoc(doc)): string | undefined {
  const { parent, key } = splitAddress(address);
  const keys = entriesAt(doc, parent, sort) ?? [];
  return keys[keys.indexOf(key) - 1];
}

function changed(doc: StepDoc, step: Exclude<Step, { readonly rename: string }>, sort: SortId): Changed {
  if ('set' in step) return inParent(doc, step.set, sort, (holder, value) => setChild(holder, value, step));
  if ('insert' in step) return inParent(doc, step.insert, sort, (holder, value) => insertChild(holder, value, step));
  if ('remove' in step) return inParent(doc, step.remove, sort, (holder, value) => removeChild(holder, value, step));
  return moved(doc, step, sort);
}

function setChild(holder: Holder, value: unknown, step: SetStep): Changed {
  const { key } = splitAddress(step.set);
  const now = childAt(holder, value, key);
  if (nameKey(holder).length > 0 && step.to === undefined) return wrong('step.value', step.set);
  if (holder.k !== 'node' && (now === undefined || step.to === undefined))
    return wrong(now === undefined ? 'step.gone' : 'step.value', step.set);
  if (!sameJson(short(holder, now), short(holder, step.was))) return wrong('step.changed', step.set);
  if (step.to === undefined) return { value: withoutChild(holder, value, key) };
  if (holder.k === 'list' && entryKey(holder, step.to) !== key) return wrong('step.value', step.set);
  return { value: withChild(holder, value, key, step.to) };
}

function insertChild(holder: Holder, value: unknown, step: InsertStep): Changed {
  const { key } = splitAddress(step.insert);
  if (holder.k === 'node') return wrong('step.value', step.insert);
  if (holder.k === 'list' && entryKey(holder, step.value) !== key) return wrong('step.value', step.insert);
  const keys = keysOf(holder, value);
  if (keys.includes(key)) return wrong('step.taken', step.insert);
  const result = withEntry(holder, value, key, step.value, step.after);
  return { value: result, ...lost(keys, step.after, step.insert) };
}

function removeChild(holder: Holder, value: unknown, step: RemoveStep): Changed {
  const { key } = splitAddress(step.remove);
  if (holder.k === 'node') return wrong('step.value', step.remove);
  const now = childAt(holder, value, key);
  if (now === undefined) return wrong('step.gone', step.remove);
  if (!sameJson(short(holder, now), short(holder, step.was))) return wrong('step.changed', step.remove);
  return { value: withoutChild(holder, value, key) };
}

/** A neighbour that is not there any more: the entry stands last, and that is told. */
function lost(keys: readonly string[], after: string | undefined, address: string): { readonly notice?: Problem } {
  if (after === undefined || keys.includes(after)) return {};
  return { notice: problem('step.anchor', address, text('step.anchor', { a: address, after }), 'warn') };
}

function moved(doc: StepDoc, step: MoveStep, sort: SortId): Changed {
  const { parent, key } = splitAddress(step.move);
  const into = step.to ?? parent;
  let child: unknown;
  let from: Holder | undefined;
  const out = inParent(doc, step.move, sort, (holder, value) => {
    child = childAt(holder, value, key);
    from = holder;
    if (holder.k === 'node' || step.after === key) return wrong('step.value', step.move);
    return child === undefined ? wrong('step.gone', step.move) : { value: withoutChild(holder, value, key) };
  });
  if (out.problem !== undefined) return out;
  return within(out.value, { node: sort }, segmentsOf(into), 0, into, (holder, value) => {
    if (holder.k === 'node' || !sameJson(innerShape(holder, key), from && innerShape(from, key)))
      return wrong('step.value', step.move);
    const keys = keysOf(holder, value);
    if (keys.includes(key)) return wrong('step.taken', step.move);
    return { value: withEntry(holder, value, key, child, step.after), ...lost(keys, step.after, step.move) };
  });
}

function inParent(doc: StepDoc, address: string, sort: SortId, change: Change): Changed {
  return within(doc, { node: sort }, segmentsOf(address).slice(0, -1), 0, address, change);
}

/**
 * Changes what holds the last key of an address. Nodes, maps and lists that a document does not write are made on the way, and go
 * again when nothing is left in them; entries must be there.
 */
function within(
  value: unknown,
  shape: Shape,
  path: readonly string[],
  at: number,
  address: string,
  change: Change,
): Changed {
  const holder = holderOf(shape, value);
  if (holder === undefined) return wrong('step.address', address);
  const key = path[at];
  if (key === undefined) return change(holder, value);
  const child = childAt(holder, value, key);
  if (child === undefined && holder.k !== 'node') return wrong('step.gone', address);
  const done = within(child, innerShape(holder, key), path, at + 1, address, change);
  if (done.problem !== undefined) return done;
  const isGone = isHollow(done.value) && !isNeeded(holder, key) && !(isNode(child) && isHollow(child));
  return {
    ...done,
    value: isGone ? withoutChild(holder, value, key) : withChild(holder, value, key, done.value),
  };
}
