/** The course of a signal: its mean as a line, between its least and greatest value; limits dashed. */
import { factoryTime, useNarrow } from '../../../runtime/page/index';
import type { LivePoint, PointBucket } from '../../../schemas/language/wire-device';
import styles from './curve.module.css';

interface Props {
  readonly point: LivePoint;
  readonly from: number;
  readonly to: number;
  readonly values: readonly PointBucket[];
}
/** as wide as it is drawn, or its letters shrink */
const WIDTH = 640;
const NARROW_WIDTH = 340;
const HEIGHT = 160;
const LEFT = 48;
const BOTTOM = 20;
const TOP = 8;
/** a longer pause breaks the line */
const PAUSE_SHARE = 0.03;

export const Curve = ({ point, from, to, values }: Props) => {
  const width = useNarrow() ? NARROW_WIDTH : WIDTH;
  const meant = (raw: number): number => raw * point.factor + point.offset;
  const all = values.map(([ts, a, b, mean]) => {
    const [low, high] = [meant(a), meant(b)].sort((one, other) => one - other);
    return { ts, low: low ?? 0, high: high ?? 0, mean: meant(mean) };
  });
  const limits = [point.low, point.high].filter((limit) => limit !== null);
  const [least, most] = rangeOf([...all.flatMap(({ low, high }) => [low, high]), ...limits]);
  const x = (ts: number): number => LEFT + ((ts - from) / (to - from)) * (width - LEFT - 4);
  const y = (value: number): number => TOP + (1 - (value - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const last = all.at(-1);
  const said = `${point.name}，最低${round(Math.min(...all.map(({ low }) => low)))}，最高${round(Math.max(...all.map(({ high }) => high)))}，最新${round(last?.mean ?? 0)}`;
  return (
    <svg className={styles.curve} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={said}>
      {[most, (least + most) / 2, least].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {round(value)}
          </text>
        </g>
      ))}
      {[0, 0.5, 1].map((share) => (
        <text
          key={share}
          x={x(from + share * (to - from))}
          y={HEIGHT - 4}
          textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
        >
          {factoryTime(from + share * (to - from)).slice(11, 16)}
        </text>
      ))}
      {limits.map((limit) => (
        <line key={limit} data-limit x1={LEFT} x2={width} y1={y(limit)} y2={y(limit)} />
      ))}
      {pieces(all, (to - from) * PAUSE_SHARE).map((piece) => (
        <g key={piece[0]?.ts}>
          <path
            data-band
            d={`${path(piece.map(({ ts, high }) => [x(ts), y(high)]))}L${path(piece.toReversed().map(({ ts, low }) => [x(ts), y(low)])).slice(1)}Z`}
          />
          <path data-mean d={path(piece.map(({ ts, mean }) => [x(ts), y(mean)]))} />
        </g>
      ))}
      {last !== undefined && <circle cx={x(last.ts)} cy={y(last.mean)} r={3} />}
    </svg>
  );
};

interface Place {
  readonly ts: number;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
}
const pieces = (all: readonly Place[], pause: number): readonly (readonly Place[])[] => {
  const found: Place[][] = [];
  for (const place of all) {
    const open = found.at(-1);
    const before = open?.at(-1);
    if (open === undefined || before === undefined || place.ts - before.ts > pause) found.push([place]);
    else open.push(place);
  }
  return found;
};
const path = (places: readonly (readonly number[])[]): string =>
  `M${places.map(([left = 0, top = 0]) => `${left.toFixed(1)},${top.toFixed(1)}`).join('L')}`;
/** With room; beyond zero only with the values. */
const rangeOf = (values: readonly number[]): readonly [number, number] => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  return [
    least < 0 ? least - room : Math.max(0, least - room),
    least < 0 && most <= 0 ? Math.min(0, most + room) : most + room,
  ];
};
const round = (value: number): string => String(Math.round(value * 100) / 100);
