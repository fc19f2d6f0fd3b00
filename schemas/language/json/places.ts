/** Addresses in a source text: which one the cursor is in, and where the node of an address stands (to paint a problem). */
import { addressOf, segmentsOf } from '../resolve/address';
import { expandPlacement, placementKey } from '../resolve/placement';
import type { Placement } from '../resolved';
import type { Shape, SortId } from '../sorts/table';
import { type Holder, holderOf, innerShape } from '../steps/holder';
import type { JsonSpan, JsonTree } from './scan';

/** The node of an address, or of the nearest above it that is written: its key when it has one, so that a line can be marked. */
export function spanOf(tree: JsonTree | undefined, address: string, sort: SortId): JsonSpan | undefined {
  let span: JsonSpan | undefined = tree === undefined ? undefined : { from: tree.from, to: tree.from + 1 };
  let node = tree;
  let shape: Shape = { node: sort };
  for (const key of segmentsOf(address)) {
    if (node === undefined) break;
    const found = childOf(node, shape, key);
    if (found === undefined) break;
    span = found.at;
    node = found.node;
    shape = found.shape;
  }
  return span;
}

interface Found {
  readonly node: JsonTree | undefined;
  readonly shape: Shape;
  readonly at: JsonSpan;
}
function childOf(node: JsonTree, shape: Shape, key: string): Found | undefined {
  const holder = holderOf(shape, sampleOf(node));
  if (node.k === 'object') {
    const member = node.members.find((member) => member.key === key);
    const inner = holder === undefined ? 'json' : innerShape(holder, key);
    return member === undefined ? undefined : { node: member.value, shape: inner, at: member.at };
  }
  if (node.k !== 'array' || holder?.k !== 'list') return undefined;
  const item = node.items.find((tree) => nameOf(holder, tree) === key);
  return item === undefined ? undefined : { node: item, shape: innerShape(holder, key), at: startOf(item) };
}
const startOf = (node: JsonTree): JsonSpan => (node.k === 'text' ? node : { from: node.from, to: node.from + 1 });

/** A shape is chosen by what is there: an object, a list, something plain. Entries do not matter for it. */
export function sampleOf(node: JsonTree | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.k === 'object') return {};
  if (node.k === 'array') return [];
  return node.k === 'text' ? node.text : true;
}

/** Name of an entry of a list by its text. */
export function nameOf(holder: Holder, item: JsonTree): string {
  if (holder.k !== 'list') return '';
  if (item.k === 'text')
    return holder.placed ? placementKey(expandPlacement(item.text, holder.sort as 'column').placement) : item.text;
  if (item.k !== 'object') return '';
  const said = (key: string): string | undefined => {
    const value = item.members.find((member) => member.key === key)?.value;
    if (value?.k === 'text') return value.text;
    return value?.k === 'array' ? value.items.map((tree) => (tree.k === 'text' ? tree.text : '')).join('+') : undefined;
  };
  if (!holder.placed) return said('is') ?? said('code') ?? said('node') ?? said('field') ?? '';
  const fields = item.members.find((member) => member.key === 'fields')?.value;
  const list = fields?.k === 'array' ? fields.items.map((tree) => (tree.k === 'text' ? tree.text : '')) : undefined;
  return placementKey({
    ...(said('field') === undefined ? {} : { field: said('field') }),
    ...(said('param') === undefined ? {} : { param: said('param') }),
    ...(list === undefined ? {} : { fields: list }),
  } as Placement);
}

/** What the cursor is in. */
export interface JsonPlace {
  /** address of the node that holds the cursor; in a value the key itself belongs to it */
  readonly address: string;
  readonly shape: Shape;
  /** a key of an object, or a value */
  readonly want: 'key' | 'value';
  /** what a choice replaces */
  readonly span: JsonSpan;
  /** keys that are written beside it */
  readonly written: readonly string[];
  /** sort of the node whose key the value is of, and that key */
  readonly owner?: SortId;
  readonly key?: string;
}

/** The place of a position in a text; undefined outside of the document. */
export function placeAt(tree: JsonTree | undefined, at: number, sort: SortId): JsonPlace | undefined {
  if (tree === undefined) return undefined;
  return within(tree, { node: sort }, '', at, undefined, undefined);
}

function within(
  node: JsonTree,
  shape: Shape,
  address: string,
  at: number,
  owner: SortId | undefined,
  key: string | undefined,
): JsonPlace | undefined {
  const told = { ...(owner === undefined ? {} : { owner }), ...(key === undefined ? {} : { key }) };
  if (node.k === 'text' || node.k === 'word')
    return at < node.from || at > node.to
      ? undefined
      : { address, shape, want: 'value', span: node, written: [], ...told };
  if (at <= node.from || at > node.to) return undefined;
  const holder = holderOf(shape, sampleOf(node));
  if (node.k === 'array') {
    const item = node.items.find((tree) => at >= tree.from && at <= tree.to);
    const inner = holder?.k === 'list' ? innerShape(holder, '') : elementOf(shape);
    if (item === undefined)
      return { address, shape, want: 'value', span: { from: at, to: at }, written: namesIn(holder, node), ...told };
    if (item.k === 'text')
      return { address, shape, want: 'value', span: item, written: namesIn(holder, node), ...told };
    const name = holder === undefined ? '' : nameOf(holder, item);
    return within(item, inner, name === '' ? address : addressOf(address, name), at, owner, key);
  }
  const member = node.members.find((member) => at >= member.at.from && at <= member.to);
  const written = node.members.filter((eachMember) => eachMember !== member).map((member) => member.key);
  const isKey = member === undefined || at <= member.at.to;
  if (isKey) return { address, shape, want: 'key', span: member?.at ?? { from: at, to: at }, written, ...told };
  const inner = holder === undefined ? 'json' : innerShape(holder, member.key);
  const nextOwner = holder?.k === 'node' ? holder.sort : owner;
  const nextKey = holder?.k === 'node' ? member.key : key;
  const child = addressOf(address, member.key);
  const found = member.value === undefined ? undefined : within(member.value, inner, child, at, nextOwner, nextKey);
  return (
    found ?? {
      address: child,
      shape: inner,
      want: 'value',
      span: { from: at, to: at },
      written: [],
      ...(nextOwner === undefined ? {} : { owner: nextOwner }),
      ...(nextKey === undefined ? {} : { key: nextKey }),
    }
  );
}
function elementOf(shape: Shape): Shape {
  if (typeof shape !== 'object') return 'json';
  if ('list' in shape) return { node: shape.list };
  if ('placements' in shape) return { node: shape.placements };
  if (!('any' in shape)) return 'json';
  const list = shape.any.find((shape) => typeof shape === 'object' && ('list' in shape || 'placements' in shape));
  return list === undefined ? 'json' : elementOf(list);
}
function namesIn(holder: Holder | undefined, node: JsonTree & { readonly k: 'array' }): readonly string[] {
  if (holder === undefined) return node.items.map((tree) => (tree.k === 'text' ? tree.text : ''));
  return node.items.map((tree) => nameOf(holder, tree));
}
