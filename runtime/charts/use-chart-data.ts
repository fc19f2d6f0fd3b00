/** The data of one chart: asked while its page is in front, again at its pace, and when a person asks the whole board anew. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { chartClient } from './client';
import { presented } from './part';
import type { CellAsk } from './types';
import { usePace } from './use-pace';

/** One turn of asking a whole board: each of its charts after its wait (ms), past the server's cache or out of it. */
export interface Again {
  readonly turn: number;
  readonly wait: number;
  readonly fresh: boolean;
}
interface Options {
  readonly ask: CellAsk;
  /** seconds between two questions; undefined = only when asked */
  readonly every: number | undefined;
  readonly again: Again | undefined;
  readonly active: boolean;
  readonly frame: RefObject<HTMLElement | null>;
}

export const useChartData = ({ ask, every, again, active, frame }: Options) => {
  const isFresh = useRef(false);
  const query = useQuery({
    queryKey: ['chart', ask],
    queryFn: async ({ signal }) => {
      const fresh = isFresh.current;
      isFresh.current = false;
      return presented(await chartClient.cell(fresh ? { ...ask, fresh } : ask, signal), ask.chart);
    },
    enabled: active,
    placeholderData: keepPreviousData,
    // what has a pace is asked again by it
    ...(every === undefined ? {} : { retry: false }),
  });
  usePace({ query, every, active, frame });
  const latest = useRef(query);
  latest.current = query;
  const { turn = 0, wait = 0, fresh = false } = again ?? {};
  useEffect(() => {
    if (turn === 0) return;
    const timer = setTimeout(() => {
      isFresh.current = fresh;
      void latest.current.refetch({ cancelRefetch: false });
    }, wait);
    return () => clearTimeout(timer);
  }, [turn, wait, fresh]);
  return query;
};
