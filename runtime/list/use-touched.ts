/** When the user last did anything on the page (ms); 0 = never. */
import { useCallback, useEffect, useRef } from 'react';

export const useTouched = (on: boolean): (() => number) => {
  const touched = useRef(0);
  useEffect(() => {
    if (!on) return;
    const touch = (): void => {
      touched.current = Date.now();
    };
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, touch, { passive: true, capture: true });
    return () => {
      for (const name of events) window.removeEventListener(name, touch, { capture: true });
    };
  }, [on]);
  return useCallback(() => touched.current, []);
};
