/** What may stand at a position of a source text: keys of the node, words of a key, codes a reference may name. From the key tables. */
import { SORTS } from '../sorts/index';
import type { KeySpec, RefSort, Shape, SortId } from '../sorts/table';
import { keyText, wordTitle } from '../sorts/texts/index';
import { type JsonPlace, placeAt } from './places';
import type { JsonSpan } from './scan';
import { scanJson } from './scan';

export interface JsonChoice {
  /** what is written, with its quotes */
  readonly insert: string;
  /** the code it is found by */
  readonly label: string;
  readonly title: string;
  readonly help?: string;
  /** what it wants: 文本, 是否, 列表 */
  readonly detail?: string;
  readonly required?: true;
}
export interface JsonCompletion extends JsonSpan {
  readonly choices: readonly JsonChoice[];
}
/** What the tables do not know: codes of other documents, and the fields of this one (of a sub-table by its code). */
export interface JsonLookup {
  refs?(ref: RefSort): readonly { readonly value: string; readonly label: string }[];
  fields?(rows: string | undefined): readonly { readonly value: string; readonly label: string }[];
}

/** Choices at a position; none where anything may stand. `text` may be half typed. */
export function completeJson(
  text: string,
  at: number,
  sort: SortId,
  lookup: JsonLookup = {},
): JsonCompletion | undefined {
  const place = placeAt(scanJson(text), at, sort);
  if (place === undefined) return undefined;
  const choices = place.want === 'key' ? keyChoices(place, lookup, text) : valueChoices(place, lookup);
  return choices.length === 0 ? undefined : { from: place.span.from, to: place.span.to, choices };
}

function keyChoices(place: JsonPlace, lookup: JsonLookup, text: string): readonly JsonChoice[] {
  const sort = nodeOf(place.shape);
  // a key that has its value already is only renamed
  const hasValue = /^\s*:/.test(text.slice(place.span.to));
  if (sort === undefined) {
    const isKeyed = place.key === 'summary' || place.key === 'set' || place.key === 'fill' || place.key === 'with';
    if (!isKeyed) return [];
    const fields = lookup.fields?.(rowsOf(place.address)) ?? [];
    return fields
      .filter(({ value }) => !place.written.includes(value))
      .map(({ value, label }) => ({
        insert: hasValue ? quoted(value) : `${quoted(value)}: `,
        label: value,
        title: label,
      }));
  }
  return Object.entries(SORTS[sort] as { readonly [key: string]: KeySpec })
    .filter(([key]) => !place.written.includes(key))
    .map(([key, spec]): JsonChoice => {
      const { title, help } = keyText(sort, key);
      return {
        insert: hasValue ? quoted(key) : `${quoted(key)}: ${stubOf(spec.shape)}`,
        label: key,
        title,
        detail: shapeWord(spec.shape),
        ...(help === undefined ? {} : { help }),
        ...(spec.need === true ? { required: true } : {}),
      };
    });
}

function valueChoices(place: JsonPlace, lookup: JsonLookup): readonly JsonChoice[] {
  const found = choicesOf(place.shape, place, lookup);
  const seen = new Set<string>();
  return found.filter(({ insert, label }) => {
    if (seen.has(insert) || (label !== '' && place.written.includes(label))) return false;
    seen.add(insert);
    return true;
  });
}
function choicesOf(shape: Shape, place: JsonPlace, lookup: JsonLookup): readonly JsonChoice[] {
  const said = (value: string | number | boolean): JsonChoice => ({
    insert: JSON.stringify(value),
    label: String(value),
    title: wordTitle(place.owner ?? 'field', place.key ?? '', value),
  });
  const coded = (
    options: readonly { readonly value: string; readonly label: string }[] | undefined,
  ): readonly JsonChoice[] =>
    (options ?? []).map(({ value, label }) => ({ insert: quoted(value), label: value, title: label }));
  if (shape === 'bool') return [said(true), said(false)];
  if (shape === 'path' || shape === 'paths') return coded(lookup.fields?.(rowsOf(place.address)));
  if (typeof shape !== 'object') return [];
  if ('words' in shape) return shape.words.map(said);
  if ('wordList' in shape) return shape.wordList.map(said);
  if ('ref' in shape) return coded(lookup.refs?.(shape.ref));
  if ('refs' in shape) return coded(lookup.refs?.(shape.refs));
  if ('placements' in shape) return coded(lookup.fields?.(rowsOf(place.address)));
  return 'any' in shape ? shape.any.flatMap((shape) => choicesOf(shape, place, lookup)) : [];
}

/** Rows of a sub-table have names of their own. */
function rowsOf(address: string): string | undefined {
  return /^fields\.([^.[]+)\.(?:fields|columns|summary|rules|checks|rows)/.exec(address)?.[1];
}
function nodeOf(shape: Shape): SortId | undefined {
  if (typeof shape !== 'object') return undefined;
  if ('node' in shape) return shape.node;
  if (!('any' in shape)) return undefined;
  return shape.any.map(nodeOf).find((one) => one !== undefined);
}
const quoted = (text: string): string => JSON.stringify(text);

/** A value to begin with. */
function stubOf(shape: Shape): string {
  if (typeof shape === 'string') {
    if (shape === 'bool') return 'true';
    if (shape === 'int' || shape === 'number') return '0';
    return shape === 'codes' || shape === 'paths' || shape === 'texts' ? '[]' : '""';
  }
  if ('wordList' in shape || 'refs' in shape || 'list' in shape || 'placements' in shape) return '[]';
  if ('node' in shape || 'map' in shape || 'mapOf' in shape) return '{}';
  return 'any' in shape ? stubOf(shape.any[0] ?? 'text') : '""';
}

const SHAPE_WORDS: { readonly [shape: string]: string } = {
  text: '文本',
  template: '带{}的文本',
  expr: '表达式',
  value: '值或=表达式',
  bool: '是否',
  int: '整数',
  number: '数值',
  code: '编码',
  codes: '编码列表',
  path: '字段',
  paths: '字段列表',
  texts: '文本列表',
  route: '地址',
  json: '任意',
  sort: '排序',
  literals: '值列表',
};
/** What a key wants, in a word. */
export function shapeWord(shape: Shape): string {
  if (typeof shape === 'string') return SHAPE_WORDS[shape] ?? shape;
  if ('words' in shape) return '选项';
  if ('wordList' in shape) return '选项列表';
  if ('ref' in shape) return '引用';
  if ('refs' in shape) return '引用列表';
  if ('node' in shape) return '对象';
  if ('map' in shape || 'mapOf' in shape) return '按编码';
  if ('list' in shape || 'placements' in shape) return '列表';
  return [...new Set(shape.any.map(shapeWord))].join('或');
}
