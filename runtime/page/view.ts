/** The window a page is drawn in: its own, unless a frame around it says otherwise (a phone on the designer's sheet). */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export const ViewContext = createContext<Window | null>(null);

/** Whether a media query holds in that window, drawn again when it changes. */
export const useMedia = (query: string): boolean => {
  const view = useContext(ViewContext) ?? window;
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const media = view.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [view, query],
  );
  return useSyncExternalStore(subscribe, () => view.matchMedia(query).matches);
};
