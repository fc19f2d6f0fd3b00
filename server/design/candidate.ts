/** What an organisation would have with some documents changed: its files, its registry, and what the linter says of them. */

import { printDoc } from '../../schemas/language/canon';
import {
  type FiledDoc,
  type FiledProblem,
  type Registry as Known,
  libraryOf,
  lintAll,
} from '../../schemas/language/check';
import { canonLib } from '../../schemas/language/check/documents';
import type { AnyDoc, DictionariesDoc } from '../../schemas/language/document';
import type { Step } from '../../schemas/language/steps';
import { text } from '../../schemas/language/texts';
import { type Problem, problem } from '../../schemas/language/value';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { Host } from '../records/host';
import type { SchemaFiles } from '../registry/load';
import { memo } from '../registry/memo';
import { buildRegistry, type Registry } from '../registry/registry';
import { linksAfter } from './carried/link';
import { type OwnText, withDocuments } from './documents';
import { editText, overlayConflicts, overlaySteps, placedDocument, shippedText } from './overlay';
import { codeOf, eachDocument, OWN_CODE, pathOf, readId, SORTS, type Sort, sortOf } from './sorts';

/** One document of a changeset, published text → text to be. */
export interface DocumentChange {
  readonly id: string;
  readonly sort: Sort;
  readonly code: string;
  readonly area: string;
  /** a document of the organisation; else a shipped one, changed by an overlay */
  readonly own: boolean;
  /** the shipped text an overlay lies over, as it is edited */
  readonly shipped: AnyDoc | undefined;
  /** steps of that overlay */
  readonly steps: readonly Step[] | undefined;
  /** steps of the overlay that stands which do not fit the shipped text of now */
  readonly undecided: number;
  /** undefined = new */
  readonly before: AnyDoc | undefined;
  /** undefined = taken away */
  readonly after: AnyDoc | undefined;
}
export interface Candidate {
  readonly changes: readonly DocumentChange[];
  readonly files: SchemaFiles;
  /** undefined when the documents do not even resolve */
  readonly registry: Registry | undefined;
  /** canonical texts of the changed documents; of those with errors the text as it is */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly DesignProblem[];
}

/** Everything of the organisation with the changes in place, judged. Never throws for a document, whatever stands in it. */
export function candidateOf(host: Host, now: Registry, changes: readonly DocumentChange[]): Candidate {
  const { sound, refused } = readable(changes);
  const files = changed(now.files, sound);
  const known = knownOf(host);
  const docs = filed(files);
  const touched = new Set(changes.map(({ id }) => id));
  const ids = new Map(docs.map(({ path, id }) => [path, id]));
  const found = safely(() => lintAll(docs, known)).flatMap((problem): readonly DesignProblem[] => {
    const document = ids.get(problem.path) ?? problem.path;
    // what was said of the others before is none of this changeset's business; it is asked only when an error stands there
    if (!touched.has(document) && (problem.problem.level === 'warn' || standing(now, known).has(keyOf(problem))))
      return [];
    return [{ ...problem.problem, document }];
  });
  const problems = [...refused, ...found];
  const broken = new Set(problems.filter(({ level }) => level !== 'warn').map(({ document }) => document));
  let registry: Registry | undefined;
  try {
    registry = build(host, files, now, sound);
  } catch (error) {
    const [first] = changes;
    // a document of wrong shape was told already
    if (broken.size === 0)
      problems.push({ ...problem('document', '', (error as Error).message), document: first?.id ?? '' });
  }
  return { changes, files, registry, texts: textsOf(sound, docs, known, broken), problems };
}

/** The registry with some documents changed, without anybody's judgement of them; undefined when they do not resolve. */
export function registryWith(host: Host, now: Registry, changes: readonly DocumentChange[]): Registry | undefined {
  try {
    const { sound } = readable(changes);
    return build(host, changed(now.files, sound), now, sound);
  } catch {
    return undefined;
  }
}

export const isError = ({ level }: Problem): boolean => level !== 'warn';

const MAX_TEXT = 1_000_000;
const MAX_DEPTH = 40;
function readable(changes: readonly DocumentChange[]): {
  readonly sound: readonly DocumentChange[];
  readonly refused: readonly DesignProblem[];
} {
  const refused: DesignProblem[] = [];
  const sound = changes.filter((change) => {
    const problems = change.after === undefined ? [] : judge(change, change.after);
    refused.push(...problems.map((problem) => ({ ...problem, document: change.id })));
    return problems.every((problem) => problem.code !== 'value.type' && problem.code !== 'value.range');
  });
  return { sound, refused };
}

