/** The keys of the workspace. Text fields keep theirs: only what nobody types into listens. */
import type { RefObject } from 'react';
import { isTyping, useFrameKeys } from '../parts/use-frame-keys';

export interface KeyActs {
  undo(): void;
  redo(): void;
  remove(): void;
  duplicate(): void;
  copy(): void;
  paste(): void;
  selectAll(): void;
  clear(): void;
  search(): void;
  rename(): void;
  /** Alt and an arrow */
  move(by: -1 | 1): void;
  /** an arrow: the thing before or behind */
  walk(by: -1 | 1): void;
  face(n: number): void;
  save(): void;
}

export const useKeys = (frame: RefObject<HTMLElement | null>, acts: KeyActs): void =>
  useFrameKeys(frame, (event) => actOf(event, acts));

function actOf(event: KeyboardEvent, acts: KeyActs): (() => void) | undefined {
  const key = event.key.toLowerCase();
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl && key === 's') return acts.save;
  if (isTyping(event.target)) return undefined;
  if (ctrl) {
    if (key === 'z') return event.shiftKey ? acts.redo : acts.undo;
    if (key === 'y') return acts.redo;
    if (key === 'd') return acts.duplicate;
    if (key === 'c') return window.getSelection()?.isCollapsed === false ? undefined : acts.copy;
    if (key === 'v') return acts.paste;
    if (key === 'a') return acts.selectAll;
    return undefined;
  }
  if (event.altKey) {
    if (key === 'arrowup' || key === 'arrowleft') return () => acts.move(-1);
    if (key === 'arrowdown' || key === 'arrowright') return () => acts.move(1);
    const n = Number(key);
    return n >= 1 && n <= 7 ? () => acts.face(n - 1) : undefined;
  }
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      return acts.remove;
    case 'Escape':
      return acts.clear;
    case '/':
      return acts.search;
    case 'F2':
      return acts.rename;
    case 'ArrowUp':
    case 'ArrowLeft':
      return () => acts.walk(-1);
    case 'ArrowDown':
    case 'ArrowRight':
      return () => acts.walk(1);
    default:
      return undefined;
  }
}
