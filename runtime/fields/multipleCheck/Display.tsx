import type { DisplayProps } from '../display-props';
import { CodeTags } from '../shared/CodeTags';
import styles from '../shared/display.module.css';

/** Codes as tags; choices of an expression are their own labels. */
export const MultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const codes = Array.isArray(value) ? value.map(String) : [];
  if (codes.length === 0) return null;
  return (
    <span className={styles.tags}>
      {field.dict === undefined ? (
        codes.map((code) => (
          <span key={code} className={styles.tag}>
            {code}
          </span>
        ))
      ) : (
        <CodeTags dict={look.dict?.(field.dict)} codes={codes} />
      )}
    </span>
  );
};
