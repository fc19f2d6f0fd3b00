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
      {sending.map((sending) => (
        <li key={sending.key} className={styles.row} data-bad={sending.failed === null ? undefined : ''}>
          <span className={styles.icon}>
            <Icon name="upload" />
          </span>
          <span className={styles.name} title={sending.file.name}>
            {sending.file.name}
          </span>
          {sending.failed === null ? (
            <Share one={sending} />
          ) : (
            <>
              <span role="alert">{sending.failed}</span>
              <button type="button" className={styles.retry} onClick={() => onRetry(sending.key)}>
                重试
              </button>
            </>
          )}
          <Remove name={`取消${sending.file.name}`} onClick={() => onDrop(sending.key)} />
        </li>
      ))}
    </ul>
  );
}
