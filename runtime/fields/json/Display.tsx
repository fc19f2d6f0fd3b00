import type { Display } from '../display-props';
import styles from '../shared/display.module.css';

export const JsonDisplay: Display = ({ value }) =>
  value === null || value === undefined ? null : <code className={styles.code}>{JSON.stringify(value, null, 2)}</code>;
