/** `autoFocus` inside a dialog runs while the dialog is not drawn yet and is lost; this waits for the first frame that shows it. */
import { type RefObject, useEffect } from 'react';

/** A drawer has the focus on its frame when it opens; this gives it to the first control inside, unless somebody quick is in one. */
export const focusFirst = (box: HTMLElement | null): void => {
  if (box === null || box.contains(document.activeElement)) return;
  box.querySelector<HTMLElement>('input:not([disabled]), button:not([disabled])')?.focus();
};

/** Focuses what `ref` holds as soon as the dialog around it is drawn, so that the first key lands there. */
export function useFirstFocus(ref: RefObject<{ focus(): void } | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => ref.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [ref]);
}
