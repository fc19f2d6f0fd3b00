/** How many rows stand at nodes of a side tree and below them: of trees that say `counts`, asked after the nodes are there. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Counts, listSettings, settingKeys } from '../data/list-settings';
import { type Page, useHost } from '../page/index';

/** asked at once; a level with more nodes than AT_MOST has no numbers */
const CHUNK = 60;
const AT_MOST = 180;
/** of all rows */
export const ALL_ROWS = '';
const NONE: Counts = {};

export interface CountedTree {
  readonly page: Page;
  readonly field: string;
}
/** `tree` undefined = it shows none. */
export const useNodeCounts = (tree: CountedTree | undefined, ids: readonly string[]): Counts => {
  const { active } = useHost();
  const { data } = useQuery({
    queryKey: settingKeys.nodeCounts(tree?.page.object.object ?? '', tree?.page.code ?? '', tree?.field ?? '', ids),
    queryFn: async () => {
      const parts: Counts[] = [];
      for (let from = 0; from < ids.length; from += CHUNK)
        parts.push(
          await listSettings.nodeCounts(tree?.page.code ?? '', tree?.field ?? '', ids.slice(from, from + CHUNK)),
        );
      return Object.assign({}, ...parts) as Counts;
    },
    enabled: active && tree !== undefined && ids.length > 0 && ids.length <= AT_MOST,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data ?? NONE;
};
