/** All document files as texts: parsed, linted together, compared with their canonical form. What `npm run check` runs. */
import { type CanonLib, checkCanon, printDoc } from '../canon';
import type { AnyDoc } from '../document';
import { text } from '../texts';
import { problem } from '../value';
import type { FiledProblem } from './files';
import { lintAll } from './index';
import { type FiledDoc, type Library, libraryOf, type Registry } from './library';

export interface DocumentFile {
  readonly path: string;
  readonly text: string;
}
export interface CheckedDocuments {
  readonly problems: readonly FiledProblem[];
  /** canonical texts of the files that are not canonical: what a fix writes */
  readonly rewrites: readonly DocumentFile[];
  readonly library: Library;
}

/** Checks files together. Never throws: a text that is no JSON is a problem of its file and left out of the rest. */
export function checkDocuments(files: readonly DocumentFile[], registry: Registry = {}): CheckedDocuments {
  const problems: FiledProblem[] = [];
  const docs: FiledDoc[] = [];
  const sources = new Map<string, string>();
  for (const file of files) {
    const doc = parse(file.text);
    if (doc === undefined)
      problems.push({
        path: file.path,
        problem: problem('value.type', '', text('value.type', { k: file.path, t: 'JSON' })),
      });
    else {
      docs.push({ path: file.path, doc });
      sources.set(file.path, file.text);
      for (const key of doubleKeys(file.text))
        problems.push({ path: file.path, problem: problem('code.taken', key, text('code.taken', { c: key })) });
    }
  }
  problems.push(...lintAll(docs, registry));
  const library = libraryOf(docs, registry);
  const broken = new Set(problems.filter((problem) => problem.problem.level !== 'warn').map((problem) => problem.path));
  const rewrites: DocumentFile[] = [];
  for (const { path, doc } of docs) {
    // a broken document is not rewritten: its canonical form is not known
    if (broken.has(path)) continue;
    const found = checkCanon(sources.get(path) ?? '', doc, canonLib(library));
    if (found === undefined) continue;
    problems.push({ path, problem: found });
    rewrites.push({ path, text: printDoc(doc, canonLib(library)) });
  }
  return { problems, rewrites, library };
}

/** What the printer needs of a library. */
export function canonLib(library: Library): CanonLib {
  return {
    blocks: library.blocks,
    types: library.types,
    object: (code) => library.objects.get(code)?.object,
    dictCodes: (dict) => library.dicts.get(dict)?.items.map((item) => item.code),
    isLiveFunction: (name) => library.types.serverFunction?.(name)?.live === true,
  };
}

/** Name of the file a document belongs in: kebab-case of its code. */
export function fileNameOf(code: string): string {
  return `${code.replace(/(?<=[a-z0-9])[A-Z]/g, (char) => `-${char}`).toLowerCase()}.json`;
}

function parse(source: string): AnyDoc | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyDoc) : undefined;
  } catch {
    return undefined;
  }
}

/** Keys that stand twice in one object of a sound JSON text; JSON.parse would keep the last in silence. */
export function doubleKeys(source: string): readonly string[] {
  const found: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (const match of source.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    const [token, colon] = match;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(token.slice(0, token.length - colon.length)));
      const keys = open.at(-1);
      if (keys?.has(key) === true) found.push(key);
      keys?.add(key);
    }
  }
  return found;
}
