/** What cells of tables on a detail page may ask: labels and tones of codes, and where a cell leads. */
import { useMemo, useRef } from 'react';
import { codeLook } from '../fields/shared/tags';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import type { TableContext } from '../table/index';
import { linkOf } from '../table/penetrate';

export function useTableContext(page: Page, now: string): TableContext {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  return useMemo(
    () => ({
      now: () => now,
      code: (dict, code) => codeLook(page.dicts.get(dict), code),
      link: (column, row) =>
        linkOf(latest.current, page, column, row, (row) => {
          const url = latest.current.urlOf(`${page.code}#detail`);
          if (url !== undefined) latest.current.openPage(`${url}?id=${encodeURIComponent(row.id)}`);
        }),
    }),
    [page, now],
  );
}
