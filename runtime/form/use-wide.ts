import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 1440px)';
const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Room for a rail beside a record (look.md §2). */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
