/** scanCode: a scan input in the header, gone with `?showType=0`. */
import type { ColumnFeature } from './feature';

export const scan: ColumnFeature = {
  key: 'scan',
  used: (column) => column.scan === true,
  wire: () => ({ scanCode: true }),
};
