/** A ruler in millimetres along the paper; what is chosen is marked on it. */
import { memo } from 'react';
import styles from './canvas.module.css';
import { PAD } from './scale';

export interface RulerProps {
  readonly axis: 'x' | 'y';
  /** mm of paper */
  readonly length: number;
  /** pixels per mm */
  readonly scale: number;
  /** what is chosen, mm */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
const THICK = 22;

export const Ruler = memo(function Ruler({ axis, length, scale, from, to }: RulerProps) {
  const isX = axis === 'x';
  const size = length * scale + 2 * PAD;
  const each = scale >= 2.4 ? 1 : scale >= 1.2 ? 2 : 5;
  const said = scale >= 1.6 ? 10 : scale >= 0.8 ? 20 : 50;
  const marks = [];
  for (let mm = 0; mm <= length; mm += each) {
    const at = PAD + mm * scale;
    const tall = mm % 10 === 0 ? 8 : mm % 5 === 0 ? 6 : 4;
    marks.push(isX ? `M${at} ${THICK}v-${tall}` : `M${THICK} ${at}h-${tall}`);
  }
  const numbers = [];
  for (let mm = 0; mm <= length; mm += said) numbers.push(mm);
  return (
    <svg
      className={isX ? styles.rulerX : styles.rulerY}
      width={isX ? size : THICK}
      height={isX ? THICK : size}
      aria-hidden="true"
    >
      {from !== undefined && to !== undefined && (
        <rect
          className={styles.rulerMark}
          {...(isX
            ? { x: PAD + from * scale, y: 0, width: Math.max(1, (to - from) * scale), height: THICK }
            : { x: 0, y: PAD + from * scale, width: THICK, height: Math.max(1, (to - from) * scale) })}
        />
      )}
      <path d={marks.join('')} />
      {numbers.map((mm) =>
        isX ? (
          <text key={mm} x={PAD + mm * scale + 2} y={10}>
            {mm}
          </text>
        ) : (
          <text key={mm} x={10} y={PAD + mm * scale - 2} transform={`rotate(-90 10 ${PAD + mm * scale - 2})`}>
            {mm}
          </text>
        ),
      )}
    </svg>
  );
});
