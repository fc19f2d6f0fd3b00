/** The desk over the design store: documents of the draft, resolved as they stand, with what the rest of the product says about them. */
import type { Library } from '../../schemas/language/check/index';
import type { ObjectDoc } from '../../schemas/language/document';
import { resolveWithProblems, toObjectType } from '../../schemas/language/resolve';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { StepDoc } from '../../schemas/language/steps/index';
import { designClient } from '../data/client';
import { DraftLink } from '../data/draft-link';
import type { DesignLibrary, DesignTree, OpenedDraft } from '../data/types';
import { NO_HISTORY } from '../document/history';
import { keepHistory, restoreHistory } from '../document/keep';
import { documentsOfLibrary, libraryOfDocuments } from '../document/library';
import { codeOfId, type DesignDocument, type DocId, sortOfId } from '../document/state';
import { DesignStore } from '../document/store';
import { watchStore } from '../document/watch';
import type { Desk, DeskApp, DeskDocument, DeskProblem, DeskView, Outcome, Saved } from './desk';
import { LiveLibrary, resolveLib } from './live-library';

type Known = Omit<DeskDocument, 'changed'>;
interface Resolved {
  readonly text: StepDoc;
  readonly library: Library;
  readonly object: ResolvedObject;
  readonly lib: TypeLib;
}
const LOOK_MS = 15_000;

const same = new WeakMap<StepDoc, boolean>();
/** The text says what is published; found out once for each text. */
function isSame({ text, base }: DesignDocument): boolean {
  if (text === base) return true;
  let known = same.get(text);
  if (known === undefined) {
    known = JSON.stringify(text) === JSON.stringify(base);
    same.set(text, known);
  }
  return known;
}

export class StoreDesk implements Desk {
  readonly store = new DesignStore();
  readonly #live: LiveLibrary;
  #apps: readonly DeskApp[];
  /** what the tree says of documents, opened or not */
  readonly #known = new Map<DocId, Known>();
  #drafts: DesignTree['drafts'];
  #link: DraftLink | undefined;
  readonly #listeners = new Set<() => void>();
  #view: DeskView;
  #saved: Saved = { state: 'saved', at: null };
  #problems: readonly DeskProblem[] = [];
  #resolved: Resolved | undefined;
  #documents: { readonly of: object; readonly list: readonly DeskDocument[] } | undefined;
  #stopKeeping: (() => void) | undefined;
  readonly #stopWatching: () => void;
  readonly #looking: ReturnType<typeof setInterval>;
  readonly #say: (text: string) => void;

