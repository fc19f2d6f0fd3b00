/** The server's clock, read each second while the page is in front: one timer, however many show it. */
import { useCallback, useSyncExternalStore } from 'react';
import { useHost } from '../../../runtime/page/index';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const asleep = (): (() => void) => () => undefined;

/** ms since 1970, whole seconds */
export const useNow = (): number => {
  const { session, active } = useHost();
  const read = useCallback(() => Math.floor(session.now() / 1_000) * 1_000, [session]);
  return useSyncExternalStore(active ? listen : asleep, read);
};
