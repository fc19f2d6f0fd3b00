/**
 * Rows that leave the list leave the selection: an audited order must not stay chosen among those that wait for their audit. Asked are
 * only rows something happened to, by their ids under the conditions of the list: a row that moved to another page stays chosen.
 */
import { useCallback, useEffect, useRef } from 'react';
import { recordClient } from '../data/record-client';
import type { ListBody, WireRow } from '../data/types';
import type { Page } from '../page/index';
import type { Selection, SelectionAct } from '../table/index';

interface Given {
  readonly page: Page;
  readonly body: ListBody;
  readonly rows: readonly WireRow[];
  /** the rows are those of the body */
  readonly ready: boolean;
  readonly selection: Selection;
  readonly choose: (act: SelectionAct) => void;
}
/** what one call takes */
const MOST = 1000;

export const useLeavers = (given: Given): ((ids: readonly string[]) => void) => {
  const latest = useRef(given);
  latest.current = given;
  const check = useCallback(async (ids: readonly string[]): Promise<void> => {
    const { page, body, selection, choose } = latest.current;
    const asked = ids.filter((id) => selection.rows.has(id)).slice(0, MOST);
    if (asked.length === 0) return;
    const { current: _page, ...conditions } = body;
    const data = await recordClient
      .list(page.code, { ...conditions, current: 1, size: asked.length, ids: asked }, { quiet: true })
      .catch(() => undefined);
    // without an answer nothing is known, and the server judges every action again
    if (data === undefined) return;
    choose({ type: 'refresh', page: data.records });
    choose({ type: 'drop', ids: goneFrom(asked, data.records) });
  }, []);
  const { body, rows, ready } = given;
  const before = useRef<Pick<Given, 'body' | 'rows'>>({ body, rows: [] });
  useEffect(() => {
    if (!ready) return;
    const old = before.current;
    before.current = { body, rows };
    if (old.body !== body) return;
    void check(
      goneFrom(
        old.rows.map((row) => row.id),
        rows,
      ),
    );
  }, [body, rows, ready, check]);
  return useCallback((ids) => void check(ids), [check]);
};

/** Ids that are not among the rows. */
export const goneFrom = (ids: readonly string[], rows: readonly WireRow[]): readonly string[] => {
  const there = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !there.has(id));
};
