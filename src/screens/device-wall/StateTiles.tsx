/** How many devices are in each state; a tile shows those alone. */
import type { DeviceLive } from '../../../schemas/language/wire-device';
import { stateOf } from './choose';
import { edge } from './State';
import styles from './tiles.module.css';
import { STATES, UNTOLD } from './words';

interface Props {
  readonly devices: readonly DeviceLive[];
  readonly chosen: string | null;
  readonly onChoose: (state: string | null) => void;
}
export const StateTiles = ({ devices, chosen, onChoose }: Props) => {
  const count = (code: string): number => devices.filter((device) => stateOf(device) === code).length;
  const untold = count(UNTOLD);
  const tiles = [...STATES, ...(untold > 0 || chosen === UNTOLD ? [{ code: UNTOLD, title: '未接入' }] : [])];
  return (
    <div className={styles.tiles} role="toolbar" aria-label="按状态筛选">
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span>全部</span>
        <b>{devices.length}</b>
      </button>
      {tiles.map(({ code, title }) => (
        <button
          key={code}
          type="button"
          aria-pressed={chosen === code}
          style={edge(code)}
          onClick={() => onChoose(chosen === code ? null : code)}
        >
          <i aria-hidden="true" />
          <span>{title}</span>
          <b>{count(code)}</b>
        </button>
      ))}
    </div>
  );
};
