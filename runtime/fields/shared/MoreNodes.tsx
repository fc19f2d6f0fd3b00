/** The last line of a level of a tree of choices that goes on. */
import styles from './inputs.module.css';

export const MoreNodes = ({ onMore }: { readonly onMore: () => void }) => (
  <button
    type="button"
    className={styles.more}
    onClick={(event) => {
      event.stopPropagation();
      onMore();
    }}
  >
    加载更多
  </button>
);

const MORE = 'more:';
/** Key of that line. */
export const moreKey = (parent: string | null): string => `${MORE}${parent ?? ''}`;
