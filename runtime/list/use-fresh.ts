/**
 * Rows that follow the data: told by the live channel (`live`) or asked for at an interval (`every`). Values change where they stand and
 * flash once; rows that came, went or moved wait for 数据已更新 while the user works, and slip in by themselves when he does not.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { recordClient } from '../data/record-client';
import type { ListBody, ListPageData, WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import type { TableColumn } from '../table/index';
import { type ChangedCells, changedCells, inPlace, isSameOrder } from './fresh';
import { levelsInSight } from './use-levels';
import { useNews } from './use-news';
import { useTouched } from './use-touched';

export interface Fresh {
  /** newer rows wait to be shown */
  readonly waits: boolean;
  readonly show: () => void;
  /** cells that just changed; `beat` tells one flash from the next */
  readonly flash: { readonly beat: number; readonly cells: ChangedCells } | undefined;
}
/** Rows of the list, or of a level of its tree, with what came anew. */
interface Renewed {
  readonly queryKey: readonly unknown[];
  readonly now: ListPageData;
  readonly fresh: ListPageData;
}
interface Options {
  readonly page: Page;
  readonly queryKey: readonly unknown[];
  readonly body: ListBody;
  readonly data: ListPageData | undefined;
  readonly columns: readonly TableColumn[];
  /** rows are chosen or a cell is edited: nothing may move */
  readonly isBusy: boolean;
}

const NOTHING: readonly WireRow[] = [];
/** nobody touched anything for so long */
const IDLE_MS = 10_000;
const FLASH_MS = 1_600;

export const useFresh = (options: Options): Fresh => {
  const host = useHost();
  const client = useQueryClient();
  const { page } = options;
  const { live: isLive, every } = page.object.list;
  const on = isLive === true || every !== undefined;
  const [waiting, setWaiting] = useState<{ readonly key: string; readonly parts: readonly Renewed[] }>();
  const [flash, setFlash] = useState<Fresh['flash']>();
  const latest = useRef({ ...options, active: host.active });
  latest.current = { ...options, active: host.active };
  const touchedAt = useTouched(on);
  const beat = useRef(0);
  const missed = useRef(false);
  const key = JSON.stringify(options.queryKey);

  const put = useCallback(
    (parts: readonly Renewed[]): void => {
      const { columns } = latest.current;
      const cells = new Map(
        parts.flatMap(({ queryKey, fresh }) => {
          const now = client.getQueryData<ListPageData>(queryKey);
          return [...changedCells(columns, now?.records ?? [], fresh.records)];
        }),
      );
      if (cells.size > 0) {
        beat.current += 1;
        setFlash({ beat: beat.current, cells });
      }
      for (const { queryKey, fresh } of parts) client.setQueryData(queryKey, fresh);
    },
    [client],
  );
  const fetchNow = useCallback(async (): Promise<void> => {
    const { active, body, data, queryKey } = latest.current;
    if (!active || document.visibilityState !== 'visible') {
      missed.current = true;
      return;
    }
    if (data === undefined) return;
    const asked = JSON.stringify(queryKey);
    const list = { queryKey, body };
    const parts = await Promise.all(
      [list, ...levelsInSight(client, list)].map(async (part) => ({
        queryKey: part.queryKey,
        fresh: await recordClient.list(page.code, part.body, { quiet: true }),
      })),
    ).catch(() => undefined);
    if (parts === undefined || JSON.stringify(latest.current.queryKey) !== asked) return;
    const renewed = parts.flatMap(({ queryKey, fresh }): readonly Renewed[] => {
      const now = client.getQueryData<ListPageData>(queryKey);
      return now === undefined ? [] : [{ queryKey, now, fresh }];
    });
    const works = latest.current.isBusy || Date.now() - touchedAt() < IDLE_MS;
    if (!works || renewed.every(({ now, fresh }) => isSameOrder(now.records, fresh.records))) {
      setWaiting(undefined);
      put(renewed);
    } else {
      setWaiting({ key: asked, parts: renewed });
      put(renewed.map(({ queryKey, now, fresh }) => ({ queryKey, now, fresh: inPlace(now, fresh) })));
    }
  }, [client, page, put, touchedAt]);

  useNews({ page, rows: options.data?.records ?? NOTHING, active: host.active, fetchNow });
  // the page came to the front again
  useEffect(() => {
    if (!on || !host.active || !missed.current) return;
    missed.current = false;
    void fetchNow();
  }, [on, host.active, fetchNow]);
  useEffect(() => {
    if (flash === undefined) return;
    const timer = setTimeout(() => setFlash(undefined), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);

  const waits = waiting !== undefined && waiting.key === key;
  return {
    waits,
    show: () => {
      if (waiting !== undefined && waits) put(waiting.parts);
      setWaiting(undefined);
    },
    flash,
  };
};
