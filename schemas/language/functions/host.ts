/** Functions that ask the host: labels, rights, trees, usage; and lists against lists. */

import { has } from '../expr/equality';
import type { Frame, V } from '../expr/frame';
import type { Bound, Ty } from '../expr/typed';
import { BOOL, isRef, listOf, NULL, TEXT } from '../expr/types';
import type { FunctionDef } from './define';

const list = (v: V | undefined): readonly V[] => (Array.isArray(v) ? v : []);
const node = (arg: Ty | undefined): Ty => listOf(arg === undefined ? NULL : arg);
const treeList =
  (up: 'subtree' | 'ancestors') =>
  ([id]: readonly V[], frame: Frame, call: { readonly args: readonly Bound[] }): V => {
    const ty = call.args[0]?.ty;
    if (typeof id !== 'string' || ty?.t !== 'ref') return [];
    return frame.scope.env[up]?.(ty.object, id) ?? [];
  };

export const HOST_FUNCTIONS: readonly FunctionDef[] = [
  {
    name: 'label',
    args: ['label'],
    result: TEXT,
    sql: true,
    run: ([v], frame, call) => (call.args[0] === undefined ? null : labelOf(v ?? null, call.args[0], frame)),
  },
  {
    name: 'can',
    args: ['word'],
    result: BOOL,
    sql: true,
    mark: 'user',
    run: ([right], frame) => typeof right === 'string' && frame.scope.env.can(right),
  },
  { name: 'subtree', args: ['node'], result: ([arg]) => node(arg), sql: true, run: treeList('subtree') },
  { name: 'ancestors', args: ['node'], result: ([arg]) => node(arg), sql: true, run: treeList('ancestors') },
  {
    name: 'any',
    args: ['samelist', 'samelist'],
    result: BOOL,
    sql: true,
    run: ([a, b]) => list(b).some((v) => has(list(a), v)),
  },
  {
    name: 'all',
    args: ['samelist', 'samelist'],
    result: BOOL,
    sql: true,
    run: ([a, b]) => list(b).every((v) => has(list(a), v)),
  },
  {
    name: 'used',
    args: [],
    result: BOOL,
    sql: false,
    // the binder adds the code of the object as a hidden argument
    run: ([object], frame) => {
      const { env, doc, self } = frame.scope;
      const id = (doc ?? self)?.id;
      return typeof id === 'string' && typeof object === 'string' && env.used?.(object, id) === true;
    },
  },
  {
    name: 'isNew',
    args: [],
    result: BOOL,
    sql: false,
    run: (_args, frame) => {
      const { old, doc, self } = frame.scope;
      const version = (doc ?? self)?.version;
      return (old ?? null) === null && !(typeof version === 'number' && version > 0);
    },
  },
];

/** Label of a dict code or reference, of a list joined by 、; an unknown code is `--`, an unknown reference null. */
export function labelOf(v: V, bound: Bound, frame: Frame): string | null {
  if (v === null) return null;
  const { env } = frame.scope;
  const ty = bound.ty.t === 'list' ? bound.ty.of : bound.ty;
  const one = (code: V): string | null => {
    if (ty.t === 'ref' && typeof code === 'string') return env.label(ty.object, code) || null;
    const dict = ty.t === 'dict' ? ty.dict : dictOf(bound);
    if (dict === undefined) return null;
    return env.dict(dict)?.items.find((item) => item.code === String(code))?.title ?? '--';
  };
  if (!Array.isArray(v)) return one(v);
  const labels = (v as readonly V[]).map(one).filter((label) => label !== null && label !== '');
  return labels.length === 0 ? null : labels.join('、');
}

/** dictionary of an int field */
export function dictOf(bound: Bound): string | undefined {
  return bound.k === 'get' || bound.k === 'hop' ? bound.field.dict : undefined;
}
export const hasLabel = (bound: Bound): boolean => {
  const ty = bound.ty.t === 'list' ? bound.ty.of : bound.ty;
  return ty.t === 'dict' || isRef(ty) || dictOf(bound) !== undefined;
};
