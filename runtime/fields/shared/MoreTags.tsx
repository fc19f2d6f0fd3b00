import styles from './display.module.css';

/** Chips a cell shows of many values. */
export const SHOWN = 3;

/** How many more there are; all of them in its tip. */
export const MoreTags = ({ labels, shown }: { readonly labels: readonly string[]; readonly shown: number }) =>
  labels.length > shown ? (
    <span className={styles.more} data-tip={labels.join('、')}>
      +{labels.length - shown}
    </span>
  ) : null;
