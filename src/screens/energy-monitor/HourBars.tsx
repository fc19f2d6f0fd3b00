/** What each hour of today cost, or used, stacked by periods. */
import { useNarrow } from '../../../runtime/page/index';
import type { CostHour } from '../../../schemas/language/wire-energy';
import { barsOf } from './layout';
import styles from './monitor.module.css';
import { number, PERIODS } from './words';

const WIDTH = 900;
const NARROW_WIDTH = 340;
const HEIGHT = 220;
const LEFT = 48;
const TOP = 12;
const BOTTOM = 20;
const HOURS = 24;
const GAP = 0.2;

interface Props {
  readonly hours: readonly CostHour[];
  /** costs, else use */
  readonly isCost: boolean;
  readonly unit: string;
}

export const HourBars = ({ hours, isCost, unit }: Props) => {
  const narrow = useNarrow();
  const width = narrow ? NARROW_WIDTH : WIDTH;
  const bars = barsOf(hours, isCost);
  const most = Math.max(1, ...bars.map(({ from, value }) => from + value)) * 1.05;
  const step = (width - LEFT) / HOURS;
  const y = (value: number): number => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const decimals = most < 10 ? 1 : 0;
  const periods = [...new Set(bars.map(({ period }) => period))].sort();
  const sum = bars.reduce((all, { value }) => all + value, 0);
  return (
    <>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`今日各小时合计${number(sum, 2)}${unit}`}
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {number(value, decimals)}
            </text>
          </g>
        ))}
        {bars.map(({ hour, period, value, from }) => (
          <rect
            key={`${hour} ${period}`}
            data-period={period}
            x={LEFT + (hour + GAP / 2) * step}
            width={step * (1 - GAP)}
            y={y(from + value)}
            height={y(from) - y(from + value)}
          >
            <title>{`${hour}时 ${PERIODS[period] ?? ''} ${number(value, 2)}${unit}`}</title>
          </rect>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={LEFT + (hour + 0.5) * step} y={HEIGHT - 4} textAnchor="middle">
            {`${hour}时`}
          </text>
        ))}
      </svg>
      <p className={styles.legend}>
        {periods.flatMap((period) =>
          PERIODS[period] === undefined ? (
            []
          ) : (
            <span key={period} data-period={period}>
              <i />
              {PERIODS[period]}
            </span>
          ),
        )}
      </p>
    </>
  );
};
