import type { DisplayProps } from '../display-props';
import { CodeTags } from '../shared/CodeTags';
import styles from '../shared/display.module.css';
import { MoreTags, SHOWN } from '../shared/MoreTags';
import { codeLook } from '../shared/tags';

/** Codes as tags, in a cell the first three and how many more; choices of an expression are their own labels. */
export const MultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const codes = Array.isArray(value) ? value.map(String) : [];
  if (codes.length === 0) return null;
  const dict = field.dict === undefined ? undefined : look.dict?.(field.dict);
  const shown = look.short === true ? SHOWN : codes.length;
  const first = codes.slice(0, shown);
  return (
    <span className={styles.tags}>
      {field.dict === undefined ? (
        first.map((code) => (
          <span key={code} className={styles.tag}>
            {code}
          </span>
        ))
      ) : (
        <CodeTags dict={dict} codes={first} />
      )}
      <MoreTags
        labels={codes.map((code) => (field.dict === undefined ? code : codeLook(dict, code).label))}
        shown={shown}
      />
    </span>
  );
};
