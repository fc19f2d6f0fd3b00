/** The conditions of a board in words; labels of chosen records are asked once. */
import { useQueries } from '@tanstack/react-query';
import type { SearchValues } from '../data/types';
import { useFilterHost } from '../fields/use-filter-host';
import { searchControls } from '../list/search-fields';
import type { Page } from '../page/index';
import { valueWords } from './conditions';

/** undefined while a label is on its way */
export const useConditions = (page: Page, values: SearchValues): readonly string[] | undefined => {
  const host = useFilterHost(page);
  const used = searchControls(page).flatMap((control) => {
    const value = values[control.key];
    return value === undefined || value === null ? [] : [{ ...control, value }];
  });
  const refs = used.filter(({ field }) => field.ref !== undefined);
  const known = useQueries({
    queries: refs.map(({ key, field, value }) => {
      const ids = (Array.isArray(value) ? value : [value]).map(String);
      return {
        queryKey: ['object', field.ref ?? '', 'pick', key, 'ids', ids],
        queryFn: () => host.pick(key, { ids }),
        staleTime: 300_000,
        retry: false,
      };
    }),
  });
  if (known.some(({ isLoading }) => isLoading)) return undefined;
  const labels = new Map(
    known.flatMap(({ data }) => (data?.records ?? []).map(({ id, label }) => [id, label] as const)),
  );
  return used.map(
    ({ title, field, value }) =>
      `${title}：${valueWords(field, value, { dict: host.dict, label: (id) => labels.get(id) })}`,
  );
};
