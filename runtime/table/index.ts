/** The table for everybody outside this folder. */

export { type ColumnSource, columnOf, columnsOf, fieldAt } from './columns';
export { DataTable } from './DataTable';
export { FEATURES } from './features/index';
export { indexColumn } from './select-column';
export {
  isLockedRow,
  keepSelection,
  keptSelection,
  NOTHING,
  type Selection,
  type SelectionAct,
  type SelectMode,
  SINGLE_REFUSAL,
  select,
} from './selection';
export type { Side } from './TableHeader';
export { content, selectBox } from './TableRow';
export { TableEmpty, TableFailed } from './TableStates';
export { TreeCaret, TreeCell, TreeMore, type TreePlace, treeColumn } from './TreeCell';
export type { DataTableProps, TableSelection, TableStatus } from './table-props';
export { type TreeRow, treeRows } from './tree';
export type { CellLink, HeaderContext, SortKey, TableColumn, TableContext, TableEdit, TableFeature } from './types';
