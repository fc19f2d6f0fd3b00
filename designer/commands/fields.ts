/** Fields and sub-tables: new ones with their place on the page, renamed, removed with what places them, duplicated. */

import type { FieldDoc } from '../../schemas/language/document';
import { factsOfDoc } from '../../schemas/language/kinds/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, given, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { codeRefusal, freeCode } from '../rules/codes';
import { elsewhere, fieldRefusal, placeRefusal, titleOf } from '../rules/places';
import { removalOf } from '../rules/removal';
import { Sketch, type Spot } from './sketch';

export interface NewField {
  readonly code: string;
  readonly field: FieldDoc;
  /** where it is placed: a group, the columns of a list or sub-table; none = only defined */
  readonly spot?: Spot;
  /** sub-table it belongs to; also follows from a spot in its columns */
  readonly rows?: string;
}

/** A field of a kind, defined behind the one it is placed behind, and placed. */
export const addField: Command<NewField> = (state, { code, field, spot, rows }) => {
  const sketch = new Sketch(state);
  const sub = rows ?? /^fields\.([^.]+)\.columns$/.exec(spot?.list ?? '')?.[1];
  const fields = sub === undefined ? 'fields' : `fields.${sub}.fields`;
  const taken = entriesAt(sketch.whole, fields) ?? [];
  sketch.refuse(codeRefusal(code, taken, 'field', sketch.isShipped && !isOwn(sub)));
  sketch.refuse(fieldRefusal(sketch.whole, fields, field));
  const at = joinAddress(fields, code);
  const after = typeof spot?.after === 'string' && taken.includes(spot.after) ? spot.after : undefined;
  sketch.insert({ list: fields, ...(after === undefined ? {} : { after }) }, code, field as Json);
  if (spot !== undefined) {
    sketch.refuse(placeRefusal(sketch.whole, spot.list, code));
    sketch.insert(spot, code, code);
  }
  // a record is named by the first text it has
  if (sub === undefined && sketch.whole.label === undefined && isName(field)) sketch.set('label', code);
  return sketch.done(`新增字段「${field.title ?? code}」`, {
    selection: [sketch.selected(spot === undefined ? at : joinAddress(spot.list, code))],
  });
};

export interface NewTable {
  readonly code: string;
  readonly title: string;
  /** group or tab it is placed in, or where among the groups its own one goes; none = a group of its own, last */
  readonly spot?: Spot;
  readonly field?: FieldDoc;
}
/** A sub-table with its first column, placed in a group. */
export const addSubTable: Command<NewTable> = (state, { code, title, spot, field }) => {
  const sketch = new Sketch(state);
  sketch.refuse(codeRefusal(code, entriesAt(sketch.whole, 'fields') ?? [], 'field', sketch.isShipped));
  const text: FieldDoc = field ?? {
    title,
    kind: 'tabTable',
    fields: { name: { title: '名称', kind: 'input' } },
    columns: ['name'],
  };
  sketch.insert({ list: 'fields' }, code, text as unknown as Json);
  if (spot !== undefined && spot.list !== 'edit.groups') {
    sketch.refuse(placeRefusal(sketch.whole, spot.list, code)).insert(spot, code, code);
  } else {
    const group = freeCode(code, entriesAt(sketch.whole, 'edit.groups') ?? [], sketch.isShipped);
    sketch.insert(spot ?? { list: 'edit.groups' }, group, { title, fields: [code] });
  }
  return sketch.done(`新增明细「${title}」`, { selection: [sketch.selected(joinAddress('fields', code))] });
};

/** Puts a field that is defined on a page, a list or into the search. */
export const placeField: Command<{ readonly code: string; readonly spot: Spot }> = (state, { code, spot }) => {
  const sketch = new Sketch(state);
  sketch.refuse(placeRefusal(sketch.whole, spot.list, code));
  const other = elsewhere(sketch.whole, spot.list, code);
  if (other !== undefined) sketch.move(joinAddress(other, code), spot);
  else sketch.insert(spot, code, code);
  return sketch.done(`放置「${titleOf(sketch.whole, spot.list, code)}」`, {
    selection: [sketch.selected(joinAddress(spot.list, code))],
  });
};

/**
 * Takes things away: placements leave their list, definitions go with everything that places them. What computes with a field must be
 * changed first, and that is the refusal.
 */
