/** Keys of the paper: arrows move by 1 mm (with Shift by 0.1), with Ctrl they size; the rest is as everywhere in the designer. */
import type { RefObject } from 'react';
import { isTyping, useFrameKeys } from '../parts/use-frame-keys';

export interface PrintKeys {
  /** something is chosen: without it arrows scroll and Tab leaves the paper */
  readonly chosen: boolean;
  undo(): void;
  redo(): void;
  save(): void;
  remove(): void;
  duplicate(): void;
  copy(): void;
  cut(): void;
  paste(): void;
  selectAll(): void;
  clear(): void;
  /** writes into what is chosen */
  edit(): void;
  search(): void;
  preview(): void;
  /** the next thing in reading order */
  walk(by: -1 | 1): void;
  move(dx: number, dy: number): void;
  size(dw: number, dh: number): void;
}
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const usePrintKeys = (frame: RefObject<HTMLElement | null>, keys: PrintKeys): void =>
  useFrameKeys(frame, (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === 's') return keys.save;
    if (isTyping(event.target)) return undefined;
    // buttons and lists beside the paper keep their own
    const isAtPaper = event.target instanceof Element && event.target.closest('[role=application]') !== null;
    const way = WAYS[event.key];
    if (way !== undefined) {
      if (!keys.chosen || event.altKey || !(isAtPaper || event.target === document.body)) return undefined;
      const step = event.shiftKey ? 0.1 : 1;
      const act = ctrl ? keys.size : keys.move;
      return () => act(way[0] * step, way[1] * step);
    }
    if (ctrl) return { z: event.shiftKey ? keys.redo : keys.undo, ...CTRL(keys) }[key];
    if (event.key === 'Tab') return isAtPaper && keys.chosen ? () => keys.walk(event.shiftKey ? -1 : 1) : undefined;
    if (event.key === 'Enter') return isAtPaper ? (keys.chosen ? keys.edit : () => keys.walk(1)) : undefined;
    return {
      Delete: keys.remove,
      Backspace: keys.remove,
      Escape: keys.clear,
      F2: keys.edit,
      '/': keys.search,
    }[event.key];
  });
const CTRL = (keys: PrintKeys): { readonly [key: string]: (() => void) | undefined } => ({
  y: keys.redo,
  d: keys.duplicate,
  c: window.getSelection()?.isCollapsed === false ? undefined : keys.copy,
  x: keys.cut,
  v: keys.paste,
  a: keys.selectAll,
  p: keys.preview,
});
