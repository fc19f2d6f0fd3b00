/**
 * Merging texts (§2.10), lowest first: maps by code, deep; scalars and other lists: the upper wins; placement lists and part maps: the
 * upper entries go to `$own`, an entry naming one of the lower is taken out there and merged. `$own` and `off` stay in the result as
 * marks, because a further text may follow; `settle` takes them out at the end.
 */
import type { PlacementDoc } from '../document';
import type { Placement } from '../resolved';
import { SORTS } from '../sorts/index';
import { type KeySpec, ordered, type Shape, type SortId } from '../sorts/table';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { addressOf } from './address';
import { expandPlacement, placementKey } from './placement';

export type Node = { readonly [key: string]: unknown };
/** One text over the others; `over` are the blocks it knows and may contradict. */
export interface Layer {
  readonly name: string;
  readonly node: Node;
  readonly over: ReadonlySet<string>;
}
export const OWN = 'own';
/** The place of own entries in a map whose text did not write it: behind the others. */
const IMPLIED: Node = {};

/** What merging notes: which text an address comes from, and where two blocks disagree. */
export class MergeNotes {
  readonly from = new Map<string, string>();
  readonly turnedOff = new Set<string>();
  private readonly conflicts = new Map<string, { readonly a: string; readonly b: string }>();

  /** a node is from the text that brought it first */
  node(address: string, layer: Layer): void {
    if (!this.from.has(address)) this.from.set(address, layer.name);
  }
  /** a value is from the text that said it last; blocks that do not know each other must agree */
  value(address: string, layer: Layer, differs: boolean): void {
    const before = this.from.get(address);
    if (differs && before !== undefined && before !== layer.name && before !== OWN) {
      if (layer.name === OWN || layer.over.has(before)) this.conflicts.delete(address);
      else this.conflicts.set(address, { a: before, b: layer.name });
    }
    if (differs || before === undefined) this.from.set(address, layer.name);
  }
  problems(): readonly Problem[] {
    return [...this.conflicts].map(([address, { a, b }]) =>
      problem('block.conflict', address, text('block.conflict', { a, b, k: address })),
    );
  }
}

/** Folds texts of one sort, lowest first. The result still has its marks. */
export function fold(layers: readonly Layer[], sort: SortId, address: string, notes: MergeNotes): Node {
  let node: Node = {};
  for (const layer of layers) node = mergeNode(node, layer.node, sort, address, layer, notes);
  return node;
}

function mergeNode(lower: Node, upper: Node, sort: SortId, address: string, layer: Layer, notes: MergeNotes): Node {
  const result: { [key: string]: unknown } = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const shape: Shape =
      SORTS[sort][key as never] === undefined
        ? 'json'
        : (SORTS[sort] as { [key: string]: { shape: Shape } })[key]!.shape;
    result[key] = mergeValue(result[key], value, shape, addressOf(address, key), layer, notes);
  }
  return result;
}

function mergeValue(
  lower: unknown,
  upper: unknown,
  shape: Shape,
  address: string,
  layer: Layer,
  notes: MergeNotes,
): unknown {
  if (typeof shape === 'object') {
    if ('placements' in shape && Array.isArray(upper)) {
      return mergePlacements(Array.isArray(lower) ? lower : [], upper, shape.placements, address, layer, notes);
    }
    if ('map' in shape && isNode(upper)) {
      return mergeMap(isNode(lower) ? lower : {}, upper, shape.map, shape.parts === true, address, layer, notes);
    }
    if ('node' in shape && isNode(upper)) {
      notes.node(address, layer);
      return mergeNode(isNode(lower) ? lower : {}, upper, shape.node, address, layer, notes);
    }
    if ('mapOf' in shape && isNode(upper)) {
      notes.node(address, layer);
      const result: { [key: string]: unknown } = { ...(isNode(lower) ? lower : {}) };
      for (const [key, value] of Object.entries(upper))
        result[key] = mergeValue(result[key], value, shape.mapOf, addressOf(address, key), layer, notes);
      return result;
    }
    if ('any' in shape && isNode(upper) && isNode(lower)) {
      const node = shape.any.find((shape) => typeof shape === 'object' && 'node' in shape);
      if (node !== undefined) return mergeValue(lower, upper, node, address, layer, notes);
    }
  }
  notes.value(address, layer, JSON.stringify(lower) !== JSON.stringify(upper));
  return upper;
}

