/** group: equal neighbours share a header. */
import type { ColumnFeature } from './feature';

export const group: ColumnFeature = {
  key: 'group',
  used: (column) => column.group !== undefined,
  wire: (column) => ({ group: column.group ?? '' }),
};
