/** Files to read: pictures small, others by name; a press looks at them or saves them. */
import { readFiles } from '../../../schemas/language/codec/file-list';
import { FileThumb } from '../../files/FileThumb';
import { isPictureField, shownAs } from '../../files/facts';
import styles from '../../files/files.module.css';
import { openFile } from '../../files/open-file';
import { Icon } from '../../page/Icon';
import type { DisplayProps } from '../display-props';

export function FileDisplay({ value, field }: DisplayProps) {
  const files = readFiles(value) ?? [];
  if (files.length === 0) return null;
  const pictures = isPictureField(field) || field.card === true;
  return (
    <span className={styles.shown}>
      {files.map((file, n) => (
        <button
          key={file.id}
          type="button"
          className={pictures ? styles.picture : undefined}
          title={file.name}
          aria-label={shownAs(file) === 'none' ? `下载${file.name}` : `预览${file.name}`}
          onClick={() => openFile(files, n)}
        >
          {pictures ? <FileThumb file={file} /> : <Icon name={shownAs(file) === 'pdf' ? 'doc' : 'file'} />}
          {!pictures && <span>{file.name}</span>}
        </button>
      ))}
    </span>
  );
}
