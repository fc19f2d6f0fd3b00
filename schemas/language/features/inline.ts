/** inline: the cell is edited in the list; version checked, rules and checks of the record hold. */
import { factsOf } from '../kinds/index';
import type { ColumnFeature } from './feature';

export const inline: ColumnFeature = {
  key: 'inline',
  used: (column) => column.inline === true,
  check: (_column, field) =>
    field === undefined || field.formula !== undefined || field.base === true || factsOf(field).isAsked === true
      ? [{ key: 'inline', code: 'formula.write', terms: { f: field?.title ?? '' } }]
      : [],
  wire: () => ({ inline: true }),
};