  constructor(tree: DesignTree, library: DesignLibrary, say: (text: string) => void = () => undefined) {
    this.#say = say;
    this.#apps = tree.apps.map(({ code, title, origin }) => ({ code, title, own: origin === 'own' }));
    this.#drafts = tree.drafts;
    for (const app of tree.apps)
      for (const { id, sort, code, title, origin, version, drafts } of app.documents)
        this.#known.set(id, {
          id,
          sort,
          code,
          title,
          app: app.code,
          own: origin === 'own',
          fresh: origin === 'own' && version === 0,
          drafted: drafts.length > 0,
        });
    const documents = documentsOfLibrary(library.documents);
    this.store.load(documents);
    this.#live = new LiveLibrary(libraryOfDocuments(documents), documents);
    this.#view = this.#look();
    this.#stopWatching = watchStore(this.store, () => {
      this.#link?.changed();
      this.#change();
    });
    this.#looking = setInterval(() => {
      if (document.visibilityState === 'visible') void this.#link?.look();
    }, LOOK_MS);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  view(): DeskView {
    return this.#view;
  }
  get draft(): string | undefined {
    return this.#link?.draft.id;
  }
  /** Leaving sends what is left; what cannot be sent waits in the browser. */
  dispose(): void {
    clearInterval(this.#looking);
    void this.#link?.flush().then(() => this.#link?.close());
    this.#stopKeeping?.();
    this.#stopWatching();
  }

  async open(id: DocId): Promise<Outcome> {
    const app = this.#known.get(id)?.app ?? this.#link?.draft.app ?? '';
    return this.#enter(app, id, [id, ...this.#beside(app)]);
  }
  /** Makes the draft of an app the one that is worked on, with its menu at hand. */
  async prepare(app: string): Promise<Outcome> {
    return this.#enter(app, undefined, this.#beside(app));
  }
  /** The menu and the dictionaries of an app of the organisation, which gestures write to. */
  #beside(app: string): readonly DocId[] {
    return [`menus:${app}`, `dictionaries:${app}`].filter((id) => this.#known.get(id)?.own === true);
  }
  /** Has a document at hand as gestures write to it, without opening it: a shipped one with what lies over it. */
  async bring(id: DocId): Promise<Outcome> {
    const now = this.store.state.documents[id];
    const link = this.#link;
    if (link === undefined) return { refused: '请先打开一个文档' };
    if (now?.overlay !== undefined || this.#known.get(id)?.own === true || now === undefined) return { done: true };
    try {
      await link.flush();
      const { documents } = await designClient.open({ draft: link.draft.id, documents: [id] });
      const found = documents.find((one) => one.id === id);
      if (found?.overlay !== undefined)
        this.store.load([
          {
            id,
            path: found.path,
            base: found.base,
            text: found.doc,
            overlay: { shipped: found.overlay.shipped, steps: found.overlay.steps },
          },
        ]);
      return { done: true };
    } catch (cause) {
      return { refused: cause instanceof Error ? cause.message : '打不开' };
    }
  }
  async makeApp(title: string): Promise<{ readonly code: string } | { readonly refused: string }> {
    try {
      const { code } = await designClient.saveApp(title);
      this.#apps = [{ code, title, own: true }, ...this.#apps];
      this.#change();
      return { code };
    } catch (cause) {
      return { refused: cause instanceof Error ? cause.message : '应用没有建成' };
    }
  }
  select(addresses: readonly string[]): void {
    const document = this.store.state.open;
    if (document !== undefined) this.store.select(addresses.map((address) => ({ document, address })));
  }
  undo(): void {
    this.#told(this.store.undo());
  }
  redo(): void {
    this.#told(this.store.redo());
  }
  readonly textOf = (code: string): ObjectDoc | undefined =>
    this.store.state.documents[`object:${code}`]?.text as unknown as ObjectDoc | undefined;
  flush(): void {
    void this.#link?.flush();
  }
  /** Sends what is left; false = it could not be sent. */
  async send(): Promise<boolean> {
    return (await this.#link?.flush()) !== false;
  }

  async #enter(app: string, id: DocId | undefined, documents: readonly DocId[]): Promise<Outcome> {
    const known = this.#drafts.filter((one) => one.app === app);
    const draft = known.find((one) => one.documents.some((document) => document.id === id)) ?? known[0];
    const title = this.#apps.find((one) => one.code === app)?.title ?? app;
    if (this.#link !== undefined && this.#link.draft.app !== app && !(await this.#link.flush()))
      return { refused: '有修改还没有保存，请联网后再打开其他应用' };
    try {
      const opened = await designClient.open(
        draft === undefined ? { app, title: `${title}的修改`, documents } : { draft: draft.id, documents },
      );
      this.#take(opened, id);
      return { done: true };
    } catch (cause) {
      return { refused: cause instanceof Error ? cause.message : '打不开' };
    }
  }
  #take({ draft, documents, steps }: OpenedDraft, open: DocId | undefined): void {
    const isOther = this.#link?.draft.id !== draft.id;
    const loaded = isOther
      ? documents
      : documents.filter(({ id }) => id === open || this.store.state.documents[id] === undefined);
    const unsent = this.store.unsent.some((one) => one.document === open);
    if (!unsent)
      this.store.load(
        loaded.map(({ id, path, base, doc, overlay }) => ({
          id,
          path,
          base,
          text: doc,
          ...(overlay === undefined
            ? {}
            : {
                overlay: {
                  shipped: overlay.shipped,
                  steps: [...overlay.steps, ...steps.filter((one) => one.document === id).map((one) => one.step)],
                },
              }),
        })),
        open,
      );
    else if (open !== undefined) this.store.select([], open);
    for (const { id, sort, code, area, origin, version, doc } of documents) {
      const title = (doc as { readonly title?: unknown }).title;
      const now = this.#known.get(id);
      this.#known.set(id, {
        id,
        sort,
        code,
        title: typeof title === 'string' ? title : (now?.title ?? code),
        app: now?.app ?? (area === '' ? draft.app : area),
        own: origin === 'own',
        fresh: origin === 'own' && version === 0,
        drafted: steps.some((one) => one.document === id),
      });
    }
    if (!isOther) return;
    this.#link?.close();
    this.#stopKeeping?.();
    this.#drafts = [{ ...draft, documents: [] }, ...this.#drafts.filter((one) => one.id !== draft.id)];
    this.store.history = NO_HISTORY;
    restoreHistory(this.store, draft.id);
    this.#stopKeeping = keepHistory(this.store, draft.id);
    this.#saved = { state: 'saved', at: null };
    this.#link = new DraftLink({
      draft,
      store: this.store,
      onState: (state) => {
        this.#saved = state;
        this.#change();
      },
      onConflict: (text) => this.#say(text),
      onSaved: () => void this.#lint(),
    });
    this.#link.restore();
    void this.#lint();
  }
  async #lint(): Promise<void> {
    const draft = this.draft;
    if (draft === undefined) return;
    const answer = await designClient.lint(draft).catch(() => undefined);
    if (answer === undefined || draft !== this.draft) return;
    this.#problems = answer.problems.map(({ document, code, path, text, level }) => ({
      document,
      code,
      address: path,
      text,
      level: level ?? 'error',
    }));
    this.#change();
  }
  #told(problem: { readonly text: string } | undefined): void {
    if (problem !== undefined) this.#say(problem.text);
  }

  #change(): void {
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  }
  #look(): DeskView {
    const { state, canUndo, canRedo, conflicts } = this.store;
    const opened = state.open === undefined ? undefined : state.documents[state.open];
    const text = opened?.text;
    const documents = this.#list();
    const library = this.#live.of(state.documents, state.open);
    const resolved = opened === undefined ? undefined : this.#resolve(opened, library);
    return {
      apps: this.#apps,
      documents,
      open: documents.find((one) => one.id === state.open),
      doc: text ?? {},
      base: opened?.base ?? {},
      object: resolved?.object,
      library,
      lib: resolved?.lib ?? library.types,
      dicts: library.dicts,
      selection: state.selection.filter((one) => one.document === state.open).map((one) => one.address),
      problems: this.#problems,
      conflicts,
      canUndo,
      canRedo,
      saved: this.#saved,
    };
  }
  /** What the tree names, and what this draft brings; a document that was taken away again is not there. */
  #list(): readonly DeskDocument[] {
    const of = this.store.state.documents;
    if (this.#documents?.of === of) return this.#documents.list;
    const ids = new Set([...this.#known.keys(), ...Object.keys(of)]);
    const list = [...ids].flatMap((id): readonly DeskDocument[] => {
      const document = of[id];
      if (document !== undefined && Object.keys(document.text).length === 0) return [];
      const title = (document?.text as { readonly title?: unknown } | undefined)?.title;
      const known = this.#known.get(id) ?? {
        id,
        sort: sortOfId(id),
        code: codeOfId(id),
        title: codeOfId(id),
        app: this.#link?.draft.app ?? '',
        own: true,
        fresh: document !== undefined && Object.keys(document.base).length === 0,
        drafted: true,
      };
      return [
        {
          ...known,
          title: typeof title === 'string' ? title : known.title,
          changed: known.drafted || (document !== undefined && !isSame(document)),
        },
      ];
    });
    this.#documents = { of, list };
    return list;
  }

  #resolve({ id, text, overlay }: DesignDocument, library: Library): Resolved | undefined {
    if (sortOfId(id) !== 'object') return undefined;
    if (this.#resolved?.text === text && this.#resolved.library === library) return this.#resolved;
    const lib = resolveLib(library, library.objects.get(codeOfId(id))?.object.area ?? '');
    try {
      // a shipped object keeps its blocks: the steps over it are put on below
      const { object } =
        overlay === undefined
          ? resolveWithProblems(text as unknown as ObjectDoc, lib)
          : resolveWithProblems(overlay.shipped as ObjectDoc, { ...lib, overlay: overlay.steps });
      const type = toObjectType(object);
      const types: TypeLib = {
        ...library.types,
        object: (code) => (code === object.object ? type : library.types.object(code)),
      };
      this.#resolved = { text, library, object, lib: types };
    } catch {
      // a text whose shape is wrong keeps the page it had; the problems say what it is
      if (this.#resolved?.object.object !== codeOfId(id)) this.#resolved = undefined;
    }
    return this.#resolved;
  }
}
