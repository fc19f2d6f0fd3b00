import styles from './UpdatedHint.module.css';
import type { Fresh } from './use-fresh';

/** Newer rows wait: one press shows them. */
export const UpdatedHint = ({ fresh }: { readonly fresh: Fresh }) => (
  <span role="status" aria-live="polite">
    {fresh.waits && (
      <button type="button" className={styles.hint} onClick={fresh.show}>
        数据已更新，点击查看
      </button>
    )}
  </span>
);
