/** The column of boxes, and the pass that lets features change columns before they are laid out. */
import type { WireRow } from '../data/types';
import type { TableColumn, TableFeature } from './types';

export const SELECT_KEY = '$select';

export const SELECT_COLUMN: TableColumn = {
  key: SELECT_KEY,
  title: '选择',
  width: 40,
  minWidth: 40,
  align: 'center',
  headerAlign: 'center',
  pin: 'left',
  sortable: false,
  grows: false,
  overflow: true,
  required: false,
  text: (_row: WireRow) => '',
};

/** Number in the page; width 70 (specification §9), pinned left where the list says so. */
export const indexColumn = (first: number, pinned: boolean): TableColumn => ({
  key: '$index',
  title: '序号',
  width: 70,
  minWidth: 70,
  align: 'center',
  headerAlign: 'center',
  pin: pinned ? 'left' : undefined,
  sortable: false,
  grows: false,
  overflow: true,
  required: false,
  text: (_row: WireRow, index: number) => String(first + index + 1),
});

export const withFeatures = (
  columns: readonly TableColumn[],
  features: readonly TableFeature[],
): readonly TableColumn[] =>
  columns.map((column) => {
    let now = column;
    for (const feature of features)
      if (feature.columnProps !== undefined && feature.applies(now)) now = { ...now, ...feature.columnProps(now) };
    return now;
  });
