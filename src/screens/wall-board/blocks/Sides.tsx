/** The columns beside the devices: how many are in which state, where the time went, what waits. */

import type {
  Idle,
  OpenWarning,
  StateCount,
  StateHours,
  StopShare,
  UnitUse,
} from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { lastsSince, minutes, percent, stateOf } from '../words';

export const StateCounts = ({ rows }: { readonly rows: readonly StateCount[] }) => (
  <ul className={styles.counts}>
    {rows.map(({ state, count, share }) => (
      <li key={state}>
        <i data-state={stateOf(state).look} />
        <span>{stateOf(state).word}</span>
        <b>{count}</b>
        <small>{share === null ? '' : `${Math.round(share)}%`}</small>
      </li>
    ))}
  </ul>
);

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;
export const Hours = ({ rows }: { readonly rows: readonly StateHours[] }) => (
  <Ring
    rows={rows.map(({ state, hours }) => ({ state, value: hours }))}
    unit="小时"
    text={(hours) => hours.toFixed(1)}
  />
);
/** 设备状态分布: how many devices are in which state. */
export const StateRing = ({ rows }: { readonly rows: readonly StateCount[] }) => (
  <Ring
    rows={rows.filter(({ count }) => count > 0).map(({ state, count }) => ({ state, value: count }))}
    unit="台"
    text={String}
  />
);
interface RingProps {
  readonly rows: readonly { readonly state: number; readonly value: number }[];
  readonly unit: string;
  readonly text: (value: number) => string;
}
/** A ring of states; what it adds up to stands in its middle. */
const Ring = ({ rows, unit, text }: RingProps) => {
  const all = rows.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  return (
    <div className={styles.hours}>
      <svg viewBox="0 0 100 100" role="img" aria-label={`合计 ${text(all)} ${unit}`}>
        {rows.map(({ state, value }) => {
          const part = (value / all) * ROUND;
          const shift = -before;
          before += part;
          return (
            <circle
              key={state}
              cx="50"
              cy="50"
              r={RADIUS}
              data-stroke={stateOf(state).look}
              strokeDasharray={`${part} ${ROUND - part}`}
              strokeDashoffset={shift}
            />
          );
        })}
        <text x="50" y="50">
          {text(all)}
        </text>
        <text x="50" y="66" data-small="">
          {unit}
        </text>
      </svg>
      <ul>
        {rows.map(({ state, value }) => (
          <li key={state}>
            <i data-state={stateOf(state).look} />
            <span>{stateOf(state).word}</span>
            <b>{text(value)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
};

export const Units = ({ rows }: { readonly rows: readonly UnitUse[] }) => (
  <ul className={styles.bars}>
    {rows.slice(0, 6).map(({ unit, utilisation }) => (
      <li key={unit}>
        <span>{unit}</span>
        <b>{percent(utilisation)}</b>
        <span className={styles.bar}>
          <i style={{ width: `${Math.min(100, utilisation ?? 0)}%` }} />
        </span>
      </li>
    ))}
  </ul>
);

const LEVELS = ['', '提示', '一般', '严重', '紧急'];
export const Warnings = ({ rows, now }: { readonly rows: readonly OpenWarning[]; readonly now: number }) => (
  <ul className={styles.warnings}>
    {rows.map(({ device, level, text, openAt }) => (
      <li key={`${device} ${text} ${openAt}`} data-level={level}>
        <b>
          {device} <small>{LEVELS[level] ?? ''}</small>
        </b>
        <span>{openAt === null ? '' : lastsSince(openAt, now)}</span>
        <span>{text}</span>
      </li>
    ))}
  </ul>
);

export const Pareto = ({ rows }: { readonly rows: readonly StopShare[] }) => {
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  return (
    <ul className={styles.bars}>
      {rows.map(({ reason, minutes: lasts, cumulative }) => (
        <li key={reason}>
          <span>{reason}</span>
          <b>
            {minutes(lasts)} <small>累计 {cumulative === null ? '--' : `${Math.round(cumulative)}%`}</small>
          </b>
          <span className={styles.bar}>
            <i data-low="" style={{ width: `${(lasts / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
};

export const Idles = ({ rows }: { readonly rows: readonly Idle[] }) => (
  <ul className={styles.idles}>
    {rows.map(({ code, state, minutes: lasts }) => (
      <li key={code}>
        <i data-state={stateOf(state).look} />
        <b>{code}</b>
        <span>{stateOf(state).word}</span>
        <b>{minutes(lasts)}</b>
      </li>
    ))}
  </ul>
);
