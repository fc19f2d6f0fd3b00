/** The condition of an address: its tree, also of one too long for it, and the way to set it. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Condition } from '../../schemas/language/condition/index';
import { treeOf } from '../condition/place';
import { listSettings, settingKeys } from '../data/list-settings';
import type { Page } from '../page/index';
import { Q_LENGTH, writeQ } from '../page/list-query';
import type { List } from './use-list';

export interface ConditionState {
  readonly tree: Condition | undefined;
  /** a kept condition is on its way */
  readonly pending: boolean;
  set(tree: Condition | undefined): Promise<void>;
}

export const useCondition = (page: Page, list: List): ConditionState => {
  const { ask, schemes } = list;
  const { q } = list.query;
  const kept = typeof q === 'string' ? q : '';
  const stored = useQuery({
    queryKey: settingKeys.shared(page.code, kept),
    queryFn: () => listSettings.schemes(page.code, kept),
    enabled: kept !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const tree = useMemo(() => {
    if (typeof q !== 'string') return q;
    const where = stored.data?.find((row) => row.from === 'temporary')?.content.where;
    return where === undefined ? undefined : treeOf(page, where);
  }, [page, q, stored.data]);
  const { save } = schemes;
  const set = useCallback(
    async (next: Condition | undefined) => {
      if (next === undefined || writeQ(next).length <= Q_LENGTH) {
        ask({ type: 'q', q: next });
        return;
      }
      const id = await save({ content: { where: next }, temporary: 1 });
      if (id !== undefined) ask({ type: 'q', q: `~${id}` });
    },
    [ask, save],
  );
  return { tree, pending: kept !== '' && stored.isPending, set };
};
