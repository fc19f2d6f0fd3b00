/** Columns and lines over an axis, drawn in parts of the room they have, so that a board of any size reads the same. */
import type { ReactNode } from 'react';
import styles from '../wall.module.css';
import { count } from '../words';

const portion = (value: number, low: number, high: number): string =>
  `${(Math.min(1, Math.max(0, (value - low) / (high - low || 1))) * 100).toFixed(3)}%`;

interface AxisProps {
  readonly ticks: readonly number[];
  readonly names: readonly string[];
  readonly children: ReactNode;
}
const Axis = ({ ticks, names, children }: AxisProps) => {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return (
    <div className={styles.plot}>
      <div className={styles.plotTicks}>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: portion(tick, low, high) }}>
            {count(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plotBody}>
        {ticks.map((tick) => (
          <hr key={tick} style={{ bottom: portion(tick, low, high) }} />
        ))}
        {children}
      </div>
      <div className={styles.plotNames}>
        {names.map((name, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places on the axis, most without a name
          <span key={n}>{name}</span>
        ))}
      </div>
    </div>
  );
};

export interface ColumnRow {
  readonly key: string;
  /** below it; empty = none */
  readonly name: string;
  /** from the bottom up */
  readonly parts: readonly { readonly look: string; readonly value: number }[];
  readonly plan?: number | undefined;
  /** above it */
  readonly text?: string;
}
export const Columns = ({
  rows,
  ticks,
}: {
  readonly rows: readonly ColumnRow[];
  readonly ticks: readonly number[];
}) => {
  const high = ticks.at(-1) ?? 1;
  return (
    <Axis ticks={ticks} names={rows.map(({ name }) => name)}>
      <div className={styles.columns}>
        {rows.map(({ key, parts, plan, text }) => {
          const sum = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);
          return (
            <div key={key} className={styles.column}>
              <div style={{ height: portion(sum, 0, high) }}>
                {parts.map(({ look, value }) => (
                  <i key={look} data-fill={look} style={{ flexGrow: Math.max(0, value) }} />
                ))}
              </div>
              {plan !== undefined && plan > 0 && <em style={{ bottom: portion(plan, 0, high) }} />}
              {text !== undefined && <b style={{ bottom: portion(Math.max(sum, plan ?? 0), 0, high) }}>{text}</b>}
            </div>
          );
        })}
      </div>
    </Axis>
  );
};

export interface Line {
  readonly key: string;
  readonly look: string;
  /** x within 0 and 1; a hole where nothing is known */
  readonly points: readonly { readonly x: number; readonly y: number | null }[];
  readonly isDashed?: boolean;
}
interface LinesProps {
  readonly lines: readonly Line[];
  readonly ticks: readonly number[];
  readonly names: readonly string[];
}
export const Lines = ({ lines, ticks, names }: LinesProps) => {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const at = (y: number): number => 100 - Math.min(1, Math.max(0, (y - low) / (high - low || 1))) * 100;
  return (
    <Axis ticks={ticks} names={names}>
      <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ key, look, points, isDashed }) => (
          <path
            key={key}
            data-line={look}
            data-dashed={isDashed || undefined}
            d={points
              .map(({ x, y }, n) => {
                if (y === null) return '';
                const begins = n === 0 || points[n - 1]?.y === null;
                // a point alone is a dot
                const dot = begins && (points[n + 1]?.y ?? null) === null ? 'h0.01' : '';
                return `${begins ? 'M' : 'L'}${(x * 100).toFixed(2)} ${at(y).toFixed(2)}${dot}`;
              })
              .join('')}
          />
        ))}
      </svg>
    </Axis>
  );
};

/** What the looks of a chart mean. */
export const Legend = ({ items }: { readonly items: readonly (readonly [look: string, word: string])[] }) => (
  <ul className={styles.legendRow}>
    {items.map(([look, word]) => (
      <li key={look}>
        <i data-fill={look} />
        {word}
      </li>
    ))}
  </ul>
);
