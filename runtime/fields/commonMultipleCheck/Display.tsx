import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';

/** Records as chips. */
export const CommonMultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const ids = Array.isArray(value) ? (value as readonly string[]) : [];
  if (ids.length === 0) return null;
  const object = look.target?.(field) ?? field.ref ?? '';
  return (
    <span className={styles.tags}>
      {ids.map((id) => (
        <span key={id} className={styles.tag}>
          {look.label?.(object, id) ?? '--'}
        </span>
      ))}
    </span>
  );
};
