/**
 * The gallery shows everything: each kind, type, column feature, look, way of showing a list and key of lists, rules, checks and rows is
 * said by a document of `schemas/objects/demo`. What is new and shown nowhere fails here, so that it cannot be forgotten.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BlockDoc, ObjectDoc } from '../../schemas/language/document';
import { FEATURES } from '../../schemas/language/features/index';
import { KINDS } from '../../schemas/language/kinds/index';
import { resolveObject } from '../../schemas/language/resolve';
import { expandPlacement } from '../../schemas/language/resolve/placement';
import { SORTS } from '../../schemas/language/sorts/index';
import { COLUMN_AS } from '../../schemas/language/sorts/page';
import type { KeySpec, Shape, SortId } from '../../schemas/language/sorts/table';
import { documentsIn, SCHEMAS } from '../language/documents';

const read = <T>(folder: string, under = ''): readonly T[] =>
  documentsIn(join(SCHEMAS, folder), under).map(({ text }) => JSON.parse(text) as T);
const docs = read<ObjectDoc>('objects/demo');
const blocks = new Map(read<BlockDoc>('blocks').map((block) => [block.block, block]));

type Node = { readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `sort.key` → the words said there */
const said = new Map<string, Set<string>>();
function node(value: unknown, sort: SortId): void {
  if (!isNode(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const spec = (SORTS[sort] as { readonly [key: string]: KeySpec })[key];
    if (spec === undefined) continue;
    const place = `${sort}.${key}`;
    const words = said.get(place) ?? new Set();
    for (const word of Array.isArray(child) ? child : [child]) if (typeof word !== 'object') words.add(String(word));
    said.set(place, words);
    member(child, spec.shape);
  }
}
function member(value: unknown, shape: Shape): void {
  if (typeof shape === 'string') return;
  if ('any' in shape) for (const eachShape of shape.any) member(value, eachShape);
  else if ('node' in shape) node(value, shape.node);
  else if ('map' in shape && isNode(value)) for (const eachValue of Object.values(value)) node(eachValue, shape.map);
  else if ('list' in shape && Array.isArray(value)) for (const item of value) node(item, shape.list);
  else if ('placements' in shape && Array.isArray(value))
    for (const item of value)
      node(typeof item === 'string' ? expandPlacement(item, shape.placements).placement : item, shape.placements);
}
for (const doc of docs) node(doc, 'object');

const words = (...places: readonly string[]): ReadonlySet<string> =>
  new Set(places.flatMap((place) => [...(said.get(place) ?? [])]));
const saidOf = (sort: SortId): readonly string[] =>
  [...said.keys()].filter((key) => key.startsWith(`${sort}.`)).map((key) => key.slice(sort.length + 1));
const lacking = (all: readonly string[], shown: ReadonlySet<string>, ...without: readonly string[]): string[] =>
  all.filter((text) => !shown.has(text) && !without.includes(text));

describe('the gallery shows', () => {
  it('every kind', () => {
    // default is the kind of whoever names none; grants is the tree of rights, which only roles have
    expect(lacking(Object.keys(KINDS), words('field.kind', 'case.kind'), 'default', 'grants')).toEqual([]);
  });
  it('every type that a field may name, those of kinds by their kind', () => {
    const shape = SORTS.field.type?.shape as { readonly words: readonly string[] };
    const byKind = ['text', 'date', 'time', 'dict', 'ref', 'json', 'range', 'path', 'rows', 'none', 'id'];
    expect(lacking(shape.words, words('field.type', 'case.type'), ...byKind)).toEqual([]);
    expect([...words('field.dict')].length && [...words('field.ref')].length).toBeGreaterThan(0);
  });
  it('every look of a column', () => {
    // rich text is html by itself
    expect(lacking(COLUMN_AS, words('column.as'), 'html')).toEqual([]);
  });
  it('every column feature', () => {
    const used = new Set<string>();
    for (const doc of docs) {
      const { fields, list } = resolveObject(doc, { blocks });
      for (const column of list.columns)
        for (const feature of FEATURES) if (feature.used(column, fields[column.field ?? ''])) used.add(feature.key);
    }
    expect(
      lacking(
        FEATURES.map(({ key }) => key),
        used,
      ),
    ).toEqual([]);
  });
  it('every way of showing a list', () => {
    const ways = [...words('list.as')].map((word) => word.split(':')[0]);
    expect(new Set(ways)).toEqual(new Set(['table', 'tree', 'board', 'cards', 'calendar']));
  });
  it('every way of opening a record to change it', () => {
    const ways = docs.map((doc) => resolveObject(doc, { blocks }).edit.open);
    expect(new Set(ways)).toEqual(new Set(['page', 'dialog', 'drawer']));
  });
  it('every word of how a form looks, and what rows may keep', () => {
    expect(lacking(['title', 'width', 'size', 'labels', 'columns'], new Set(saidOf('edit')))).toEqual([]);
    expect(saidOf('detail')).toContain('title');
    expect(lacking(['min', 'sort', 'copy', 'fixed', 'tone', 'paste', 'import'], new Set(saidOf('rows')))).toEqual([]);
  });
  it.each(['list', 'rule', 'check', 'pick'] as const)('every key of a %s', (sort) => {
    const keys = Object.keys(SORTS[sort]);
    const shown = new Set(keys.filter((key) => said.has(`${sort}.${key}`)));
    expect(lacking(keys, shown)).toEqual([]);
  });
});
