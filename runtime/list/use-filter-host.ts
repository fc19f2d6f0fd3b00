/** What search controls ask of the page they stand on. */
import { useMemo } from 'react';
import { recordClient } from '../data/record-client';
import type { FilterHost } from '../fields/filter-props';
import { factoryTime, type Page, useHost } from '../page/index';

export const useFilterHost = (page: Page): FilterHost => {
  const { session } = useHost();
  return useMemo<FilterHost>(
    () => ({
      dict: (code) => page.dicts.get(code),
      pick: (key, { search = '', ids }) =>
        recordClient.pick(
          page.code,
          key,
          { record: {}, search, current: 1, size: 30, filter: true, ...(ids === undefined ? {} : { ids }) },
          { quiet: true },
        ),
      tree: (object, parentId) => recordClient.tree(object === 'self' ? page.object.object : object, parentId),
      today: () => factoryTime(session.now()).slice(0, 10),
    }),
    [page, session],
  );
};
