/** Keys of the flow: arrows walk through the nodes, with Alt they move one; the rest is as everywhere in the designer. */
import type { RefObject } from 'react';
import { type DeskKeys, useDeskKeys } from '../desk/use-desk-keys';

export interface FlowKeys extends DeskKeys {
  walk(by: -1 | 1): void;
  move(by: -1 | 1): void;
}
const WAYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

export const useFlowKeys = (frame: RefObject<HTMLElement | null>, keys: FlowKeys): void =>
  useDeskKeys(frame, keys, (event, _, ctrl) => {
    const by = ctrl ? undefined : WAYS[event.key];
    if (by === undefined) return undefined;
    return event.altKey ? () => keys.move(by) : () => keys.walk(by);
  });
