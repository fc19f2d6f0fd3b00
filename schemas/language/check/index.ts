/** The linter (§11.3): all documents together, problems with the file they are in and an address in it. */
import { type AnyDoc, BLOCK_SCHEMA, type BlockDoc, OBJECT_SCHEMA } from '../document';
import { Remembered } from '../remembered';
import { mergedText } from '../resolve';
import { layersOf } from '../resolve/layers';
import type { Node } from '../resolve/merge';
import { FILE_SORTS } from '../sorts/index';
import { applyOverlay } from '../steps/overlay';
import type { Step, StepDoc } from '../steps/step';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { checkData, checkDictionaries, checkMenus, checkSettings, checkTogether, type FiledProblem } from './files';
import { checkFlow } from './flow';
import { type FiledDoc, type Library, libraryOf, type Registry } from './library';
import { libraryOver, looksOf, partsOf } from './looks';
import { checkObject } from './object';
import { checkOverlay } from './overlay';
import { checkPrint } from './print';
import { checkReferences } from './references';
import { checkBoard, checkReport } from './reports';
import { checkShape } from './shape';
import { outOfWords } from './words';

export { dictsOf, libraryOf, settingsOf } from './library';
export type { FiledDoc, FiledProblem, Library, Registry };

/**
 * Lints documents as one library. Errors stop a publish, problems of level `warn` do not. A document whose values are of another
 * type is not judged further; one with unknown keys or words is, but for what stands there, so that all its mistakes are told at
 * once and each once. `registry` names what code brings (services, server modules).
 */
export function lintAll(docs: readonly FiledDoc[], registry: Registry = {}): readonly FiledProblem[] {
  const found: FiledProblem[] = [];
  const sound: FiledDoc[] = [];
  for (const filed of docs) {
    const problems = checkFile(filed);
    found.push(...problems.map((problem) => ({ path: filed.path, problem: problem })));
    if (problems.every(({ code }) => MILD.has(code))) sound.push(filed);
  }
  const library = libraryOf(
    docs.filter((filed) => FILE_SORTS[filed.doc.$schema] !== undefined),
    registry,
  );
  const looks = looksOf(library);
  const parts = partsOf(library);
  for (const filed of sound) {
    const problems = judged.of(filed.doc, [filed.path, filed.overlay, ...parts], looks, (seen) =>
      judge(filed, libraryOver(seen, library)),
    );
    // what a wrong word brings along is not told again
    const told = found.flatMap(({ path, problem }) => (path === filed.path ? [problem.path] : []));
    const fresh = problems.filter(({ path }) => !told.some((at) => path === at || path.startsWith(`${at}.`)));
    found.push(...fresh.map((problem) => ({ path: filed.path, problem: problem })));
  }
  found.push(...checkTogether(docs, library));
  return found;
}

/** Of hundreds of documents a publish changes one: the others are judged again only where they look at it. */
const judged = new Remembered<readonly Problem[]>();
const judge = (filed: FiledDoc, library: Library): readonly Problem[] =>
  filed.overlay === undefined ? checkMeaning(filed, library) : checkOverlaid(filed, filed.overlay, library);

/** Problems of one document among others: those of `lintAll` that stand in it. */
export function lint(doc: FiledDoc, others: readonly FiledDoc[], registry: Registry = {}): readonly Problem[] {
  return lintAll([...others.filter((other) => other.path !== doc.path), doc], registry)
    .filter((problem) => problem.path === doc.path)
    .map((problem) => problem.problem);
}

/** Mistakes of shape that leave the rest of a document readable. */
const MILD: ReadonlySet<string> = new Set([
  'key.unknown',
  'key.later',
  'value.range',
  'file.brace',
  'file.url',
  'file.code',
]);

/** The shape of a text hangs on the text alone, which is never changed in place: of hundreds one is new at each publish. */
const shapes = new WeakMap<AnyDoc, readonly Problem[]>();
function checkFile({ doc }: FiledDoc): readonly Problem[] {
  const sort = typeof doc === 'object' && doc !== null ? FILE_SORTS[doc.$schema] : undefined;
  if (sort === undefined) return [problem('key.missing', '$schema', noSchema(doc))];
  const known = shapes.get(doc);
  if (known !== undefined) return known;
  const problems = checkShape(doc as unknown as Node, sort);
  shapes.set(doc, problems);
  return problems;
}

/** What a document is must be said first: everything else is judged by it. */
function noSchema(doc: unknown): string {
  const given = (doc as { readonly $schema?: unknown } | null)?.$schema;
  const sorts = Object.keys(FILE_SORTS);
  const why = given === undefined || given === null ? `，可用 ${sorts.join(' · ')}` : outOfWords([given], sorts);
  return `${text('key.missing', { k: '$schema' })}（文档的种类，写在最前）${why}`;
}

/** A shipped document under an overlay: what the steps may do, then the text as it is with them. */
function checkOverlaid(filed: FiledDoc, overlay: readonly Step[], library: Library): readonly Problem[] {
  const { path, doc } = filed;
  const shipped = (doc.$schema === OBJECT_SCHEMA
    ? mergedText(doc, { blocks: library.blocks, settings: library.settingDocs })
    : doc) as unknown as StepDoc;
  const limits = checkOverlay(shipped, overlay);
  const text = applyOverlay(shipped, overlay).doc as unknown as AnyDoc;
  const shape = checkFile({ path, doc: text });
  return [...limits, ...(shape.length > 0 ? shape : checkMeaning({ path, doc: text }, library))];
}

function checkMeaning({ path, doc }: FiledDoc, library: Library): readonly Problem[] {
  const sort = FILE_SORTS[doc.$schema] ?? 'object';
  const references = checkReferences(doc as unknown as Node, sort, library);
  switch (doc.$schema) {
    case OBJECT_SCHEMA: {
      const entry = library.objects.get(doc.object);
      return entry?.path === path ? [...references, ...checkObject(entry, library)] : references;
    }
    case BLOCK_SCHEMA:
      return [...references, ...checkBlock(doc, library)];
    case 'dictionaries/1':
      return [...references, ...checkDictionaries(doc)];
    case 'settings/1':
      return [...references, ...checkSettings(doc, library)];
    case 'menus/1':
      return [...references, ...checkMenus(doc)];
    case 'data/1':
      return checkData(doc, library);
    case 'report/1': {
      const entry = library.reports.get(doc.report);
      return entry?.path === path ? [...references, ...checkReport(entry.report, library)] : references;
    }
    case 'board/1': {
      const entry = library.boards.get(doc.board);
      return entry?.path === path ? [...references, ...checkBoard(entry.board, library)] : references;
    }
    case 'print/1':
      return [...references, ...checkPrint(doc, library)];
    case 'flow/1':
      return [...references, ...checkFlow(doc, library)];
  }
}

function checkBlock(doc: BlockDoc, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  layersOf([doc.block], library.blocks, () => ({}), 'use', problems);
  return problems.filter((problem) => problem.code === 'block.cycle');
}
