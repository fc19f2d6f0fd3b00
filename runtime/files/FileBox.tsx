/**
 * Adding files: chosen, dropped, pasted or taken by a camera; as cards or as a list. The value holds what has arrived; what is still on
 * its way is marked, and saving waits for it.
 */
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FileValue } from '../../schemas/language/value';
import { Icon } from '../page/Icon';
import { useTouch } from '../page/use-touch';
import { FileCards } from './FileCards';
import { FileRows } from './FileRows';
import { acceptText, isPictureField, sortOut } from './facts';
import styles from './files.module.css';
import { useUploads } from './use-uploads';

export interface FileBoxProps {
  readonly id?: string | undefined;
  readonly field: ResolvedField;
  readonly files: readonly FileValue[];
  readonly max: number;
  readonly disabled?: boolean | undefined;
  readonly status?: 'error' | 'warning' | undefined;
  readonly onChange: (files: readonly FileValue[]) => void;
}

export function FileBox({ id, field, files, max, disabled = false, status, onChange }: FileBoxProps) {
  const own = useId();
  // a finger, so probably a camera
  const touch = useTouch();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  // several may arrive before the form draws again
  const now = useRef(files);
  now.current = files;
  const put = (next: readonly FileValue[]): void => {
    now.current = next;
    onChange(next);
  };
  const single = max === 1;
  const uploads = useUploads({
    bizType: field.path,
    fileType: field.accept === 'image' ? '1' : field.accept === 'pdf' ? '2' : undefined,
    onDone: (file) => put(single ? [file] : [...now.current, file]),
  });
  const used = files.length + uploads.sending.length;
  // one file is replaced by the next
  const room = single ? 1 : Math.max(0, max - used);

  const take = (list: FileList | readonly File[] | null): void => {
    if (disabled || list === null || list.length === 0) return;
    const { taken, refused: why } = sortOut([...list], field, room);
    setRefused(why);
    if (single && taken.length > 0) for (const sending of uploads.sending) uploads.drop(sending.key);
    uploads.start(taken);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const handlePaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take([...event.clipboardData.files].map(named));
  };
  const remove = (file: FileValue): void => put(now.current.filter((value) => value.id !== file.id));
  const cards = field.card === true || isPictureField(field);
  const shared = {
    files,
    sending: uploads.sending,
    disabled,
    onRemove: remove,
    onRetry: uploads.retry,
    onDrop: uploads.drop,
  };
  const add = !disabled && (single ? used === 0 || !cards : room > 0);
  const word = single && used > 0 ? '更换' : '上传';
  return (
    <div
      className={styles.box}
      data-over={over || undefined}
      data-status={status}
      data-uploading={uploads.sending.some((sending) => sending.failed === null) || undefined}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      onPaste={handlePaste}
    >
      {cards ? (
        <FileCards {...shared}>
          {add && (
            <button
              type="button"
              id={id}
              className={styles.add}
              aria-label={`${word}${field.title}`}
              aria-describedby={own}
              onClick={() => chooser.current?.click()}
            >
              <Icon name="plus" />
              {word}
            </button>
          )}
          {add && field.accept === 'image' && touch && (
            <button type="button" className={styles.add} onClick={() => camera.current?.click()}>
              <Icon name="picture" />
              拍照
            </button>
          )}
        </FileCards>
      ) : (
        <>
          {add && (
            <div className={styles.bar}>
              <button
                type="button"
                id={id}
                className={styles.choose}
                aria-label={`${word}文件：${field.title}`}
                aria-describedby={own}
                onClick={() => chooser.current?.click()}
              >
                <Icon name="upload" />
                {word}文件
              </button>
              <span className={styles.hint}>{hintOf(field, max)}</span>
            </div>
          )}
          <FileRows {...shared} />
          {!add && used === 0 && <span className={styles.hint}>暂无附件</span>}
        </>
      )}
      <span id={own} hidden>
        {hintOf(field, max)}
      </span>
      {refused.map((text) => (
        <p key={text} className={styles.refused} role="alert">
          {text}
        </p>
      ))}
      <input
        ref={chooser}
        type="file"
        hidden
        data-files={field.path}
        multiple={!single}
        accept={acceptText(field.accept)}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {field.accept === 'image' && (
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      )}
    </div>
  );
}

/** A picture from the clipboard is called image.png whatever it is. */
const named = (file: File): File =>
  file.name === 'image.png' ? new File([file], `粘贴图片${Date.now()}.png`, { type: file.type }) : file;

function hintOf(field: ResolvedField, max: number): string {
  return [
    '可拖入或粘贴',
    field.size === undefined ? '' : `不超过${field.size}MB`,
    max === 1 || max === Number.POSITIVE_INFINITY ? '' : `最多${max}个`,
  ]
    .filter((text) => text !== '')
    .join('，');
}
