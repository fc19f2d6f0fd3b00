/** A card with a title and room below it. */
import type { ReactNode } from 'react';
import styles from './HomeCard.module.css';

export const Frame = ({
  title,
  more,
  onMore,
  children,
}: {
  readonly title: string;
  readonly more?: string;
  readonly onMore?: (() => void) | undefined;
  readonly children: ReactNode;
}) => (
  <section className={styles.frame} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {more !== undefined && onMore !== undefined && (
        <button type="button" onClick={onMore}>
          {more}
        </button>
      )}
    </header>
    <div className={styles.body}>{children}</div>
  </section>
);
