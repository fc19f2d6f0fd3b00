/** 已选 N 条 · 共 N 条 · pages · sizes · jumper (specification §9). A count that stopped at its cap reads 1000+. */
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Icon } from '../page/index';
import styles from './PageBar.module.css';
import { pagerItems } from './page-size';

interface Props {
  /** undefined = nothing can be chosen here */
  readonly chosen?: number;
  readonly total: number | undefined;
  readonly capped: boolean;
  readonly page: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
  /** what is counted */
  readonly unit?: string;
  /** a tree has no pages */
  readonly whole?: boolean;
  /** what else a thumb reaches here */
  readonly children?: ReactNode;
}

export const PageBar = ({
  chosen,
  total,
  capped,
  page,
  size,
  sizes,
  onPage,
  onSize,
  unit = '条',
  whole = false,
  children,
}: Props) => {
  const [jump, setJump] = useState('');
  const pages = Math.max(1, Math.ceil((total ?? 0) / size), capped ? page + 1 : 1);
  const handleJump = (): void => {
    const wanted = Number.parseInt(jump, 10);
    setJump('');
    if (wanted >= 1) onPage(Math.min(wanted, capped ? wanted : pages));
  };
  return (
    <div className={styles.bar}>
      {chosen !== undefined && <span className={chosen === 0 ? styles.none : undefined}>已选 {chosen} 条</span>}
      {total !== undefined && (
        <span>
          共 {total}
          {capped && '+'} {unit}
        </span>
      )}
      <span className={styles.grow} />
      {children}
      {!whole && (
        <>
          <PageButtons page={page} pages={pages} onPage={onPage} />
          <Select
            size="small"
            className={styles.sizes ?? ''}
            value={size}
            options={sizes.map((value) => ({ value, label: `${value} 条/页` }))}
            aria-label="每页条数"
            popupMatchSelectWidth={false}
            onChange={onSize}
          />
          <label className={styles.jump}>
            跳至
            <input
              inputMode="numeric"
              value={jump}
              onChange={(event) => setJump(event.target.value.replace(/\D/g, ''))}
              onKeyDown={(event) => {
                if (event.key === 'Enter') handleJump();
              }}
              onBlur={handleJump}
            />
          </label>
        </>
      )}
    </div>
  );
};

interface ButtonsProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

export const PageButtons = ({ page, pages, onPage }: ButtonsProps) => (
  <nav className={styles.pager} aria-label="分页">
    <button type="button" aria-label="上一页" disabled={page <= 1} onClick={() => onPage(page - 1)}>
      <Icon name="left" />
    </button>
    {pagerItems(page, pages).map((item, index) =>
      item === null ? (
        <i key={`gap${index}`}>…</i>
      ) : (
        <button key={item} type="button" aria-current={item === page ? 'page' : undefined} onClick={() => onPage(item)}>
          {item}
        </button>
      ),
    )}
    <button type="button" aria-label="下一页" disabled={page >= pages} onClick={() => onPage(page + 1)}>
      <Icon name="right" />
    </button>
  </nav>
);
