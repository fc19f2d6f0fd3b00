/** The factory beside the wall: how many devices stand in each unit, and where one calls. */
import type { DeviceLive, LiveUnit } from '../../../schemas/language/wire-device';
import { stateOf } from './choose';
import styles from './tree.module.css';
import { STATES } from './words';

interface Props {
  readonly units: readonly LiveUnit[];
  readonly devices: readonly DeviceLive[];
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly chosen: string | null;
  readonly onChoose: (unit: string | null) => void;
}
export const UnitTree = ({ units, devices, paths, chosen, onChoose }: Props) => (
  <nav className={styles.tree} aria-label="工厂">
    <Node title="全部" depth={0} devices={devices} isOn={chosen === null} onChoose={() => onChoose(null)} />
    {inOrder(units).map(({ unit, depth }) => (
      <Node
        key={unit.id}
        title={unit.name}
        depth={depth}
        devices={devices.filter((device) => paths.get(device.unit)?.includes(unit.id))}
        isOn={chosen === unit.id}
        onChoose={() => onChoose(chosen === unit.id ? null : unit.id)}
      />
    ))}
  </nav>
);

interface NodeProps {
  readonly title: string;
  readonly depth: number;
  readonly devices: readonly DeviceLive[];
  readonly isOn: boolean;
  readonly onChoose: () => void;
}
const Node = ({ title, depth, devices, isOn, onChoose }: NodeProps) => {
  const calls = devices.some(({ alarms }) => alarms.length > 0);
  const counts = STATES.flatMap(({ code, title: state }) => {
    const n = devices.filter((device) => stateOf(device) === code).length;
    return n === 0 ? [] : `${state}${n}`;
  }).join(' ');
  return (
    <button
      type="button"
      className={styles.node}
      style={{ paddingLeft: `${0.6667 + depth}rem` }}
      aria-current={isOn || undefined}
      title={counts}
      onClick={onChoose}
    >
      <span>{title}</span>
      {calls && <i role="img" aria-label="有报警" />}
      <b>{devices.length}</b>
    </button>
  );
};

/** Each unit below the one above it. */
export const inOrder = (units: readonly LiveUnit[]): readonly { readonly unit: LiveUnit; readonly depth: number }[] => {
  const known = new Set(units.map(({ id }) => id));
  const below = (parent: string | null, depth: number): readonly { unit: LiveUnit; depth: number }[] =>
    units
      .filter((unit) => (unit.parent !== null && known.has(unit.parent) ? unit.parent : null) === parent)
      .flatMap((unit) => [{ unit, depth }, ...below(unit.id, depth + 1)]);
  return below(null, 0);
};
