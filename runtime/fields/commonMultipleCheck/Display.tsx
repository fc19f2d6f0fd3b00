import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';
import { MoreTags, SHOWN } from '../shared/MoreTags';

/** Records as chips; in a cell the first three and how many more. */
export const CommonMultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const ids = Array.isArray(value) ? (value as readonly string[]) : [];
  if (ids.length === 0) return null;
  const object = look.target?.(field) ?? field.ref ?? '';
  const labels = ids.map((id) => look.label?.(object, id) ?? '--');
  const shown = look.short === true ? SHOWN : ids.length;
  return (
    <span className={styles.tags}>
      {ids.slice(0, shown).map((id, at) => (
        <span key={id} className={styles.tag}>
          {labels[at]}
        </span>
      ))}
      <MoreTags labels={labels} shown={shown} />
    </span>
  );
};
