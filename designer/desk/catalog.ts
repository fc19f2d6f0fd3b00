/** What there is to open: documents of the tree, and what the draft brings or takes away. */
import type { DesignTree, OpenedDraft } from '../data/types';
import { codeOfId, type DesignDocument, type DesignState, type DocId, sortOfId } from '../document/state';
import type { DeskDocument } from './desk';

type Known = Omit<DeskDocument, 'changed'>;
const same = new WeakMap<object, boolean>();
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

export class Catalog {
  /** what the server said of documents, opened or not */
  readonly #known = new Map<DocId, Known>();
  #listed: { readonly of: object; readonly list: readonly DeskDocument[] } | undefined;

  readonly #titles: Map<string, string>;

  constructor({ apps }: DesignTree) {
    this.#titles = new Map(apps.map((app) => [app.code, app.title]));
    for (const app of apps)
      for (const { id, sort, code, title, origin, version, drafts, conflicts, fault } of app.documents)
        this.#known.set(id, {
          id,
          sort,
          code,
          title,
          app: app.code,
          own: origin === 'own',
          fresh: origin === 'own' && version === 0,
          drafted: drafts.length > 0,
          undecided: conflicts,
          ...(fault === undefined ? {} : { fault }),
        });
  }
  /** An app that was made since. */
  called(app: string, title: string): void {
    this.#titles.set(app, title);
  }
  appOf(id: DocId): string | undefined {
    return this.#known.get(id)?.app;
  }
  /** why it is set aside */
  faultOf(id: DocId): string | undefined {
    return this.#known.get(id)?.fault;
  }
  isOwn(id: DocId): boolean {
    return this.#known.get(id)?.own === true;
  }
  /** Documents as they were opened. */
  learn({ draft, documents, steps }: OpenedDraft): void {
    for (const { id, sort, code, area, origin, version, doc, overlay } of documents) {
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
        drafted: steps.some((step) => step.document === id),
        undecided: overlay?.conflicts.length ?? 0,
      });
    }
    this.#listed = undefined;
  }
  /** What the tree names, and what a draft brings; a document that was taken away again is not there. */
  list(of: DesignState['documents'], app: string): readonly DeskDocument[] {
    if (this.#listed?.of === of) return this.#listed.list;
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
        app,
        own: true,
        fresh: document !== undefined && Object.keys(document.base).length === 0,
        drafted: true,
        undecided: 0,
      };
      return [
        {
          ...known,
          // dictionaries of an app have no title of their own
          title:
            typeof title === 'string'
              ? title
              : known.sort === 'dictionaries'
                ? `${this.#titles.get(known.app) ?? known.app}字典`
                : known.title,
          changed: known.drafted || (document !== undefined && !isSame(document)),
        },
      ];
    });
    this.#listed = { of, list };
    return list;
  }
}
