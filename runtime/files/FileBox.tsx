/**
 * Adding files: chosen, dropped, pasted or taken by a camera; as cards or as a list. The value holds what has arrived; what is still on
 * its way is marked, and saving waits for it.
 */
import { type ComponentPropsWithRef, useId, useRef } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import { Icon } from '../page/Icon';
import { useTouch } from '../page/use-touch';
import { FileCards } from './FileCards';
import { FileRows } from './FileRows';
import { acceptText, isPictureField } from './facts';
import styles from './files.module.css';
import { type FilesOfField, useFileBox } from './use-file-box';

export interface FileBoxProps extends FilesOfField {
  readonly id?: string | undefined;
  readonly status?: 'error' | 'warning' | undefined;
}

export function FileBox({ id, field, files, max, disabled = false, status, onChange }: FileBoxProps) {
  const own = useId();
  // a finger, so probably a camera
  const touch = useTouch();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const box = useFileBox({ field, files, max, disabled, onChange });
  const { single, used, room, uploads, take } = box;
  const cards = field.card === true || isPictureField(field);
  const shared = {
    files,
    sending: uploads.sending,
    disabled,
    onRemove: box.remove,
    onRetry: uploads.retry,
    onDrop: uploads.drop,
  };
  const add = !disabled && (single ? used === 0 || !cards : room > 0);
  const word = single && used > 0 ? '更换' : '上传';
  return (
    <div
      className={styles.box}
      data-over={box.over || undefined}
      data-status={status}
      data-uploading={uploads.sending.some((sending) => sending.failed === null) || undefined}
      onDragOver={box.handleOver}
      onDragLeave={box.handleLeave}
      onDrop={box.handleDrop}
      onPaste={box.handlePaste}
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
      {box.refused.map((text) => (
        <p key={text} className={styles.refused} role="alert">
          {text}
        </p>
      ))}
      <FileInput
        ref={chooser}
        data-files={field.path}
        multiple={!single}
        accept={acceptText(field.accept)}
        onTake={take}
      />
      {field.accept === 'image' && <FileInput ref={camera} accept="image/*" capture="environment" onTake={take} />}
    </div>
  );
}

interface InputProps extends ComponentPropsWithRef<'input'> {
  readonly onTake: (files: FileList | null) => void;
}
/** The same file can be chosen again. */
const FileInput = ({ onTake, ...more }: InputProps) => (
  <input
    {...more}
    type="file"
    hidden
    onChange={(event) => {
      onTake(event.target.files);
      event.target.value = '';
    }}
  />
);

function hintOf(field: ResolvedField, max: number): string {
  return [
    '可拖入或粘贴',
    field.size === undefined ? '' : `不超过${field.size}MB`,
    max === 1 || max === Number.POSITIVE_INFINITY ? '' : `最多${max}个`,
  ]
    .filter((text) => text !== '')
    .join('，');
}
