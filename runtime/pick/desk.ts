/** Where a form asks for a pick dialog and the view that draws it looks: one request at a time. */
import { createSignal, type Signal } from '../data/signal';
import type { PickRow } from '../data/types';
import type { PickRequest } from './request';

export interface OpenPick {
  readonly request: PickRequest;
  readonly close: (rows: readonly PickRow[] | null) => void;
}
export interface PickDesk {
  readonly signal: Signal;
  current(): OpenPick | null;
  /** null = closed without a choice */
  ask(request: PickRequest): Promise<readonly PickRow[] | null>;
}

export function createPickDesk(): PickDesk {
  const signal = createSignal();
  let open: OpenPick | null = null;
  return {
    signal,
    current: () => open,
    ask: (request) => {
      open?.close(null);
      return new Promise((resolve) => {
        open = {
          request,
          close: (rows) => {
            open = null;
            signal.bump();
            resolve(rows);
          },
        };
        signal.bump();
      });
    },
  };
}
