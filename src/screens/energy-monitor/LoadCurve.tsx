/** The load of the day over its periods and under its limit, yesterday's behind it. */
import { useNarrow } from '../../../runtime/page/index';
import type { DayCurve, LoadPoint } from '../../../schemas/language/wire-energy';
import styles from './monitor.module.css';
import { number, PERIODS } from './words';

const WIDTH = 900;
const NARROW_WIDTH = 340;
const HEIGHT = 220;
const LEFT = 48;
const TOP = 20;
const BOTTOM = 20;
const DAY_MS = 86_400_000;

interface Props {
  readonly curve: DayCurve;
  readonly unit: string;
  readonly limit?: number | null;
}
export const LoadCurve = ({ curve, unit, limit = null }: Props) => {
  const narrow = useNarrow();
  const width = narrow ? NARROW_WIDTH : WIDTH;
  const all = [...curve.today, ...curve.yesterday].map(({ load }) => load);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all, limit ?? 0) * 1.08];
  const x = (at: number): number => LEFT + ((at - curve.from) / DAY_MS) * (width - LEFT - 4);
  const y = (load: number): number => TOP + (1 - (load - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const path = (points: readonly LoadPoint[]): string =>
    points.length === 0
      ? ''
      : `M${points.map(({ at, load }) => `${x(at).toFixed(1)},${y(load).toFixed(1)}`).join('L')}`;
  const last = curve.today.at(-1);
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`今日最高${number(Math.max(0, ...curve.today.map(({ load }) => load)))}${unit}，最新${number(last?.load ?? null)}${unit}${limit === null ? '' : `，限值${number(limit)}${unit}`}`}
    >
      {curve.bands.map(({ from, to, period }) => (
        <g key={from} data-period={period}>
          <rect x={x(from)} y={TOP} width={x(to) - x(from)} height={HEIGHT - TOP - BOTTOM} />
          <text x={(x(from) + x(to)) / 2} y={TOP - 6} textAnchor="middle">
            {PERIODS[period]}
          </text>
        </g>
      ))}
      {[least, (least + most) / 2, most].map((load) => (
        <g key={load}>
          <line x1={LEFT} x2={width} y1={y(load)} y2={y(load)} />
          <text x={LEFT - 6} y={y(load) + 4} textAnchor="end">
            {number(load, most - least < 10 ? 1 : 0)}
          </text>
        </g>
      ))}
      {[0, 6, 12, 18, 24].map((hour) => (
        <text
          key={hour}
          x={x(curve.from + hour * 3_600_000)}
          y={HEIGHT - 4}
          textAnchor={hour === 24 ? 'end' : 'middle'}
        >
          {`${hour}时`}
        </text>
      ))}
      {limit !== null && (
        <g data-limit>
          <line x1={LEFT} x2={width} y1={y(limit)} y2={y(limit)} />
          <text x={width - 4} y={y(limit) - 4} textAnchor="end">
            {`限值 ${number(limit, 0)}`}
          </text>
        </g>
      )}
      <path data-before d={path(curve.yesterday)} />
      <path data-now d={path(curve.today)} />
    </svg>
  );
};
