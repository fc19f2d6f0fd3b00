/** File values on the wire and in the form: the specification's upload columns carry url and name per file. */
import type { FileValue } from '../value';

/** fileType of the specification: 1 picture, 2 pdf, 3 other. */
export type FileSort = '1' | '2' | '3';
const PICTURES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'svg']);
const VIDEOS = new Set(['mp4', 'webm', 'mov', 'avi']);

/** Sort of a file by its name. */
export function fileSortOf(name: string): FileSort {
  const ending = endingOf(name);
  return PICTURES.has(ending) ? '1' : ending === 'pdf' ? '2' : '3';
}

/** Whether a file of that name may go into a field with `accept`. */
export function acceptsFile(name: string, accept: 'image' | 'pdf' | 'video' | 'any' | undefined): boolean {
  if (accept === undefined || accept === 'any') return true;
  const ending = endingOf(name);
  if (accept === 'image') return PICTURES.has(ending);
  return accept === 'pdf' ? ending === 'pdf' : VIDEOS.has(ending);
}

/** Reads what a client sends: null, one file or a list; a file is an id or an object with an id. Undefined = not files. */
export function readFiles(wire: unknown): readonly FileValue[] | undefined {
  if (wire === null || wire === undefined || wire === '') return [];
  const list: readonly unknown[] = Array.isArray(wire) ? wire : [wire];
  const files: FileValue[] = [];
  for (const entry of list) {
    const file = readFile(entry);
    if (file === undefined) return undefined;
    if (!files.some((known) => known.id === file.id)) files.push(file);
  }
  return files;
}

function readFile(wire: unknown): FileValue | undefined {
  if (typeof wire === 'string') return wire === '' ? undefined : { id: wire, name: '', size: 0 };
  if (typeof wire !== 'object' || wire === null) return undefined;
  const { id, name, size, url, fileType } = wire as { [key: string]: unknown };
  if (typeof id !== 'string' || id === '') return undefined;
  const file: { -readonly [key in keyof FileValue]: FileValue[key] } = {
    id,
    name: typeof name === 'string' ? name : '',
    size: typeof size === 'number' && Number.isFinite(size) ? size : 0,
  };
  if (typeof url === 'string') file.url = url;
  if (typeof fileType === 'string' || typeof fileType === 'number') file.fileType = String(fileType);
  return file;
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
