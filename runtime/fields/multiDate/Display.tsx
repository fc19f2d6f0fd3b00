import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';

/** The first day and how many more. */
export const MultiDateDisplay = ({ value }: DisplayProps) => {
  const days = Array.isArray(value) ? value.map(String) : [];
  if (days.length === 0) return null;
  return (
    <span title={days.join('、')}>
      {days[0]}
      {days.length > 1 && <span className={styles.more}>+{days.length - 1}</span>}
    </span>
  );
};
