/** What a board knows besides its numbers: its room, how old it is, the clock, the turn of boards. */
import type { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BoardItem } from '../data/types';
import { useHost } from '../page/index';
import { carouselSeconds } from './layout';

/** The size of what stands there now; a new size draws anew, being measured does not. */
export const useRoom = (element: HTMLElement | null) => {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return room;
};

/** When the newest answer of a cell came: milliseconds of the server's clock. */
export const useNewest = (
  board: BoardItem,
  client: ReturnType<typeof useQueryClient>,
  now: () => number,
): number | undefined => {
  // the cache counts by the clock of this machine
  const [ahead] = useState(() => now() - Date.now());
  const codes = new Set(board.cells.map((cell) => cell.report));
  const read = (): number =>
    Math.max(
      0,
      ...client
        .getQueryCache()
        .findAll({ queryKey: ['chart'] })
        .filter((query) => codes.has((query.queryKey[1] as { readonly report?: string } | undefined)?.report))
        .map((query) => query.state.dataUpdatedAt),
    );
  const at = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    read,
    () => 0,
  );
  return at === 0 ? undefined : at + ahead;
};
/** Moves on with every half minute: clock, date and whether the numbers are old. */
export const useClock = (now: () => number): number => {
  const [at, setAt] = useState(now);
  const read = useRef(now);
  read.current = now;
  useEffect(() => {
    const timer = setInterval(() => setAt(read.current()), 5000);
    return () => clearInterval(timer);
  }, []);
  return at;
};
/** `?play=a,b&seconds=30`: the next board of the list after its time, never sooner than 20 s. */
export const useCarousel = (code: string): void => {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  const list = host.params.get('play') ?? '';
  const seconds = carouselSeconds(host.params.get('seconds'));
  useEffect(() => {
    const boards = list.split(',').filter((part) => part !== '');
    if (boards.length < 2) return;
    const next = boards[(boards.indexOf(code) + 1) % boards.length] ?? '';
    const timer = setTimeout(() => {
      const { urlOf, openPage, params } = latest.current;
      const url = urlOf(next);
      if (url !== undefined) openPage(`${url}?${params.toString()}`);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [list, seconds, code]);
};
