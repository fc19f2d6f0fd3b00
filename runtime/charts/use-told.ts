/** Calls when records of an object changed, at most every two seconds; what was missed counts as a change. */
import { useEffect, useRef } from 'react';
import { live } from '../data/live';

const GATHER_MS = 2_000;

export const useTold = (object: string | undefined, onChange: () => void): void => {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (object === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, GATHER_MS);
    };
    const stop = live.watch([`object:${object}`], { onChange: tell, onGap: tell });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [object]);
};
