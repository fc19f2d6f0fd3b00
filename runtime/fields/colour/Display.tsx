import type { Display } from '../display-props';
import styles from '../shared/display.module.css';

export const ColourDisplay: Display = ({ value }) =>
  typeof value === 'string' ? (
    <span className={styles.colour}>
      <i className={styles.dot} style={{ background: /^#[0-9a-f]{6}$/i.test(value) ? value : 'none' }} />
      {value}
    </span>
  ) : null;
