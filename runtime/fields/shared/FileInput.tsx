/** Attachments as a list of names. Uploading comes with the file service; until then the list is shown and nothing can be added. */
import { PaperClipOutlined } from '@ant-design/icons';
import type { FileValue } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import styles from './inputs.module.css';

export function FileInput({ id, value }: InputProps) {
  const files = Array.isArray(value) ? (value as readonly FileValue[]) : [];
  return (
    <div id={id} className={styles.files}>
      {files.length === 0 && <span className={styles.auto}>暂无附件</span>}
      {files.map((file) => (
        <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
          <PaperClipOutlined /> {file.name}
        </a>
      ))}
    </div>
  );
}
