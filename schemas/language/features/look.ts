/** as: link, dot, avatar: another look of a text, a code, a picture or a person. */
import type { ColumnFeature } from './feature';

const LOOKS: readonly string[] = ['link', 'dot', 'avatar'];
export const look: ColumnFeature = {
  key: 'look',
  used: (column) => column.as !== undefined && LOOKS.includes(column.as),
  wire: (column) => (column.as === undefined ? {} : { as: column.as }),
};
