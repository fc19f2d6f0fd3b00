/** The width of a side tree, dragged at its edge or changed by the arrow keys, kept for the page on this computer. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { rem, useScale } from '../page/index';
import styles from './SideTree.module.css';

/** px at 1440 */
const USUAL = 208;
const LEAST = 160;
const MOST = 480;
const STEP = 16;

export interface SideWidthState {
  readonly width: number;
  readonly style: CSSProperties;
  readonly change: (width: number, done: boolean) => void;
}
const within = (width: number): number => Math.round(Math.max(LEAST, Math.min(MOST, width)));

export const useSideWidth = (page: string): SideWidthState => {
  const key = `millwright.side.${page}`;
  const [width, setWidth] = useState(() => within(Number(localStorage.getItem(key) ?? USUAL) || USUAL));
  return {
    width,
    style: { width: rem(width) },
    change: (wanted, done) => {
      const next = within(wanted);
      setWidth(next);
      if (done) localStorage.setItem(key, String(next));
    },
  };
};

export const SideWidth = ({ label, width }: { readonly label: string; readonly width: SideWidthState }) => {
  const scale = useScale();
  const handleDown = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget: edge, clientX: from, pointerId } = event;
    event.preventDefault();
    edge.setPointerCapture(pointerId);
    const at = (x: number): number => width.width + (x - from) / scale;
    edge.onpointermove = ({ clientX }) => width.change(at(clientX), false);
    edge.onpointerup = ({ clientX }) => {
      edge.onpointermove = null;
      edge.onpointerup = null;
      width.change(at(clientX), true);
    };
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    width.change(width.width + step, true);
  };
  return (
    <div
      className={styles.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width.width}
      onPointerDown={handleDown}
      onKeyDown={handleKey}
      onDoubleClick={() => width.change(USUAL, true)}
    />
  );
};
