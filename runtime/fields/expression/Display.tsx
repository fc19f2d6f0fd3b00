import type { Display } from '../display-props';
import styles from '../shared/display.module.css';

export const ExpressionDisplay: Display = ({ value }) =>
  typeof value === 'string' ? <code className={styles.code}>{value}</code> : null;
