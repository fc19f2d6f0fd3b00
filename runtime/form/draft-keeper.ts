/**
 * Keeps what is typed into one form: written a moment after every change, offered back at the next opening of the same record, gone
 * with the save. Each open form writes its own draft, so two windows do not overwrite each other's.
 */
import { type Draft, type DraftStore, openDrafts } from '../data/draft-store';
import { uuidv7 } from '../data/ids';
import { createSignal, type Signal } from '../data/signal';
import type { SaveBody } from '../data/types';
import type { HostSession } from '../page/host';
import { noteUnsaved } from '../page/unsaved';
import { type DraftContent, takeDraft } from './draft';
import type { FormModel } from './form-model';

/** with the write itself well below a second after the last key */
const WRITE_MS = 600;
/** a draft that is not written by then is written beside the save */
const AHEAD_MS = 1_000;

export interface Offer {
  readonly id: string;
  /** milliseconds since 1970 */
  readonly at: number;
  readonly content: DraftContent;
}

export class DraftKeeper {
  /** bumped when a draft was written, offered, taken */
  readonly signal: Signal = createSignal();
  /** the last write, milliseconds since 1970; null = nothing lies there */
  savedAt: number | null = null;
  /** drafts of earlier openings, newest first */
  offers: readonly Offer[] = [];
  /** a save whose answer never came */
  lost: SaveBody | undefined;
  readonly #model: FormModel;
  readonly #session: HostSession;
  readonly #store: DraftStore;
  #place: string;
  #id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;
  readonly #stop: () => void;

  constructor(model: FormModel, record: string | undefined, session: HostSession) {
    const { me } = session;
    this.#model = model;
    this.#session = session;
    this.#store = openDrafts({ org: me.org, user: me.id });
    this.#place = this.#placeOf(record);
    this.#id = this.#newId();
    const flush = (): void => void this.flush();
    const unsubscribe = model.changed.subscribe(() => this.#noteChange());
    const unwatch = model.standing.subscribe(() => noteUnsaved(this, model.dirty));
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    this.#stop = () => {
      unsubscribe();
      unwatch();
      noteUnsaved(this, false);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
    void this.#look();
  }
  /** `device` = the draft outlives the browser */
  get scope(): DraftStore['scope'] {
    return this.#store.scope;
  }
  #placeOf = (record: string | undefined): string => `${this.#model.page.code}/${record ?? 'new'}`;
  #newId(): string {
    const { me } = this.#session;
    return `${me.org}/${me.id}/${this.#place}/${uuidv7()}`;
  }

  async #look(): Promise<void> {
    // a form whose drafts cannot be read works like one that has none
    const found = await this.#store.list(this.#place, this.#session.now()).catch((): readonly Draft[] => []);
    if (this.#closed) return;
    this.offers = found.flatMap((draft) => offerOf(draft) ?? []);
    if (this.offers.length > 0) this.signal.bump();
  }

  #noteChange(): void {
    if (this.#closed || !this.#model.dirty || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, WRITE_MS);
  }
  /** Writes at once what waits to be written. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#write();
  }
  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (!this.#model.dirty) return;
      const content = takeDraft(this.#model, this.lost);
      if (content === null) return;
      const at = this.#session.now();
      try {
        await this.#store.put({ id: this.#id, place: this.#place, at, text: JSON.stringify(content) });
        this.savedAt = at;
      } catch {
        // no room, no key: the line says 有未保存的修改 again, the next change tries again
        this.savedAt = null;
      }
      this.signal.bump();
    });
    return this.#writing;
  }

  /**
   * A save goes out: if its answer is lost with the browser, it can be repeated. The draft insures it and never holds it up: its key
   * may have to come over a network that answers nothing, and until then the button would turn.
   */
  async sending(body: SaveBody): Promise<void> {
    this.lost = body;
    await Promise.race([this.#write(), new Promise((done) => setTimeout(done, AHEAD_MS))]);
  }

  /** It was answered: there is nothing to repeat. */
  answered(): void {
    this.lost = undefined;
  }

  /** Takes an offered draft into the form; from here on this form writes it. */
  restore(offer: Offer): void {
    this.#id = offer.id;
    this.savedAt = offer.at;
    this.lost = offer.content.lost;
    this.offers = this.offers.filter((eachOffer) => eachOffer !== offer);
    this.#model.restore(offer.content);
    this.signal.bump();
  }
  async discard(offer: Offer): Promise<void> {
    this.offers = this.offers.filter((eachOffer) => eachOffer !== offer);
    this.signal.bump();
    await this.#store.remove([offer.id]).catch(() => undefined);
  }

  /** What was typed was taken back on purpose: it is not offered again. */
  async dropped(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.lost = undefined;
    this.savedAt = null;
    const gone = this.#id;
    this.#id = this.#newId();
    this.signal.bump();
    await this.#writing;
    await this.#store.remove([gone]).catch(() => undefined);
  }

  /** The record is stored: its drafts have nothing to say any more. A new record's other drafts are other records. */
  async saved(record: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.lost = undefined;
    const others = this.#place === this.#placeOf(record) ? this.offers.map((offer) => offer.id) : [];
    const gone = [this.#id, ...others];
    this.offers = others.length > 0 ? [] : this.offers;
    this.savedAt = null;
    this.#place = this.#placeOf(record);
    this.#id = this.#newId();
    this.signal.bump();
    await this.#writing;
    await this.#store.remove(gone).catch(() => undefined);
  }
  /** The form goes; what was typed stays on the computer. */
  dispose(): void {
    void this.flush();
    this.#closed = true;
    this.#stop();
  }
}

function offerOf({ id, at, text }: Draft): Offer | null {
  try {
    return { id, at, content: JSON.parse(text) as DraftContent };
  } catch {
    return null;
  }
}
