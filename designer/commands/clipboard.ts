/** Copy and paste as text, between objects and between installations: what was copied is readable JSON. */
import type { FieldDoc } from '../../schemas/language/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command, DesignState } from '../document/state';
import { freeCode } from '../rules/codes';
import { fieldRefusal, placeRefusal, placeSort } from '../rules/places';
import { definitionOf } from './fields';
import { Sketch, type Spot } from './sketch';

interface Clip {
  readonly millwright: 'nodes/1';
  readonly nodes: readonly ClipNode[];
}
interface ClipNode {
  /** list or map it stood in; fields stand for their placements, too */
  readonly in: string;
  readonly code: string;
  readonly value: Json;
  readonly field?: Json;
}

/** Text of what is selected in the open document. */
export function copyText(state: DesignState, addresses: readonly string[]): string {
  const sketch = new Sketch(state);
  const nodes = addresses.flatMap((address): readonly ClipNode[] => {
    const { parent, key } = splitAddress(address);
    const value = valueAt(sketch.whole, address) as Json | undefined;
    if (value === undefined) return [];
    const at = definitionOf(sketch, address);
    const field = at === address ? undefined : (valueAt(sketch.whole, at) as Json | undefined);
    return [{ in: parent, code: key, value, ...(field === undefined ? {} : { field }) }];
  });
  const clip: Clip = { millwright: 'nodes/1', nodes };
  return `${JSON.stringify(clip, null, 2)}\n`;
}

/** Puts what was copied behind a spot, or where it stood: under free codes, with the fields that placements bring. */
export const paste: Command<{ readonly text: string; readonly spot?: Spot }> = (state, { text, spot }) => {
  const clip = readClip(text);
  if (clip === undefined || clip.nodes.length === 0) return { reason: '剪贴板里没有可以粘贴的内容' };
  const sketch = new Sketch(state);
  const made: string[] = [];
  let after = spot?.after;
  for (const node of clip.nodes) {
    const list = spot !== undefined && fits(sketch, spot.list, node) ? spot.list : node.in;
    const there: Spot = { list, ...(after === undefined || list !== spot?.list ? {} : { after }) };
    const code = pasteOne(sketch, node, there);
    made.push(joinAddress(list, code));
    after = code;
  }
  return sketch.done(clip.nodes.length > 1 ? `粘贴 ${clip.nodes.length} 项` : '粘贴', {
    selection: made.map((address) => sketch.selected(address)),
  });
};

/** A placement goes to any list of placements, an entry only to a map of its sort. */
function fits(sketch: Sketch, list: string, node: ClipNode): boolean {
  const [to, from] = [placeSort(sketch.whole, list), placeSort(sketch.whole, node.in)];
  const isPlace = (sort: string): boolean => sort === 'column' || sort === 'item' || sort === 'search';
  return isPlace(to) ? isPlace(from) || from === 'field' : to === from && to !== 'none' && last(list) === last(node.in);
}
const last = (address: string): string => splitAddress(address).key;

function pasteOne(sketch: Sketch, node: ClipNode, spot: Spot): string {
  const sort = placeSort(sketch.whole, spot.list);
  if (sort === 'none') sketch.refuse('这里不能粘贴');
  if (sort === 'field' || sort === 'entry') {
    const code = freeCode(node.code, entriesAt(sketch.whole, spot.list) ?? [], sketch.isShipped);
    if (sort === 'field') sketch.refuse(fieldRefusal(sketch.whole, spot.list, node.value as FieldDoc));
    const taken = entriesAt(sketch.whole, spot.list) ?? [];
    sketch.insert(spot, code, sort === 'field' ? filling(withoutWas(node.value), taken) : withoutWas(node.value));
    return code;
  }
  // a placement brings its field along, unless the document has one of that code
  const rows = /^fields\.([^.]+)\.columns$/.exec(spot.list)?.[1];
  const fields = rows === undefined ? 'fields' : `fields.${rows}.fields`;
  const field = node.field ?? (isFieldText(node.value) ? node.value : undefined);
  const taken = entriesAt(sketch.whole, fields) ?? [];
  const isThere = taken.includes(node.code) && placeRefusal(sketch.whole, spot.list, node.code) === undefined;
  if (isThere || field === undefined) {
    sketch.refuse(placeRefusal(sketch.whole, spot.list, node.code));
    sketch.insert(spot, node.code, placement(node, node.code));
    return node.code;
  }
  const code = freeCode(node.code, taken, sketch.isShipped);
  sketch.refuse(fieldRefusal(sketch.whole, fields, field as FieldDoc));
  sketch.insert({ list: fields }, code, filling(withoutWas(field), [...taken, code]));
  sketch.refuse(placeRefusal(sketch.whole, spot.list, code));
  sketch.insert(spot, code, placement(node, code));
  return code;
}
function placement(node: ClipNode, code: string): Json {
  const value = node.value as unknown;
  if (!isNode(value) || value.field === undefined || node.field === undefined) return code;
  const placed = { ...(value as { readonly [key: string]: Json }), field: code };
  return Object.keys(placed).length === 1 ? code : placed;
}
/** A picked record fills only what is there. */
function filling(field: Json, fields: readonly string[]): Json {
  if (!isNode(field) || !isNode(field.fill)) return field;
  const fill = Object.fromEntries(Object.entries(field.fill).filter(([code]) => fields.includes(code)));
  const { fill: _fill, ...rest } = field;
  return { ...rest, ...(Object.keys(fill).length === 0 ? {} : { fill }) } as Json;
}
const isFieldText = (value: unknown): boolean =>
  isNode(value) && value.field === undefined && value.title !== undefined;
function withoutWas(value: Json): Json {
  if (!isNode(value)) return value;
  const { was: _was, ...rest } = value;
  return rest as Json;
}

/** What a text of the clipboard holds; undefined when it was not copied in a designer. */
export function readClip(text: string): Clip | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isNode(value) || value.millwright !== 'nodes/1' || !Array.isArray(value.nodes)) return undefined;
    const nodes = (value.nodes as readonly unknown[]).filter(
      (node): node is ClipNode & { readonly [key: string]: unknown } =>
        isNode(node) && typeof node.in === 'string' && typeof node.code === 'string' && node.value !== undefined,
    );
    return { millwright: 'nodes/1', nodes };
  } catch {
    return undefined;
  }
}
