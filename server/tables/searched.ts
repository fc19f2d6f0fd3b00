/**
 * Texts that people search a part of. Each has an index over its pairs of neighbouring characters, so that two Chinese characters are
 * found without reading the table, and at the head a column with its pinyin, so that they are found by how they sound.
 */

import { kindOf } from '../../schemas/language/kinds';
import { factsOf } from '../../schemas/language/kinds/index';
import type { Placement, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { columnOf, storageOf } from './names';

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<ResolvedObject, ReadonlySet<string>>();

/** Paths of searched texts: those of the search rows, what names a record, and what pickers look at. */
export function searchedTexts(object: ResolvedObject): ReadonlySet<string> {
  let paths = known.get(object);
  if (paths === undefined) {
    // tables made by hand have what their migration made
    if (object.storage !== 'table' || object.settings !== undefined) return NONE;
    const rows: readonly Placement[] = [object, ...Object.values(object.views)].flatMap(({ list }) => list.search);
    const named = rows.flatMap((row) => [row.field ?? '', ...(row.fields ?? [])]);
    paths = new Set([...named, ...object.label, 'code', 'name'].filter((path) => isSearched(object, path)));
    known.set(object, paths);
  }
  return paths;
}

function isSearched(object: ResolvedObject, path: string): boolean {
  const [first = '', second] = path.split('.');
  const own = object.fields[first];
  const field = second === undefined ? own : own?.sub?.fields[second];
  return (
    field !== undefined &&
    // without a column of its own there is nothing to index
    !field.ext &&
    storageOf(field) === 'text' &&
    field.type === 'text' &&
    kindOf(field.kind).filters(field)[0] === 'like'
  );
}

/** Is there an index over the pairs of this field? Shown values, other objects' fields and unsearched ones have none. */
export const hasGrams = (object: ResolvedObject, field: ResolvedField): boolean =>
  searchedTexts(object).has(field.path);

/** Texts that people read aloud; numbers and codes are typed as they are. */
export const isSpoken = (object: ResolvedObject, field: ResolvedField): boolean =>
  field.sub === undefined &&
  !field.path.includes('.') &&
  !factsOf(field).isNumbered &&
  field.pattern === undefined &&
  field.secret === undefined &&
  hasGrams(object, field);

/** Column beside a spoken text that holds its pinyin. */
export const pinyinColumn = (field: ResolvedField): string => `py_${columnOf(field)}`.slice(0, 40);

/** Column of the pairs of a text and its pinyin; PostgreSQL computes it, so every way of writing keeps it. */
export const gramsColumn = (object: ResolvedObject, field: ResolvedField): string =>
  `${isSpoken(object, field) ? 'gp' : 'g'}_${columnOf(field)}`.slice(0, 40);
export const gramsExpression = (object: ResolvedObject, field: ResolvedField): string => {
  const text = `"${columnOf(field)}"`;
  return isSpoken(object, field)
    ? `platform.grams(coalesce(${text}, '') || ' ' || coalesce("${pinyinColumn(field)}", ''))`
    : `platform.grams(${text})`;
};

/** Pairs of a word as `platform.grams` has them: those of a part are among those of its text. */
export function gramsOf(word: string): readonly string[] {
  const chars = [...word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())];
  return [...new Set(chars.slice(1).map((char, at) => `${chars[at]}${char}`))];
}
