/** How many records stand in each state, as the published page counts them. */
import { useQuery } from '@tanstack/react-query';
import { recordClient } from '../../runtime/data/record-client';
import type { DeskView } from '../desk/desk';

type Counts = { readonly [code: string]: number };

/** Undefined while the object is not in use, or nobody may count it. */
export function useCounts({ object, open, dicts }: DeskView, isShown: boolean): Counts | undefined {
  const state = object?.state;
  const dict = state === undefined ? undefined : object?.fields[state]?.dict;
  const codes = (dict === undefined ? undefined : dicts.get(dict))?.items.map((item) => item.code) ?? [];
  const found = useQuery({
    queryKey: ['design', 'counts', object?.object, state, codes.join()],
    queryFn: async (): Promise<Counts> => {
      const totals = codes.map(async (code) => {
        const body = { current: 1, size: 1, where: `${state} == '${code}'` };
        return [code, (await recordClient.list(object?.object ?? '', body, { quiet: true })).total] as const;
      });
      return Object.fromEntries(await Promise.all(totals));
    },
    enabled: isShown && open?.fresh === false && codes.length > 0 && codes.length <= 12,
    staleTime: 30_000,
    retry: false,
  });
  return found.data;
}
