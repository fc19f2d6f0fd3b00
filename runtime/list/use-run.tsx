/** Runs the buttons of a list: records are opened as the document says, everything else goes through the actions of the runtime. */
import { type ReactNode, useCallback, useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import { type Opened, openRecord } from './open-record';
import type { List } from './use-list';

export interface Runner {
  readonly run: (action: ResolvedAction, rows: readonly WireRow[]) => void;
  /** the record's own page */
  readonly open: (row: WireRow) => void;
  readonly show: (opened: Opened) => void;
  readonly busy: string | null;
  readonly dialogs: ReactNode;
}

export const useRun = (page: Page, list: List): Runner => {
  const host = useHost();
  const [, setOpened] = useState<Opened>();
  const show = useCallback((next: Opened | undefined) => setOpened(next), []);
  const open = useCallback(
    (row: WireRow) => show(openRecord(host, page, 'detail', { id: row.id })),
    [host, page, show],
  );
  const run = useCallback(
    (action: ResolvedAction, rows: readonly WireRow[]) => {
      const id = rows[0]?.id ?? '';
      if (action.code === 'add')
        show(
          openRecord(
            host,
            page,
            'edit',
            list.query.node === undefined ? {} : { [list.query.node.field]: list.query.node.id },
          ),
        );
      else if (action.code === 'edit') show(openRecord(host, page, 'edit', { id }));
      else if (action.code === 'view') show(openRecord(host, page, 'detail', { id }));
      else if (action.code === 'copy') show(openRecord(host, page, 'edit', { copyOf: id }));
    },
    [host, page, list.query.node, show],
  );
  return { run, open, show, busy: null, dialogs: null };
};
