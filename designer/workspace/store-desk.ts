/** The desk over the design store: documents of the draft, resolved as they stand, with what the rest of the product says about them. */
import { type Library, libraryOf } from '../../schemas/language/check/index';
import type { AnyDoc, ObjectDoc } from '../../schemas/language/document';
import { type ResolveLib, resolveWithProblems, toObjectType } from '../../schemas/language/resolve';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { DesignDocument, DocId } from '../document/state';
import { codeOfId, sortOfId } from '../document/state';
import { DesignStore } from '../document/store';
import { watchStore } from '../document/watch';
import type { Desk, DeskApp, DeskDocument, DeskProblem, DeskView, Saved } from './desk';

export interface DeskSource {
  readonly apps: readonly DeskApp[];
  /** every document of the organisation as it is now in the draft */
  readonly documents: readonly SourceDocument[];
}
export interface SourceDocument extends DesignDocument {
  readonly app: string;
  readonly own: boolean;
  readonly fresh: boolean;
}
type Hint = Pick<SourceDocument, 'app' | 'own' | 'fresh'>;

export class StoreDesk implements Desk {
  readonly store = new DesignStore();
  readonly #apps: readonly DeskApp[];
  readonly #hints = new Map<DocId, Hint>();
  #library: Library;
  #listeners = new Set<() => void>();
  #view: DeskView;
  #saved: Saved = { state: 'saved', at: null };
  #problems: readonly DeskProblem[] = [];
  #resolved: { readonly text: StepDoc; readonly object: ResolvedObject; readonly lib: TypeLib } | undefined;
  #documents: { readonly of: object; readonly list: readonly DeskDocument[] } | undefined;
  readonly #onFlush: () => void;

  constructor(source: DeskSource, onFlush: () => void = () => undefined) {
    this.#apps = source.apps;
    this.#onFlush = onFlush;
    for (const { id, app, own, fresh } of source.documents) this.#hints.set(id, { app, own, fresh });
    this.store.load(source.documents);
    this.#library = libraryOf(source.documents.map(({ path, text }) => ({ path, doc: text as unknown as AnyDoc })));
    this.#view = this.#look();
    watchStore(this.store, () => this.#change());
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  view(): DeskView {
    return this.#view;
  }
  open(id: string): void {
    this.store.select([], id);
  }
  select(addresses: readonly string[]): void {
    const document = this.store.state.open;
    if (document !== undefined) this.store.select(addresses.map((address) => ({ document, address })));
  }
  undo(): void {
    this.store.undo();
  }
  redo(): void {
    this.store.redo();
  }
  readonly textOf = (code: string): ObjectDoc | undefined =>
    this.store.state.documents[`object:${code}`]?.text as unknown as ObjectDoc | undefined;
  flush(): void {
    this.#onFlush();
  }

  /** Where a document that is being made belongs. */
  hint(id: DocId, hint: Hint): void {
    this.#hints.set(id, hint);
  }
  setSaved(saved: Saved): void {
    this.#saved = saved;
    this.#change();
  }
  setProblems(problems: readonly DeskProblem[]): void {
    this.#problems = problems;
    this.#change();
  }

  #change(): void {
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  }
  #look(): DeskView {
    const { state, canUndo, canRedo } = this.store;
    const text = state.open === undefined ? undefined : state.documents[state.open]?.text;
    const documents = this.#list();
    const resolved = text === undefined || state.open === undefined ? undefined : this.#resolve(state.open, text);
    return {
      apps: this.#apps,
      documents,
      open: documents.find((one) => one.id === state.open),
      doc: (text ?? {}) as DeskView['doc'],
      object: resolved?.object,
      lib: resolved?.lib ?? this.#library.types,
      dicts: this.#library.dicts,
      selection: state.selection.filter((one) => one.document === state.open).map((one) => one.address),
      problems: this.#problems,
      canUndo,
      canRedo,
      saved: this.#saved,
    };
  }
  #list(): readonly DeskDocument[] {
    const of = this.store.state.documents;
    if (this.#documents?.of === of) return this.#documents.list;
    const list = Object.values(of).map((document): DeskDocument => {
      const hint = this.#hints.get(document.id);
      const title = (document.text as { readonly title?: unknown }).title;
      return {
        id: document.id,
        sort: sortOfId(document.id),
        code: codeOfId(document.id),
        title: typeof title === 'string' ? title : codeOfId(document.id),
        app: hint?.app ?? '',
        own: hint?.own ?? document.overlay === undefined,
        fresh: hint?.fresh ?? Object.keys(document.base).length === 0,
        changed: document.text !== document.base,
      };
    });
    this.#documents = { of, list };
    return list;
  }

  #resolve(id: DocId, text: StepDoc): { readonly object: ResolvedObject; readonly lib: TypeLib } | undefined {
    if (sortOfId(id) !== 'object') return undefined;
    if (this.#resolved?.text === text) return this.#resolved;
    const library = this.#library;
    const lib: ResolveLib = {
      blocks: library.blocks,
      area: library.objects.get(codeOfId(id))?.object.area ?? '',
      dictCodes: (dict) => library.dicts.get(dict)?.items.map((item) => item.code),
      isLiveFunction: (name) => library.types.serverFunction?.(name)?.live === true,
    };
    try {
      const { object } = resolveWithProblems(text as unknown as ObjectDoc, lib);
      const type = toObjectType(object);
      const types: TypeLib = {
        ...library.types,
        object: (code) => (code === object.object ? type : library.types.object(code)),
      };
      this.#resolved = { text, object, lib: types };
    } catch {
      // a text whose shape is wrong keeps the page it had; the problems say what it is
    }
    return this.#resolved;
  }
}
