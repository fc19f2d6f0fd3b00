/** The desk over the design store: documents of the draft, resolved as they stand, with what the rest of the product says about them. */

import { HttpError } from '../../runtime/data/http';
import { live } from '../../runtime/data/live';
import type { ObjectDoc } from '../../schemas/language/document';
import type { StepConflict } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Draft } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import { DraftLink } from '../data/draft-link';
import type { DesignLibrary, DesignTree, OpenedDraft } from '../data/types';
import { keepHistory, restoreHistory } from '../document/keep';
import { documentsOfLibrary, libraryOfDocuments } from '../document/library';
import type { DocId } from '../document/state';
import { DesignStore } from '../document/store';
import { watchStore } from '../document/watch';
import { shippedText } from '../rules/index';
import { Catalog } from './catalog';
import type { Desk, DeskApp, DeskProblem, DeskView, Outcome, Saved } from './desk';
import { LiveLibrary } from './live-library';
import { type OpenObject, openObject } from './open-object';
import { followTitles } from './title-codes';

const NOTHING: readonly StepConflict[] = [];
const CLOSED = '没有设计这个应用的权限，只能查看';
const GONE = '连不上服务器：暂时不能打开、新建和发布，恢复后自动可用';
const MISSING: Outcome = { refused: '文档不存在或已删除' };
const LOOK_MS = 15_000;
const AGAIN_MS = 5_000;
/** history of what has no draft yet is kept by its app */
const keepKey = ({ id, app }: Draft): string => (id === '' ? `app.${app}` : id);

export class StoreDesk implements Desk {
  readonly store = new DesignStore();
  readonly #live: LiveLibrary;
  #apps: readonly DeskApp[];
  readonly #catalog: Catalog;
  readonly #mayEdit: (app: string) => boolean;
  #drafts: DesignTree['drafts'];
  #link: DraftLink | undefined;
  readonly #listeners = new Set<() => void>();
  #view: DeskView;
  readonly #upgrades = new Map<DocId, readonly StepConflict[]>();
  #saved: Saved = { state: 'saved', at: null };
  #others: readonly string[] = [];
  #isGone = false;
  #isOver = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #problems: readonly DeskProblem[] = [];
  #resolved: OpenObject | undefined;
  #stopKeeping: (() => void) | undefined;
  #stopHearing: (() => void) | undefined;
  readonly #stopWatching: () => void;
  readonly #stopFollowing: () => void;
  readonly #looking: ReturnType<typeof setInterval>;
  readonly #say: (text: string) => void;