/** What holds of a text before its keys are read: its size and sort, the code it is known by, nothing of a program in it. */
function judge(change: DocumentChange, doc: AnyDoc): readonly Problem[] {
  if (typeof doc !== 'object' || doc === null || Array.isArray(doc) || depthOver(doc, MAX_DEPTH))
    return [problem('value.type', '', text('value.type', { k: change.id, t: 'JSON' }))];
  const source = JSON.stringify(doc);
  if (source.length > MAX_TEXT) return [problem('value.range', '', text('value.range', { k: change.id }))];
  if (sortOf(doc) !== change.sort || codeOf(change.sort, doc) !== change.code)
    return [problem('value.type', '$schema', text('value.type', { k: '$schema', t: SORTS[change.sort].schema }))];
  const problems: Problem[] = [];
  if (change.own && !OWN_CODE.test(change.code))
    problems.push(problem('code.prefix', SORTS[change.sort].codeKey, text('code.prefix')));
  if (change.own && change.sort === 'dictionaries')
    for (const code of Object.keys((doc as DictionariesDoc).dicts ?? {}))
      if (!OWN_CODE.test(code)) problems.push(problem('code.prefix', `dicts.${code}`, text('code.prefix')));
  if (/\{\{/.test(source)) problems.push(problem('file.brace', '', text('file.brace')));
  if (/https?:\/\//i.test(source)) problems.push(problem('file.url', '', text('file.url')));
  if (/function\s*\(|=>/.test(source)) problems.push(problem('file.code', '', text('file.code')));
  return problems;
}
function depthOver(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((part) => depthOver(part, left - 1));
}

function changed(files: SchemaFiles, changes: readonly DocumentChange[]): SchemaFiles {
  const gone = changes.filter(({ after }) => after === undefined);
  const texts = changes.flatMap(({ sort, code, area, after, steps }): readonly OwnText[] =>
    after === undefined ? [] : steps ? [{ sort, code, area, steps }] : [{ sort, code, area, doc: after }],
  );
  let result = withDocuments(files, texts);
  for (const { sort, code } of gone) {
    const key = SORTS[sort].files;
    result = { ...result, [key]: result[key].filter(({ doc }) => codeOf(sort, doc) !== code) };
  }
  return result;
}

interface Filed extends FiledDoc {
  readonly id: string;
}
/** The files as the linter reads them; an overlay is judged by what it does to the shipped text. */
export const filed = (files: SchemaFiles): readonly Filed[] =>
  eachDocument(files).map(({ id, sort, placed: { doc, area, overlay } }) => ({
    id,
    path: pathOf(sort, codeOf(sort, doc), area),
    doc: overlay?.shipped ?? doc,
    ...(overlay ? { overlay: overlay.steps } : {}),
  }));

/** What code brings, for the linter. */
function knownOf(host: Host): Known {
  return {
    services: new Set(host.services.keys()),
    serverFunction: (name) => host.functions.get(name),
    moduleActions: (object) => {
      const module = host.modules.get(object);
      return module && Object.keys(module.actions ?? {});
    },
  };
}

/** With extension fields and links of the organisation, as the documents will have them: objects that no change touches stay the same. */
function build(host: Host, files: SchemaFiles, now: Registry, changes: readonly DocumentChange[]): Registry {
  const { functions, services } = host;
  const { ext, links } = now.own ?? {};
  return buildRegistry(files, {
    functions: [...functions.values()],
    services: [...services.keys()],
    ...(ext === undefined ? {} : { ext }),
    ...(links === undefined ? {} : { links: linksAfter(links, now, changes) }),
  });
}

const kept = new WeakMap<Registry, ReadonlySet<string>>();
const standing = (now: Registry, known: Known): ReadonlySet<string> =>
  memo(kept, now, () => new Set(safely(() => lintAll(filed(now.files), known)).map(keyOf)));
const keyOf = ({ path, problem: { code, path: at, text: said } }: FiledProblem): string =>
  [path, code, at, said].join('\n');

/** The linter reads texts of people: one that it does not bear is a problem of the text, not of the server. */
function safely(lint: () => readonly FiledProblem[]): readonly FiledProblem[] {
  try {
    return lint();
  } catch (error) {
    return [{ path: '', problem: problem('document', '', (error as Error).message) }];
  }
}

function textsOf(
  changes: readonly DocumentChange[],
  docs: readonly FiledDoc[],
  known: Known,
  broken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const lib = canonLib(libraryOf(docs, known));
  return new Map(
    changes.flatMap(({ id, after, own }) =>
      after === undefined
        ? []
        : // the merged text of a shipped object is not one that is kept: there is nothing to print
          [[id, broken.has(id) || !own ? `${JSON.stringify(after, null, 2)}\n` : printDoc(after, lib)] as const],
    ),
  );
}

/** A change of one document against what is published. */
export function changeOf(
  now: Registry,
  shipped: Registry,
  id: string,
  after: AnyDoc | undefined,
  area = '',
): DocumentChange {
  const named = readId(id);
  if (!named) throw new Error(`no document ${id}`);
  const below = shippedText(shipped.files, id);
  // an overlay that is taken away leaves the shipped text
  const wanted = after ?? below;
  const overlay = placedDocument(now.files, id)?.overlay?.steps;
  return {
    id,
    ...named,
    area: placedDocument(now.files, id)?.area ?? area,
    own: below === undefined,
    shipped: below,
    steps: below === undefined || wanted === undefined ? undefined : overlaySteps(shipped.files, id, wanted),
    undecided: below === undefined || overlay === undefined ? 0 : overlayConflicts(below, overlay).length,
    before: editText(shipped.files, now.files, id),
    after: wanted,
  };
}
