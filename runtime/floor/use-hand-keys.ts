/** The page by the keyboard: digits reach the pad, Enter confirms, Esc takes back. Inputs, dialogs and buttons reached by Tab keep their keys. */
import { type RefObject, useEffect, useRef } from 'react';
import { HandKeys } from './hand-keys';
import type { PadKey } from './pad';
import { isPageKey } from './page-key';

export interface HandTakes {
  readonly onDigit: (key: PadKey) => void;
  readonly onEnter: () => void;
  readonly onEscape: () => void;
}

export function useHandKeys(frame: RefObject<HTMLElement | null>, isOn: boolean, takes: HandTakes): void {
  const latest = useRef(takes);
  latest.current = takes;
  useEffect(() => {
    if (!isOn) return;
    const keys = new HandKeys((key) => latest.current.onDigit(key));
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      // what stands over the page has the keys
      if (target !== document.body && frame.current?.contains(target) !== true) return;
      if (!isPageKey(event)) return;
      if (event.key === 'Escape') latest.current.onEscape();
      else if (event.key === 'Enter') {
        if (keys.enter(event.timeStamp)) latest.current.onEnter();
      } else if (!keys.press(event.key, event.timeStamp)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => {
      keys.drop();
      window.removeEventListener('keydown', pressed);
    };
  }, [frame, isOn]);
}
