/** isProgress: 0–100, up to 50 error, up to 70 warning, above success. */
import { type ColumnFeature, needsType } from './feature';

/** Colour of a progress value by the specification. */
export function progressTone(value: number): 'error' | 'warning' | 'success' {
  return value <= 50 ? 'error' : value <= 70 ? 'warning' : 'success';
}
export const progress: ColumnFeature = {
  key: 'progress',
  used: (column) => column.as === 'progress',
  check: (_column, field) => needsType('progress', ['int', 'decimal'], field),
  wire: () => ({ isProgress: true }),
};
