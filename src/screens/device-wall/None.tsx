/** What stands where there is nothing to show. */
import type { ReactNode } from 'react';
import styles from './none.module.css';

export const None = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.none} role="status">
    {children}
  </div>
);
