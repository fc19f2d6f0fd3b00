/** What the body shows without rows. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ColumnWindow } from './TableRow';
import styles from './table.module.css';

const SKELETON_ROWS = 12;

/** The one cell of the one row of a grid without rows: a grid may hold nothing else. */
export const OnlyCell = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.only} role="row">
    <div className={styles.only} role="gridcell">
      {children}
    </div>
  </div>
);

/** Bars of the real column widths, after 300 ms (CSS), so that a fast answer flashes nothing. */
export const TableSkeleton = ({ window }: { readonly window: ColumnWindow }) => (
  <OnlyCell>
    <div className={styles.skeleton} role="status" aria-label="加载中…">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div
          key={index}
          className={styles.row}
          style={{ height: window.height, transform: `translateY(${index * window.height}px)` }}
        >
          {[...window.layout.left, ...window.middle, ...window.layout.right].map(({ column, style }, at) => (
            <div key={column.key} className={styles.cell} style={{ width: style.width }}>
              <i style={{ width: `${45 + ((index * 7 + at * 13) % 40)}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  </OnlyCell>
);

/** The heading is always 暂无数据; below it what the list is for, or that the filter found nothing, and one way on. */
export const TableEmpty = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.state} data-own="">
    <b>暂无数据</b>
    {children}
  </div>
);

interface FailedProps {
  readonly text: string;
  readonly requestId?: string | undefined;
  readonly onRetry: () => void;
  readonly way?: { readonly title: string; readonly onGo: () => void } | undefined;
}

export const TableFailed = ({ text, requestId, onRetry, way }: FailedProps) => (
  <div className={styles.state} role="alert" data-own="">
    <b>没有取到数据</b>
    <p>{text}</p>
    {requestId !== undefined && <small>请求编号 {requestId}</small>}
    <span className={styles.ways}>
      <Button onClick={onRetry}>重试</Button>
      {way !== undefined && (
        <Button type="primary" onClick={way.onGo}>
          {way.title}
        </Button>
      )}
    </span>
  </div>
);
