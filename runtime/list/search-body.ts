/** What a list is searched by, as its call takes it. */
import type { ListBody, SearchValues } from '../data/types';
import type { Page } from '../page/types';

/**
 * Search controls over parameters go to `params`, all others to `search`. What the scheme brings and the user emptied is sent as null, so
 * that the server does not fill it in again.
 */
export const splitParams = (
  page: Page,
  search: SearchValues,
  brought: SearchValues = {},
): Pick<ListBody, 'search' | 'params'> => {
  const emptied = Object.keys(brought).filter((key) => !Object.hasOwn(search, key));
  const all = [...Object.entries(search), ...emptied.map((key) => [key, null] as const)];
  if (all.length === 0) return {};
  const params = new Set(page.object.list.search.flatMap((item) => (item.param === undefined ? [] : [item.param])));
  const of = (mine: boolean) => Object.fromEntries(all.filter(([key]) => params.has(key) === mine));
  return { search: of(false), params: of(true) };
};