function mergeMap(
  lower: Node,
  upper: Node,
  sort: SortId,
  parts: boolean,
  address: string,
  layer: Layer,
  notes: MergeNotes,
): Node {
  notes.node(address, layer);
  // a text that writes $own itself lays the order out; else entries that only change a lower one stay where that stood
  const movesNamed = parts || ('$own' in upper && upper.$own !== IMPLIED);
  const kept = new Map(Object.entries(sort === 'scheme' && hasOwnDefault(upper) ? withoutDefault(lower) : lower));
  if (!kept.has('$own')) kept.set('$own', IMPLIED);
  const placed: [string, unknown][] = [];
  for (const [code, value] of Object.entries(upper)) {
    const at = addressOf(address, code);
    const below = kept.get(code);
    if (code === '$own' || !isNode(value)) {
      placed.push([code, value]);
      continue;
    }
    const isThere = isNode(below) && below.off !== true;
    if (!isThere) notes.node(at, layer);
    const merged = mergeNode(isThere ? below : {}, value, sort, at, layer, notes);
    if (isThere && !movesNamed) kept.set(code, merged);
    else {
      kept.delete(code);
      placed.push([code, merged]);
    }
  }
  if (!('$own' in upper)) placed.push(['$own', IMPLIED]);
  const result: { [code: string]: unknown } = {};
  for (const [code, value] of kept) {
    if (code === '$own') for (const [own, node] of placed) result[own] = node;
    else result[code] = value;
  }
  return result;
}

/** A literal default of the upper text clears those below (§2.5 schemes). */
function hasOwnDefault(schemes: Node): boolean {
  return Object.values(schemes).some((scheme) => isNode(scheme) && scheme.default === true);
}
function withoutDefault(schemes: Node): Node {
  return Object.fromEntries(
    Object.entries(schemes).map(([code, scheme]) => [code, isNode(scheme) ? { ...scheme, default: false } : scheme]),
  );
}

function mergePlacements(
  lower: readonly unknown[],
  upper: readonly unknown[],
  sort: 'search' | 'column' | 'item',
  address: string,
  layer: Layer,
  notes: MergeNotes,
): readonly Placement[] {
  notes.node(address, layer);
  const kept = lower as readonly Placement[];
  const byKey = new Map(kept.map((item) => [placementKey(item), item]));
  const named = new Set<string>();
  const placed: Placement[] = [];
  for (const item of upper as readonly PlacementDoc[]) {
    const { placement } = expandPlacement(item, sort);
    const key = placementKey(placement);
    if (key === '$own') {
      placed.push(placement);
      continue;
    }
    const at = addressOf(address, key);
    const below = byKey.get(key);
    const isThere = below !== undefined && below.off !== true;
    if (!isThere) notes.node(at, layer);
    named.add(key);
    placed.push(mergeNode(isThere ? (below as Node) : {}, placement as Node, sort, at, layer, notes) as Placement);
  }
  if (!placed.some((item) => item.field === '$own')) placed.push({ field: '$own' });
  const stays = kept.filter((item) => !named.has(placementKey(item)));
  if (!stays.some((item) => item.field === '$own')) stays.push({ field: '$own' });
  return stays.flatMap((item) => (item.field === '$own' ? placed : [item]));
}

/** Takes `$own`, entries that are off, notes and `x-` keys out, and orders keys as the sort tables do. Notes which entries were off. */
export function settle(node: Node, sort: SortId, address: string, notes: MergeNotes): Node {
  const keys = SORTS[sort] as { readonly [key: string]: KeySpec };
  const result: { [key: string]: unknown } = {};
  for (const key of ordered(node, keys)) {
    if (key === 'note' || key === 'off') continue;
    // what a view says stands over the object's list, so a default may be meant there
    if (node[key] === null || (node[key] === keys[key]!.def && !address.startsWith('views.'))) continue;
    result[key] = settleValue(node[key], keys[key]!.shape, addressOf(address, key), notes);
  }
  for (const key of Object.keys(node)) if (!(key in keys) && !key.startsWith('x-')) result[key] = node[key];
  return result;
}

function settleValue(value: unknown, shape: Shape, address: string, notes: MergeNotes): unknown {
  if (typeof shape !== 'object') return value;
  if ('placements' in shape && Array.isArray(value)) {
    const items = value as readonly Placement[];
    return items
      .filter((item) => item.field !== '$own' && item.off !== true)
      .map((item) => settle(item as Node, shape.placements, addressOf(address, placementKey(item)), notes));
  }
  if ('map' in shape && isNode(value)) {
    const result: { [code: string]: unknown } = {};
    for (const [code, entry] of Object.entries(value)) {
      if (code === '$own' || !isNode(entry)) continue;
      if (entry.off === true) notes.turnedOff.add(addressOf(address, code));
      else result[code] = settle(entry, shape.map, addressOf(address, code), notes);
    }
    return result;
  }
  if ('node' in shape && isNode(value)) return settle(value, shape.node, address, notes);
  if ('list' in shape && Array.isArray(value))
    return value.map((entry) => (isNode(entry) ? settle(entry, shape.list, address, notes) : entry));
  if ('any' in shape) {
    const match = shape.any.find(
      (shape) =>
        typeof shape === 'object' && (('node' in shape && isNode(value)) || ('list' in shape && Array.isArray(value))),
    );
    return match === undefined ? value : settleValue(value, match, address, notes);
  }
  return value;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
