import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';

/** Line breaks of the writer are kept. */
export const TextareaDisplay = ({ value }: DisplayProps) =>
  typeof value === 'string' && value !== '' ? <span className={styles.lines}>{value}</span> : null;
