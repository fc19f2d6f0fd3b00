/** Tells that rows may be others now: by the live channel, which hears of the object and of each row, or at an interval. */
import { useEffect } from 'react';
import { live } from '../data/live';
import type { WireRow } from '../data/types';
import type { Page } from '../page/index';

const GATHER_MS = 400;
/** topics of single rows: those that leave the user's rows are told by them */
const MAX_ROWS = 200;

interface Options {
  readonly page: Page;
  readonly rows: readonly WireRow[];
  /** the page is in front */
  readonly active: boolean;
  readonly fetchNow: () => Promise<void>;
}

export const useNews = ({ page, rows: shown, active, fetchNow }: Options): void => {
  const { object } = page.object;
  const { live: isLive, every } = page.object.list;
  const ids = shown
    .slice(0, MAX_ROWS)
    .map((row) => row.id)
    .toSorted()
    .join();
  useEffect(() => {
    if (isLive !== true) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void fetchNow();
      }, GATHER_MS);
    };
    const rows = ids === '' ? [] : ids.split(',').map((id) => `record:${object}:${id}`);
    const stop = live.watch([`object:${object}`, ...rows], { onChange: soon, onGap: soon });
    return () => {
      clearTimeout(timer);
      stop();
      // what was heard and not fetched yet is not forgotten with the old rows
      if (timer !== undefined) void fetchNow();
    };
  }, [isLive, object, ids, fetchNow]);
  useEffect(() => {
    if (every === undefined || !active) return;
    const timer = setInterval(() => void fetchNow(), every * 1000);
    return () => clearInterval(timer);
  }, [every, active, fetchNow]);
};
