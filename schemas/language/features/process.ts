/** isProcess: one dot for each step of a list [{title, tone, tip}] from steps(…) or a service. */
import { type ColumnFeature, needsType } from './feature';

export const process: ColumnFeature = {
  key: 'process',
  used: (column) => column.as === 'process',
  check: (_column, field) => needsType('process', ['json'], field),
  wire: () => ({ isProcess: true }),
};
