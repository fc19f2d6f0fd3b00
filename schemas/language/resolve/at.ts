/** What stands at an address of a resolved object. */
import type { Placement, ResolvedObject } from '../resolved';
import { addressOf, segmentsOf } from './address';
import { isNode, type Node } from './merge';
import { placementKey } from './placement';

/** What stands at an address of a resolved object: blocks merged, short forms expanded, defaults filled. */
export function resolvedAt(object: ResolvedObject, address: string): unknown {
  let value: unknown = object;
  let at = '';
  for (const segment of segmentsOf(address)) {
    at = addressOf(at, segment);
    value = step(value, segment, at);
    if (value === undefined) return undefined;
  }
  return value;
}

const SUB_KEYS: ReadonlySet<string> = new Set(['fields', 'rows', 'columns', 'summary']);
function step(value: unknown, segment: string, address: string): unknown {
  if (Array.isArray(value))
    return (value as readonly unknown[]).find(
      (value) =>
        isNode(value) &&
        (value.address === address ||
          value.code === segment ||
          placementKey(value as unknown as Placement) === segment),
    );
  if (!isNode(value)) return undefined;
  // rules of rows stand with all the others
  if ((segment === 'rules' || segment === 'checks') && !Object.hasOwn(value, segment)) return undefined;
  if (SUB_KEYS.has(segment) && isNode(value.sub)) return (value.sub as Node)[segment];
  return Object.hasOwn(value, segment) ? value[segment] : undefined;
}
