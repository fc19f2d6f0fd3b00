/** What the search row of a page starts with (`default`), and what the list is not asked without (`required`). */
import { PERIOD_WORDS, type PeriodWord, period } from '../../schemas/language/codec/period';
import type { Json } from '../../schemas/language/value';
import type { SearchValues } from '../data/types';
import { searchKey } from '../fields/search-key';
import type { Page } from '../page/index';
import { isEmptyValue } from '../page/list-query';
import { rowValue } from '../page/row-expr';

/** `now`: factory time */
export const searchDefaults = (page: Page, now: string): SearchValues =>
  Object.fromEntries(
    page.object.list.search.flatMap((item): [string, Json][] => {
      const value = presetOf(page, item.default, now);
      return value === undefined ? [] : [[searchKey(item), value]];
    }),
  );

/** `=period('thisMonth')` as its two days, `=today()`, another expression (`=me.dept`), or what stands there. */
export const presetOf = (page: Page, text: unknown, now: string): Json | undefined => {
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string' || !text.startsWith('=')) return text as Json;
  if (text === '=today()') return now.slice(0, 10);
  const match = PERIOD.exec(text);
  const word = PERIOD_WORDS.find((word) => word === match?.[1]);
  if (word === undefined) {
    const value = rowValue(page, text.slice(1))({ id: '' }) as Json;
    return isEmptyValue(value) ? undefined : value;
  }
  const span = period(word as PeriodWord, now, match?.[2] === undefined ? undefined : Number(match[2]));
  return span === null ? undefined : [span[0].slice(0, 10), span[1].slice(0, 10)];
};
export const PERIOD = /^=period\('(\w+)'(?:, (\d+))?\)$/;

const required = (page: Page) => page.object.list.search.filter((item) => item.required === true);

/** What is never left empty: the address may name other conditions only. */
export const standIns = (page: Page, defaults: SearchValues): SearchValues =>
  Object.fromEntries(
    required(page).flatMap((item): [string, Json][] => {
      const value = defaults[searchKey(item)];
      return value === undefined ? [] : [[searchKey(item), value]];
    }),
  );

/** Titles of what has to be filled in before the list can be asked. */
export const missingOf = (page: Page, search: SearchValues): readonly string[] =>
  required(page).flatMap((item) => (isEmptyValue(search[searchKey(item)]) ? [item.title ?? searchKey(item)] : []));
