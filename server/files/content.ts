/** What a file is, told from its bytes: the name only has to agree. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { endingOf } from './names';

/** fileType of the specification: 1 picture, 2 pdf, 3 other. */
export type Sort = '1' | '2' | '3';
export interface Content {
  readonly ext: string;
  readonly mime: string;
  readonly sort: Sort;
}

/** Pictures that are decoded and written anew, so that nothing but pixels is left of them. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Shown in place by a browser; everything else is only ever saved. */
const SHOWN = new Set([...PICTURES, 'video/mp4', 'video/webm']);
/** Endings whose bytes have no mark of their own: texts. */
const TEXTS = new Set('txt csv md log json step stp igs iges dxf nc gcode'.split(' '));
/** Names people give to what the bytes call otherwise. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg', 'jpe'],
  cfb: ['doc', 'xls', 'ppt', 'wps', 'et', 'dps', 'sldprt', 'sldasm'],
  mp4: ['mp4', 'm4v', 'mov'],
  mov: ['mov', 'mp4'],
  zip: ['zip'],
  tif: ['tif', 'tiff'],
};
const MIME: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv', json: 'application/json' };

export const isPicture = (mime: string): boolean => PICTURES.has(mime);
/** What can say on its face who looks at it (marked.ts). */
export const isMarkable = (mime: string): boolean => mime === 'application/pdf' || isPicture(mime);
export const isShown = (mime: string): boolean => SHOWN.has(mime);

/** The content of a stored file under its cleaned name; undefined when bytes and name do not agree. */
export async function contentOf(path: string, name: string): Promise<Content | undefined> {
  const ending = endingOf(name);
  const found = await fileTypeFromFile(path);
  if (found && found.ext !== 'xml') {
    const names = ALSO[found.ext] ?? [found.ext];
    if (!names.includes(ending)) return undefined;
    return { ext: ending, mime: found.mime, sort: sortOf(found.mime) };
  }
  // marks in the text make it markup, whatever it is called: only names that say so may hold it
  const markup = found !== undefined || (await looksLikeMarkup(path));
  if (markup) return ['svg', 'html', 'htm', 'xml'].includes(ending) ? other(ending) : undefined;
  if (!TEXTS.has(ending) || !(await isText(path))) return undefined;
  return { ext: ending, mime: MIME[ending] ?? 'application/octet-stream', sort: '3' };
}

const other = (ext: string): Content => ({ ext, mime: 'application/octet-stream', sort: '3' });
const sortOf = (mime: string): Sort => (isPicture(mime) ? '1' : mime === 'application/pdf' ? '2' : '3');

async function head(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
const isText = async (path: string): Promise<boolean> => !(await head(path, 64 * 1024)).includes(0);
const looksLikeMarkup = async (path: string): Promise<boolean> =>
  /<(!doctype|html|svg|script|body|iframe|\?xml|img|object|embed)\b/i.test((await head(path, 4096)).toString('latin1'));
