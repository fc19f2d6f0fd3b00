/**
 * The file of an app: a zip of its documents and a manifest with a hash of each. Whoever hands one in has written every byte of it, hashes
 * too: what is not of the shape the manifest promises is refused whole, before anything looks at it.
 */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { AnyDoc } from '../../schemas/language/document';
import { LANGUAGE, migrate } from '../../schemas/language/migrations';
import { isNode } from '../../schemas/language/resolve/merge';
import { OVERLAY_SCHEMA, type OverlayDoc } from '../../schemas/language/steps';
import { refuse } from '../errors';
import { checkDecoded } from '../plugins/decoding';
import { isStep } from './drafts';
import { readId } from './sorts';

const FORMAT = 'millwright-app/1';
const MAX_FILE = 2_000_000;
const MAX_FILES = 500;
/** of all files together, unpacked: what is small when packed must not fill the memory of everybody */
const MAX_ALL = 32_000_000;
const MAX_TITLE = 100;
/** a zip knows when each file was made; these were made when the format was */
const MADE = new Date('2026-01-01T00:00:00');

export interface PackedFile {
  readonly id: string;
  readonly file: string;
  readonly hash: string;
  /** the app it stands in, where that is not the one that is packed */
  readonly app?: string;
}
export interface Manifest {
  readonly format: string;
  readonly language: number;
  readonly app: {
    readonly code: string;
    readonly title: string;
    readonly icon: string | null;
    readonly colour: string | null;
  };
  readonly files: readonly PackedFile[];
  /** other apps that files of the package stand in */
  readonly beside?: readonly { readonly code: string; readonly title: string }[];
  readonly hash: string;
}
export const damaged = () => refuse('应用包已损坏或版本过高', { rule: 'package.broken' });
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function packFiles(
  said: Omit<Manifest, 'format' | 'language' | 'hash'>,
  files: readonly { readonly file: string; readonly text: string }[],
): Buffer {
  const { app, ...rest } = said;
  const head = { format: FORMAT, language: LANGUAGE, app, ...rest };
  const manifest: Manifest = { ...head, hash: hashOf(JSON.stringify(head)) };
  const all = [{ file: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }, ...files];
  const bytes = zipSync(Object.fromEntries(all.map(({ file, text }) => [file, strToU8(text)])), {
    level: 6,
    mtime: MADE,
  });
  return Buffer.from(bytes);
}

export interface Opened {
  readonly manifest: Manifest;
  readonly texts: ReadonlyMap<string, AnyDoc | OverlayDoc>;
}
/** Reads a package within limits; anything that is not as the manifest says is refused whole. */
export function openPackage(content: Buffer): Opened {
  const entries = unzipped(content);
  const read = (file: string): string => {
    const bytes = Object.hasOwn(entries, file) ? entries[file] : undefined;
    if (bytes === undefined || bytes.length > MAX_FILE) throw damaged();
    return strFromU8(bytes);
  };
  const manifest = json(read('manifest.json'));
  if (!isManifest(manifest) || Object.keys(entries).length !== manifest.files.length + 1) throw damaged();
  const texts = new Map<string, AnyDoc | OverlayDoc>();
  for (const { id, file, hash: of } of manifest.files) {
    const text = read(file);
    if (hashOf(text) !== of || readId(id) === undefined) throw damaged();
    texts.set(id, documentOf(text));
  }
  return { manifest, texts };
}

function unzipped(content: Buffer): Readonly<Record<string, Uint8Array>> {
  let count = 0;
  let all = 0;
  try {
    return unzipSync(content, {
      filter: ({ originalSize }) => {
        all += originalSize;
        if (originalSize > MAX_FILE || all > MAX_ALL || ++count > MAX_FILES) throw damaged();
        return true;
      },
    });
  } catch {
    throw damaged();
  }
}

function isManifest(given: object): given is Manifest {
  const { hash, ...head } = given as Manifest;
  const { format, language, app, files, beside = [] } = head;
  return (
    format === FORMAT &&
    Number(language) <= LANGUAGE &&
    hash === hashOf(JSON.stringify(head)) &&
    isNamed(app) &&
    [app.icon, app.colour].every((text) => text === null || isText(text, MAX_TITLE)) &&
    Array.isArray(files) &&
    files.every((file) => isNode(file) && (file.app === undefined || isText(file.app, MAX_TITLE))) &&
    Array.isArray(beside) &&
    beside.every(isNamed)
  );
}
const isNamed = (given: unknown): boolean =>
  isNode(given) && isText(given.code, MAX_TITLE) && isText(given.title, MAX_TITLE);
const isText = (given: unknown, max: number): given is string =>
  typeof given === 'string' && given.trim() !== '' && given.length <= max;

function documentOf(text: string): AnyDoc | OverlayDoc {
  const doc = migrated(json(text));
  if (doc.$schema === OVERLAY_SCHEMA && !(Array.isArray(doc.steps) && doc.steps.every(isStep))) throw damaged();
  return doc;
}
/** A text of before in the language of today; one that is no document of then is none of now. */
function migrated(given: object): AnyDoc | OverlayDoc {
  try {
    return migrate(given) as AnyDoc | OverlayDoc;
  } catch {
    throw damaged();
  }
}
function json(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    // what no body may hold a package may not bring either
    checkDecoded(value);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // told below
  }
  throw damaged();
}
