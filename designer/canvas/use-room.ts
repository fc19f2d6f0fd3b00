import { useLayoutEffect, useState } from 'react';

/** The room the sheet has. */
export function useRoom(ground: { readonly current: HTMLElement | null }): {
  readonly width: number;
  readonly height: number;
} {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ground.current;
    if (element === null) return;
    const tell = (): void => setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    tell();
    return () => observer.disconnect();
  }, [ground]);
  return room;
}
