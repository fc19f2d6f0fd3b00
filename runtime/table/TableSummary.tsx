import type { ReactNode } from 'react';
import type { Placed } from './layout';
import { type ColumnWindow, drawAcross, featuresOf } from './TableRow';
import styles from './table.module.css';
import type { TableFeature } from './types';

interface Props {
  readonly window: ColumnWindow;
  readonly features: readonly TableFeature[];
  readonly summary: { readonly label: string; readonly values: Readonly<Record<string, string>> };
}

/** Totals over the whole filter; the label stands in the first column that has no value, where it can run on. */
export const TableSummary = ({ window, features, summary }: Props) => {
  const { layout, height } = window;
  const isFree = ({ column }: Placed): boolean =>
    !column.key.startsWith('$') && summary.values[column.key] === undefined;
  const all = [...layout.left, ...layout.middle];
  const runsOn = all.find((placed, at) => isFree(placed) && all[at + 1] !== undefined && isFree(all[at + 1] as Placed));
  const holder = (
    layout.left.find((placed) => isFree(placed) && placed.column.align !== 'right') ??
    runsOn ??
    all.find(isFree)
  )?.column.key;
  const draw = ({ column, style }: Placed): ReactNode => {
    const value = summary.values[column.key];
    let drawn: ReactNode = value ?? (column.key === holder ? summary.label : '');
    for (const feature of featuresOf(column, features))
      if (feature.footer !== undefined && value !== undefined) drawn = feature.footer(column, drawn);
    return (
      <div
        key={column.key}
        className={styles.cell}
        role="gridcell"
        style={style}
        data-label={value === undefined && column.key === holder ? '' : undefined}
        data-align={column.align === 'right' && column.key !== runsOn?.column.key ? 'right' : undefined}
      >
        {drawn}
      </div>
    );
  };
  return (
    <div className={styles.summary} role="row" style={{ height }} data-own="">
      {drawAcross(window, draw)}
    </div>
  );
};
