/**
 * What an implementer does with his hands, counted in the page: a press of the mouse (what is dragged with it belongs to it), a text
 * typed in one go, a key that acts. What a test sets without hands (`fill`) counts as a text typed; it may not focus without a click.
 */
import type { Browser, Page } from '@playwright/test';
import { type Factory, openAs } from './support';

export interface Gestures {
  count(): number;
  /** since the last one of these */
  part(name: string): void;
  /** one line for each part, and their sum */
  told(): string;
}

declare global {
  interface Window {
    tookGesture?: (what: 'press' | 'text' | 'key') => void;
  }
}

/** Begins to count with the next page that is opened in it. */
export async function countGestures(page: Page): Promise<Gestures> {
  const parts: { readonly name: string; readonly count: number }[] = [];
  let all = 0;
  let told = 0;
  await page.exposeFunction('tookGesture', () => {
    all += 1;
  });
  await page.addInitScript(() => {
    /** the place a text is being typed into */
    let into: EventTarget | null = null;
    const took = (what: 'press' | 'text' | 'key'): void => window.tookGesture?.(what);
    const typed = (target: EventTarget | null): void => {
      if (into !== target) took('text');
      into = target;
    };
    const on = (type: string, hear: (event: Event) => void): void =>
      window.addEventListener(type, (event) => event.isTrusted && hear(event), { capture: true });
    on('pointerdown', () => {
      into = null;
      took('press');
    });
    on('keydown', (event) => {
      const { key, ctrlKey, altKey, metaKey } = event as KeyboardEvent;
      if (/^(Shift|Control|Alt|Meta)$/.test(key)) return;
      if (key.length === 1 && !ctrlKey && !altKey && !metaKey) return typed(event.target);
      into = null;
      took('key');
    });
    // `fill` types no keys
    window.addEventListener('input', (event) => typed(event.target), { capture: true });
  });
  return {
    count: () => all,
    part: (name) => {
      parts.push({ name, count: all - told });
      told = all;
    },
    told: () => [...parts.map(({ name, count }) => `${name} ${count}`), `together ${all}`].join('\n'),
  };
}

/** An administrator at a common screen, whose gestures are counted from here on. */
export async function implementer(
  browser: Browser,
  factory: Factory,
): Promise<{ readonly page: Page; readonly hands: Gestures }> {
  const page = await openAs(browser, factory, 'admin');
  const hands = await countGestures(page);
  await page.reload();
  await page.setViewportSize({ width: 1366, height: 768 });
  return { page, hands };
}
/** A picture of the page, where a folder for them is named. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}
