/**
 * The five steps every change of a document is made of (§11.1). A step is plain JSON and carries what its inverse needs, so undo,
 * overlays, drafts and merges use one code.
 */
import type { Node } from '../resolve/merge';
import type { Json, Problem } from '../value';

/**
 * Writes a value, without `to` takes it away; `was` is the value before (absent = there was none). The address '' is the document
 * itself: how one comes into a draft, or leaves it.
 */
export interface SetStep {
  readonly set: string;
  readonly to?: Json;
  readonly was?: Json;
}
/** A new entry of a map or an addressed list behind `after` (absent = first). */
export interface InsertStep {
  readonly insert: string;
  readonly value: Json;
  readonly after?: string;
}
export interface RemoveStep {
  readonly remove: string;
  readonly was: Json;
  readonly after?: string;
}
/** `to` = the list or map it goes to (absent = it stays in its own), `after` = the entry before it (absent = first). */
export interface MoveStep {
  readonly move: string;
  readonly to?: string;
  readonly after?: string;
  readonly was: { readonly in: string; readonly after?: string };
}
/**
 * A new code for an entry of a map; references inside the document follow. Writes `was` on a node that knows the key: the former code,
 * or what `writes` says (null = none). `was` is the value of that key before.
 */
export interface RenameStep {
  readonly rename: string;
  readonly to: string;
  readonly was?: string;
  readonly writes?: string | null;
}
export type Step = SetStep | InsertStep | RemoveStep | MoveStep | RenameStep;

/** A document as steps see it: any of the sorts of §1, plain JSON. */
export type StepDoc = Node;

/** The document after a step, or why the step does not fit it. `notice` = it fits, but not quite as meant (a missing neighbour). */
export type Applied =
  | { readonly doc: StepDoc; readonly notice?: Problem; readonly problem?: undefined }
  | { readonly problem: Problem; readonly doc?: undefined; readonly notice?: undefined };

/** The address a step is about. */
export function addressOfStep(step: Step): string {
  if ('set' in step) return step.set;
  if ('insert' in step) return step.insert;
  if ('remove' in step) return step.remove;
  return 'move' in step ? step.move : step.rename;
}

/** The step that takes a step back: apply(apply(doc, step), invertStep(step)) is doc. */
export function invertStep(step: Step): Step {
  if ('set' in step) return { set: step.set, ...given('to', step.was), ...given('was', step.to) };
  if ('insert' in step) return { remove: step.insert, was: step.value, ...given('after', step.after) };
  if ('remove' in step) return { insert: step.remove, value: step.was, ...given('after', step.after) };
  if ('move' in step) return invertMove(step);
  return invertRename(step);
}

function invertMove(step: MoveStep): MoveStep {
  const { parent, key } = splitAddress(step.move);
  const into = step.to ?? parent;
  return {
    move: joinAddress(into, key),
    ...(step.was.in === into ? {} : { to: step.was.in }),
    ...given('after', step.was.after),
    was: { in: into, ...given('after', step.after) },
  };
}

function invertRename(step: RenameStep): RenameStep {
  const { parent, key } = splitAddress(step.rename);
  const wrote = step.writes === undefined ? key : step.writes;
  const writes = step.was ?? null;
  return {
    rename: joinAddress(parent, step.to),
    to: key,
    ...(wrote === null ? {} : { was: wrote }),
    ...(writes === step.to ? {} : { writes }),
  };
}

/** `{ [key]: value }`, or nothing when there is no value: optional keys of a step are absent, never undefined. */
export function given<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: V };
}

/** List or map an address stands in, and its key there. */
export function splitAddress(address: string): { readonly parent: string; readonly key: string } {
  const match = /^(.*?)(?:\[([^\]]*)\]|\.?([^.[\]]+))$/.exec(address);
  return { parent: match?.[1] ?? '', key: match?.[2] ?? match?.[3] ?? address };
}

/** Address of an entry in a list or map. */
export function joinAddress(parent: string, key: string): string {
  if (key.includes('.')) return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/** Is `address` the node at `over` or inside it? */
export function isWithin(address: string, over: string): boolean {
  if (address === over) return true;
  const next = address[over.length];
  return address.startsWith(over) && (next === '.' || next === '[');
}
