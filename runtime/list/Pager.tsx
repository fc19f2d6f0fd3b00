/** 共 N 条 and the pages, small: for rows that stand inside another page. */
import { PageButtons } from './PageBar';
import styles from './PageBar.module.css';

interface Props {
  readonly total: number;
  readonly capped: boolean;
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

export const Pager = ({ total, capped, page, size, onPage }: Props) => (
  <div className={styles.small}>
    <span>
      共 {total}
      {capped && '+'} 条
    </span>
    {(total > size || page > 1) && (
      <PageButtons page={page} pages={Math.max(1, Math.ceil(total / size), capped ? page + 1 : 1)} onPage={onPage} />
    )}
  </div>
);
