/** Titles of the records a search names by id, asked once. */
import { useQuery } from '@tanstack/react-query';
import type { Json } from '../../../schemas/language/value';
import type { FilterHost } from '../filter-props';

/** An address may name one record alone. */
export const chosenIds = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

export const useTitles = (
  host: FilterHost,
  object: string | undefined,
  key: string,
  ids: readonly string[],
): ReadonlyMap<string, string> => {
  const known = useQuery({
    queryKey: ['object', object ?? '', 'pick', key, 'ids', ids],
    queryFn: () => host.pick(key, { ids }),
    enabled: ids.length > 0,
    staleTime: 300_000,
    placeholderData: (old) => old,
  });
  return new Map((known.data?.records ?? []).map(({ id, label }) => [id, label]));
};
