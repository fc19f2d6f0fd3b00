import styles from './display.module.css';
import { MoreTags } from './MoreTags';

/** Texts as chips: the first ones, and how many more. */
export const TextTags = ({ labels, shown }: { readonly labels: readonly string[]; readonly shown: number }) => (
  <span className={styles.tags}>
    {labels.slice(0, shown).map((label, at) => (
      <span key={at} className={styles.tag}>
        {label}
      </span>
    ))}
    <MoreTags labels={labels} shown={shown} />
  </span>
);
