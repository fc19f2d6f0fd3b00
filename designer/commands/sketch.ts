/**
 * What a command builds: steps over the documents of a state, each applied as it is said, so that the next sees it. The first that may
 * not be is the refusal of the whole. It knows what a gesture means in an own document over blocks, and in a shipped one.
 */
import { overlayRefusal } from '../../schemas/language/check/overlay';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { isNode } from '../../schemas/language/resolve/merge';
import { SORTS } from '../../schemas/language/sorts/index';
import {
  applyStep,
  before,
  entriesAt,
  given,
  joinAddress,
  type Step,
  type StepDoc,
  shapeAt,
  sortOfDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import { text } from '../../schemas/language/texts';
import type { Json } from '../../schemas/language/value';
import { misfitWords } from '../../schemas/language/words/index';
import {
  type DesignState,
  type DocId,
  type DocStep,
  NO_CHANGE,
  type Refusal,
  type Selected,
  type Transaction,
} from '../document/state';
import { impliedAt } from '../rules/implied';
import { titleOf } from '../rules/places';
import { blockText, shippedText, wholeText } from '../rules/texts';

export interface Spot {
  /** list or map of the document, and the code to come behind; null = first, undefined = last */
  readonly list: string;
  readonly after?: string | null;
}

export class Sketch {
  private readonly steps: DocStep[] = [];
  private readonly texts = new Map<DocId, StepDoc>();
  private reason: string | undefined;
  private id: DocId;
  private readonly state: DesignState;

  constructor(state: DesignState, id: DocId | undefined = state.open) {
    this.state = state;
    this.id = id ?? '';
    if (id === undefined) this.refuse('请先打开一个单据');
  }

  /** the document the next steps are about */
  on(id: DocId): this {
    this.id = id;
    return this;
  }
  get text(): StepDoc {
    return this.texts.get(this.id) ?? this.state.documents[this.id]?.text ?? {};
  }
  /** the text with its blocks */
  get whole(): StepDoc {
    return this.isShipped ? this.text : wholeText(this.state, this.text);
  }
  /** blocks alone: what stands there without the document's own words */
  get below(): StepDoc {
    return this.isShipped ? {} : blockText(this.state, this.text);
  }
  get isShipped(): boolean {
    return this.state.documents[this.id]?.overlay !== undefined;
  }
  get isRefused(): boolean {
    return this.reason !== undefined;
  }

  refuse(reason: string | undefined): this {
    if (reason !== undefined) this.reason ??= reason;
    return this;
  }
  /** one step as it is */
  step(step: Step): this {
    if (this.reason !== undefined) return this;
    const document = this.state.documents[this.id];
    const shipped = document === undefined ? undefined : shippedText(this.state, document);
    const refusal = shipped === undefined ? undefined : overlayRefusal(shipped, this.text, step);
    if (refusal !== undefined) return this.refuse(refusal);
    const applied = applyStep(this.text, step);
    if (applied.problem !== undefined) return this.refuse(misfitWords(applied.problem, this.whole));
    this.texts.set(this.id, applied.doc);
    this.steps.push({ document: this.id, step });
    return this;
  }

  /** Says what the page shows without being told to, before something of it changes. */
  private spell(address: string): void {
    const text = this.state.documents[this.id]?.text;
    if (text === undefined || valueAt(this.text, address) !== undefined) return;
    const implied = impliedAt(this.isShipped ? text : wholeText(this.state, text), address);
    if (implied !== undefined && valueAt(this.text, implied.list) === undefined)
      this.step({ set: implied.list, to: implied.value });
  }

  /** Says the columns or groups a list shows without being told to. */
  show(list: string): this {
    this.spell(list);
    return this;
  }

  /** Writes a value (undefined takes it away); entries of blocks on the way get an own entry first. */
  set(address: string, to: Json | undefined): this {
    const { parent, key } = splitAddress(address);
    this.spell(address);
    this.refuse(this.keyRefusal(parent, key));
    this.own(parent);
    const was = valueAt(this.text, address) as Json | undefined;
    if (JSON.stringify(was) === JSON.stringify(to)) return this;
    const isEntry = parent !== '' && entriesAt(this.text, parent) !== undefined;
    if (!isEntry) return this.step({ set: address, ...given('to', to), ...given('was', was) });
    if (to === undefined) return this.remove(address);
    return was === undefined
      ? this.insert({ list: parent }, splitAddress(address).key, to)
      : this.step({ set: address, to, was });
  }
  insert({ list, after }: Spot, key: string, value: Json): this {
    this.spell(list);
    this.own(list);
    const address = joinAddress(list, key);
    if (this.isOff(address)) return this.turnOn(address);
    return this.step({ insert: address, value, ...given('after', this.anchor(list, after)) }).reach(list, key, after);
  }
  /** Takes an entry away; what a block or the shipped text brings is turned off, and stays where it is said. */
  remove(address: string): this {
    this.spell(address);
    const { parent, key } = splitAddress(address);
    const isBelow = this.isBelow(address);
    const own = valueAt(this.text, address) as Json | undefined;
    if (isBelow && isNode(valueAt(this.whole, address))) {
      if (this.isShipped || own === undefined) return this.set(joinAddress(address, 'off'), true);
      return this.drop(address).insertOff(parent, key);
    }
    return own === undefined ? this.refuse(`「${key}」已不存在`) : this.drop(address);
  }
  /** Does a block or the shipped text bring what stands at an address? */
  isBelow(address: string): boolean {
    const document = this.state.documents[this.id];
    const below = document === undefined ? undefined : shippedText(this.state, document);
    return valueAt(below ?? this.below, address) !== undefined;
  }
  /** Moves an entry to a spot; one of a block is placed there anew and turned off where it stood. */
  move(address: string, { list, after }: Spot): this {
    this.spell(address);
    this.spell(list);
    const { parent, key } = splitAddress(address);
    if (valueAt(this.text, address) === undefined) {
      // keys of settings stand in no block: their page shows them as they are
      if (!this.isBelow(address) && valueAt(this.whole, address) !== undefined)
        return this.refuse(`「${titleOf(this.whole, parent, key)}」来自系统设置，不能移动`);
      const value = this.shortEntry(parent, key);
      if (list !== parent) return this.remove(address).insert({ list, ...given('after', after) }, key, value);
      return this.insert({ list, ...given('after', after) }, key, value);
    }
    this.own(list);
    if (this.isOff(joinAddress(list, key)) && list !== parent) this.drop(joinAddress(list, key));
    const keys = (entriesAt(this.text, list) ?? []).filter((entry) => entry !== key);
    const anchor = this.anchor(list, after, key);
    const now = before(this.text, address);
    if (list === parent && anchor === now) return this.reach(list, key, after);
    const isBelow = list !== parent && !this.isShipped && valueAt(this.below, address) !== undefined;
    this.step({
      move: address,
      ...(list === parent ? {} : { to: list }),
      ...given('after', anchor !== undefined && !keys.includes(anchor) ? undefined : anchor),
      was: { in: parent, ...given('after', now) },
    });
    if (isBelow) this.insertOff(parent, key);
    return this.reach(list, key, after);
  }

  /** The transaction, or why it may not be. */
  done(
    gesture: string,
    more: { readonly selection?: readonly Selected[]; readonly group?: string; readonly open?: DocId } = {},
  ): Transaction | Refusal {
    if (this.reason !== undefined) return { reason: this.reason };
    if (this.steps.length === 0 && more.open === undefined) return NO_CHANGE;
    return { steps: this.steps, gesture, ...more };
  }
  /** The document's own address as something selected. */
  selected(address: string): Selected {
    return { document: this.id, address };
  }

  /**
   * Own entries stand together where the blocks say `$own`. To come behind an entry of a block elsewhere, what lies between is named in
   * the own text too, so that it stands where the gesture said.
   */
  private reach(list: string, key: string, after: string | null | undefined): this {
    if (after === undefined || this.isShipped || this.reason !== undefined || !this.gathers(list)) return this;
    const all = (entriesAt(this.whole, list) ?? []).filter((entry) => !entry.startsWith('$'));
    const at = all.indexOf(key);
    const wished = after === null ? -1 : all.indexOf(after);
    if (at < 0 || wished === at - 1 || (after !== null && wished < 0)) return this;
    const between = wished > at ? all.slice(at + 1, wished + 1) : all.slice(wished + 1, at);
    let last = wished > at ? before(this.text, joinAddress(list, key)) : key;
    for (const text of between) {
      const address = joinAddress(list, text);
      const isOwn = entriesAt(this.text, list)?.includes(text) === true;
      const now = isOwn ? before(this.text, address) : undefined;
      if (!isOwn) this.step({ insert: address, value: this.shortEntry(list, text), ...given('after', last) });
      else if (now !== last)
        this.step({ move: address, ...given('after', last), was: { in: list, ...given('after', now) } });
      last = text;
    }
    return this;
  }
  /** Lists and parts whose own entries leave the place a block gave them. */
  private gathers(list: string): boolean {
    const shape = shapeAt(this.whole, list);
    if (typeof shape !== 'object' || (entriesAt(this.below, list) ?? []).length === 0) return false;
    return 'placements' in shape || ('map' in shape && shape.parts === true);
  }
  /** A node has the keys of its table, and remarks of its own. */
  private keyRefusal(parent: string, key: string): string | undefined {
    const shape = parent === '' ? { node: sortOfDoc(this.text) } : shapeAt(this.whole, parent);
    if (typeof shape !== 'object' || !('node' in shape) || key.startsWith('x-')) return undefined;
    return Object.hasOwn(SORTS[shape.node], key) ? undefined : text('key.unknown', { k: key });
  }
  /** Entries on the way that only blocks bring get an own, empty one. */
  private own(address: string): void {
    let at = '';
    for (const segment of segmentsOf(address)) {
      const parent = at;
      at = joinAddress(at, segment);
      if (parent === '' || valueAt(this.text, at) !== undefined) continue;
      const isEntry = entriesAt(this.text, parent) !== undefined || this.isEntryBelow(parent);
      if (isEntry && valueAt(this.below, at) !== undefined)
        this.step({
          insert: at,
          value: this.shortEntry(parent, segment),
          ...given('after', entriesAt(this.text, parent)?.at(-1)),
        });
    }
  }
  private isEntryBelow(parent: string): boolean {
    return entriesAt(this.below, parent) !== undefined;
  }
  /** an own entry that says nothing but its name */
  private shortEntry(list: string, key: string): Json {
    const shape = shapeAt(this.whole, list);
    if (typeof shape !== 'object' || !('placements' in shape)) return {};
    const entry = valueAt(this.whole, joinAddress(list, key));
    if (isNode(entry) && entry.param !== undefined) return { param: key };
    return isNode(entry) && Array.isArray(entry.fields) ? { fields: entry.fields as Json } : key;
  }
  private insertOff(list: string, key: string): this {
    const entry = this.shortEntry(list, key);
    const value: Json = typeof entry === 'string' ? { field: entry, off: true } : { ...(entry as object), off: true };
    return this.step({ insert: joinAddress(list, key), value, ...given('after', entriesAt(this.text, list)?.at(-1)) });
  }
  private isOff(address: string): boolean {
    const entry = valueAt(this.text, address);
    return isNode(entry) && entry.off === true;
  }
  /** what was turned off is there again */
  private turnOn(address: string): this {
    return this.step({ set: joinAddress(address, 'off'), was: true });
  }
  private drop(address: string): this {
    const { parent, key } = splitAddress(address);
    const entries = entriesAt(this.text, parent) ?? [];
    const value = valueAt(this.text, address) as Json;
    return this.step({ remove: address, was: value, ...given('after', entries[entries.indexOf(key) - 1]) });
  }
  /** The own entry to stand behind: the wished one, or the nearest before it when that is a block's. */
  private anchor(list: string, after: string | null | undefined, moved?: string): string | undefined {
    const own = (entriesAt(this.text, list) ?? []).filter((entry) => entry !== moved);
    if (after === undefined) return own.at(-1);
    if (after === null) return undefined;
    if (own.includes(after)) return after;
    const all = entriesAt(this.whole, list) ?? [];
    return all.slice(0, all.indexOf(after)).findLast((text) => own.includes(text));
  }
}
