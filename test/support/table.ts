/** A column of a table as the runtime makes it from a field. */
import type { TableColumn } from '../../runtime/table/index';

export const tableColumn = (key: string, more: Partial<TableColumn> = {}): TableColumn => ({
  key,
  title: `列${key}`,
  width: 120,
  minWidth: 40,
  align: 'left',
  headerAlign: 'left',
  sortable: false,
  grows: false,
  overflow: true,
  required: false,
  text: (row) => String(row[key] ?? ''),
  ...more,
});
