/**
 * What steps can go into: nodes by key, maps and lists by entry. The sort tables say which it is, so an address means the same to
 * steps, linter and designer. Everything else (flags, choices, lists of codes, free JSON) is set whole.
 */
import { isNode, type Node } from '../resolve/merge';
import { expandPlacement, type PlacementSort, placementKey, shortPlacement } from '../resolve/placement';
import type { Placement } from '../resolved';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';

/** keys of a node have their order; entries of maps and lists have the author's */
export type Holder =
  | { readonly k: 'node'; readonly sort: SortId }
  | { readonly k: 'map'; readonly inner: Shape }
  | { readonly k: 'list'; readonly sort: SortId; readonly placed: boolean };

/** key that names an entry of a list that is no placement */
const ENTRY_KEY: { readonly [sort in SortId]?: string } = {
  case: 'is',
  importColumn: 'field',
  dictItem: 'code',
  flowNode: 'node',
  // ways of a block have different titles, so what stands in one can be changed by itself
  flowWay: 'title',
};

/** What a value of a shape holds; undefined = it is set whole. `value` decides where a shape leaves a choice. */
export function holderOf(shape: Shape, value: unknown): Holder | undefined {
  if (typeof shape === 'string') return undefined;
  if ('node' in shape) return value === undefined || isNode(value) ? { k: 'node', sort: shape.node } : undefined;
  if ('map' in shape)
    return value === undefined || isNode(value) ? { k: 'map', inner: { node: shape.map } } : undefined;
  if ('mapOf' in shape) return value === undefined || isNode(value) ? { k: 'map', inner: shape.mapOf } : undefined;
  if ('placements' in shape) return listOf(shape.placements, true, value);
  if ('list' in shape) return ENTRY_KEY[shape.list] === undefined ? undefined : listOf(shape.list, false, value);
  if (!('any' in shape)) return undefined;
  for (const eachShape of shape.any) {
    const found = holderOf(eachShape, value);
    if (found !== undefined) return found;
  }
  return undefined;
}
function listOf(sort: SortId, placed: boolean, value: unknown): Holder | undefined {
  const holder: Holder = { k: 'list', sort, placed };
  if (value === undefined) return holder;
  if (!Array.isArray(value)) return undefined;
  // entries that cannot be told apart are no addresses
  const keys = value.map((entry) => entryKey(holder, entry));
  return keys.includes('') || new Set(keys).size < keys.length ? undefined : holder;
}

/** Shape of what stands under a key. */
export function innerShape(holder: Holder, key: string): Shape {
  if (holder.k === 'map') return holder.inner;
  if (holder.k === 'list') return { node: holder.sort };
  const keys = SORTS[holder.sort] as { readonly [key: string]: KeySpec };
  return Object.hasOwn(keys, key) ? (keys[key]?.shape ?? 'json') : 'json';
}

/** A key that must be there stays, however empty. */
export function isNeeded(holder: Holder, key: string): boolean {
  if (holder.k !== 'node') return true;
  const keys = SORTS[holder.sort] as { readonly [key: string]: KeySpec };
  return Object.hasOwn(keys, key) && keys[key]?.need === true;
}

/** The key that names an entry and is no property of it. */
export function nameKey(holder: Holder): readonly string[] {
  if (holder.k !== 'list') return [];
  return holder.placed ? ['field', 'param', 'fields'] : [ENTRY_KEY[holder.sort] ?? ''];
}

export function keysOf(holder: Holder, value: unknown): readonly string[] {
  if (holder.k === 'list') return ((value ?? []) as readonly unknown[]).map((entry) => entryKey(holder, entry));
  return isNode(value) ? Object.keys(value) : [];
}

/** What stands under a key; entries of lists in their long form. */
export function childAt(holder: Holder, value: unknown, key: string): unknown {
  if (holder.k === 'list') {
    const entry = ((value ?? []) as readonly unknown[]).find((value) => entryKey(holder, value) === key);
    return entry === undefined ? undefined : long(holder, entry);
  }
  return isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** With another value under a key that is there; a new key of a node goes where the tables put it. */
export function withChild(holder: Holder, value: unknown, key: string, child: unknown): unknown {
  if (holder.k === 'list')
    return (value as readonly unknown[]).map((value) =>
      entryKey(holder, value) === key ? short(holder, child) : value,
    );
  const node = isNode(value) ? value : {};
  if (Object.hasOwn(node, key) || holder.k === 'map') return { ...node, [key]: child };
  const order = Object.keys(SORTS[holder.sort]);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const entries = Object.entries(node);
  const next = entries.findIndex(([name]) => rank(name) > rank(key));
  entries.splice(next < 0 ? entries.length : next, 0, [key, child]);
  return Object.fromEntries(entries);
}

export function withoutChild(holder: Holder, value: unknown, key: string): unknown {
  if (holder.k === 'list') return (value as readonly unknown[]).filter((value) => entryKey(holder, value) !== key);
  return Object.fromEntries(Object.entries((value ?? {}) as Node).filter(([name]) => name !== key));
}

/** With a new entry behind `after` (undefined = first); a neighbour that is not there puts it last. */
export function withEntry(
  holder: Holder,
  value: unknown,
  key: string,
  child: unknown,
  after: string | undefined,
): unknown {
  const keys = keysOf(holder, value);
  const at = after === undefined ? 0 : keys.includes(after) ? keys.indexOf(after) + 1 : keys.length;
  if (holder.k === 'list') {
    const list = [...((value ?? []) as readonly unknown[])];
    list.splice(at, 0, short(holder, child));
    return list;
  }
  const entries = Object.entries((value ?? {}) as Node);
  entries.splice(at, 0, [key, child]);
  return Object.fromEntries(entries);
}

/** An entry of a list as objects say it, its name in it. */
export function long(holder: Holder, entry: unknown): unknown {
  if (holder.k !== 'list' || typeof entry !== 'string') return entry;
  if (holder.placed) return expandPlacement(entry, holder.sort as PlacementSort).placement;
  return { [ENTRY_KEY[holder.sort] ?? '']: entry };
}
/** An entry of a list as files say it. */
export function short(holder: Holder, entry: unknown): unknown {
  if (holder.k !== 'list' || !isNode(entry)) return entry;
  if (holder.placed) {
    const said = shortPlacement(entry as Placement, holder.sort as PlacementSort);
    // a word no flag says would not be read back
    return expandPlacement(said, holder.sort as PlacementSort).unknown.length > 0 ? entry : said;
  }
  return holder.sort === 'importColumn' && Object.keys(entry).length === 1 ? entry.field : entry;
}
/** Name of an entry of a list; '' = it has none. */
export function entryKey(holder: Holder, entry: unknown): string {
  if (holder.k !== 'list') return '';
  const full = long(holder, entry);
  if (!isNode(full)) return '';
  if (holder.placed) return placementKey(full as Placement);
  const name = full[ENTRY_KEY[holder.sort] ?? ''];
  return typeof name === 'string' ? name : '';
}

/** An empty map, list or node says nothing. */
export function isHollow(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isNode(value) && Object.keys(value).length === 0;
}

/** Equal as JSON; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, i) => sameJson(value, b[i]))
    );
  if (!isNode(a) || !isNode(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
