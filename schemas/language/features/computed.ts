/** of, service: a value of the listed record by expression (SQL) or by a batched service; such a column has its own code and title. */
import type { ColumnFeature } from './feature';

export const computed: ColumnFeature = {
  key: 'computed',
  used: (column) => column.of !== undefined || column.service !== undefined,
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
