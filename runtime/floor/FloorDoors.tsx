/** Where else one may go from a list on the floor, as tiles. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import { Icon } from '../page/Icon';
import styles from './floor.module.css';

export interface FloorDoorsProps {
  readonly doors: readonly ResolvedAction[];
  readonly onOpen: (door: ResolvedAction) => void;
}

export const FloorDoors = ({ doors, onOpen }: FloorDoorsProps) =>
  doors.length === 0 ? null : (
    <nav className={styles.doors} aria-label="功能">
      {doors.map((door) => (
        <button key={door.code} type="button" onClick={() => onOpen(door)}>
          {door.icon !== undefined && <Icon name={door.icon} />}
          <b>{door.title}</b>
        </button>
      ))}
    </nav>
  );