  constructor(tree: DesignTree, library: DesignLibrary, say: (text: string) => void = () => undefined) {
    this.#say = say;
    this.#apps = tree.apps.map(({ code, title, origin, exports }) => ({ code, title, own: origin === 'own', exports }));
    this.#drafts = tree.drafts;
    this.#catalog = new Catalog(tree);
    const closed = new Set(tree.apps.flatMap((app) => (app.mayEdit ? [] : [app.code])));
    this.#mayEdit = (app) => tree.may.edit && !closed.has(app);
    const documents = documentsOfLibrary(library.documents);
    this.store.load(documents);
    this.#live = new LiveLibrary(libraryOfDocuments(documents), documents);
    this.#view = this.#look();
    this.#stopWatching = watchStore(this.store, () => {
      this.#link?.changed();
      this.#change();
    });
    this.#stopFollowing = followTitles(this.store, () => Object.keys(this.#resolved?.object.actions ?? {}));
    this.#looking = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      // what has no draft sends nothing that would notice
      if (this.draft === undefined) this.#ask();
      else if (this.#mayEdit(this.app)) {
        this.#link?.restore();
        void this.#link?.look();
      }
    }, LOOK_MS);
    window.addEventListener('pagehide', this.#leave);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  view(): DeskView {
    return this.#view;
  }
  /** undefined while nothing was changed */
  get draft(): string | undefined {
    return this.#link?.draft.id || undefined;
  }
  /** The app that is worked on. */
  get app(): string {
    return this.#link?.draft.app ?? '';
  }
  readonly #leave = (): void => this.#link?.leave();
  /** Leaving sends what is left; what cannot be sent waits in the browser. */
  dispose(): void {
    this.#isOver = true;
    clearInterval(this.#looking);
    this.#stopHearing?.();
    clearTimeout(this.#again);
    window.removeEventListener('pagehide', this.#leave);
    void this.#link?.flush().then(() => this.#link?.close());
    this.#stopKeeping?.();
    this.#stopWatching();
    this.#stopFollowing();
  }

  async open(id: DocId): Promise<Outcome> {
    const fault = this.#catalog.faultOf(id);
    if (fault !== undefined) return { refused: fault };
    const app = this.#catalog.appOf(id) ?? this.app;
    return this.#enter(app, id, [id, ...this.#beside(app)]);
  }
  /** Makes the draft of an app the one that is worked on, with its menu at hand. */
  async prepare(app: string): Promise<Outcome> {
    return this.#enter(app, undefined, this.#beside(app));
  }
  /** The menu and the dictionaries of an app of the organisation, which gestures write to. */
  #beside(app: string): readonly DocId[] {
    return [`menus:${app}`, `dictionaries:${app}`].filter((id) => this.#catalog.isOwn(id));
  }
  /** Has a document at hand as gestures write to it, without opening it: a shipped one with what lies over it. */
  async bring(id: DocId): Promise<Outcome> {
    const now = this.store.state.documents[id];
    const link = this.#link;
    if (link === undefined) return { refused: '请先打开一个文档' };
    if (now?.overlay !== undefined || this.#catalog.isOwn(id) || now === undefined) return { done: true };
    try {
      await link.flush();
      const { documents } = await this.#read(link.draft.id, link.draft.app, [id]);
      const found = documents.find((eachDocument) => eachDocument.id === id);
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
      this.#apps = [{ code, title, own: true, exports: false }, ...this.#apps];
      this.#catalog.called(code, title);
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
  left(document: DocId, address: string, typed: Json | undefined, from: Json | undefined): void {
    this.#told(this.store.unfinished(document, address, typed, from));
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
    const known = this.#drafts.filter((draft) => draft.app === app);
    const draft = known.find((tree) => tree.documents.some((document) => document.id === id)) ?? known[0];
    // what is read must hold what was done a moment ago: a draft read before it would come back without it
    const isSent = (await this.#link?.flush()) ?? true;
    if (!isSent && this.#link !== undefined && this.#link.draft.app !== app)
      return { refused: '有修改还没有保存，请联网后再打开其他应用' };
    try {
      const kept = this.#link?.draft.app === app ? this.#link.draft.id : undefined;
      const opened = await this.#read(kept || (draft?.id ?? ''), app, documents);
      this.#reached(true);
      if (id !== undefined && !this.#isThere(id, opened)) return MISSING;
      this.#take(opened, id);
      return { done: true };
    } catch (cause) {
      this.#reached(!isLost(cause));
      // an address that names nothing a document can be called
      if (id !== undefined && cause instanceof HttpError && cause.code === 400) return MISSING;
      return { refused: cause instanceof Error ? cause.message : '打不开' };
    }
  }
  /** A document that was taken away is told as `{}`; what waits to be sent is here alone. */
  #isThere(id: DocId, { documents }: OpenedDraft): boolean {
    const isHere = this.store.unsent.some((step) => step.document === id);
    const text = isHere ? this.store.state.documents[id]?.text : documents.find((document) => document.id === id)?.doc;
    return text !== undefined && Object.keys(text).length > 0;
  }
  /** Documents as a draft has them; without one as they are published. */
  #read(draft: string, app: string, documents: readonly DocId[]): Promise<OpenedDraft> {
    return draft === '' ? designClient.look(app, documents) : designClient.read(draft, documents);
  }
  /** The draft others work in already, else a new one. */
  #make = async (app: string): Promise<Draft> => {
    const title = this.#apps.find((eachApp) => eachApp.code === app)?.title ?? app;
    const { draft } = await designClient.open({ app, title: `${title}的修改`, documents: [], join: true });
    this.#drafts = [{ ...draft, documents: [] }, ...this.#drafts];
    this.#keepAs(draft);
    return draft;
  };
  #keepAs(draft: Draft): void {
    this.#stopHearing?.();
    this.#others = [];
    this.#stopHearing =
      draft.id === '' || !this.#mayEdit(draft.app)
        ? undefined
        : live.watch([`draft:${draft.id}`], {
            onChange: ({ ids = [], people }) => {
              if (people === undefined) this.#link?.heard(Math.max(0, ...ids.map(Number)));
              else this.#meet(people.map(({ name }) => name));
            },
            onGap: () => void this.#link?.look(),
          });
    this.#stopKeeping?.();
    this.#stopKeeping = this.#mayEdit(draft.app) ? keepHistory(this.store, keepKey(draft)) : undefined;
  }
  #meet(others: readonly string[]): void {
    this.#others = others;
    this.#change();
  }
  #take(opened: OpenedDraft, open: DocId | undefined): void {
    const { draft, documents, steps } = opened;
    const isOther = this.#link === undefined || this.#link.draft.id !== draft.id || this.#link.draft.app !== draft.app;
    const loaded = isOther
      ? documents
      : documents.filter(({ id }) => id === open || this.store.state.documents[id] === undefined);
    // before the store tells of the document: what it shows is read then
    for (const { id, overlay } of documents) this.#upgrades.set(id, overlay?.conflicts ?? NOTHING);
    const unsent = this.store.unsent.some((step) => step.document === open);
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
                  steps: [...overlay.steps, ...steps.filter((step) => step.document === id).map((step) => step.step)],
                },
              }),
        })),
        open,
      );
    else if (open !== undefined) this.store.select([], open);
    this.#catalog.learn(opened);
    this.store.close(this.#mayEdit(draft.app) ? undefined : CLOSED);
    if (!isOther) return;
    this.#link?.close();
    this.store.begin();
    restoreHistory(this.store, keepKey(draft));
    this.#keepAs(draft);
    this.#saved = { state: 'saved', at: null };
    this.#link = new DraftLink({
      draft,
      store: this.store,
      make: () => this.#make(draft.app),
      onState: (state) => {
        this.#saved = state;
        this.#reached(state.state === 'saving' ? !this.#isGone : state.state !== 'offline');
        this.#change();
      },
      onConflict: (text) => this.#say(text),
      onSaved: () => void this.#lint(),
    });
    if (this.#mayEdit(draft.app)) this.#link.restore();
    // whose app it is decides who may write: the view that came with the documents knew of the one before
    this.#change();
    void this.#lint();
  }
  #ask(): void {
    designClient.look(this.app || (this.#apps[0]?.code ?? ''), []).then(
      () => this.#reached(true),
      (cause: unknown) => this.#reached(!isLost(cause)),
    );
  }
  /** Whether the server answers; while it does not it is asked again and again, so that what waits for it is there by itself. */
  #reached(isThere: boolean): void {
    if (this.#isOver) return;
    clearTimeout(this.#again);
    if (!isThere) this.#again = setTimeout(() => this.#ask(), AGAIN_MS);
    if (this.#isGone === !isThere) return;
    this.#isGone = !isThere;
    this.#change();
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
    const documents = this.#catalog.list(state.documents, this.app);
    const library = this.#live.of(state.documents, state.open);
    this.#resolved = opened === undefined ? undefined : openObject(opened, library, this.#resolved);
    const resolved = this.#resolved;
    return {
      apps: this.#apps,
      documents,
      open: documents.find((doc) => doc.id === state.open),
      doc: text ?? {},
      base: opened?.base ?? {},
      shipped: opened === undefined ? undefined : shippedText(state, opened),
      object: resolved?.object,
      library,
      lib: resolved?.lib ?? library.types,
      dicts: library.dicts,
      selection: state.selection
        .filter((selected) => selected.document === state.open)
        .map((selected) => selected.address),
      problems: this.#problems,
      conflicts,
      upgrade: (state.open === undefined ? undefined : this.#upgrades.get(state.open)) ?? NOTHING,
      canUndo,
      canRedo,
      saved: this.#saved,
      others: this.#others,
      readonly: this.#mayEdit(this.app) ? undefined : CLOSED,
      gone: this.#isGone ? GONE : undefined,
      mayMake: this.#mayEdit(''),
    };
  }
}

const isLost = (cause: unknown): boolean => cause instanceof HttpError && cause.code === 0;
