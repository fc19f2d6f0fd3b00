/** penetrate: what a click opens, in the specification's keys; the resolver has filled label and reference columns. */
import type { ColumnFeature } from './feature';

export const penetrate: ColumnFeature = {
  key: 'penetrate',
  used: (column) => typeof column.penetrate === 'object',
  check: (column) =>
    typeof column.penetrate === 'object' && column.penetrate.page === undefined
      ? [{ key: 'penetrate', code: 'key.missing', terms: { k: 'page' } }]
      : [],
  wire: (column) => (typeof column.penetrate === 'object' ? { penetrate: column.penetrate } : {}),
};
