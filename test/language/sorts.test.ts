/** Every key and every word of the key tables has a name people can read. */
import { describe, expect, it } from 'vitest';
import { SORTS } from '../../schemas/language/sorts/index';
import type { Shape, SortId } from '../../schemas/language/sorts/table';
import { KEY_GROUPS, keyText, keyTitle, SORT_TITLES, wordTitle } from '../../schemas/language/sorts/texts/index';

const CHINESE = /[一-鿿]/;
const PLAIN = new Set(['A4', 'A5', 'PDF', 'JSON']);
const wordsOf = (shape: Shape): readonly (string | number | boolean)[] => {
  if (typeof shape === 'string') return [];
  if ('words' in shape) return shape.words;
  if ('wordList' in shape) return shape.wordList;
  return 'any' in shape ? shape.any.flatMap(wordsOf) : [];
};
const all = Object.entries(SORTS).flatMap(([sort, keys]) =>
  Object.entries(keys).map(([key, spec]) => ({ sort: sort as SortId, key, spec })),
);

describe('texts of the key tables', () => {
  it('names every sort and every key in Chinese', () => {
    expect(Object.keys(SORT_TITLES).sort()).toEqual(Object.keys(SORTS).sort());
    const nameless = all.filter(({ sort, key }) => !CHINESE.test(keyText(sort, key).title));
    expect(nameless.map(({ sort, key }) => `${sort}.${key}`)).toEqual([]);
    const groups = new Set(KEY_GROUPS.map(([group]) => group));
    expect(all.every(({ sort, key }) => groups.has(keyText(sort, key).group))).toBe(true);
  });
  it('names every word a key may have', () => {
    const nameless = all
      .filter(({ key }) => key !== '$schema')
      .flatMap(({ sort, key, spec }) =>
        wordsOf(spec.shape)
          .filter((word) => {
            const title = wordTitle(sort, key, word);
            return !CHINESE.test(title) && !PLAIN.has(title);
          })
          .map((word) => `${sort}.${key}=${word}`),
      );
    expect(nameless).toEqual([]);
  });
  it('says no text for a key that no table has', async () => {
    const files = await Promise.all(
      ['field', 'object', 'page', 'report', 'other', 'flow'].map(
        (file) => import(`../../schemas/language/sorts/texts/${file}.ts`) as Promise<Record<string, object>>,
      ),
    );
    const stray = files
      .flatMap((file) => Object.entries(file).filter(([name]) => name.endsWith('_SORTS')))
      .flatMap(([, sorts]) => Object.entries(sorts as Record<string, object>))
      .flatMap(([sort, keys]) =>
        Object.keys(keys)
          .filter((key) => !Object.hasOwn(SORTS[sort as SortId], key))
          .map((key) => `${sort}.${key}`),
      );
    expect(stray).toEqual([]);
  });
  it('says the limit of a date as a date', () => {
    expect(keyTitle('field', 'min', 'date')).toBe('最早');
    expect(keyTitle('field', 'min', 'decimal')).toBe('最小');
    expect(wordTitle('field', 'kind', 'dateCritical')).toBe('到期日期');
  });
});
