/** The title of what was chosen just now: the keyboard goes there as soon as its properties stand. */
import type { RefObject } from 'react';

/** `all`: what it is called now is to be written over. */
export const focusTitle = (frame: RefObject<HTMLElement | null>, all: boolean): void => {
  const find = (): void => {
    const input = frame.current?.querySelector<HTMLInputElement>('[data-key="title"] :is(input, textarea)');
    input?.focus();
    if (all) input?.select();
  };
  requestAnimationFrame(() => requestAnimationFrame(find));
};
