/** Asks a chart again by its pace: seconds, told of changes (0), or never (undefined). */
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChartData } from '../../schemas/language/wire';
import { HttpError } from '../data/http';
import { live } from '../data/live';
import { Pace } from './pace';
import { useTold } from './use-told';

/** seconds between two questions of a chart that would be told but may not watch, or cannot now */
const UNTOLD = 60;

interface PaceOptions {
  readonly query: UseQueryResult<ChartData>;
  readonly every: number | undefined;
  /** the page is in front */
  readonly active: boolean;
  readonly frame: RefObject<HTMLElement | null>;
}

export const usePace = ({ query, every, active, frame }: PaceOptions): void => {
  const latest = useRef(query);
  latest.current = query;
  const [pace] = useState(
    () =>
      new Pace({
        ask: () => void latest.current.refetch({ cancelRefetch: false }),
        later: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        random: Math.random,
      }),
  );
  const isPaced = every !== undefined;
  const isLost = useLost(every === 0);
  const told = every === 0 ? query.data?.live : undefined;
  const isShown = useShown(frame, isPaced) && active;
  useTold(told, () => pace.due());
  useEffect(() => {
    if (every !== undefined) pace.setEvery(every > 0 ? every : told === undefined || isLost ? UNTOLD : null);
  }, [pace, every, told, isLost]);
  useEffect(() => pace.show(isShown), [pace, isShown]);
  const { fetchStatus, dataUpdatedAt, errorUpdatedAt, error } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer at another time is another answer
  useEffect(() => {
    if (!isPaced) return;
    if (fetchStatus !== 'idle') pace.asking();
    else if (error !== null) pace.failed(isWorthRetry(error));
    else if (dataUpdatedAt > 0) pace.answered();
  }, [pace, isPaced, fetchStatus, dataUpdatedAt, errorUpdatedAt, error]);
  useEffect(() => () => pace.stop(), [pace]);
};

/** The line or the server failed; what was refused will be refused again. */
const isWorthRetry = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.code === 0 || error.code === 429 || error.code >= 500;

const quiet = (): (() => void) => () => undefined;
const notLost = (): boolean => false;
/** The channel that tells of changes is broken. */
export const useLost = (isWatched: boolean): boolean =>
  useSyncExternalStore(isWatched ? live.signal.subscribe : quiet, isWatched ? live.isLost : notLost);

const onShown = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};
/** Somebody can see it: the tab is in front and it stands inside of the window. */
const useShown = (frame: RefObject<HTMLElement | null>, isOn: boolean): boolean => {
  const isFront = useSyncExternalStore(onShown, () => document.visibilityState === 'visible');
  const [isInside, setInside] = useState(true);
  useEffect(() => {
    const element = frame.current;
    if (!isOn || element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((seen) => setInside(seen.at(-1)?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, isOn]);
  return isFront && isInside;
};
