/** `as: file` and `as: pdf` — names of files; a press looks at them or saves them. */
import { shownAs } from '../../files/facts';
import { openFile } from '../../files/open-file';
import { Icon } from '../../page/Icon';
import { filesOf } from '../cell-files';
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const file: TableFeature = {
  code: 'file',
  applies: (column) => column.as === 'file' || column.as === 'pdf',
  ways: ({ row, column }) => {
    const files = filesOf(row[column.key]);
    return files.map(({ id, name }, n) => ({
      key: id,
      title: `${column.title}：${name}`,
      go: () => openFile(files, n),
    }));
  },
  cell: ({ row, column }, inner) => {
    const files = filesOf(row[column.key]);
    if (files.length === 0) return inner;
    return files.map((file, n) => (
      <button
        key={file.id}
        type="button"
        className={styles.file}
        data-own=""
        data-tip={file.name}
        tabIndex={-1}
        onClick={() => openFile(files, n)}
      >
        <Icon name={shownAs(file) === 'pdf' ? 'doc' : shownAs(file) === 'picture' ? 'picture' : 'file'} />
        {file.name}
      </button>
    ));
  },
};
