/** inline: the cell is edited in the list; version checked, rules and checks of the record hold. */
import { isGiven } from '../written';
import type { ColumnFeature } from './feature';

export const inline: ColumnFeature = {
  key: 'inline',
  used: (column) => column.inline === true,
  check: (_column, field) =>
    field === undefined || !isGiven(field)
      ? [{ key: 'inline', code: 'formula.write', terms: { f: field?.title ?? '' } }]
      : [],
  wire: () => ({ inline: true }),
};
