/** Per cent of this device's storage once little is left; asks the browser to keep what lies there for good. */
import { useEffect, useState } from 'react';
import { keepForGood, readFullShare } from '../data/device-room';

const EVERY_MS = 60_000;

/** `items`: their number tells that something was stored or went */
export function useFullShare(isKept: boolean, items: number): number | undefined {
  const [share, setShare] = useState<number>();
  useEffect(() => {
    if (isKept) void keepForGood();
  }, [isKept]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of items is another room
  useEffect(() => {
    if (!isKept) return;
    let gone = false;
    const read = (): void => {
      void readFullShare().then((next) => {
        if (!gone) setShare(next);
      });
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [isKept, items]);
  return share;
}
