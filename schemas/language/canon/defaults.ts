/**
 * A key is left out when the resolved text is the same without it (§11.2 rule 4). Which keys could be is found by the tables and by
 * what is derived; whether it is, by resolving. Notes, titles of own things and examples stay: they are not part of the resolved text.
 */
import { type BlockDoc, type FieldDoc, type Many, OBJECT_SCHEMA, type ObjectDoc } from '../document';
import { type ResolveLib, resolveField, resolveObject } from '../resolve';
import { hashOf } from '../resolve/hash';
import { layersOf } from '../resolve/layers';
import { fold, isNode, MergeNotes, type Node } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { missedKeys, type Path } from './missed';

/** Keys that may follow from others, by sort. */
const DERIVED: { readonly [sort in SortId]?: readonly string[] } = {
  object: ['label', 'state', 'tree', 'menu'],
  block: ['label', 'state', 'tree', 'menu'],
  field: ['kind', 'type', 'scale', 'min', 'max', 'many', 'at', 'readonly', 'columns'],
  rows: ['lock'],
  list: ['columns', 'sort', 'disable', 'as', 'index'],
  scheme: [],
  search: ['title', 'op', 'kind'],
  column: ['title', 'as', 'penetrate'],
  item: ['title'],
  edit: ['open', 'route', 'groups'],
  detail: ['open', 'route', 'tabs'],
  action: ['title', 'at', 'from', 'to', 'when', 'grant', 'ask', 'confirm', 'tone'],
  rule: ['in'],
  check: ['in'],
};
const PROTECTED: ReadonlySet<string> = new Set([
  '$schema',
  'object',
  'block',
  'title',
  'note',
  'was',
  'use',
  'examples',
  'off',
]);

export function withoutDefaults(doc: Node, sort: SortId, lib: ResolveLib | undefined): Node {
  let text = doc;
  // a key that went may leave an empty map behind, which goes next
  for (let round = 0; round < 5; round++) {
    const less = oneRound(text, sort, lib);
    if (less === text) break;
    text = less;
  }
  return text;
}

function oneRound(doc: Node, sort: SortId, lib: ResolveLib | undefined): Node {
  const identity = identityOf(doc, sort, lib);
  const lower = lib === undefined ? undefined : lowerOf(doc, sort, lib);
  const candidates = candidatesOf(doc, sort, lower, identity !== undefined);
  if (candidates.length === 0) return doc;
  const without = (paths: readonly Path[]): Node => paths.reduce((text, path) => remove(text, path) as Node, doc);
  const all = without(candidates);
  if (identity === undefined) return all;
  const before = identity(doc);
  if (identity(all) === before) return all;
  const missed =
    sort === 'object' && lib !== undefined
      ? missedKeys(candidates, (paths) => resolveObject(without(paths) as unknown as ObjectDoc, lib))
      : undefined;
  return candidates.reduce((text, path) => {
    if (missed?.has(path) === true) return text;
    const less = remove(text, path) as Node;
    return identity(less) === before ? less : text;
  }, doc);
}

/** What must stay the same: the resolved object, for a block that of two objects made for it (head and rows). */
function identityOf(doc: Node, sort: SortId, lib: ResolveLib | undefined): ((text: Node) => string) | undefined {
  if (sort === 'settings')
    return (text) => hashOf(Object.entries(fieldsIn(text)).map(([key, field]) => resolveField(field, key, key)));
  if (lib === undefined) return undefined;
  if (sort === 'object') return (text) => resolveObject(text as unknown as ObjectDoc, lib).hash;
  if (sort !== 'block') return undefined;
  return (text) => {
    const blocks = {
      get: (code: string) => (code === String(doc.block) ? (text as unknown as BlockDoc) : lib.blocks.get(code)),
    };
    const probe: ObjectDoc = {
      $schema: OBJECT_SCHEMA,
      object: 'probe',
      title: 'probe',
      route: '/probe/list',
      use: [String(doc.block)],
      fields: { probeRows: { title: 'probe', kind: 'tabTable', use: [String(doc.block)] } },
    };
    return resolveObject(probe, { ...lib, blocks }).hash;
  };
}

