/** `as: file` and `as: pdf` — names of files that open beside the page. */
import { Icon } from '../../page/Icon';
import { filesOf } from '../cell-files';
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const file: TableFeature = {
  code: 'file',
  applies: (column) => column.as === 'file' || column.as === 'pdf',
  cell: ({ row, column }, inner) => {
    const files = filesOf(row[column.key]);
    if (files.length === 0) return inner;
    return files.map((one) => (
      <a
        key={one.id}
        className={styles.file}
        href={one.url}
        target="_blank"
        rel="noopener"
        data-own=""
        data-tip={one.name}
        tabIndex={-1}
      >
        <Icon name={column.as === 'pdf' ? 'doc' : 'file'} />
        {one.name}
      </a>
    ));
  },
};
