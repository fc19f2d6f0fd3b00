/**
 * The columns of a list as its user set them, kept on the server (fieldSearch): personal before the role's before the document's. The
 * popover changes a draft and saves when it closes; a drag in the header saves by itself a moment later.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { listQueries, listSettings } from '../data/list-settings';
import type { Page } from '../page/index';
import { type ColumnSettings, PLAIN } from '../table/column-settings';
import { readSettings, writeSettings } from '../table/column-store';
import type { TableColumn } from '../table/index';

export interface ColumnKeeping {
  readonly settings: ColumnSettings;
  /** before it the table would jump from the document's columns to the user's */
  readonly ready: boolean;
  /** a change that waits for `save` */
  readonly draft: (change: (now: ColumnSettings) => ColumnSettings) => void;
  /** a change that is saved soon: a width or an order dragged in the header */
  readonly change: (change: (now: ColumnSettings) => ColumnSettings) => void;
  readonly save: () => void;
  /** the settings of now as those of a role; not `kept` takes them back */
  readonly saveRole: (role: string, kept: boolean) => Promise<unknown>;
}
const LATER_MS = 800;

/** `columns`: all columns of the list as the document has them. */
export const useColumnSettings = (page: Page, columns: readonly TableColumn[]): ColumnKeeping => {
  const client = useQueryClient();
  const kept = useQuery(listQueries(page.code).columns);
  const content = kept.data?.content;
  const [own, setOwn] = useState<ColumnSettings>();
  const stored = useMemo(() => (content === undefined ? PLAIN : readSettings(content)), [content]);
  const settings = own ?? stored;
  const latest = useRef({ own, content, columns });
  latest.current = { own, content, columns };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const { own: mine, content: before, columns: all } = latest.current;
    if (mine === undefined) return;
    const written = writeSettings(
      mine,
      all.map((column) => column.key),
      before,
    );
    if (written === (before ?? null)) return;
    void listSettings
      .saveColumns({ type: page.code, content: written })
      // what came back may be the role's, once the own settings are gone
      .then(() => client.fetchQuery({ ...listQueries(page.code).columns, staleTime: 0 }))
      .then(() => setOwn((now) => (now === mine ? undefined : now)))
      // the columns stay as they were set; the next change saves them again
      .catch(() => undefined);
  }, [client, page]);
  const draft = useCallback(
    (change: (now: ColumnSettings) => ColumnSettings) => setOwn((now) => change(now ?? stored)),
    [stored],
  );
  const change = useCallback(
    (next: (now: ColumnSettings) => ColumnSettings) => {
      draft(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, LATER_MS);
    },
    [draft, save],
  );
  // a list that is left in the middle of it saves at once
  useEffect(() => () => save(), [save]);
  const saveRole = (role: string, isKept: boolean): Promise<unknown> => {
    const keys = columns.map((column) => column.key);
    // the order is written out: plain settings of a role stand over nothing
    const whole = { ...settings, order: settings.order.length > 0 ? settings.order : keys };
    const written = isKept ? writeSettings(whole, keys, undefined) : null;
    return listSettings.saveColumns({ type: page.code, content: written, role });
  };
  return { settings, ready: !kept.isPending, draft, change, save, saveRole };
};
