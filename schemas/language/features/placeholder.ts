/** placeholder: of the scan input, the inline editor, the empty cell. */
import type { ColumnFeature } from './feature';

export const placeholder: ColumnFeature = {
  key: 'placeholder',
  used: (column, field) => (column.placeholder ?? field?.placeholder) !== undefined,
  wire: (column, field) => ({ placeholder: column.placeholder ?? field?.placeholder ?? '' }),
};
