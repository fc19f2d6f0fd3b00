/**
 * The text of an object with its blocks merged in: what an overlay changes by steps, and what the designer shows of a shipped object.
 * The marks of merging are gone from it, entries that are off stay.
 */
import type { ObjectDoc } from '../document';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { isNode, type Node } from './merge';
import { shortPlacement } from './placement';

/** Keys that an object brings itself, blocks or not. */
const IDENTITY = ['$schema', 'object', 'title', 'note', 'was', 'route'] as const;

export function withoutMarks(doc: ObjectDoc, merged: Node): Node {
  const own = doc as unknown as Node;
  const identity = Object.fromEntries(IDENTITY.filter((key) => own[key] !== undefined).map((key) => [key, own[key]]));
  const rest = ['examples', 'views', 'import'].filter((key) => own[key] !== undefined && merged[key] === undefined);
  return plain({ ...merged, ...identity, ...Object.fromEntries(rest.map((key) => [key, own[key]])) }, 'object');
}

function plain(node: Node, sort: SortId): Node {
  const keys = SORTS[sort] as { readonly [key: string]: KeySpec };
  const result: { [key: string]: unknown } = {};
  const said = (key: string): void => {
    const shape = keys[key]?.shape ?? 'json';
    const value = plainValue(node[key], shape);
    // an empty list of words says something: an action that stands nowhere
    const isHollow =
      typeof shape === 'object' &&
      !('wordList' in shape) &&
      ((Array.isArray(value) && value.length === 0) || (isNode(value) && Object.keys(value).length === 0));
    if (value !== undefined && value !== null && !isHollow) result[key] = value;
  };
  for (const key of Object.keys(keys)) if (Object.hasOwn(node, key)) said(key);
  for (const key of Object.keys(node)) if (!Object.hasOwn(keys, key)) said(key);
  return result;
}

function plainValue(value: unknown, shape: Shape): unknown {
  if (typeof shape !== 'object') return value;
  if ('placements' in shape && Array.isArray(value))
    return value
      .filter((item) => !isNode(item) || item.field !== '$own')
      .map((item) =>
        isNode(item) ? shortPlacement(plain(item, shape.placements) as never, shape.placements) : (item as unknown),
      );
  if ('map' in shape && isNode(value)) {
    const entries = Object.entries(value).filter(([code]) => code !== '$own');
    return Object.fromEntries(entries.map(([code, node]) => [code, isNode(node) ? plain(node, shape.map) : node]));
  }
  if ('node' in shape && isNode(value)) return plain(value, shape.node);
  if ('list' in shape && Array.isArray(value))
    return value.map((entry) => (isNode(entry) ? plain(entry, shape.list) : (entry as unknown)));
  if (!('any' in shape)) return value;
  const fits = shape.any.find(
    (shape) =>
      typeof shape === 'object' && (('node' in shape && isNode(value)) || ('list' in shape && Array.isArray(value))),
  );
  return fits === undefined ? value : plainValue(value, fits);
}
