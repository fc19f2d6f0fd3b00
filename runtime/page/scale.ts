/** Pixels of computed geometry follow the root font (specification §9: width / 120, base 1440, where 1rem is 12px). */
import { useCallback, useContext, useSyncExternalStore } from 'react';
import { ViewContext } from './view';

export const BASE_REM = 12;

const read = (view: Window): number =>
  (Number.parseFloat(getComputedStyle(view.document.documentElement).fontSize) || BASE_REM) / BASE_REM;
/** Of the page itself, between two sizes of the window: asking makes the browser compute every style that waits. */
let known: number | undefined;
/** A frame gets its styles after its content and is asked each time. */
const current = (view: Window): number => {
  if (view !== window) return read(view);
  known ??= read(view);
  return known;
};

/** 1 at a window of 1440, 1.33 at 1920 */
export const useScale = (): number => {
  const view = useContext(ViewContext) ?? window;
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const resized = (): void => {
        known = undefined;
        listener();
      };
      view.addEventListener('resize', resized);
      return () => view.removeEventListener('resize', resized);
    },
    [view],
  );
  return useSyncExternalStore(
    subscribe,
    () => current(view),
    () => 1,
  );
};

/** a length of the design (px at 1440) as a CSS length */
export const rem = (px: number): string => `${px / BASE_REM}rem`;
