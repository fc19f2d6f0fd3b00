/** Keys of the flow: arrows walk through the nodes, with Alt they move one; the rest is as everywhere in the designer. */
import type { RefObject } from 'react';
import { isTyping, useFrameKeys } from '../parts/use-frame-keys';

export interface FlowKeys {
  undo(): void;
  redo(): void;
  save(): void;
  remove(): void;
  duplicate(): void;
  clear(): void;
  search(): void;
  /** to the title of what is chosen */
  rename(): void;
  walk(by: -1 | 1): void;
  move(by: -1 | 1): void;
}
const WAYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

export const useFlowKeys = (frame: RefObject<HTMLElement | null>, keys: FlowKeys): void =>
  useFrameKeys(frame, (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === 's') return keys.save;
    if (isTyping(event.target)) return undefined;
    if (ctrl) return { z: event.shiftKey ? keys.redo : keys.undo, y: keys.redo, d: keys.duplicate }[key];
    const by = WAYS[event.key];
    if (by !== undefined) return event.altKey ? () => keys.move(by) : () => keys.walk(by);
    return {
      Delete: keys.remove,
      Backspace: keys.remove,
      Escape: keys.clear,
      F2: keys.rename,
      '/': keys.search,
    }[event.key];
  });