function fieldsIn(text: Node): Many<FieldDoc> {
  return (text.keys ?? {}) as Many<FieldDoc>;
}

/** Text of the blocks below, so that a repetition of it can be found. */
function lowerOf(doc: Node, sort: SortId, lib: ResolveLib): Node {
  const keys = (block: BlockDoc): Node => block as unknown as Node;
  return fold(
    layersOf(doc.use as readonly string[] | undefined, lib.blocks, keys, 'use', []),
    sort,
    '',
    new MergeNotes(),
  );
}

/** Paths of keys that could be left out, deepest and last first. */
function candidatesOf(doc: Node, sort: SortId, lower: Node | undefined, isProved: boolean): readonly Path[] {
  const found: Path[] = [];
  const visitNode = (node: Node, id: SortId, path: Path, below: unknown): void => {
    const keys = SORTS[id] as { readonly [key: string]: KeySpec };
    for (const [key, value] of Object.entries(node)) {
      const spec = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (spec === undefined) continue;
      const own = [...path, key];
      const under = isNode(below) ? below[key] : undefined;
      if (!isPrimary(id, key) && couldGo(key, value, spec, id, under, isProved)) found.push(own);
      visit(value, spec.shape, own, under);
    }
  };
  const visit = (value: unknown, shape: Shape, path: Path, below: unknown): void => {
    if (typeof shape === 'string') return;
    if ('node' in shape && isNode(value)) visitNode(value, shape.node, path, below);
    else if ('map' in shape && isNode(value)) {
      for (const [code, entry] of Object.entries(value)) {
        if (isNode(entry)) visitNode(entry, shape.map, [...path, code], isNode(below) ? below[code] : undefined);
      }
    } else if ('list' in shape && Array.isArray(value)) {
      value.forEach((entry: unknown, i) => {
        if (isNode(entry)) visitNode(entry, shape.list, [...path, i], undefined);
      });
    } else if ('placements' in shape && Array.isArray(value)) {
      value.forEach((entry: unknown, i) => {
        if (isNode(entry)) visitNode(entry, shape.placements, [...path, i], undefined);
      });
    } else if ('any' in shape) {
      const fits = shape.any.find(
        (shape) =>
          typeof shape === 'object' &&
          (('node' in shape && isNode(value)) || ('list' in shape && Array.isArray(value))),
      );
      if (fits !== undefined) visit(value, fits, path, below);
    }
  };
  visitNode(doc, sort, [], lower);
  return found.reverse();
}
/** Keys that name the entry itself. */
function isPrimary(sort: SortId, key: string): boolean {
  return (
    ((sort === 'column' || sort === 'item' || sort === 'search') &&
      (key === 'field' || key === 'param' || key === 'fields')) ||
    (key === 'is' && sort === 'case')
  );
}
/** Without a proof only what the tables say goes; with one, whatever the resolved text does not miss. */
function couldGo(key: string, value: unknown, spec: KeySpec, sort: SortId, under: unknown, isProved: boolean): boolean {
  const isRepeated = isProved && under !== undefined && JSON.stringify(under) === JSON.stringify(value);
  const isDerived = isProved && DERIVED[sort]?.includes(key) === true;
  if (key === 'off') return value === false;
  if (key === 'title') return isDerived || isRepeated;
  if (PROTECTED.has(key)) return false;
  if (spec.need === true) return isRepeated;
  return (
    value === null ||
    (spec.def !== undefined && JSON.stringify(spec.def) === JSON.stringify(value)) ||
    isHollow(value) ||
    isDerived ||
    isRepeated
  );
}
function isHollow(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (isNode(value) && Object.keys(value).length === 0);
}

function remove(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value)) return value.map((entry: unknown, i) => (i === step ? remove(entry, rest) : entry));
  if (!isNode(value)) return value;
  if (rest.length > 0) return { ...value, [step]: remove(value[step as string], rest) };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
}
