/** The table for everybody outside this folder. */

export { type ColumnSource, columnOf, columnsOf } from './columns';
export { DataTable, type DataTableProps, type TableSelection, type TableStatus } from './DataTable';
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
export type { CellLink, SortKey, TableColumn, TableContext, TableFeature } from './types';
