/** Work that can wait: once the first page is there and its rows are painted, in a moment in which the browser has nothing else to do. */
const AFTER_MS = 4000;
const LATEST_MS = 10_000;

/** Answers what calls it off. */
export const whenQuiet = (work: () => void, after: number = AFTER_MS): (() => void) => {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: LATEST_MS });
    else work();
  }, after);
  return () => clearTimeout(timer);
};
