/** A layout while somebody changes it: up to 50 steps back and forth. */
import { useCallback, useState } from 'react';
import { type HomeCell, putCell, roomFor, takeCell } from '../../../schemas/language/home/layout';
import type { HomeCardInfo } from '../../../schemas/language/home/wire';

type Cells = readonly HomeCell[];
interface History {
  readonly past: readonly Cells[];
  readonly now: Cells;
  readonly next: readonly Cells[];
}
const STEPS = 50;

export interface LayoutEdit {
  readonly cells: Cells;
  readonly isChanged: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  change(cells: Cells): void;
  add(card: HomeCardInfo): void;
  remove(card: string): void;
  undo(): void;
  redo(): void;
  /** begins anew, without a past */
  start(cells: Cells): void;
}

export function useLayoutEdit(first: Cells): LayoutEdit {
  const [saved, setSaved] = useState(first);
  const [history, setHistory] = useState<History>({ past: [], now: first, next: [] });
  const change = useCallback((cells: Cells): void => {
    setHistory(({ past, now }) =>
      JSON.stringify(cells) === JSON.stringify(now)
        ? { past, now, next: [] }
        : { past: [...past, now].slice(-STEPS), now: cells, next: [] },
    );
  }, []);
  const { past, now, next } = history;
  return {
    cells: now,
    isChanged: JSON.stringify(now) !== JSON.stringify(saved),
    canUndo: past.length > 0,
    canRedo: next.length > 0,
    change,
    add: ({ card, w, h, minW, minH }) => {
      if (!now.some((cell) => cell.card === card))
        change(putCell(now, { card, w, h, ...roomFor(now, { w, h }) }, { w: minW, h: minH }));
    },
    remove: (card) => change(takeCell(now, card)),
    undo: () => {
      const back = past.at(-1);
      if (back !== undefined) setHistory({ past: past.slice(0, -1), now: back, next: [now, ...next] });
    },
    redo: () => {
      const [forth] = next;
      if (forth !== undefined) setHistory({ past: [...past, now], now: forth, next: next.slice(1) });
    },
    start: (cells) => {
      setSaved(cells);
      setHistory({ past: [], now: cells, next: [] });
    },
  };
}
