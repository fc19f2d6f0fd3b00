import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';
import { MoreTags } from '../shared/MoreTags';

const SHOWN = 2;

/** Days as chips; in a cell the first two and how many more. */
export const MultiDateDisplay = ({ value, look }: DisplayProps) => {
  const days = Array.isArray(value) ? value.map(String) : [];
  if (days.length === 0) return null;
  const shown = look.short === true ? SHOWN : days.length;
  return (
    <span className={styles.tags}>
      {days.slice(0, shown).map((day) => (
        <span key={day} className={styles.tag}>
          {day}
        </span>
      ))}
      <MoreTags labels={days} shown={shown} />
    </span>
  );
};
