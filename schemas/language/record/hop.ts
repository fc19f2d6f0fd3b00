/** Values of referenced records as a host gives them, and the notice that one was not there. */
import type { Env } from '../env';
import type { TypeLib } from '../resolved';
import type { Value } from '../value';
import { isEmpty } from './values';

/** Deeper chains of references or of inherited values than this are cut. */
const MAX_STEPS = 20;

/** An environment that remembers whether an answer was still missing since `reset`. */
export interface Watched extends Env {
  missed(): boolean;
  reset(): void;
}

/** Wraps once for many evaluations. */
export function watch(env: Env): Watched {
  let missed = false;
  const note = <T>(value: T | undefined): T | undefined => {
    if (value === undefined) missed = true;
    return value;
  };
  return {
    now: env.now,
    me: env.me,
    sys: (key) => env.sys(key),
    dict: (code) => env.dict(code),
    can: (right) => env.can(right),
    hop: (object, id, field) => note(env.hop(object, id, field)),
    label: (object, id) => note(env.label(object, id)),
    query: (need) => note(env.query(need)),
    call: (name, args) => note(env.call(name, args)),
    ...(env.service ? { service: (name, args) => note(env.service?.(name, args)) } : {}),
    ...(env.used ? { used: (object, id) => note(env.used?.(object, id)) } : {}),
    ...(env.subtree ? { subtree: (object, id) => note(env.subtree?.(object, id)) } : {}),
    ...(env.ancestors ? { ancestors: (object, id) => note(env.ancestors?.(object, id)) } : {}),
    missed: () => missed,
    reset: () => {
      missed = false;
    },
  };
}

/**
 * Value at the end of a path in a referenced record, with inherited values (`eff`). Undefined while the host does not have it;
 * null when a reference on the way is empty.
 */
export function readPath(
  env: Env,
  lib: TypeLib,
  object: string,
  id: string,
  path: readonly string[],
): Value | undefined {
  return walk(env, lib, object, id, path, MAX_STEPS);
}

function walk(
  env: Env,
  lib: TypeLib,
  object: string,
  id: string,
  path: readonly string[],
  left: number,
): Value | undefined {
  const [code, ...rest] = path;
  if (code === undefined || left <= 0) return null;
  const field = lib.object(object)?.fields[code];
  let value = env.hop(object, id, code) as Value | undefined;
  if (value === undefined) return undefined;
  if (isEmpty(value) && field?.inherit !== undefined) {
    value = inherited(env, lib, object, id, code, field.inherit.split('.'), left - 1);
    if (value === undefined) return undefined;
  }
  if (rest.length === 0) return value;
  if (typeof value !== 'string' || field?.ref === undefined) return null;
  return walk(env, lib, field.ref === 'self' ? object : field.ref, value, rest, left - 1);
}

/** `inherit` names a reference (the same field there) or ends in the field to take. */
function inherited(
  env: Env,
  lib: TypeLib,
  object: string,
  id: string,
  code: string,
  path: readonly string[],
  left: number,
): Value | undefined {
  let at = object;
  for (const [index, step] of path.entries()) {
    const field = lib.object(at)?.fields[step];
    if (field?.type !== 'ref' || field.ref === undefined) break;
    at = field.ref === 'self' ? at : field.ref;
    const last = index === path.length - 1;
    if (last && lib.object(at)?.fields[code]) return walk(env, lib, object, id, [...path, code], left);
  }
  return walk(env, lib, object, id, path, left);
}
