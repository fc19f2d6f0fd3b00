/** align, headerAlign: numbers right, tags centre, the rest left; the header as its cells. */

import { isNumeric } from '../kinds/index';
import type { Placement, ResolvedField } from '../resolved';
import { type ColumnFeature, isTag } from './feature';

export function defaultAlign(column: Placement, field: ResolvedField | undefined): 'left' | 'center' | 'right' {
  if (isTag(column, field)) return 'center';
  return isNumeric(field) && field?.dict === undefined && column.as !== 'progress' ? 'right' : 'left';
}
export const align: ColumnFeature = {
  key: 'align',
  used: () => true,
  wire(column, field) {
    const own = column.align ?? field?.align ?? defaultAlign(column, field);
    return { align: own, headerAlign: column.headerAlign ?? own };
  },
};
