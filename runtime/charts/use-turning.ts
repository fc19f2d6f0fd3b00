/** What does not fit on a screen that nobody operates is shown in turn: a page of whole rows, then the next, then from the top. */
import { type RefObject, useEffect } from 'react';

/** 80 §7.4: a page of a rank flips every 10 s */
const TURN_MS = 10_000;

/** Where the next page of rows begins; the last one is shown to its end, after it the first. */
export const nextTop = (top: number, seen: number, all: number, row: number): number => {
  if (all <= seen + 1 || top + seen >= all - 1) return 0;
  const step = row > 0 && row <= seen ? Math.floor(seen / row) * row : seen;
  return Math.min(top + step, all - seen);
};

export const useTurning = (box: RefObject<HTMLElement | null>, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      const element = box.current;
      if (element === null) return;
      const rows = element.querySelectorAll<HTMLElement>('li, tbody tr:not([data-sum])');
      // head and sum of a table stand over its rows
      const fixed = [...element.querySelectorAll<HTMLElement>('thead, [data-sum]')].reduce(
        (sum, { offsetHeight }) => sum + offsetHeight,
        0,
      );
      const { scrollTop, clientHeight, scrollHeight } = element;
      element.scrollTop = nextTop(scrollTop, clientHeight - fixed, scrollHeight - fixed, rows[0]?.offsetHeight ?? 0);
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [box, isOn]);
};
