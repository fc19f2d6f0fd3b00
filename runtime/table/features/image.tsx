/** `as: image` — pictures of a file field as thumbnails. */

import { FileThumb } from '../../files/FileThumb';
import { openFile } from '../../files/open-file';
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
        {files.slice(0, SHOWN).map((file, n) => (
          <button
            key={file.id}
            type="button"
            data-own=""
            data-tip={file.name}
            aria-label={`预览${file.name}`}
            onClick={() => openFile(files, n)}
          >
            <FileThumb file={file} />
          </button>
        ))}
        {files.length > SHOWN && <small>+{files.length - SHOWN}</small>}
      </span>
    );
  },
};
