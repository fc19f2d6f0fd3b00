/** Files as small pictures, those on their way with their share. */
import type { ReactNode } from 'react';
import type { FileValue } from '../../schemas/language/value';
import { Icon } from '../page/Icon';
import { FileThumb } from './FileThumb';
import { shownAs } from './facts';
import styles from './files.module.css';
import { openFile } from './open-file';
import type { Sending } from './use-uploads';

export interface FileListProps {
  readonly files: readonly FileValue[];
  readonly sending: readonly Sending[];
  readonly disabled: boolean;
  readonly onRemove: (file: FileValue) => void;
  readonly onRetry: (key: string) => void;
  readonly onDrop: (key: string) => void;
}

interface Props extends FileListProps {
  readonly children: ReactNode;
}

export function FileCards({ files, sending, disabled, onRemove, onRetry, onDrop, children }: Props) {
  return (
    <div className={styles.cards}>
      {files.map((file, n) => (
        <div key={file.id} className={styles.card}>
          <button
            type="button"
            title={file.name}
            aria-label={shownAs(file) === 'none' ? `下载${file.name}` : `预览${file.name}`}
            onClick={() => openFile(files, n)}
          >
            <FileThumb file={file} />
          </button>
          {shownAs(file) !== 'picture' && <span className={styles.note}>{file.name}</span>}
          {!disabled && <Remove name={`删除${file.name}`} onClick={() => onRemove(file)} />}
        </div>
      ))}
      {sending.map((sending) => (
        <div
          key={sending.key}
          className={styles.card}
          data-bad={sending.failed === null ? undefined : ''}
          title={sending.file.name}
        >
          {sending.failed === null ? (
            <>
              <span className={styles.icon}>{Math.round(sending.share * 100)}%</span>
              <Share one={sending} className={styles.note} />
            </>
          ) : (
            <>
              <button type="button" className={styles.retry} onClick={() => onRetry(sending.key)}>
                重试
              </button>
              <span className={styles.note} role="alert" title={sending.failed}>
                {sending.failed}
              </span>
            </>
          )}
          <Remove name={`取消${sending.file.name}`} onClick={() => onDrop(sending.key)} />
        </div>
      ))}
      {children}
    </div>
  );
}

export function Share({ one: sending, className }: { readonly one: Sending; readonly className?: string | undefined }) {
  const percent = Math.round(sending.share * 100);
  return (
    <span className={className}>
      <span
        className={styles.progress}
        role="progressbar"
        aria-label={`上传${sending.file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ display: 'block' }}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

export function Remove({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.remove} aria-label={name} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
