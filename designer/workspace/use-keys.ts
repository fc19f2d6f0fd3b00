/** The keys of the workspace: what is put on pages, walked and turned by them; the rest is as everywhere in the designer. */
import type { RefObject } from 'react';
import { type DeskKeys, useDeskKeys } from '../desk/use-desk-keys';

export interface KeyActs extends DeskKeys {
  copy(): void;
  paste(): void;
  selectAll(): void;
  /** Alt and an arrow */
  move(by: -1 | 1): void;
  /** an arrow: the thing before or behind */
  walk(by: -1 | 1): void;
  face(n: number): void;
}
const WAYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

export const useKeys = (frame: RefObject<HTMLElement | null>, acts: KeyActs): void =>
  useDeskKeys(frame, acts, (event, key, ctrl) => {
    if (ctrl) return CTRL(acts)[key];
    const by = WAYS[event.key];
    if (!event.altKey) return by === undefined ? undefined : () => acts.walk(by);
    if (by !== undefined) return () => acts.move(by);
    const n = Number(key);
    return n >= 1 && n <= 7 ? () => acts.face(n - 1) : 'none';
  });
const CTRL = (acts: KeyActs): { readonly [key: string]: (() => void) | undefined } => ({
  c: window.getSelection()?.isCollapsed === false ? undefined : acts.copy,
  v: acts.paste,
  a: acts.selectAll,
});
