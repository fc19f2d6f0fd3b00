/** fixed: pinned left, or right. */
import type { ColumnFeature } from './feature';

export const pin: ColumnFeature = {
  key: 'pin',
  used: (column) => column.pin !== undefined && column.pin !== false,
  wire: (column) => ({ fixed: column.pin === 'right' ? 'right' : 'left' }),
};
