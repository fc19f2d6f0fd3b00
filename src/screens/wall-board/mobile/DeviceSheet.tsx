/** One device: what it did in the shift, its parameters of half an hour, what it made, and what it called for. */
import type { RealtimeAlarm, RealtimeCount, RealtimeCurve } from '../../../../schemas/language/wire-realtime';
import type { Span, Strip } from '../../../../schemas/language/wire-wall';
import { Alarms, Counted, Curves } from '../blocks/Realtime';
import { useWall } from '../use-wall';
import { clockOf, lastsSince, minutes, stateOf } from '../words';
import styles from './mobile.module.css';
import { Part } from './Part';

interface Props {
  readonly device: string;
  readonly now: number;
  readonly onClose: () => void;
}
export const DeviceSheet = ({ device, now, onClose }: Props) => {
  const { wall: shown } = useWall('mobile', { device, unit: null });
  const { answer, isRefused } = shown;
  return (
    <div className={styles.sheet} role="dialog" aria-modal="true" aria-label={device}>
      <header>
        <h1>{device}</h1>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </header>
      {answer === undefined ? (
        <p className={styles.none}>{isRefused ? '授权已失效，请联系管理员' : '正在加载'}</p>
      ) : (
        answer.blocks.map(({ code, title }) => (
          <section key={code} className={styles.card} aria-label={title}>
            <h2>{title}</h2>
            <Part code={code} answer={answer}>
              {{
                strips: (rows) => <OneStrip strip={(rows as readonly Strip[])[0]} span={answer.span} now={now} />,
                realtimeCurves: (rows) => (
                  <div className={styles.curves}>
                    <Curves rows={rows as readonly RealtimeCurve[]} />
                  </div>
                ),
                realtimeCount: (rows) => <Counted count={rows as RealtimeCount} targets={answer.targets} />,
                realtimeAlarms: (rows) => (
                  <div className={styles.alarms}>
                    <Alarms rows={rows as readonly RealtimeAlarm[]} />
                  </div>
                ),
              }}
            </Part>
          </section>
        ))
      )}
    </div>
  );
};

interface StripProps {
  readonly strip: Strip | undefined;
  readonly span: Span;
  readonly now: number;
}
const OneStrip = ({ strip, span: { from, to }, now }: StripProps) => {
  if (strip === undefined) return <p className={styles.none}>暂无数据</p>;
  const { word } = stateOf(strip.state);
  const part = (sec: number): string => `${(((sec - from) / (to - from)) * 100).toFixed(3)}%`;
  const last = strip.parts.at(-1);
  const since = last === undefined ? null : new Date((last[0] + 28_800) * 1000).toISOString().slice(0, 19);
  return (
    <>
      <p className={styles.facts}>
        <b>{word}</b>
        {since !== null && <span>{lastsSince(since.replace('T', ' '), now)}</span>}
        <span>停机 {minutes(strip.stopMin)}</span>
      </p>
      <span className={styles.strip} role="img" aria-label={`${strip.code} ${word}`}>
        {strip.parts.map(([start, end, state]) => (
          <i
            key={start}
            data-state={stateOf(state).look}
            style={{ left: part(start), width: `${(((end - start) / (to - from)) * 100).toFixed(3)}%` }}
          />
        ))}
      </span>
      <p className={styles.facts}>
        <span>{clockOf(from)}</span>
        <span>{clockOf(to)}</span>
      </p>
    </>
  );
};
