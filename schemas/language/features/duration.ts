/** as: "duration": 4分50秒 from seconds. */
import { type ColumnFeature, needsType } from './feature';

export const duration: ColumnFeature = {
  key: 'duration',
  used: (column) => column.as === 'duration',
  check: (_column, field) => needsType('duration', ['int', 'decimal'], field),
  wire: () => ({ as: 'duration' }),
};
