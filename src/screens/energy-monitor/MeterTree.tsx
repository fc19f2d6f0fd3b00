/** Meters below each other with what flows through each now; one narrows the screen to what hangs below it. */
import type { MeterLive } from '../../../schemas/language/wire-energy';
import styles from '../device-wall/tree.module.css';
import { MANUAL, NONE, number, UNITS } from './words';

interface Props {
  readonly meters: readonly MeterLive[];
  readonly energyType: string;
  readonly chosen: string | null;
  readonly onChoose: (meter: string | null) => void;
}
export const MeterTree = ({ meters, energyType, chosen, onChoose }: Props) => (
  <nav className={styles.tree} aria-label="计量表">
    <button
      type="button"
      className={styles.node}
      aria-current={chosen === null || undefined}
      onClick={() => onChoose(null)}
    >
      <span>全部</span>
    </button>
    {inOrder(meters).map(({ meter, depth }) => (
      <button
        key={meter.id}
        type="button"
        className={styles.node}
        style={{ paddingLeft: `${0.6667 + depth}rem` }}
        aria-current={chosen === meter.id || undefined}
        data-stale={meter.stale || undefined}
        title={lastOf(meter)}
        onClick={() => onChoose(chosen === meter.id ? null : meter.id)}
      >
        <i
          data-live
          role="img"
          aria-label={meter.readMode === MANUAL ? '人工抄表' : meter.stale ? '无新数据' : '在线'}
        />
        <span>{`${meter.code} ${meter.name}`}</span>
        <b>{meter.flow === null ? NONE : `${number(meter.flow.value)} ${UNITS[energyType]?.flow ?? ''}`}</b>
      </button>
    ))}
  </nav>
);
export const lastOf = ({ readMode, lastAt }: MeterLive): string =>
  `${readMode === MANUAL ? '人工抄表，' : ''}最近读数 ${lastAt?.slice(0, 16) ?? NONE}`;

const inOrder = (meters: readonly MeterLive[]): readonly { readonly meter: MeterLive; readonly depth: number }[] => {
  const below = (parent: string | null, depth: number): readonly { meter: MeterLive; depth: number }[] =>
    meters
      .filter((meter) => meter.parent === parent)
      .flatMap((meter) => [{ meter, depth }, ...below(meter.id, depth + 1)]);
  return below(null, 0);
};
