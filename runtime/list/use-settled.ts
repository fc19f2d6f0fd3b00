/** After a write somewhere else the rows in sight are those of before until they came anew: what is done to them waits so long. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListPageData, WireRow } from '../data/types';

/** `go` with the rows as they are; at once where nothing was written since they were read. */
export type WhenSettled = (rows: readonly WireRow[], go: (rows: readonly WireRow[]) => void) => void;

type Refetch = (options: { readonly cancelRefetch: false }) => Promise<{ readonly data: ListPageData | undefined }>;

export const useSettled = (queryKey: readonly unknown[], refetch: Refetch): WhenSettled => {
  const client = useQueryClient();
  return useCallback(
    (rows, go) => {
      if (client.getQueryState(queryKey)?.isInvalidated !== true) return go(rows);
      void refetch({ cancelRefetch: false }).then(({ data }) => {
        const now = new Map((data?.records ?? []).map((row) => [row.id, row]));
        go(rows.map((row) => now.get(row.id) ?? row));
      });
    },
    [client, queryKey, refetch],
  );
};
