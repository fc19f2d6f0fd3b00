/** Pixels of computed geometry follow the root font (specification §9: width / 120, base 1440, where 1rem is 12px). */
import { useSyncExternalStore } from 'react';

export const BASE_REM = 12;

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const current = (): number =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_REM) / BASE_REM;

/** 1 at a window of 1440, 1.33 at 1920 */
export const useScale = (): number => useSyncExternalStore(subscribe, current, () => 1);

/** a length of the design (px at 1440) as a CSS length */
export const rem = (px: number): string => `${px / BASE_REM}rem`;
