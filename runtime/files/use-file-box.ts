/** The files of a field while one adds to them: what has arrived, what is on its way, what was refused and why. */
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FileValue } from '../../schemas/language/value';
import { sortOut } from './facts';
import { useUploads } from './use-uploads';

export interface FilesOfField {
  readonly field: ResolvedField;
  readonly files: readonly FileValue[];
  readonly max: number;
  readonly disabled?: boolean | undefined;
  readonly onChange: (files: readonly FileValue[]) => void;
}

export function useFileBox({ field, files, max, disabled = false, onChange }: FilesOfField) {
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
  /** over what may be dropped here */
  const handleOver = (event: DragEvent): void => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const handleLeave = (): void => setOver(false);
  return { single, used, room, over, refused, uploads, take, remove, handleOver, handleLeave, handleDrop, handlePaste };
}

/** A picture from the clipboard is called image.png whatever it is. */
const named = (file: File): File =>
  file.name === 'image.png' ? new File([file], `粘贴图片${Date.now()}.png`, { type: file.type }) : file;
