/** A finger that rests on something: half a second opens what a tap does not; the tap that ends it is none. */
import { useEffect, useRef } from 'react';

const HOLD_MS = 500;

export function useHold(onHold: (value: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** asked by the click that follows, once */
    wasHeld: (): boolean => {
      const was = held.current;
      held.current = false;
      return was;
    },
    on: (value: string) => ({
      onPointerDown: () => {
        stop();
        held.current = false;
        timer.current = setTimeout(() => {
          held.current = true;
          onHold(value);
        }, HOLD_MS);
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      // the menu a browser would open on a long press
      onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    }),
  };
}
