/** The keys all screens of the designer have, with room for those of one. Text fields keep theirs: only what nobody types into listens. */
import type { RefObject } from 'react';
import { isTyping, useFrameKeys } from '../parts/use-frame-keys';

/** What they do on every screen alike. */
export interface CommonKeys {
  undo(): void;
  redo(): void;
  save(): void;
  clear(): void;
  search(): void;
}
/** What each screen does its own way. */
export interface DeskKeys extends CommonKeys {
  remove(): void;
  duplicate(): void;
  /** to the title, or the content, of what is chosen */
  rename(): void;
}
type Act = () => void;
/** What a key does on one screen only; `none` = nothing there, whatever it does elsewhere. */
export type OwnKeys = (event: KeyboardEvent, key: string, ctrl: boolean) => Act | 'none' | undefined;

export const useDeskKeys = (frame: RefObject<HTMLElement | null>, keys: DeskKeys, own: OwnKeys): void =>
  useFrameKeys(frame, (event) => actOf(event, keys, own));

function actOf(event: KeyboardEvent, keys: DeskKeys, own: OwnKeys): Act | undefined {
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && key === 's') return keys.save;
  if (isTyping(event.target)) return undefined;
  const act = own(event, key, ctrl);
  if (act !== undefined) return act === 'none' ? undefined : act;
  if (ctrl) return { z: event.shiftKey ? keys.redo : keys.undo, y: keys.redo, d: keys.duplicate }[key];
  return {
    Delete: keys.remove,
    Backspace: keys.remove,
    Escape: keys.clear,
    F2: keys.rename,
    '/': keys.search,
  }[event.key];
}
