/** A large board as its screen sees it: what it shows, its pages, its clock, and that it lasts. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { attend, type Wall } from './attend';

const REST_MS = 250;
export const LOST_MS = 30_000;

interface Watched {
  readonly wall: Wall;
  readonly again: () => void;
  /** another page of a board that shows one device at a time */
  readonly turnTo: (page: number) => void;
}
export interface Shown {
  /** code of the one device that is shown */
  readonly device: string | null;
  /** code of the unit whose devices are shown */
  readonly unit: string | null;
}
/** `more`: what else is asked, as a query; another one is asked as soon as its reader rests */
export const useWall = (board: string, { device, unit }: Shown, more = ''): Watched => {
  const [wall, setWall] = useState<Wall>(() => ({
    answer: undefined,
    isRefused: false,
    heardAt: Date.now(),
    skew: 0,
  }));
  const [turn, setTurn] = useState(0);
  const page = useRef(0);
  const renew = useRef<() => void>(undefined);
  const asking = useRef(more);
  useEffect(() => {
    if (asking.current === more) return;
    asking.current = more;
    const rested = setTimeout(() => renew.current?.(), REST_MS);
    return () => clearTimeout(rested);
  }, [more]);
  const turnTo = useCallback((next: number): void => {
    if (page.current === next) return;
    page.current = next;
    renew.current?.();
  }, []);
  const again = useCallback(() => setTurn((n) => n + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn begins anew
  useEffect(() => {
    const question = (): string =>
      String(
        new URLSearchParams({
          ...{ board, ...(page.current === 0 ? {} : { page: String(page.current) }) },
          ...(device === null ? {} : { device }),
          ...(unit === null ? {} : { unit }),
          ...Object.fromEntries(new URLSearchParams(asking.current)),
        }),
      );
    const { begin, stop } = attend(board, question, setWall);
    renew.current = begin;
    begin();
    return stop;
  }, [board, device, unit, turn]);
  return { wall, again, turnTo };
};

/** Moves on every second: the clock, and how long nothing was heard. */
export const useSecond = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** The page that is shown: turned by time, by ←/→ and stopped by space or a touch. */
export const usePages = (isOn: boolean, seconds: number): { readonly page: number; readonly isHeld: boolean } => {
  const [page, setPage] = useState(0);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isOn || isHeld) return;
    const timer = setInterval(() => setPage((page) => page + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [isOn, isHeld, seconds]);
  useEffect(() => {
    let touched: ReturnType<typeof setTimeout> | undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowRight') setPage((page) => page + 1);
      else if (key === 'ArrowLeft') setPage((page) => page - 1);
      else if (key === ' ') setHeld((held) => !held);
    };
    const onTouch = (): void => {
      setHeld(true);
      clearTimeout(touched);
      touched = setTimeout(() => setHeld(false), TOUCH_MS);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('touchstart', onTouch, { passive: true });
    return () => {
      clearTimeout(touched);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('touchstart', onTouch);
    };
  }, []);
  return { page, isHeld };
};
const TOUCH_MS = 60_000;

/** The screen stays on, and the page begins anew in the small hours, so that weeks leave nothing behind. */
export const useDuty = (): void => {
  useEffect(() => {
    let lock: { release(): Promise<void> } | undefined;
    const hold = (): void => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (got) => {
          lock = got;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    const since = Date.now();
    const timer = setInterval(() => {
      const isNight = new Date(Date.now() + 8 * 3_600_000).getUTCHours() === 4;
      if (isNight && Date.now() - since > 2 * 3_600_000 && navigator.onLine) location.reload();
    }, 60_000);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      clearInterval(timer);
      void lock?.release();
    };
  }, []);
};
