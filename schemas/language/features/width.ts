/** width, minWidth: by type unless said; users keep their own in the column settings. */

import { isNumeric } from '../kinds/index';
import type { Placement, ResolvedField } from '../resolved';
import { type ColumnFeature, isTag } from './feature';

export const MIN_WIDTH = 80;
/** Width of a column whose text says none. */
export function defaultWidth(column: Placement, field: ResolvedField | undefined): number {
  if (isTag(column, field)) return 90;
  if (field === undefined) return 160;
  if (isNumeric(field) || field.type === 'time' || (field.type === 'date' && field.many !== true)) return 110;
  return 160;
}
export const width: ColumnFeature = {
  key: 'width',
  used: () => true,
  wire: (column, field) => ({
    width: column.width ?? field?.width ?? defaultWidth(column, field),
    minWidth: column.minWidth ?? MIN_WIDTH,
  }),
};
