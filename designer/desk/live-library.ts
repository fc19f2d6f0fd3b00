/** The library of the organisation with what the draft has beside it: its dictionaries and its other new objects. */
import { dictsOf, type Library } from '../../schemas/language/check/index';
import type { DictionariesDoc, ObjectDoc } from '../../schemas/language/document';
import type { ReportDoc } from '../../schemas/language/document-report';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { toObjectType } from '../../schemas/language/object-type';
import { type ResolveLib, resolveWithProblems } from '../../schemas/language/resolve';
import { resolveReport } from '../../schemas/language/resolve/report';
import type { TypeLib } from '../../schemas/language/resolved';
import type { StepDoc } from '../../schemas/language/steps/index';
import { codeOfId, type DesignDocument, type DocId, sortOfId } from '../document/state';

export const resolveLib = (library: Library, area: string): ResolveLib => ({
  blocks: library.blocks,
  settings: library.settingDocs,
  area,
  dictCodes: (dict) => library.dicts.get(dict)?.items.map((item) => item.code),
  isLiveFunction: (name) => library.types.serverFunction?.(name)?.live === true,
});

/** sorts of the draft that others read */
const LIVE: ReadonlySet<string> = new Set(['dictionaries', 'flow', 'object', 'report']);

export class LiveLibrary {
  readonly #base: Library;
  /** texts the base was made of */
  readonly #known: ReadonlyMap<DocId, StepDoc>;
  #changed: readonly DesignDocument[] = [];
  #now: Library;

  constructor(base: Library, documents: readonly DesignDocument[]) {
    this.#base = base;
    this.#now = base;
    this.#known = new Map(documents.map((document) => [document.id, document.text]));
  }

  /** The same value as long as nothing beside the open document changes. */
  of(documents: { readonly [id: DocId]: DesignDocument }, open: DocId | undefined): Library {
    const changed = Object.values(documents).filter(
      ({ id, text }) => id !== open && text !== this.#known.get(id) && LIVE.has(sortOfId(id)),
    );
    const same =
      changed.length === this.#changed.length && changed.every((doc, n) => doc.text === this.#changed[n]?.text);
    if (!same) {
      this.#changed = changed;
      this.#now = this.#made(changed);
    }
    return this.#now;
  }

  #made(changed: readonly DesignDocument[]): Library {
    const base = this.#base;
    const dicts = new Map(base.dicts);
    const objects = new Map(base.objects);
    const reports = new Map(base.reports);
    const flows = new Map(base.flows);
    const types: TypeLib = {
      ...base.types,
      object: (code) => objects.get(code)?.type ?? base.types.object(code),
      dict: (code) => dicts.get(code),
    };
    const library: Library = { ...base, dicts, objects, reports, flows, types };
    for (const { id, text } of changed)
      if (sortOfId(id) === 'dictionaries')
        for (const [code, dict] of dictsOf(text as unknown as DictionariesDoc)) dicts.set(code, dict);
    for (const { id, text } of changed)
      if (sortOfId(id) === 'flow') {
        const code = codeOfId(id);
        if (Object.keys(text).length === 0) flows.delete(code);
        else flows.set(code, text as unknown as FlowDoc);
      }
    for (const { id, path, text, overlay } of changed) {
      if (sortOfId(id) !== 'object' || Object.keys(text).length === 0) continue;
      const doc = (overlay?.shipped ?? text) as unknown as ObjectDoc;
      const lib = resolveLib(library, '');
      try {
        const { object, problems } = resolveWithProblems(
          doc,
          overlay === undefined ? lib : { ...lib, overlay: overlay.steps },
        );
        objects.set(doc.object, { path, doc, object, type: toObjectType(object), problems });
      } catch {
        // a text whose shape is wrong stays as the base has it
      }
    }
    for (const { id, path, text } of changed) {
      if (sortOfId(id) !== 'report') continue;
      const code = codeOfId(id);
      if (Object.keys(text).length === 0) reports.delete(code);
      else
        try {
          const report = resolveReport(text as unknown as ReportDoc, { object: (text) => objects.get(text)?.object });
          reports.set(code, { path, report });
        } catch {
          // a text whose shape is wrong stays as the base has it
        }
    }
    return library;
  }
}
