/** showoverflowtooltip: long text is cut with a tip; `overflow: false` wraps. */
import type { ColumnFeature } from './feature';

export const overflow: ColumnFeature = {
  key: 'overflow',
  used: () => true,
  wire: (column) => ({ showoverflowtooltip: column.overflow !== false }),
};
