/** What search controls ask of the page they stand on. */
import { useMemo } from 'react';
import { gs1Of, ownCode } from '../../schemas/language/codec/scanned';
import { recordClient } from '../data/record-client';
import { scanRefusal } from '../data/scan-client';
import { factoryTime, type Page, useHost } from '../page/index';
import { scannedValue } from '../page/scanned-value';
import type { FilterHost } from './filter-props';

export const useFilterHost = (page: Page): FilterHost => {
  const { session, feedback } = useHost();
  return useMemo<FilterHost>(
    () => ({
      dict: (code) => page.dicts.get(code),
      pick: (key, { search = '', ids }) =>
        recordClient.pick(
          page.asks?.[key] ?? page.code,
          key,
          { record: {}, search, current: 1, size: 30, filter: true, ...(ids === undefined ? {} : { ids }) },
          { quiet: true },
        ),
      tree: (object, parentId, ask) =>
        recordClient.tree(object === 'self' ? page.object.object : object, parentId, ask),
      scan: async (key, text) => {
        try {
          return await scannedValue(feedback, page.code, key, text);
        } catch (error) {
          const said = scanRefusal(error);
          // plain digits may be a part of something else
          if (said !== undefined && (ownCode(text) !== undefined || gs1Of(text) !== undefined)) feedback.error(said);
          return undefined;
        }
      },
      today: () => factoryTime(session.now()).slice(0, 10),
    }),
    [page, session, feedback],
  );
};
