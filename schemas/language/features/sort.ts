/** sortable: sorted by the server, so only over what has a column or an SQL form. */
import { factsOf } from '../kinds/index';
import type { ColumnFeature } from './feature';

export const sort: ColumnFeature = {
  key: 'sort',
  used: (column) => column.sort === true,
  check: (column, field) =>
    column.service !== undefined ||
    (column.text !== undefined && field === undefined) ||
    (field !== undefined && factsOf(field).isAsked === true) ||
    field?.type === 'rows' ||
    field?.many === true
      ? [{ key: 'sort', code: 'expr.sql', terms: { fn: column.field ?? '' } }]
      : [],
  wire: () => ({ sortable: true }),
};
