import { useEffect, useState } from 'react';

const FAR_PX = 72;
/** Pulled down from its top and let go, a page asks again; true while it is pulled far enough. */
export const usePull = (onPull: () => void): boolean => {
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    let start: number | undefined;
    let far = false;
    const tell = (next: boolean): void => {
      if (far !== next) setFar(next);
      far = next;
    };
    const onStart = ({ touches }: TouchEvent): void => {
      start = window.scrollY <= 0 ? touches[0]?.clientY : undefined;
    };
    const onMove = ({ touches }: TouchEvent): void => {
      if (start !== undefined) tell((touches[0]?.clientY ?? 0) - start > FAR_PX);
    };
    const onEnd = (): void => {
      if (far) onPull();
      tell(false);
      start = undefined;
    };
    window.addEventListener('touchstart', onStart, { passive: true });
    window.addEventListener('touchmove', onMove, { passive: true });
    window.addEventListener('touchend', onEnd);
    window.addEventListener('touchcancel', onEnd);
    return () => {
      window.removeEventListener('touchstart', onStart);
      window.removeEventListener('touchmove', onMove);
      window.removeEventListener('touchend', onEnd);
      window.removeEventListener('touchcancel', onEnd);
    };
  }, [onPull]);
  return isFar;
};
