/** Keys of a screen of the designer. Text fields keep theirs; another page in front keeps all. */
import { type RefObject, useEffect, useRef } from 'react';
import { hasClipboard } from './clipboard';

/** `actOf` answers what a key does, if anything. */
export function useFrameKeys(
  frame: RefObject<HTMLElement | null>,
  actOf: (event: KeyboardEvent) => (() => void) | undefined,
): void {
  const latest = useRef(actOf);
  latest.current = actOf;
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      const at = frame.current;
      if (at === null || event.defaultPrevented || at.closest('[hidden]') !== null) return;
      if (event.target !== document.body && !(event.target instanceof Node && at.contains(event.target))) return;
      const run = latest.current(event);
      if (run === undefined) return;
      // where the clipboard is closed to scripts, what is pasted comes with the browser's own event of the key
      if (!isPaste(event) || hasClipboard()) event.preventDefault();
      run();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [frame]);
}

const isPaste = (event: KeyboardEvent): boolean => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('.cm-editor') !== null);
