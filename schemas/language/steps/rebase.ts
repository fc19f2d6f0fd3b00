/**
 * Steps made on one text, re-applied on another (drafts of two editors, undo beneath the steps of others, an overlay on a new shipped
 * text). Addresses follow what the others moved and renamed; what cannot be kept is a conflict with both values, nothing is lost.
 */
import { addressOf, segmentsOf } from '../resolve/address';
import type { SortId } from '../sorts/table';
import type { Json } from '../value';
import { applyStep, shapeAt, sortOfDoc, valueAt } from './apply';
import { holderOf, sameJson, short } from './holder';
import { addressOfStep, given, isWithin, joinAddress, type Step, type StepDoc, splitAddress } from './step';

/** `gone` = what the step changes is not there any more, `changed` = it has another value, `taken` = the code is in use. */
export interface StepConflict {
  readonly step: Step;
  readonly why: 'gone' | 'changed' | 'taken';
  readonly address: string;
  /** the value the step was made on, the one it wants, the one that stands there now; undefined = none */
  readonly was?: Json;
  readonly mine?: Json;
  readonly theirs?: Json;
}
/** What writes the own value over the one that stands there now; undefined = what it was about is not there any more. */
export function keepMine({ step, why, theirs }: StepConflict): Step | undefined {
  if (why !== 'changed') return undefined;
  if ('set' in step) {
    const { was: _was, ...rest } = step;
    return { ...rest, ...given('was', theirs) };
  }
  return 'remove' in step && theirs !== undefined ? { ...step, was: theirs } : undefined;
}
/** The step as it is after another, nothing when the other did the same, or why it cannot be. */
export type Mapped =
  | { readonly step: Step; readonly conflict?: undefined }
  | { readonly step?: undefined; readonly conflict?: StepConflict };

export interface Rebased {
  readonly doc: StepDoc;
  /** the steps as they were applied */
  readonly steps: readonly Step[];
  readonly conflicts: readonly StepConflict[];
}

/** Where an address is after a step; undefined = it was removed. */
export function mapAddress(address: string, over: Step): string | undefined {
  if ('remove' in over) return isWithin(address, over.remove) ? undefined : address;
  if ('move' in over) {
    const { parent, key } = splitAddress(over.move);
    return isWithin(address, over.move) && over.to !== undefined && over.to !== parent
      ? joinAddress(over.to, key) + address.slice(over.move.length)
      : address;
  }
  if (!('rename' in over)) return address;
  const { parent, key } = splitAddress(over.rename);
  if (isWithin(address, over.rename)) return joinAddress(parent, over.to) + address.slice(over.rename.length);
  return parent === 'fields' ? withName(address, key, over.to) : address;
}
/** Entries that place a field or are keyed by it carry its code in their address. */
const NAMED_BY_FIELD: ReadonlySet<string> = new Set(['columns', 'search', 'fields', 'head', 'summary', 'fill', 'set']);
function withName(address: string, from: string, to: string): string {
  const path = segmentsOf(address);
  return path
    .map((text, i) => {
      const before = path[i - 1] ?? '';
      const isNamed = NAMED_BY_FIELD.has(before) && !(before === 'fields' && path[0] === 'fields');
      const [first, ...rest] = text.split('.');
      return isNamed && first === from ? [to, ...rest].join('.') : text;
    })
    .reduce(addressOf, '');
}

/** A step as it must be after `over`, both made on the same text. */
export function mapStep(step: Step, over: Step): Mapped {
  const address = addressOfStep(step);
  // two who did the same thing agree
  if (sameJson(step, over) || isSameEnd(step, over)) return {};
  const at = mapAddress('insert' in step ? splitAddress(step.insert).parent : address, over);
  if (at === undefined) return { conflict: conflictOf(step, 'gone') };
  if ('insert' in step) {
    const key = splitAddress(step.insert).key;
    const { after, ...rest } = step;
    const next: Step = { ...rest, insert: joinAddress(at, key), ...given('after', neighbour(after, at, over)) };
    const isTaken =
      ('insert' in over && over.insert === next.insert) ||
      ('rename' in over && joinAddress(splitAddress(over.rename).parent, over.to) === next.insert);
    return isTaken ? { conflict: conflictOf(step, 'taken') } : { step: next };
  }
  if ('set' in step)
    return isChanged(step.set, over) ? { conflict: conflictOf(step, 'changed') } : { step: { ...step, set: at } };
  if ('remove' in step) {
    if (isChanged(step.remove, over)) return { conflict: conflictOf(step, 'changed') };
    const after = given('after', neighbour(step.after, splitAddress(at).parent, over));
    return { step: { remove: at, was: step.was, ...after } };
  }
  if ('rename' in step)
    return 'rename' in over && over.rename === step.rename
      ? { conflict: conflictOf(step, 'changed') }
      : { step: { ...step, rename: at } };
  const { parent } = splitAddress(at);
  const into = mapAddress(step.to ?? splitAddress(step.move).parent, over);
  if (into === undefined) return { conflict: conflictOf(step, 'gone') };
  const after = given('after', neighbour(step.after, into, over));
  return { step: { move: at, ...(into === parent ? {} : { to: into }), ...after, was: { ...step.was, in: parent } } };
}

