/** Calls of files. Bytes travel with the bearer; only pictures in a page use the link that came with the answer. */
import type { FileValue } from '../../schemas/language/value';
import type { FileTerms } from '../../schemas/language/wire';
import { saveBlob } from '../data/download';
import { http } from '../data/http';

export interface UploadOptions {
  /** where it will stand: a text for the log of the server */
  readonly bizType: string;
  /** 1 only a picture, 2 only a pdf */
  readonly fileType?: '1' | '2' | undefined;
  readonly signal: AbortSignal;
  /** 0 to 1 */
  readonly onShare: (share: number) => void;
}

export const fileClient = {
  upload(file: File, { bizType, fileType, signal, onShare }: UploadOptions): Promise<FileValue> {
    const form = new FormData();
    form.append('bizType', bizType);
    if (fileType !== undefined) form.append('fileType', fileType);
    form.append('file', file, file.name);
    return http.upload<FileValue>('/file/upload', form, { quiet: true, signal, onShare });
  },
  bytes: (id: string, thumb = false): Promise<Blob> =>
    http.blob(`/file/${encodeURIComponent(id)}`, { quiet: true, ...(thumb ? { params: { thumb: '1' } } : {}) }),
  /** whether it may be saved, and who looks at it as a mark over it */
  terms: (id: string): Promise<FileTerms> => http.get(`/file/${encodeURIComponent(id)}/terms`, { quiet: true }),
  async save({ id, name }: FileValue): Promise<void> {
    saveBlob(await http.blob(`/file/${encodeURIComponent(id)}`, { params: { save: '1' } }), name);
  },
};

/** Address of the small picture of a file in an answer. */
export const thumbUrl = (file: FileValue): string | undefined =>
  file.url === undefined ? undefined : `${file.url}&thumb=1`;
