/** The menu a key opens on a row: everything its cells have buttons and links for. */
import { Dropdown } from 'antd';
import { createPortal } from 'react-dom';
import type { WireRow } from '../data/types';
import { featuresOf } from './TableRow';
import styles from './table.module.css';
import type { RowWay, TableColumn, TableContext, TableFeature } from './types';

export interface WaysAt {
  readonly ways: readonly RowWay[];
  readonly left: number;
  readonly top: number;
}

export const isWaysKey = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);
export const WAYS_KEY = 'Shift+F10';

/** Actions first, then what opens. */
export const waysOf = (
  row: WireRow,
  index: number,
  columns: readonly TableColumn[],
  features: readonly TableFeature[],
  context: TableContext,
): readonly RowWay[] => [
  ...columns.flatMap((column) => column.ways?.(row) ?? []),
  ...columns.flatMap((column) =>
    featuresOf(column, features).flatMap(
      ({ ways }) => ways?.({ row, index, column, text: column.text(row, index), context }) ?? [],
    ),
  ),
];

interface Props {
  readonly at: WaysAt;
  readonly onClose: () => void;
}
/** It stands on the page itself: a table keeps what it holds inside its frame. */
export const RowWays = ({ at, onClose }: Props) =>
  createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      menu={{
        items: at.ways.map(({ title, danger = false }, n) => ({ key: String(n), label: title, danger })),
        onClick: ({ key }) => {
          onClose();
          at.ways[Number(key)]?.go();
        },
      }}
    >
      <span className={styles.anchor} style={{ left: at.left, top: at.top }} />
    </Dropdown>,
    document.body,
  );
