import type { Span, Strip } from '../../../../schemas/language/wire-wall';
import { pageOf } from '../layout';
import styles from '../wall.module.css';
import { clockOf, count, minutes, percent, STATES, stateOf } from '../words';

interface Props {
  readonly rows: readonly Strip[];
  readonly span: Span;
  readonly size: number;
  readonly page: number;
}
/** A strip for each device over the shift, with a line at now; what nobody knows is the ground. */
export const Strips = ({ rows, span, size, page }: Props) => {
  const { from, to, now } = span;
  const at = (sec: number): string => `${(((sec - from) / (to - from)) * 100).toFixed(3)}%`;
  return (
    <div className={styles.strips}>
      <div className={styles.legend}>
        {Object.values(STATES).map(({ word, look }) => (
          <span key={look}>
            <i data-state={look} />
            {word}
          </span>
        ))}
      </div>
      <div className={styles.stripHead}>
        <span>设备</span>
        <span />
        <span>状态</span>
        <span>稼动率</span>
        <span>OEE</span>
        <span>产量</span>
        <span>停机</span>
      </div>
      <ul className={styles.stripRows}>
        {pageOf(rows, size, page).map(({ id, code, name, state, parts, utilisation, oee, number, stopMin }) => (
          <li key={id}>
            <b title={name}>{code}</b>
            <span className={styles.strip} role="img" aria-label={`${code} ${stateOf(state).word}`}>
              {parts.map(([start, end, state]) => (
                <i
                  key={start}
                  data-state={stateOf(state).look}
                  style={{ left: at(start), width: `${(((end - start) / (to - from)) * 100).toFixed(3)}%` }}
                />
              ))}
              {now < to && <em style={{ left: at(now) }} />}
            </span>
            <span data-ink={stateOf(state).look}>{stateOf(state).word}</span>
            <span>{percent(utilisation)}</span>
            <span>{percent(oee)}</span>
            <span>{count(number)}</span>
            <span>{minutes(stopMin)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.axis}>
        <span />
        <span className={styles.times}>
          {ticks(from, to).map((sec) => (
            <i key={sec} style={{ left: at(sec) }}>
              {clockOf(sec)}
            </i>
          ))}
        </span>
      </div>
    </div>
  );
};

const STEPS = [3600, 7200, 10_800, 14_400];
const MOST_TICKS = 10;
/** Full hours, not too many of them. */
const ticks = (from: number, to: number): readonly number[] => {
  const step = STEPS.find((step) => (to - from) / step <= MOST_TICKS) ?? 14_400;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, n) => first + n * step);
};
