/** as: "tag": the label of a code in the tone of its dictionary entry. */
import { type ColumnFeature, needsType } from './feature';

export const tag: ColumnFeature = {
  key: 'tag',
  used: (column) => column.as === 'tag',
  check: (_column, field) => needsType('tag', ['dict', 'bool', 'int', 'date', 'text'], field),
  wire: () => ({ as: 'tag' }),
};
