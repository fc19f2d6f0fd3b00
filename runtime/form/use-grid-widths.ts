/** Widths of columns of sub-tables as their user dragged them, kept on the server beside the columns of the page's list. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listQueries, listSettings } from '../data/list-settings';
import { widthsIn, withWidths } from '../table/column-store';
import type { FormModel } from './form-model';

const LATER_MS = 800;

export function useGridWidths(page: string, model: FormModel | undefined): void {
  const client = useQueryClient();
  const has = model !== undefined && model.subs.size > 0;
  const { data } = useQuery({ ...listQueries(page).columns, enabled: has });
  const content = data?.content;
  const latest = useRef(content);
  latest.current = content;
  useEffect(() => {
    for (const [code, sub] of model?.subs ?? []) sub.control.widths.take(widthsIn(content, code));
  }, [model, content]);
  useEffect(() => {
    if (model === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const save = (): void => {
      clearTimeout(timer);
      if (changed.size === 0) return;
      const before = latest.current;
      let written = before ?? null;
      for (const code of changed)
        written = withWidths(written ?? undefined, code, model.subs.get(code)?.control.widths.own ?? new Map());
      changed.clear();
      if (written === (before ?? null)) return;
      void listSettings
        .saveColumns({ type: page, content: written })
        .then(() => client.fetchQuery({ ...listQueries(page).columns, staleTime: 0 }))
        // the columns stay as they were dragged; the next drag saves them again
        .catch(() => undefined);
    };
    for (const [code, sub] of model.subs)
      sub.control.widths.onKept = () => {
        changed.add(code);
        clearTimeout(timer);
        timer = setTimeout(save, LATER_MS);
      };
    // a form that is left in the middle of it saves at once
    return save;
  }, [model, page, client]);
}
