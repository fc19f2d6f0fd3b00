/**
 * A board that runs for weeks: its numbers every few seconds, and between them whether it may still show them and as it was configured.
 * What it showed last stays, whatever happens.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError, http } from '../../../runtime/data/http';
import type { ScreenInit, WallAnswer } from '../../../schemas/language/wire-wall';

/** the right to show it and its configuration are looked at this often */
const BEAT_MS = 5_000;
const REST_MS = 250;
const FIRST_RETRY_MS = 3_000;
export const LOST_MS = 30_000;

export interface Wall {
  readonly answer: WallAnswer | undefined;
  /** refused: it never was or is no longer allowed */
  readonly isRefused: boolean;
  /** ms of this machine when the server last answered */
  readonly heardAt: number;
  /** ms the server's clock is ahead */
  readonly skew: number;
}
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
  const version = useRef<string>(undefined);
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
    const ended = new AbortController();
    let data: ReturnType<typeof setTimeout> | undefined;
    let beat: ReturnType<typeof setTimeout> | undefined;
    // an answer that was overtaken, of a page nobody looks at any more, is not shown
    let asked = 0;
    const question = (): string =>
      String(
        new URLSearchParams({
          ...{ board, ...(page.current === 0 ? {} : { page: String(page.current) }) },
          ...(device === null ? {} : { device }),
          ...(unit === null ? {} : { unit }),
          ...Object.fromEntries(new URLSearchParams(asking.current)),
        }),
      );
    const failed = (error: unknown): void => {
      if (ended.signal.aborted) return;
      if (error instanceof HttpError && [401, 403].includes(error.code))
        setWall((was) => ({ ...was, isRefused: true, heardAt: Date.now() }));
    };
    const askData = async (): Promise<void> => {
      clearTimeout(data);
      const mine = ++asked;
      let next = FIRST_RETRY_MS;
      try {
        const answer = await http.get<WallAnswer>(`/screen/data?${question()}`, { quiet: true, signal: ended.signal });
        if (mine !== asked) return;
        next = answer.refreshSec * 1000;
        setWall((was) => ({ ...was, answer, isRefused: false, heardAt: Date.now() }));
      } catch (error) {
        failed(error);
      }
      if (!ended.signal.aborted && mine === asked) data = setTimeout(askData, next);
    };
    const askInit = async (): Promise<void> => {
      try {
        const init = await http.get<ScreenInit>(`/screen/init?board=${board}`, { quiet: true, signal: ended.signal });
        const skew = init.serverTime - Date.now();
        setWall((was) => ({ ...was, isRefused: false, heardAt: Date.now(), skew }));
        if (version.current !== undefined && version.current !== init.version) void askData();
        version.current = init.version;
      } catch (error) {
        failed(error);
      }
      if (!ended.signal.aborted) beat = setTimeout(askInit, BEAT_MS);
    };
    renew.current = () => void askData();
    void askData();
    void askInit();
    return () => {
      ended.abort();
      clearTimeout(data);
      clearTimeout(beat);
    };
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
