/** tone: colour of a cell by expression; text: a template instead of the value; max: what a bar is full at. */
import type { ColumnFeature } from './feature';

export const tone: ColumnFeature = {
  key: 'tone',
  used: (column) => column.tone !== undefined,
  wire: (column) => (column.tone === undefined ? {} : { tone: column.tone }),
};
export const text: ColumnFeature = {
  key: 'text',
  used: (column) => column.text !== undefined,
  wire: (column) => ({ text: column.text ?? '' }),
};
export const max: ColumnFeature = {
  key: 'max',
  used: (column) => column.max !== undefined,
  wire: (column) => ({ max: column.max }),
};
