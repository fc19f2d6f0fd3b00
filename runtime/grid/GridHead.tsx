/** The heads of the columns: a click selects the column, the corner selects everything, the right edge changes the width. */
import { InfoCircleOutlined } from '@ant-design/icons';
import { Fragment, memo } from 'react';
import type { GridControl } from './control';
import { dragWidth } from './drag';
import { drawn, gapBefore, type Metrics } from './draw';
import styles from './Grid.module.css';
import type { GridColumn } from './types';

export interface GridHeadProps {
  readonly control: GridControl;
  readonly sizes: Metrics;
  readonly scale: number;
  /** first and last column in view */
  readonly from: number;
  readonly to: number;
  /** nothing can be entered: nothing is asked for */
  readonly fixed: boolean;
}

export const GridHead = memo(function GridHead({ control, sizes, scale, from, to, fixed }: GridHeadProps) {
  const { columns } = control.host;
  return (
    <div
      className={styles.head}
      style={{ width: sizes.number + (sizes.edges.at(-1) ?? 0) }}
      role="row"
      aria-rowindex={1}
    >
      <div
        className={styles.number}
        style={{ width: sizes.number }}
        role="columnheader"
        aria-colindex={1}
        data-corner=""
        title="全选"
      >
        行号
      </div>
      {drawn(sizes, from, to).map((c) => {
        const column = columns[c];
        if (column === undefined) return null;
        const gap = c === from ? gapBefore(sizes, from) : 0;
        return (
          <Fragment key={column.code}>
            {gap > 0 && <div style={{ width: gap, flex: 'none' }} />}
            <div
              role="columnheader"
              aria-colindex={c + 2}
              className={headClass(column, fixed)}
              data-grid-column={column.code}
              data-pinned={column.pinned ? '' : undefined}
              style={sizes.cells[c]}
              title={column.tip ?? column.title}
            >
              <span className={styles.title}>{column.title}</span>
              {column.tip !== undefined && <InfoCircleOutlined className={styles.tipIcon} />}
              <i
                className={styles.edge}
                data-edge=""
                title="拖动改变列宽，双击恢复"
                onPointerDown={(event) => dragWidth(event, control, column.code, scale)}
                onDoubleClick={() => control.widths.set(column.code, null)}
              />
            </div>
          </Fragment>
        );
      })}
    </div>
  );
});

const headClass = (column: GridColumn, fixed: boolean): string =>
  [
    styles.th,
    column.align === 'right' ? styles.right : column.align === 'center' ? styles.center : '',
    column.required && !fixed ? styles.required : '',
  ].join(' ');
