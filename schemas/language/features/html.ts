/** isHtml: sanitised html in the one html cell; default of richText. */
import { type ColumnFeature, needsType } from './feature';

export const html: ColumnFeature = {
  key: 'html',
  used: (column) => column.as === 'html',
  check: (_column, field) => needsType('html', ['text'], field),
  wire: () => ({ isHtml: true }),
};
