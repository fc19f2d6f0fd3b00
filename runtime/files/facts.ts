/** What a file is to a reader, and why one may not be added. Pure. */

import { acceptsFile, fileSortOf } from '../../schemas/language/codec/file-list';
import { factsOf } from '../../schemas/language/kinds/index';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FileValue } from '../../schemas/language/value';

export type Shown = 'picture' | 'pdf' | 'video' | 'none';

/** How a file is looked at here; `none`: it is saved. */
export function shownAs({ name, fileType }: FileValue): Shown {
  const sort = fileType ?? fileSortOf(name);
  if (sort === '1') return 'picture';
  if (sort === '2') return 'pdf';
  return /\.(mp4|webm|m4v|mov)$/i.test(name) ? 'video' : 'none';
}

/** Pictures are small pictures, everything else is told by its name. */
export const isPictureField = (field: Pick<ResolvedField, 'accept' | 'kind'>): boolean =>
  field.accept === 'image' || factsOf(field).isDrawn;

/** `1.2 MB`, as people say sizes. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export interface Candidate {
  readonly name: string;
  readonly size: number;
}

const WANTED = { image: '图片', pdf: 'PDF文件', video: '视频', any: '' } as const;

/** Files that may go to the server, and a sentence for each that may not. `room`: how many more the field holds. */
export function sortOut<T extends Candidate>(
  files: readonly T[],
  field: Pick<ResolvedField, 'accept' | 'size'>,
  room: number,
): { readonly taken: readonly T[]; readonly refused: readonly string[] } {
  const taken: T[] = [];
  const refused: string[] = [];
  const { accept = 'any', size } = field;
  for (const file of files) {
    if (!acceptsFile(file.name, accept)) refused.push(`「${file.name}」不是${WANTED[accept]}`);
    else if (file.size === 0) refused.push(`「${file.name}」内容为空`);
    else if (size !== undefined && file.size > size * 1024 * 1024) refused.push(`「${file.name}」超过${size}MB`);
    else taken.push(file);
  }
  if (taken.length <= room) return { taken, refused };
  return {
    taken: taken.slice(0, room),
    refused: [
      ...refused,
      room === 0 ? '文件数已满，请先删除' : `还可上传${room}个，其余${taken.length - room}个未上传`,
    ],
  };
}

/** The attribute of a file chooser. */
export const acceptText = (accept: ResolvedField['accept']): string | undefined =>
  accept === 'image'
    ? 'image/jpeg,image/png,image/webp,image/gif'
    : accept === 'pdf'
      ? 'application/pdf'
      : accept === 'video'
        ? 'video/*'
        : undefined;
