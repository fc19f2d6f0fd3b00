import { memo, type ReactNode } from 'react';
import type { Tone } from '../../schemas/language/document';
import type { WireRow } from '../data/types';
import { Icon } from '../page/Icon';
import type { Layout, Placed } from './layout';
import { SELECT_KEY } from './select-column';
import styles from './table.module.css';
import type { TableColumn, TableContext, TableEdit, TableFeature } from './types';

/** The part of the columns that is drawn, and the empty room before and after it. */
export interface ColumnWindow {
  readonly layout: Layout;
  readonly height: number;
  readonly middle: readonly Placed[];
  readonly before: number;
  readonly after: number;
}
interface Props {
  readonly row: WireRow;
  readonly index: number;
  readonly top: number;
  readonly window: ColumnWindow;
  readonly features: readonly TableFeature[];
  readonly context: TableContext;
  readonly selected: boolean;
  readonly locked: boolean;
  readonly active: boolean;
  readonly cursor: boolean;
  readonly tone: Tone | undefined;
  readonly edit: TableEdit | undefined;
  /** key of the column whose cell is being edited, and how it ends */
  readonly editing: string | undefined;
  readonly onEdited: (step: 1 | -1 | 0) => void;
  /** columns whose cells just changed */
  readonly flash: ReadonlySet<string> | undefined;
  readonly beat: number;
}

/** Cells are elements without components of their own: mounted components are what a table costs. */
export const TableRow = memo((props: Props) => {
  const { row, index, top, window, features, context, selected, tone, edit, editing } = props;
  const draw = ({ column, style }: Placed): ReactNode => {
    const open = edit !== undefined && column.key !== editing && edit.allows(row, column);
    return (
      <div
        key={column.key}
        className={styles.cell}
        role="gridcell"
        style={style}
        data-align={column.align === 'left' ? undefined : column.align}
        data-wrap={column.overflow ? undefined : ''}
        data-editing={column.key === editing || undefined}
        data-inline={open || undefined}
        data-flash={props.flash?.has(column.key) === true ? props.beat % 2 : undefined}
      >
        {edit !== undefined && column.key === editing
          ? edit.draw({ row, column, close: props.onEdited })
          : column.key === SELECT_KEY
            ? selectBox({ checked: selected, disabled: props.locked })
            : content(column, row, index, features, context)}
        {open && (
          <button
            type="button"
            className={styles.pen}
            data-own=""
            data-edit={column.key}
            tabIndex={-1}
            aria-label={`修改${column.title}`}
          >
            <Icon name="pen" />
          </button>
        )}
      </div>
    );
  };
  return (
    <div
      className={styles.row}
      id={`row-${row.id}`}
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-selected={selected}
      data-active={props.active || undefined}
      data-cursor={props.cursor || undefined}
      data-locked={props.locked || undefined}
      data-editing={editing !== undefined || undefined}
      data-tone={tone ?? rowTone(row, features, context)}
      style={{ height: window.height, transform: `translateY(${top}px)` }}
    >
      {drawAcross(window, draw)}
    </div>
  );
});

interface BoxProps {
  readonly checked: boolean;
  readonly disabled: boolean;
  /** what is chosen; without it the row around the box says so */
  readonly label?: string;
  /** without it the row around the box is clicked */
  readonly onChange?: () => void;
}
export const selectBox = ({ checked, disabled, label = '选择', onChange }: BoxProps) => (
  <input
    type="checkbox"
    className={styles.box}
    checked={checked}
    disabled={disabled}
    aria-label={label}
    {...(onChange === undefined ? { readOnly: true, tabIndex: -1 } : { onChange })}
  />
);

/** The columns of a row from left to right: pinned ones, those in view between two gaps, pinned ones. */
export const drawAcross = ({ layout, middle, before, after }: ColumnWindow, draw: (placed: Placed) => ReactNode) => (
  <>
    {layout.left.length > 0 && (
      <div className={styles.pinned} data-pin="left">
        {layout.left.map(draw)}
      </div>
    )}
    {before > 0 && <span className={styles.gap} style={{ width: before }} />}
    {middle.map(draw)}
    {after > 0 && <span className={styles.gap} style={{ width: after }} />}
    {layout.right.length > 0 && (
      <div className={styles.pinned} data-pin="right">
        {layout.right.map(draw)}
      </div>
    )}
  </>
);

/** What a cell shows: its text, then whatever the features of its column make of it. */
export const content = (
  column: TableColumn,
  row: WireRow,
  index: number,
  features: readonly TableFeature[],
  context: TableContext,
): ReactNode => {
  const text = column.text(row, index);
  let drawn: ReactNode = column.render === undefined ? text : column.render(row, index);
  for (const feature of featuresOf(column, features))
    if (feature.cell !== undefined) drawn = feature.cell({ row, index, column, text, context }, drawn);
  return column.wrap === undefined ? drawn : column.wrap(row, drawn);
};

const rowTone = (row: WireRow, features: readonly TableFeature[], context: TableContext): Tone | undefined => {
  for (const feature of features) {
    const tone = feature.rowProps?.(row, context)?.tone;
    if (tone !== undefined) return tone;
  }
  return undefined;
};

const known = new WeakMap<
  TableColumn,
  { readonly of: readonly TableFeature[]; readonly list: readonly TableFeature[] }
>();
/** Which features a column has is asked once, not once a cell. */
export const featuresOf = (column: TableColumn, features: readonly TableFeature[]): readonly TableFeature[] => {
  const kept = known.get(column);
  if (kept !== undefined && kept.of === features) return kept.list;
  const list = features.filter((feature) => feature.applies(column));
  known.set(column, { of: features, list });
  return list;
};
