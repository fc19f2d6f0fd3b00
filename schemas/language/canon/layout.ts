/**
 * Layout (§11.2 rule 3): a node is one line if that fits 160 characters and holds no map of definitions with two or more entries;
 * else its members fill lines, a member that breaks takes lines of its own, a broken map of definitions one entry a line.
 */
import { numText } from '../codec/decimal';
import { isNode, type Node } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';

const WIDTH = 160;
/** maps of free JSON whose entries are definitions all the same */
const DEFINITIONS: ReadonlySet<string> = new Set(['examples']);

/** Text of an ordered document, with its final newline. */
export function layOut(doc: Node, sort: SortId): string {
  return `${print(doc, { node: sort }, 0, 0, 0)}\n`;
}

/** `taken` = characters already on the line, `after` = 1 when a comma follows. */
function print(value: unknown, shape: Shape, indent: number, taken: number, after: number): string {
  const line = flat(value);
  if (!holdsDefinitions(value, shape) && taken + [...line].length + after <= WIDTH) return line;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const inner = entryShape(shape);
    const texts = items.map((item, i) => print(item, inner, indent + 2, indent + 2, i < items.length - 1 ? 1 : 0));
    return `[\n${fill(texts, indent + 2, false)}\n${' '.repeat(indent)}]`;
  }
  if (!isNode(value)) return line;
  const entries = Object.entries(value);
  const texts = entries.map(([key, entry], i) => {
    const name = `${JSON.stringify(key)}: `;
    return (
      name +
      print(
        entry,
        memberShape(shape, key, entry),
        indent + 2,
        indent + 2 + [...name].length,
        i < entries.length - 1 ? 1 : 0,
      )
    );
  });
  // at the root a map of definitions has lines of its own, however short
  const alone = indent > 0 ? undefined : entries.map(([key, entry]) => isMap(memberShape(shape, key, entry)));
  return `{\n${fill(texts, indent + 2, isDefinitions(value, shape), alone)}\n${' '.repeat(indent)}}`;
}

/** Members on lines: as many as fit, or one a line; one that breaks stands alone. */
function fill(texts: readonly string[], indent: number, oneEach: boolean, alone?: readonly boolean[]): string {
  const lines: string[] = [];
  let line = '';
  texts.forEach((text, i) => {
    const member = i < texts.length - 1 ? `${text},` : text;
    const isAlone = text.includes('\n') || alone?.[i] === true;
    const isOpen = line !== '' && !oneEach && !isAlone;
    if (isOpen && [...line].length + 1 + [...member].length <= WIDTH) line += ` ${member}`;
    else {
      if (line !== '') lines.push(line);
      line = ' '.repeat(indent) + member;
    }
    if (isAlone) {
      lines.push(line);
      line = '';
    }
  });
  if (line !== '') lines.push(line);
  return lines.join('\n');
}

/** One-line text; an array of characters is counted, so Chinese text counts as it reads. */
function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  if (isNode(value)) {
    const entries = Object.entries(value);
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, entry]) => `${JSON.stringify(key)}: ${flat(entry)}`).join(', ')} }`;
  }
  return typeof value === 'number' ? numText(value) : JSON.stringify(value);
}

function holdsDefinitions(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) return value.some((entry) => holdsDefinitions(entry, entryShape(shape)));
  if (!isNode(value)) return false;
  const entries = Object.entries(value);
  if (entries.length > 1 && isDefinitions(value, shape)) return true;
  return entries.some(([key, entry]) => holdsDefinitions(entry, memberShape(shape, key, entry)));
}
/** A map of definitions that says something: one of empty entries only (`"audit": {}`) reads as a list of codes. */
function isDefinitions(value: Node, shape: Shape): boolean {
  if (typeof shape !== 'object' || !('map' in shape)) return false;
  return Object.values(value).some((entry) => !isNode(entry) || Object.keys(entry).length > 0);
}

function isMap(shape: Shape): boolean {
  return typeof shape === 'object' && 'map' in shape;
}

function memberShape(shape: Shape, key: string, entry: unknown): Shape {
  if (typeof shape === 'string') return 'json';
  if ('map' in shape) return { node: shape.map };
  if ('mapOf' in shape) return shape.mapOf;
  if ('any' in shape)
    return memberShape(shape.any.find((shape) => typeof shape === 'object' && 'node' in shape) ?? 'json', key, entry);
  if (!('node' in shape)) return 'json';
  if (DEFINITIONS.has(key)) return { map: 'floor' };
  const spec = (SORTS[shape.node] as { readonly [key: string]: KeySpec })[key];
  if (spec === undefined) return 'json';
  return typeof spec.shape === 'object' && 'any' in spec.shape
    ? (anyShape(spec.shape.any, entry) ?? 'json')
    : spec.shape;
}
function anyShape(shapes: readonly Shape[], entry: unknown): Shape | undefined {
  return shapes.find(
    (shape) =>
      typeof shape === 'object' && (('list' in shape && Array.isArray(entry)) || ('node' in shape && isNode(entry))),
  );
}
function entryShape(shape: Shape): Shape {
  if (typeof shape === 'string') return 'json';
  if ('list' in shape) return { node: shape.list };
  return 'placements' in shape ? { node: shape.placements } : 'json';
}
