/** Values of keys whose names change: texts, keys of maps, records of examples. */
import { isNode, type Node } from '../resolve/merge';
import type { Shape } from '../sorts/table';
import type { Naming } from './references';
import type { Scope } from './scopes';

/** `given` and `expect` are records, `do` names actions and their answers */
export function exampleAs(entry: unknown, naming: Naming, name: (text: string, scope: Scope) => string): unknown {
  if (!isNode(entry)) return entry;
  const record = (value: Node, scope: Scope): Node =>
    keyed(
      value,
      (text) => name(text, scope),
      (entry, text) => (Array.isArray(entry) ? entry.map((row) => (isNode(row) ? record(row, text) : row)) : entry),
    );
  return {
    ...entry,
    ...(isNode(entry.given) ? { given: record(entry.given, undefined) } : {}),
    ...(Array.isArray(entry.do) ? { do: entry.do.map((call) => doneAs(call, naming)) } : {}),
    ...(isNode(entry.expect) ? { expect: record(entry.expect, undefined) } : {}),
    ...(Array.isArray(entry.expect)
      ? { expect: entry.expect.map((item) => (isNode(item) ? record(item, undefined) : item)) }
      : {}),
  };
}
/** An action of an example with its answers. */
function doneAs(call: unknown, naming: Naming): unknown {
  if (!Array.isArray(call)) return call;
  const [code, ask, ...rest] = call as readonly unknown[];
  const isAsked = naming.what === 'ask' && naming.within === `actions.${String(code)}` && isNode(ask);
  const answers = isAsked ? keyed(ask, (text) => (text === naming.from ? naming.to : text)) : ask;
  const isRenamed = naming.what === 'action' && naming.within === '' && code === naming.from;
  return [isRenamed ? naming.to : code, ...(call.length > 1 ? [answers] : []), ...rest];
}

export function fitsValue(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'string') {
    if (typeof value === 'string') return shape !== 'bool' && shape !== 'int' && shape !== 'paths' && shape !== 'texts';
    return Array.isArray(value) && (shape === 'paths' || shape === 'texts');
  }
  if ('node' in shape || 'map' in shape) return isNode(value);
  return ('list' in shape || 'placements' in shape) && Array.isArray(value);
}

export function texts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? change(item) : item)) : value;
}
export const keyedIn = (
  value: unknown,
  ...how: [rename: (key: string) => string, change: (entry: unknown, key: string) => unknown]
) => (isNode(value) ? keyed(value, ...how) : value);
export function keyed(
  value: Node,
  rename: (key: string) => string,
  change: (entry: unknown, key: string) => unknown = (entry) => entry,
): Node {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [rename(key), change(entry, key)]));
}
