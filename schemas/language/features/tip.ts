/** showIcon, showTipContent, tipContentWidth: a sentence behind an icon in the header. */
import type { ColumnFeature } from './feature';

export const TIP_WIDTH = 200;
export const tip: ColumnFeature = {
  key: 'tip',
  used: (column, field) => (column.tip ?? field?.tip) !== undefined,
  wire: (column, field) => ({
    showIcon: true,
    showTipContent: column.tip ?? field?.tip ?? '',
    tipContentWidth: column.tipWidth ?? TIP_WIDTH,
  }),
};
