import type { Kpi, Targets } from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { count } from '../words';

/** The strip of numbers; one with a target says how far it is from it. */
export const Numbers = ({ kpi, targets }: { readonly kpi: Kpi; readonly targets: Targets }) => (
  <ul className={styles.numbers}>
    <NumberTile title="设备" value={count(kpi.devices)} unit="台" note={`运行 ${kpi.running} 台`} />
    <RateTile title="稼动率" value={kpi.utilisation} goal={targets.utilisation} />
    <RateTile title="OEE" value={kpi.oee} goal={targets.oee} />
    <RateTile title="合格率" value={kpi.passRate} goal={targets.passRate} />
    <NumberTile title="产量" value={count(kpi.number)} unit="件" />
    <NumberTile title="停机与故障" value={kpi.stopHours.toFixed(1)} unit="小时" />
  </ul>
);

interface TileProps {
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  readonly note?: string | undefined;
  readonly tone?: 'warn' | 'bad' | undefined;
}
export const NumberTile = ({ title, value, unit, note, tone }: TileProps) => (
  <li className={styles.tile} data-tone={tone}>
    <span>{title}</span>
    <strong>
      {value}
      <small>{unit}</small>
    </strong>
    <span className={styles.note}>{note}</span>
  </li>
);
interface RateProps {
  readonly title: string;
  readonly value: number | null;
  readonly goal: Targets[string] | undefined;
  /** instead of a note where there is no value */
  readonly empty?: string;
}
export const RateTile = ({ title, value, goal, empty = '还没有计划时间或产量' }: RateProps) => {
  if (value === null) return <NumberTile title={title} value="--" unit="" note={empty} />;
  const short = goal === undefined ? 0 : goal.target - value;
  const note = goal === undefined ? undefined : `目标 ${goal.target}${short > 0 ? `，低 ${short.toFixed(1)}` : ''}`;
  return <NumberTile title={title} value={value.toFixed(1)} unit="%" note={note} tone={toneOf(value, goal)} />;
};
export const toneOf = (value: number, goal: Targets[string] | undefined): 'warn' | 'bad' | undefined => {
  if (goal === undefined || value >= goal.target) return undefined;
  return goal.warn !== null && value < goal.warn ? 'bad' : 'warn';
};
