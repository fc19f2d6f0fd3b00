/** happy-dom lays nothing out: windowed tables get the room of a wide screen. */
import { afterAll, beforeAll } from 'vitest';

const SIZES = { clientWidth: 2400, clientHeight: 620, offsetWidth: 2400, offsetHeight: 620 } as const;

export function withRoom(): void {
  const before = new Map<string, PropertyDescriptor | undefined>();
  beforeAll(() => {
    for (const [name, value] of Object.entries(SIZES)) {
      before.set(name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name));
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
    }
  });
  afterAll(() => {
    for (const [name, old] of before) {
      if (old === undefined) Reflect.deleteProperty(HTMLElement.prototype, name);
      else Object.defineProperty(HTMLElement.prototype, name, old);
    }
  });
}
