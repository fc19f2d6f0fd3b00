/** What happy-dom leaves out and the components ask for. */
import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
globalThis.isSecureContext ??= false;
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof window.matchMedia;

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

// what appears by itself may take its time on a busy machine
configure({ asyncUtilTimeout: 8_000 });
