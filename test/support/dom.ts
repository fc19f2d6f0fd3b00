/** What happy-dom leaves out and the components ask for. */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

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
  // what a test leaves mounted would draw on after its file, when there is no window any more
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

// files of a worker share the window: the next one finds it as it was
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

// and what was to be drawn next is
afterAll(() => new Promise((done) => setTimeout(done)));

// what appears by itself may take its time on a busy machine
configure({ asyncUtilTimeout: 8_000 });
