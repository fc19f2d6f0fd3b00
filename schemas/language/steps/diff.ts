/** The steps from one document to another of the same sort: as few entries as possible move. Applied to a they give b. */
import { isNode } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { Shape, SortId } from '../sorts/table';
import type { Json } from '../value';
import { sortOfDoc } from './apply';
import { childAt, type Holder, holderOf, innerShape, isHollow, isNeeded, keysOf, sameJson, short } from './holder';
import {
  given,
  isWithin,
  joinAddress,
  type MoveStep,
  type RemoveStep,
  type Step,
  type StepDoc,
  splitAddress,
} from './step';

/** Steps that turn `a` into `b`; codes are compared as they are, so a rename is a removal and an insertion. */
export function diffSteps(a: StepDoc, b: StepDoc, sort: SortId = sortOfDoc(a)): readonly Step[] {
  const steps: Step[] = [];
  compare(a, b, { node: sort }, '', steps);
  return withMoves(steps);
}

function compare(a: unknown, b: unknown, shape: Shape, address: string, steps: Step[]): void {
  // a draft shares what it did not change
  if (a === b) return;
  const from = holderOf(shape, a);
  const to = holderOf(shape, b);
  const holder = from ?? to;
  // both can be stepped into, and are the same sort of thing
  const isDeep = from !== undefined && to !== undefined && sameJson(from, to) && !isLost(a, b);
  if (!isDeep || holder === undefined) {
    if (!sameJson(a, b) || !sameOrder(a, b)) steps.push(setStep(address, b, a));
    return;
  }
  if (holder.k === 'node') compareNode(holder, a, b, address, steps);
  else compareEntries(holder, a, b, address, steps);
}
/** Something empty that is written can only be written or taken away whole: with its last entry it would go. */
function isLost(a: unknown, b: unknown): boolean {
  const isEmpty = (value: unknown): boolean => value !== undefined && isHollow(value);
  return isEmpty(a) !== isEmpty(b);
}

function compareNode(holder: Holder, a: unknown, b: unknown, address: string, steps: Step[]): void {
  const keys = new Set([...keysOf(holder, a), ...keysOf(holder, b)]);
  for (const key of keys) {
    const at = joinAddress(address, key);
    const [was, now] = [childAt(holder, a, key), childAt(holder, b, key)];
    const shape = innerShape(holder, key);
    const isOne = (was === undefined || now === undefined) && (isNeeded(holder, key) || !isEntries(shape, was ?? now));
    if (isOne && was !== now) steps.push(setStep(at, now, was));
    else compare(was, now, shape, at, steps);
  }
}
/** Maps, lists and pages come and go with what is in them, so that two who add the first thing both keep theirs. */
function isEntries(shape: Shape, value: unknown): boolean {
  const holder = holderOf(shape, value);
  if (holder === undefined || isHollow(value)) return false;
  return holder.k !== 'node' || !Object.values(SORTS[holder.sort]).some((spec) => spec.need === true);
}

function compareEntries(holder: Holder, a: unknown, b: unknown, address: string, steps: Step[]): void {
  const old = keysOf(holder, a);
  const wanted = keysOf(holder, b);
  const there = new Set(wanted);
  const stays = old.filter((key) => there.has(key));
  const stayed = new Set(stays);
  // behind the one that stood before it, gone or not: the inverse finds its place when the others came back
  let current = [...old];
  for (const key of old) {
    if (there.has(key)) continue;
    steps.push({
      remove: joinAddress(address, key),
      was: short(holder, childAt(holder, a, key)) as Json,
      ...given('after', current[current.indexOf(key) - 1]),
    });
    current = current.filter((text) => text !== key);
  }
  const kept = new Set(longestRun(stays, wanted));
  wanted.forEach((key, i) => {
    const at = joinAddress(address, key);
    const after = given('after', wanted[i - 1]);
    if (!stayed.has(key)) {
      steps.push({ insert: at, value: short(holder, childAt(holder, b, key)) as Json, ...after });
    } else if (!kept.has(key)) {
      const was = { in: address, ...given('after', current[current.indexOf(key) - 1]) };
      steps.push({ move: at, ...after, was });
      current = current.filter((text) => text !== key);
    }
    if (!current.includes(key)) current.splice(i === 0 ? 0 : current.indexOf(wanted[i - 1] ?? '') + 1, 0, key);
  });
  for (const key of wanted)
    if (stayed.has(key))
      compare(
        childAt(holder, a, key),
        childAt(holder, b, key),
        innerShape(holder, key),
        joinAddress(address, key),
        steps,
      );
}

/** The longest run of keys whose order both lists agree on: those do not move. */
function longestRun(keys: readonly string[], order: readonly string[]): readonly string[] {
  const places = new Map(order.map((key, at) => [key, at]));
  const at = keys.map((key) => places.get(key) ?? -1);
  if (at.every((place, n) => n === 0 || (at[n - 1] ?? 0) < place)) return keys;
  // for each key the length of the best run that ends with it, and the key before it there
  const lengths: number[] = [];
  const before: number[] = [];
  let last = -1;
  at.forEach((place, n) => {
    let best = -1;
    for (let m = 0; m < n; m += 1)
      if ((at[m] ?? 0) < place && (lengths[m] ?? 0) > (best < 0 ? 0 : (lengths[best] ?? 0))) best = m;
    lengths.push(1 + (best < 0 ? 0 : (lengths[best] ?? 0)));
    before.push(best);
    if (last < 0 || (lengths[n] ?? 0) > (lengths[last] ?? 0)) last = n;
  });
  const run: string[] = [];
  for (let n = last; n >= 0; n = before[n] ?? -1) run.unshift(keys[n] ?? '');
  return run;
}

/** An entry that left one list and came, unchanged, into another of the same name has moved. */
function withMoves(steps: readonly Step[]): readonly Step[] {
  const result: Step[] = [...steps];
  for (const insert of steps) {
    if (!('insert' in insert)) continue;
    const to = splitAddress(insert.insert);
    const index = result.findIndex((step) => {
      if (!('remove' in step) || !sameJson(step.was, insert.value)) return false;
      const from = splitAddress(step.remove);
      return from.key === to.key && from.parent !== to.parent && lastOf(from.parent) === lastOf(to.parent);
    });
    const removed = result[index] as RemoveStep | undefined;
    if (removed === undefined) continue;
    const from = splitAddress(removed.remove).parent;
    const at = result.indexOf(insert);
    // what stands between must not need the list the entry leaves or comes to in another shape
    const between = result.slice(Math.min(index, at) + 1, Math.max(index, at));
    if (between.some((step) => touches(step, from) || touches(step, to.parent))) continue;
    const move: MoveStep = {
      move: removed.remove,
      to: to.parent,
      ...given('after', insert.after),
      was: { in: from, ...given('after', removed.after) },
    };
    result.splice(at, 1, move);
    result.splice(index, 1);
  }
  return result;
}
const lastOf = (address: string): string => splitAddress(address).key;
function touches(step: Step, list: string): boolean {
  const address =
    'insert' in step ? step.insert : 'remove' in step ? step.remove : 'move' in step ? step.move : undefined;
  return address === undefined || isWithin(address, list) || ('move' in step && step.to === list);
}

function setStep(address: string, to: unknown, was: unknown): Step {
  return { set: address, ...given('to', to as Json | undefined), ...given('was', was as Json | undefined) };
}

/** Order of entries counts where the author gives it. */
function sameOrder(a: unknown, b: unknown): boolean {
  return !isNode(a) || !isNode(b) || JSON.stringify(Object.keys(a)) === JSON.stringify(Object.keys(b));
}
