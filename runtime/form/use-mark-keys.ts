/**
 * Marks of a form by keyboard: Alt+/ goes from a field to its first mark, or to the next one behind it; arrows go on to other marks, Enter
 * opens one, Alt+/ or Escape goes back to where one typed. Tab never stops at them.
 */
import { type RefObject, useEffect } from 'react';
import { MARK } from '../page/Mark';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function useMarkKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let from: HTMLElement | null = null;
    const handle = (event: KeyboardEvent): void => {
      const form = frame.current;
      const target = event.target as HTMLElement;
      // the page around a form counts when nothing in it has the focus
      if (form === null || !(form.contains(target) || target.contains(form))) return;
      const go = (to: HTMLElement | null | undefined): void => {
        event.preventDefault();
        to?.focus();
      };
      const isCall = event.altKey && event.code === 'Slash';
      const marks = [...form.querySelectorAll<HTMLElement>(`[${MARK}]`)].filter(
        (element) => element.offsetParent !== null,
      );
      const at = marks.indexOf(target);
      if (at < 0) {
        if (!isCall || marks.length === 0) return;
        from = target;
        go(firstFor(target, marks));
        return;
      }
      const step = STEPS[event.key];
      const isEscape = event.key === 'Escape';
      if (step === undefined && !isCall && !isEscape) return;
      // a dialog around the form stays
      event.stopPropagation();
      const wasOpen = closed(target);
      if (step !== undefined) go(marks[at + step]);
      else if (isEscape && wasOpen) event.preventDefault();
      else if (from !== null && form.contains(from)) go(from);
      else target.blur();
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [frame]);
}

/** of the field one is in, else the first behind it */
const firstFor = (target: HTMLElement, marks: readonly HTMLElement[]): HTMLElement | undefined =>
  marks.find((mark) => target.closest('[data-field]')?.contains(mark)) ??
  marks.find((mark) => (target.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) ??
  marks[0];

/** true = its window stood open */
const closed = (mark: HTMLElement): boolean => {
  const isOpen = mark.getAttribute('aria-expanded') === 'true';
  if (isOpen) mark.click();
  return isOpen;
};
