/** The whole flow in a corner, once it is larger than the room: what is seen of it, a press goes there. */
import { type RefObject, useEffect, useState } from 'react';
import styles from './flow.module.css';
import type { FlowLayout } from './layout';

/** rem */
const ROOM = { width: 10, height: 9 };

interface Seen {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Props {
  readonly layout: FlowLayout;
  readonly selection: readonly string[];
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly zoom: number;
}

export const MiniMap = ({ layout, selection, scroll, zoom }: Props) => {
  const [seen, setSeen] = useState<Seen>();
  // measured anew when the picture or its zoom is another
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change what is seen
  useEffect(() => {
    const room = scroll.current;
    if (room === null) return;
    const look = (): void => {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = room;
      const fits = scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
      setSeen(
        fits
          ? undefined
          : {
              x: scrollLeft / scrollWidth,
              y: scrollTop / scrollHeight,
              w: clientWidth / scrollWidth,
              h: clientHeight / scrollHeight,
            },
      );
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(room);
    room.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      room.removeEventListener('scroll', look);
    };
  }, [scroll, layout, zoom]);
  if (seen === undefined) return null;
  const { width, height } = layout;
  const scale = Math.min(ROOM.width / width, ROOM.height / height);
  const handlePress = (event: React.PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const room = scroll.current;
    if (room === null) return;
    room.scrollTo({
      left: ((event.clientX - box.left) / box.width - seen.w / 2) * room.scrollWidth,
      top: ((event.clientY - box.top) / box.height - seen.h / 2) * room.scrollHeight,
    });
  };
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      style={{ width: `${width * scale}rem`, height: `${height * scale}rem` }}
      onPointerDown={handlePress}
    >
      {layout.boxes.map((box) => (
        <rect
          key={`${box.k} ${box.x} ${box.y}`}
          x={box.x}
          y={box.y}
          width={box.w}
          height={box.h}
          rx={6}
          data-chosen={('address' in box && selection.includes(box.address)) || undefined}
        />
      ))}
      <rect
        className={styles.seen}
        x={seen.x * width}
        y={seen.y * height}
        width={Math.min(1, seen.w) * width}
        height={Math.min(1, seen.h) * height}
      />
    </svg>
  );
};
