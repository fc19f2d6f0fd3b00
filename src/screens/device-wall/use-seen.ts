/** Which devices stand in the part of the wall that is looked at. */
import { type RefObject, useEffect, useState } from 'react';

const AHEAD = '200px';
const REST_MS = 150;

export const useSeen = (wall: RefObject<HTMLElement | null>, shown: string): readonly string[] => {
  const [seen, setSeen] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set of devices has other elements
  useEffect(() => {
    const root = wall.current;
    if (root === null) return undefined;
    const inside = new Set<string>();
    let rest: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset.device ?? '';
          if (isIntersecting) inside.add(id);
          else inside.delete(id);
        }
        // who scrolls past asks for nothing
        clearTimeout(rest);
        rest = setTimeout(() => setSeen([...inside].sort()), REST_MS);
      },
      // the window: a wall that does not scroll by itself (a phone), or lies behind another tab, clips as well
      { rootMargin: AHEAD },
    );
    for (const element of root.querySelectorAll('[data-device]')) observer.observe(element);
    return () => {
      clearTimeout(rest);
      observer.disconnect();
    };
  }, [wall, shown]);
  return seen;
};
