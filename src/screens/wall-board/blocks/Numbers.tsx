import type { Kpi, Targets } from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { count } from '../words';

/** The strip of numbers; one with a target says how far it is from it. */
export const Numbers = ({ kpi, targets }: { readonly kpi: Kpi; readonly targets: Targets }) => (
  <ul className={styles.numbers}>
    <Tile title="设备" value={count(kpi.devices)} unit="台" note={`运行 ${kpi.running} 台`} />
    <Rate title="稼动率" value={kpi.utilisation} goal={targets.utilisation} />
    <Rate title="OEE" value={kpi.oee} goal={targets.oee} />
    <Rate title="合格率" value={kpi.passRate} goal={targets.passRate} />
    <Tile title="产量" value={count(kpi.number)} unit="件" />
    <Tile title="停机与故障" value={kpi.stopHours.toFixed(1)} unit="小时" />
  </ul>
);

interface TileProps {
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  readonly note?: string | undefined;
  readonly tone?: 'warn' | 'bad' | undefined;
}
const Tile = ({ title, value, unit, note, tone }: TileProps) => (
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
}
const Rate = ({ title, value, goal }: RateProps) => {
  if (value === null) return <Tile title={title} value="--" unit="" note="还没有计划时间或产量" />;
  const short = goal === undefined ? 0 : goal.target - value;
  const isBad = goal?.warn != null && value < goal.warn;
  const tone = short <= 0 ? undefined : isBad ? 'bad' : 'warn';
  const note = goal === undefined ? undefined : `目标 ${goal.target}${short > 0 ? `，低 ${short.toFixed(1)}` : ''}`;
  return <Tile title={title} value={value.toFixed(1)} unit="%" note={note} tone={tone} />;
};
