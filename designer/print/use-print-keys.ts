/** Keys of the paper: arrows move by 1 mm (with Shift by 0.1), with Ctrl they size; the rest is as everywhere in the designer. */
import type { RefObject } from 'react';
import { type DeskKeys, useDeskKeys } from '../desk/use-desk-keys';

export interface PrintKeys extends DeskKeys {
  /** something is chosen: without it arrows scroll and Tab leaves the paper */
  readonly chosen: boolean;
  copy(): void;
  cut(): void;
  paste(): void;
  selectAll(): void;
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
  useDeskKeys(frame, keys, (event, key, ctrl) => {
    // buttons and lists beside the paper keep their own
    const isAtPaper = event.target instanceof Element && event.target.closest('[role=application]') !== null;
    const way = WAYS[event.key];
    if (way !== undefined) {
      if (!keys.chosen || event.altKey || !(isAtPaper || event.target === document.body)) return 'none';
      const step = event.shiftKey ? 0.1 : 1;
      const act = ctrl ? keys.size : keys.move;
      return () => act(way[0] * step, way[1] * step);
    }
    if (ctrl) return CTRL(keys)[key];
    if (event.key === 'Tab') return isAtPaper && keys.chosen ? () => keys.walk(event.shiftKey ? -1 : 1) : 'none';
    if (event.key === 'Enter') return isAtPaper ? (keys.chosen ? keys.rename : () => keys.walk(1)) : 'none';
    return undefined;
  });
const CTRL = (keys: PrintKeys): { readonly [key: string]: (() => void) | undefined } => ({
  c: window.getSelection()?.isCollapsed === false ? undefined : keys.copy,
  x: keys.cut,
  v: keys.paste,
  a: keys.selectAll,
  p: keys.preview,
});