export const removeEntries: Command<{ readonly addresses: readonly string[] }> = (state, { addresses }) => {
  const sketch = new Sketch(state);
  for (const address of addresses) removeOne(sketch, address);
  const first = titleIn(sketch, state, addresses[0] ?? '');
  return sketch.done(addresses.length > 1 ? `移除 ${addresses.length} 项` : `移除「${first}」`, { selection: [] });
};
function titleIn(sketch: Sketch, state: Parameters<typeof removeEntries>[0], address: string): string {
  const text = state.documents[state.open ?? '']?.text ?? {};
  const node = valueAt(text, address) ?? valueAt(sketch.whole, address);
  const { parent, key } = splitAddress(address);
  return isNode(node) && typeof node.title === 'string' ? node.title : titleOf(text, parent, key);
}
export function removeOne(sketch: Sketch, address: string): void {
  const { parent, key } = splitAddress(address);
  if (/^fields\.[^.]+\.columns$/.test(parent)) {
    sketch.show(parent);
    // a table that names none shows all it has
    if ((entriesAt(sketch.whole, parent) ?? []).every((column) => column === key)) sketch.refuse('明细至少要有一列');
  }
  // what belongs to a thing that went already is gone with it
  if (valueAt(sketch.whole, address) === undefined) return;
  if (parent !== 'fields' && !/^fields\.[^.]+\.fields$/.test(parent)) {
    sketch.remove(address);
    return;
  }
  // what a block or the shipped text brings is turned off, and its traces there go with it
  const isTheirs = sketch.isShipped ? sketch.isBelow(address) : valueAt(sketch.text, address) === undefined;
  const removal = removalOf(isTheirs ? sketch.whole : sketch.text, address, sketch.whole);
  sketch.refuse(removal.reason);
  if (!isTheirs || !sketch.isShipped) {
    for (const entry of [...removal.entries].reverse())
      if (valueAt(sketch.text, entry) !== undefined) sketch.remove(entry);
    const lists = removal.lists.filter((list) => Array.isArray(valueAt(sketch.text, list)));
    for (const list of lists) sketch.set(list, without(valueAt(sketch.text, list) as readonly Json[], key, parent));
    dropHollow(sketch, lists);
  }
  sketch.remove(address);
}
/** Names of a list without the field; undefined when none is left. */
function without(names: readonly Json[], key: string, parent: string): Json | undefined {
  const row = /^fields\.([^.]+)\.fields$/.exec(parent)?.[1];
  const paths = row === undefined ? [key, `doc.${key}`] : [key, `${row}.${key}`];
  const left = names.filter((name) => {
    const plain = typeof name === 'string' ? name.replace(/^-/, '') : '';
    return !paths.some((path) => plain === path || (row === undefined && plain.startsWith(`${path}.`)));
  });
  return left.length === 0 ? undefined : left;
}
/** A rule without any effect, and a uniqueness of nothing, go with what they were about. */
function dropHollow(sketch: Sketch, lists: readonly string[]): void {
  for (const list of lists) {
    const { parent } = splitAddress(list);
    const node = valueAt(sketch.text, parent);
    const { parent: map } = splitAddress(parent);
    if (!isNode(node) || !/(^|\.)(rules|unique)$/.test(map)) continue;
    const says = map.endsWith('unique')
      ? node.fields !== undefined
      : ['show', 'hide', 'require', 'readonly', 'clear', 'set', 'service', 'use'].some(
          (key) => node[key] !== undefined,
        );
    if (!says) sketch.remove(parent);
  }
}

/** The same again behind it, under a code of its own. */
export const duplicateEntries: Command<{ readonly addresses: readonly string[] }> = (state, { addresses }) => {
  const sketch = new Sketch(state);
  const made: string[] = [];
  for (const address of addresses) {
    const placed = definitionOf(sketch, address);
    const { parent, key } = splitAddress(placed);
    const taken = entriesAt(sketch.whole, parent) ?? [];
    const code = freeCode(`${key}Copy`, taken, sketch.isShipped);
    const node = valueAt(sketch.whole, placed);
    if (!isNode(node)) {
      sketch.refuse('只能复制有自己内容的项');
      continue;
    }
    const { was: _was, unique: _unique, ...rest } = node;
    const title = given('title', typeof rest.title === 'string' ? `${rest.title} 副本` : undefined);
    sketch.insert({ list: parent, after: key }, code, { ...rest, ...title } as Json);
    made.push(joinAddress(parent, code));
    if (placed === address) continue;
    const spot = splitAddress(address);
    sketch.insert({ list: spot.parent, after: spot.key }, code, code);
  }
  return sketch.done(addresses.length > 1 ? `复制 ${addresses.length} 项` : '复制', {
    selection: made.map((address) => sketch.selected(address)),
  });
};
/** A placement stands for the field it places. */
export function definitionOf(sketch: Sketch, address: string): string {
  const { parent, key } = splitAddress(address);
  const node = valueAt(sketch.whole, address);
  if (!isNode(node) || node.field !== key || key.includes('.')) return address;
  const rows = /^fields\.([^.]+)\.columns$/.exec(parent)?.[1];
  const own = rows === undefined ? joinAddress('fields', key) : joinAddress(`fields.${rows}.fields`, key);
  return valueAt(sketch.whole, own) === undefined ? address : own;
}
const isName = (field: FieldDoc): boolean => field.formula === undefined && factsOfDoc(field).isName;
const isOwn = (code: string | undefined): boolean => code !== undefined && /^x[A-Z]/.test(code);
