/** as: "elapsed": live 00:12:33 since a moment. */
import { type ColumnFeature, needsType } from './feature';

export const elapsed: ColumnFeature = {
  key: 'elapsed',
  used: (column) => column.as === 'elapsed',
  check: (_column, field) => needsType('elapsed', ['datetime'], field),
  wire: () => ({ as: 'elapsed' }),
};
