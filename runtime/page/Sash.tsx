/** An edge between two panels: dragged, or moved by the arrow keys; where it stands is kept on this computer. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useScale } from './scale';

export interface Extent {
  readonly size: number;
  readonly bounds: Bounds;
  readonly change: (size: number, done: boolean) => void;
}
/** px at 1440 */
export interface Bounds {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}
const STEP = 16;

export const useExtent = (name: string, bounds: Bounds): Extent => {
  const { usual, least, most } = bounds;
  const key = `millwright.${name}`;
  const within = (size: number): number => Math.round(Math.max(least, Math.min(most, size)));
  const [size, setSize] = useState(() => within(Number(localStorage.getItem(key)) || usual));
  return {
    size,
    bounds,
    change: (wanted, done) => {
      setSize(within(wanted));
      if (done) localStorage.setItem(key, String(within(wanted)));
    },
  };
};

interface Props {
  readonly className?: string | undefined;
  readonly label: string;
  /** which way it is moved */
  readonly way: 'x' | 'y';
  readonly extent: Extent;
}
export const Sash = ({ className, label, way, extent }: Props) => {
  const { bounds } = extent;
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
      className={className}
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
