/** Files as a list of names. */
import { Icon } from '../page/Icon';
import { type FileListProps, Remove, Share } from './FileCards';
import { shownAs, sizeText } from './facts';
import styles from './files.module.css';
import { openFile } from './open-file';

export function FileRows({ files, sending, disabled, onRemove, onRetry, onDrop }: FileListProps) {
  if (files.length + sending.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {files.map((file, n) => (
        <li key={file.id} className={styles.row}>
          <span className={styles.icon}>
            <Icon name={shownAs(file) === 'picture' ? 'picture' : shownAs(file) === 'pdf' ? 'doc' : 'file'} />
          </span>
          <button type="button" className={styles.name} title={file.name} onClick={() => openFile(files, n)}>
            {file.name}
          </button>
          <small>{sizeText(file.size)}</small>
          {!disabled && <Remove name={`删除${file.name}`} onClick={() => onRemove(file)} />}
        </li>
      ))}
      {sending.map((one) => (
        <li key={one.key} className={styles.row} data-bad={one.failed === null ? undefined : ''}>
          <span className={styles.icon}>
            <Icon name="upload" />
          </span>
          <span className={styles.name} title={one.file.name}>
            {one.file.name}
          </span>
          {one.failed === null ? (
            <Share one={one} />
          ) : (
            <>
              <span role="alert">{one.failed}</span>
              <button type="button" className={styles.retry} onClick={() => onRetry(one.key)}>
                重试
              </button>
            </>
          )}
          <Remove name={`取消${one.file.name}`} onClick={() => onDrop(one.key)} />
        </li>
      ))}
    </ul>
  );
}
