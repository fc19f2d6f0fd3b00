/** fileType and list-type: pictures 1, pdf 2, others 3; `card` fields as picture-card, else as text. */
import { type ColumnFeature, needsType } from './feature';

const TYPES = { image: '1', pdf: '2', file: '3' } as const;
export const file: ColumnFeature = {
  key: 'file',
  used: (column) => column.as === 'image' || column.as === 'pdf' || column.as === 'file',
  check: (column, field) => needsType(column.as ?? '', ['file'], field),
  wire: (column, field) => ({
    fileType: TYPES[column.as as keyof typeof TYPES],
    'list-type': field?.card === true ? 'picture-card' : 'text',
  }),
};
