/** What nobody sees yet is mounted in the quiet moment after what is seen: the sheet beside it stands first. */
import { useEffect, useState } from 'react';

/** ms: the page on the sheet is drawn by then */
const AFTER_MS = 250;

/** False from a change of `of` until the browser has nothing else to do; always true where it does not say when that is. */
export function useQuiet(of: string): boolean {
  const [quiet, setQuiet] = useState<string>();
  useEffect(() => {
    if (!CAN_TELL) return;
    let asked = 0;
    const timer = setTimeout(() => {
      asked = requestIdleCallback(() => setQuiet(of), { timeout: 1000 });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(asked);
    };
  }, [of]);
  return !CAN_TELL || quiet === of;
}
const CAN_TELL = typeof requestIdleCallback === 'function';
