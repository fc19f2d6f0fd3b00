/** How much of the picture is seen: all of it first, then what the user made of it by buttons, the wheel and pushing. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { extent, type Places, type Point } from './layout';

const ZOOM = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2] as const;

export interface DiagramView {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly view: { readonly x: number; readonly y: number; readonly scale: number };
  readonly showAll: () => void;
  /** fits once more when the picture is another */
  readonly fitAnew: () => void;
  readonly zoom: (by: 1 | -1) => void;
  readonly pan: (by: Point) => void;
}

/** `of` names what is drawn; `isShown`: the picture is in front. */
export function useDiagramView(places: Places, of: string | undefined, isShown: boolean): DiagramView {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ x: 0, y: 0, scale: 1 });
  const showAll = useCallback((): void => {
    const room = frame.current?.getBoundingClientRect();
    const all = extent(places);
    if (room === undefined || room.width === 0) return;
    const scale = Math.min(1, room.width / all.width, (room.height - 56) / all.height);
    setView({
      scale,
      x: (room.width / scale - all.width) / 2 - all.x,
      y: ((room.height - 56) / scale - all.height) / 2 - all.y,
    });
  }, [places]);
  // once for each object; later the view is the user's
  const fitted = useRef<string>(undefined);
  useEffect(() => {
    if (!isShown || fitted.current === of) return;
    fitted.current = of;
    showAll();
  }, [isShown, of, showAll]);
  const zoom = useCallback((by: 1 | -1): void => {
    setView((now) => {
      const at = ZOOM.reduce(
        (best, one, i) => (Math.abs(one - now.scale) < Math.abs((ZOOM[best] ?? 1) - now.scale) ? i : best),
        0,
      );
      const scale = ZOOM[Math.max(0, Math.min(ZOOM.length - 1, at + by))] ?? 1;
      const room = frame.current?.getBoundingClientRect();
      const middle = { x: (room?.width ?? 0) / 2, y: (room?.height ?? 0) / 2 };
      return {
        scale,
        x: now.x + middle.x / scale - middle.x / now.scale,
        y: now.y + middle.y / scale - middle.y / now.scale,
      };
    });
  }, []);
  // the wheel with Ctrl zooms; React's own listener could not keep the page from doing so too
  useEffect(() => {
    const element = frame.current;
    if (element === null || !isShown) return;
    const handleWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [isShown, zoom]);
  return {
    frame,
    view,
    showAll,
    fitAnew: () => {
      fitted.current = undefined;
    },
    zoom,
    pan: (by) => setView((now) => ({ ...now, x: now.x + by.x, y: now.y + by.y })),
  };
}
