/** of, service, text without a field: a value of the listed record by expression (SQL), a batched service or a template; such a column has its own code and title. */
import type { ColumnFeature } from './feature';

export const computed: ColumnFeature = {
  key: 'computed',
  used: (column, field) =>
    column.of !== undefined || column.service !== undefined || (column.text !== undefined && field === undefined),
  check(column) {
    if (column.of !== undefined && column.service !== undefined)
      return [{ key: 'service', code: 'key.unknown', terms: { k: 'service' } }];
    return column.title === undefined ? [{ key: 'title', code: 'key.missing', terms: { k: 'title' } }] : [];
  },
  wire: (column) => ({
    ...(column.of === undefined ? {} : { of: column.of }),
    ...(column.service === undefined ? {} : { service: column.service }),
  }),
};
