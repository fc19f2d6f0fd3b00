/** required: the red asterisk of grids and sub-tables, from the field. */
import type { ColumnFeature } from './feature';

export const required: ColumnFeature = {
  key: 'required',
  used: (_column, field) => field?.required === true || field?.required === 'new',
  wire: () => ({ required: true }),
};
