/** JSON Schema (2020-12) of a sort of document, for editors of files: keys, shapes, words, titles and help from the key tables. */
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { keyText, SORT_TITLES, wordTitle } from '../sorts/texts/index';
import type { Json } from '../value';

type Schema = { readonly [key: string]: Json };
const CODE = '^[A-Za-z][A-Za-z0-9]{0,39}$';

/** The schema of files of a sort; nodes that may be merged over a block's text need no key there, so entries require none. */
export function jsonSchemaOf(sort: SortId): Schema {
  const defs = new Map<SortId, Schema>();
  const rest: SortId[] = [sort];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (defs.has(next)) continue;
    const used = new Set<SortId>();
    defs.set(next, nodeSchema(next, next === sort, used));
    rest.push(...used);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: SORT_TITLES[sort],
    $ref: `#/$defs/${sort}`,
    $defs: Object.fromEntries(defs),
  };
}

function nodeSchema(sort: SortId, isRoot: boolean, used: Set<SortId>): Schema {
  const keys = Object.entries(SORTS[sort] as { readonly [key: string]: KeySpec });
  const needed = keys.filter(([, spec]) => spec.need === true).map(([key]) => key);
  return {
    type: 'object',
    title: SORT_TITLES[sort],
    properties: Object.fromEntries(keys.map(([key, spec]) => [key, keySchema(sort, key, spec, used)])),
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    ...(isRoot && needed.length > 0 ? { required: needed } : {}),
  };
}
function keySchema(sort: SortId, key: string, spec: KeySpec, used: Set<SortId>): Schema {
  const { title, help } = keyText(sort, key);
  return {
    title,
    ...(help === undefined ? {} : { description: help }),
    ...(spec.def === undefined ? {} : { default: spec.def as Json }),
    ...nullable(shapeSchema(spec.shape, sort, key, used)),
  };
}
/** null takes a block's value back to the default */
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

function shapeSchema(shape: Shape, sort: SortId, key: string, used: Set<SortId>): Schema {
  if (typeof shape === 'string') return PLAIN[shape] ?? {};
  const node = (id: SortId): Schema => {
    used.add(id);
    return { $ref: `#/$defs/${id}` };
  };
  const inner = (shape: Shape): Schema => shapeSchema(shape, sort, key, used);
  if ('words' in shape)
    return { anyOf: shape.words.map((word) => ({ const: word, title: wordTitle(sort, key, word) })) };
  if ('wordList' in shape) return { type: 'array', items: { enum: [...shape.wordList] } };
  if ('ref' in shape) return { type: 'string' };
  if ('refs' in shape) return { type: 'array', items: { type: 'string' } };
  if ('node' in shape) return node(shape.node);
  if ('map' in shape) return { type: 'object', additionalProperties: node(shape.map) };
  if ('mapOf' in shape) return { type: 'object', additionalProperties: inner(shape.mapOf) };
  if ('list' in shape) {
    const entry = node(shape.list);
    return { type: 'array', items: shape.list === 'importColumn' ? { anyOf: [{ type: 'string' }, entry] } : entry };
  }
  if ('placements' in shape) return { type: 'array', items: { anyOf: [{ type: 'string' }, node(shape.placements)] } };
  return { anyOf: shape.any.map(inner) };
}
const texts: Schema = { type: 'array', items: { type: 'string' } };
const PLAIN: { readonly [shape: string]: Schema } = {
  text: { type: 'string' },
  template: { type: 'string' },
  expr: { type: 'string' },
  value: { type: ['string', 'number', 'boolean', 'null', 'array'] },
  bool: { type: 'boolean' },
  int: { type: 'integer' },
  number: { type: 'number' },
  code: { type: 'string', pattern: CODE },
  codes: texts,
  path: { type: 'string' },
  paths: texts,
  texts,
  route: { type: 'string', pattern: '^/' },
  sort: { type: 'string' },
  literals: { type: 'array' },
};
