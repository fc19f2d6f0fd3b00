/** Keys in the order of the tables, placements short where flags suffice, lists of one as the one, expressions re-printed (§11.2 rules 2, 5–7). */
import { addressOf, entrySegment } from '../resolve/address';
import { isNode, type Node } from '../resolve/merge';
import { expandPlacement, placementKey, shortPlacement } from '../resolve/placement';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import type { Reprint } from './expressions';

/** Keys whose list of one entry says the same as the entry. */
const SINGLES: ReadonlySet<string> = new Set(['label', 'on', 'as', 'tree', 'of', 'relCfg', 'by']);

export function orderNode(node: Node, sort: SortId, address: string, reprint: Reprint): Node {
  const keys = SORTS[sort] as { readonly [key: string]: KeySpec };
  const result: { [key: string]: unknown } = {};
  for (const [key, spec] of Object.entries(keys)) {
    if (!Object.hasOwn(node, key)) continue;
    result[key] = orderValue(single(key, sort, node[key]), spec.shape, addressOf(address, key), sort, key, reprint);
  }
  for (const [key, value] of Object.entries(node)) if (!Object.hasOwn(keys, key)) result[key] = value;
  return result;
}

function single(key: string, sort: SortId, value: unknown): unknown {
  const may = SINGLES.has(key) || (key === 'field' && sort === 'treeSide');
  return may &&
    Array.isArray(value) &&
    value.length === 1 &&
    !(key === 'by' && (sort === 'detail' || sort === 'report'))
    ? value[0]
    : value;
}

function orderValue(
  value: unknown,
  shape: Shape,
  address: string,
  sort: SortId,
  key: string,
  reprint: Reprint,
): unknown {
  if (typeof value === 'string') return reprint(value, shape, address, sort, key);
  if (typeof shape === 'string') return value;
  if ('node' in shape && isNode(value)) return orderNode(value, shape.node, address, reprint);
  if ('map' in shape && isNode(value)) {
    return mapNode(value, (entry, code) =>
      isNode(entry) ? orderNode(entry, shape.map, addressOf(address, code), reprint) : entry,
    );
  }
  if ('mapOf' in shape && isNode(value)) {
    return mapNode(value, (entry, code) =>
      orderValue(entry, shape.mapOf, addressOf(address, code), sort, key, reprint),
    );
  }
  if ('list' in shape && Array.isArray(value)) {
    return value.map((entry: unknown) => {
      if (!isNode(entry)) return entry;
      const ordered = orderNode(entry, shape.list, addressOf(address, entrySegment(entry)), reprint);
      return shape.list === 'importColumn' && Object.keys(ordered).length === 1 ? ordered.field : ordered;
    });
  }
  if ('placements' in shape && Array.isArray(value)) {
    return value.map((entry) => {
      const { placement, unknown } = expandPlacement(entry, shape.placements);
      if (unknown.length > 0) return entry;
      const ordered = orderNode(
        placement as Node,
        shape.placements,
        addressOf(address, placementKey(placement)),
        reprint,
      );
      return shortPlacement(ordered as never, shape.placements);
    });
  }
  if ('any' in shape) {
    const fits = shape.any.find(
      (shape) =>
        typeof shape === 'object' && (('node' in shape && isNode(value)) || ('list' in shape && Array.isArray(value))),
    );
    if (fits !== undefined) return orderValue(value, fits, address, sort, key, reprint);
    // expressions in a list: `by` of a push
    if (Array.isArray(value) && key === 'by' && sort === 'push')
      return value.map((value: unknown) =>
        typeof value === 'string' ? reprint(value, 'expr', addressOf(address, value), sort, key) : value,
      );
  }
  return value;
}
function mapNode(node: Node, change: (entry: unknown, code: string) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([code, entry]) => [code, change(entry, code)]));
}
