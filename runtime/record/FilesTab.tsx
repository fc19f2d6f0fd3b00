/** `$files`: every file of the record by the field that holds it. */
import type { FileValue } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import { fileClient } from '../files/client';
import { FileThumb } from '../files/FileThumb';
import { sizeText } from '../files/facts';
import { openFile } from '../files/open-file';
import type { FormModel } from '../form/form-model';
import styles from './FilesTab.module.css';
import { filesOfRecord } from './files-of-record';

export function FilesTab({ model }: { readonly model: FormModel }) {
  useSignal(model.standing);
  const groups = filesOfRecord(model);
  if (groups.length === 0)
    return (
      <div className={styles.empty}>
        <b>暂无数据</b>
        <p>编辑时上传的图片和文件会列在这里</p>
      </div>
    );
  const all: readonly FileValue[] = groups.flatMap((group) => group.files);
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group.path}>
          <h2>{group.title}</h2>
          <ul>
            {group.files.map((file) => (
              <li key={file.id}>
                <button
                  type="button"
                  className={styles.thumb}
                  tabIndex={-1}
                  aria-hidden="true"
                  onClick={() => openFile(all, all.indexOf(file))}
                >
                  <FileThumb file={file} />
                </button>
                <button
                  type="button"
                  className={styles.name}
                  title={file.name}
                  onClick={() => openFile(all, all.indexOf(file))}
                >
                  {file.name}
                </button>
                <small>{sizeText(file.size)}</small>
                <button
                  type="button"
                  className={styles.save}
                  aria-label={`下载${file.name}`}
                  onClick={() => void fileClient.save(file).catch(() => undefined)}
                >
                  下载
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
