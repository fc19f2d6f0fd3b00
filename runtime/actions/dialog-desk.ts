/** Dialogs an action asks for while it runs, and the view that draws them: one at a time, each answered once. */
import type { ReactNode } from 'react';
import { createSignal, type Signal } from '../data/signal';

export interface DialogDesk {
  readonly signal: Signal;
  /** the dialog to draw now */
  readonly current: () => ReactNode;
  /** Draws a dialog until it calls `done`. */
  readonly show: <T>(draw: (done: (answer: T) => void) => ReactNode) => Promise<T>;
}

export function createDialogDesk(): DialogDesk {
  const signal = createSignal();
  const open: ReactNode[] = [];
  return {
    signal,
    current: () => open.at(-1) ?? null,
    show: (draw) =>
      new Promise((resolve) => {
        const dialog = draw((answer) => {
          void open.splice(open.indexOf(dialog), 1);
          signal.bump();
          resolve(answer);
        });
        open.push(dialog);
        signal.bump();
      }),
  };
}
