/** An edge between two panels of the workbench: dragged, or moved by the arrow keys; kept on this computer. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useScale } from '../../../runtime/page/index';
import styles from './trace.module.css';

export interface Extent {
  readonly size: number;
  readonly change: (size: number, done: boolean) => void;
}
/** px at 1440 */
interface Bounds {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}
const STEP = 16;
export const SIDE: Bounds = { usual: 240, least: 160, most: 420 };
export const BELOW: Bounds = { usual: 280, least: 96, most: 640 };

export const useExtent = (name: string, { usual, least, most }: Bounds): Extent => {
  const key = `millwright.trace.${name}`;
  const within = (size: number): number => Math.round(Math.max(least, Math.min(most, size)));
  const [size, setSize] = useState(() => within(Number(localStorage.getItem(key)) || usual));
  return {
    size,
    change: (wanted, done) => {
      setSize(within(wanted));
      if (done) localStorage.setItem(key, String(within(wanted)));
    },
  };
};

interface Props {
  readonly label: string;
  /** which way it is moved */
  readonly way: 'x' | 'y';
  readonly bounds: Bounds;
  readonly extent: Extent;
}
export const Sash = ({ label, way, bounds, extent }: Props) => {
  const scale = useScale();
  const isX = way === 'x';
  const handleDown = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget: edge, pointerId } = event;
    const from = isX ? event.clientX : event.clientY;
    event.preventDefault();
    edge.setPointerCapture(pointerId);
    // what lies below grows upwards
    const at = (now: globalThis.PointerEvent): number =>
      extent.size + (isX ? now.clientX - from : from - now.clientY) / scale;
    edge.onpointermove = (now) => extent.change(at(now), false);
    edge.onpointerup = (now) => {
      edge.onpointermove = null;
      edge.onpointerup = null;
      extent.change(at(now), true);
    };
  };
  const handleKey = (event: KeyboardEvent): void => {
    const [more, less] = isX ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
    const step = event.key === more ? STEP : event.key === less ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    extent.change(extent.size + step, true);
  };
  return (
    <div
      className={styles.sash}
      data-way={way}
      role="separator"
      tabIndex={0}
      aria-orientation={isX ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      aria-valuenow={extent.size}
      onPointerDown={handleDown}
      onKeyDown={handleKey}
      onDoubleClick={() => extent.change(bounds.usual, true)}
    />
  );
};
