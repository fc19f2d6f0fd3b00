import type { DisplayProps } from '../display-props';
import { CodeTags } from '../shared/CodeTags';
import styles from '../shared/display.module.css';
import { MoreTags, SHOWN } from '../shared/MoreTags';
import { TextTags } from '../shared/TextTags';
import { codeLook } from '../shared/tags';

/** Codes as tags, in a cell the first three and how many more; choices of an expression are their own labels. */
export const MultipleCheckDisplay = ({ value, field, look }: DisplayProps) => {
  const codes = Array.isArray(value) ? value.map(String) : [];
  if (codes.length === 0) return null;
  const shown = look.short === true ? SHOWN : codes.length;
  if (field.dict === undefined) return <TextTags labels={codes} shown={shown} />;
  const dict = look.dict?.(field.dict);
  return (
    <span className={styles.tags}>
      <CodeTags dict={dict} codes={codes.slice(0, shown)} />
      <MoreTags labels={codes.map((code) => codeLook(dict, code).label)} shown={shown} />
    </span>
  );
};
