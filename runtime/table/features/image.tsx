/** `as: image` — pictures of a file field as thumbnails. */

import { filesOf } from '../cell-files';
import type { TableFeature } from '../types';
import styles from './features.module.css';

const SHOWN = 3;

export const image: TableFeature = {
  code: 'image',
  applies: (column) => column.as === 'image' || column.as === 'avatar',
  columnProps: () => ({ align: 'center', headerAlign: 'center' }),
  cell: ({ row, column }, inner) => {
    const files = filesOf(row[column.key]);
    if (files.length === 0) return inner;
    return (
      <span className={styles.images} data-round={column.as === 'avatar' ? '' : undefined}>
        {files.slice(0, SHOWN).map((file) => (
          <img key={file.id} src={file.url} alt={file.name} loading="lazy" />
        ))}
        {files.length > SHOWN && <small>+{files.length - SHOWN}</small>}
      </span>
    );
  },
};