/** A step after several others. */
export function mapOver(step: Step, over: readonly Step[]): Mapped {
  let now = step;
  for (const step of over) {
    const mapped = mapStep(now, step);
    if (mapped.step === undefined) return mapped;
    now = mapped.step;
  }
  return { step: now };
}

/** Steps made before `over`, applied to the document as it is after them; those that cannot be kept are answered as conflicts. */
export function rebase(
  doc: StepDoc,
  steps: readonly Step[],
  over: readonly Step[],
  sort: SortId = sortOfDoc(doc),
): Rebased {
  const kept: Step[] = [];
  const conflicts: StepConflict[] = [];
  let now = doc;
  for (const step of steps) {
    const mapped = mapOver(step, over);
    if (mapped.conflict !== undefined) conflicts.push(withTheirs(mapped.conflict, now, sort));
    if (mapped.step === undefined) continue;
    const done = reapply(now, mapped.step, sort);
    if (done.conflict !== undefined) conflicts.push(done.conflict);
    else if (done.step !== undefined) {
      now = done.doc;
      kept.push(done.step);
    }
  }
  return { doc: now, steps: kept, conflicts };
}

type Reapplied =
  | { readonly doc: StepDoc; readonly step?: Step; readonly conflict?: undefined }
  | { readonly conflict: StepConflict };
/** A step by its address on a text it was not made on: it applies, is said already, or conflicts. `was` of a move never conflicts. */
export function reapply(doc: StepDoc, step: Step, sort: SortId = sortOfDoc(doc)): Reapplied {
  const now = valueAt(doc, addressOfStep(step), sort);
  if ('set' in step && sameAt(doc, step.set, now, step.to, sort) && (now !== undefined || step.to !== step.was))
    return { doc };
  if ('remove' in step && now === undefined) return { doc };
  if ('insert' in step && now !== undefined && sameAt(doc, step.insert, now, step.value, sort)) return { doc };
  const applied = applyStep(doc, step, sort);
  if (applied.doc !== undefined) return { doc: applied.doc, step };
  const why =
    applied.problem.code === 'step.taken' ? 'taken' : applied.problem.code === 'step.changed' ? 'changed' : 'gone';
  return { conflict: withTheirs(conflictOf(step, why), doc, sort) };
}

function sameAt(doc: StepDoc, address: string, now: unknown, wanted: unknown, sort: SortId): boolean {
  const { parent } = splitAddress(address);
  const shape = shapeAt(doc, parent, sort);
  const holder = shape === undefined ? undefined : holderOf(shape, valueAt(doc, parent, sort));
  return holder === undefined ? sameJson(now, wanted) : sameJson(short(holder, now), short(holder, wanted));
}

/** Both write the same value, take the same away, or add the same under one code. */
function isSameEnd(step: Step, over: Step): boolean {
  if ('set' in step && 'set' in over) return step.set === over.set && sameJson(step.to, over.to);
  if ('remove' in step && 'remove' in over) return step.remove === over.remove;
  if ('insert' in step && 'insert' in over) return step.insert === over.insert && sameJson(step.value, over.value);
  if ('rename' in step && 'rename' in over) return step.rename === over.rename && step.to === over.to;
  return false;
}
/** Did another write at the address, above it or inside it? */
function isChanged(address: string, over: Step): boolean {
  if ('set' in over) return isWithin(address, over.set) || isWithin(over.set, address);
  if ('insert' in over) return isWithin(over.insert, address);
  return 'remove' in over && isWithin(over.remove, address);
}
/** The entry to stand behind, when another renamed or removed it. */
function neighbour(after: string | undefined, list: string, over: Step): string | undefined {
  if (after === undefined) return undefined;
  const address = joinAddress(list, after);
  if ('remove' in over && over.remove === address) return over.after;
  if (!('rename' in over)) return after;
  const now = mapAddress(address, over);
  return now === undefined ? after : splitAddress(now).key;
}

function conflictOf(step: Step, why: StepConflict['why']): StepConflict {
  const address = addressOfStep(step);
  if ('set' in step) return { step, why, address, ...given('was', step.was), ...given('mine', step.to) };
  if ('insert' in step) return { step, why, address, mine: step.value };
  if ('remove' in step) return { step, why, address, was: step.was };
  return { step, why, address, ...('rename' in step ? { mine: step.to } : {}) };
}
function withTheirs(conflict: StepConflict, doc: StepDoc, sort: SortId): StepConflict {
  return { ...conflict, ...given('theirs', valueAt(doc, conflict.address, sort) as Json | undefined) };
}
