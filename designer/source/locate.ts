/** Where things stand in the JSON text of a document: positions of addresses, and what may be written at a position. Pure. */
import { addressOf } from '../../schemas/language/resolve/address';
import { SORTS } from '../../schemas/language/sorts/index';
import type { Shape, SortId } from '../../schemas/language/sorts/table';
import { keyText, wordTitle } from '../../schemas/language/sorts/texts/index';
import { entryKey, type Holder, holderOf, innerShape } from '../../schemas/language/steps/holder';

/** A stretch of the text; UTF-16 offsets. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}
interface Parsed {
  readonly value: unknown;
  readonly from: number;
  readonly to: number;
  readonly entries?: readonly { readonly key: string; readonly from: number; readonly value: Parsed }[];
  readonly items?: readonly Parsed[];
}

/** Offsets of every address of a document text; none when the text does not read. */
export function positionsOf(text: string, sort: SortId): ReadonlyMap<string, Stretch> {
  const found = new Map<string, Stretch>();
  const root = new Reader(text).document();
  if (root === undefined) return found;
  const visit = (node: Parsed, shape: Shape | undefined, address: string): void => {
    const holder = shape === undefined ? undefined : holderOf(shape, node.value);
    for (const entry of node.entries ?? []) {
      const at = addressOf(address, entry.key);
      found.set(at, { from: entry.from, to: entry.value.to });
      visit(entry.value, holder === undefined ? undefined : innerShape(holder, entry.key), at);
    }
    if (holder?.k !== 'list') return;
    for (const item of node.items ?? []) {
      const at = addressOf(address, entryKey(holder, item.value));
      found.set(at, { from: item.from, to: item.to });
      visit(item, innerShape(holder, ''), at);
    }
  };
  found.set('', { from: root.from, to: root.to });
  visit(root, { node: sort }, '');
  return found;
}

/** The nearest address above one that stands in the text. */
export function stretchOf(positions: ReadonlyMap<string, Stretch>, address: string): Stretch | undefined {
  let at = address;
  for (;;) {
    const found = positions.get(at);
    if (found !== undefined || at === '') return found;
    at = at.replace(/(\[[^\]]*\]|\.?[^.[\]]+)$/, '');
  }
}

/** What may be written where the cursor stands. */
export interface SourceChoice {
  readonly insert: string;
  readonly title: string;
  readonly detail: string;
}
export interface SourceCompletion extends Stretch {
  readonly choices: readonly SourceChoice[];
}

/** Keys of the node, or words of the key, at an offset; undefined where nothing is known. */
export function completeSource(text: string, at: number, sort: SortId): SourceCompletion | undefined {
  const place = new Reader(text.slice(0, at)).open();
  if (place === undefined) return undefined;
  let shape: Shape | undefined = { node: sort };
  let value: unknown = place.values[0];
  for (const [i, key] of place.path.entries()) {
    const holder: Holder | undefined = shape === undefined ? undefined : holderOf(shape, value);
    if (holder === undefined) return undefined;
    shape = innerShape(holder, key);
    value = place.values[i + 1];
  }
  const from = at - place.typed.length;
  if (place.inKey) {
    const holder = shape === undefined ? undefined : holderOf(shape, value ?? {});
    if (holder?.k !== 'node') return undefined;
    const own = holder.sort;
    const choices = Object.keys(SORTS[own])
      .filter((key) => !place.taken.includes(key))
      .map((key) => ({ insert: `"${key}": `, title: key, detail: keyText(own, key).title }));
    return { from, to: at, choices: fitting(choices, place.typed) };
  }
  const words = shape === undefined ? [] : wordsOf(shape);
  const name = place.path.at(-1) ?? '';
  const owner = ownerOf(sort, place.path, place.values);
  const choices = words.map((word) => ({
    insert: JSON.stringify(word),
    title: String(word),
    detail: owner === undefined ? '' : wordTitle(owner, name, word),
  }));
  return choices.length === 0 ? undefined : { from, to: at, choices: fitting(choices, place.typed) };
}
function fitting(choices: readonly SourceChoice[], typed: string): readonly SourceChoice[] {
  const wanted = typed.replaceAll('"', '').toLowerCase();
  const rank = ({ title, detail }: SourceChoice): number =>
    title.toLowerCase().startsWith(wanted)
      ? 0
      : title.toLowerCase().includes(wanted) || detail.includes(wanted)
        ? 1
        : 2;
  return choices.filter((one) => rank(one) < 2).toSorted((a, b) => rank(a) - rank(b));
}
function wordsOf(shape: Shape): readonly (string | number | boolean)[] {
  if (shape === 'bool') return [true, false];
  if (typeof shape === 'string') return [];
  if ('words' in shape) return shape.words;
  if ('wordList' in shape) return shape.wordList;
  return 'any' in shape ? shape.any.flatMap(wordsOf) : [];
}
function ownerOf(sort: SortId, path: readonly string[], values: readonly unknown[]): SortId | undefined {
  let shape: Shape = { node: sort };
  for (const [i, key] of path.slice(0, -1).entries()) {
    const holder = holderOf(shape, values[i]);
    if (holder === undefined) return undefined;
    shape = innerShape(holder, key);
  }
  const holder = holderOf(shape, values[path.length - 1] ?? {});
  return holder?.k === 'node' ? holder.sort : undefined;
}

interface Open {
  readonly path: readonly string[];
  /** what is read so far of each node on the way */
  readonly values: readonly unknown[];
  readonly inKey: boolean;
  /** keys the innermost node has already */
  readonly taken: readonly string[];
  /** what is typed of the key or value */
  readonly typed: string;
}

const LITERAL = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

/** A small JSON reader that keeps positions. Stops where the text stops. */
class Reader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  document(): Parsed | undefined {
    const value = this.value();
    this.blank();
    return this.at === this.text.length ? value : undefined;
  }

  private blank(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
  private value(): Parsed | undefined {
    this.blank();
    const from = this.at;
    const c = this.text[from];
    if (c === '{') return this.node(from);
    if (c === '[') return this.list(from);
    const literal = this.match(c === '"' ? STRING : LITERAL);
    if (literal === undefined) return undefined;
    return { value: read(literal), from, to: this.at };
  }
  private node(from: number): Parsed | undefined {
    this.at += 1;
    const entries: { key: string; from: number; value: Parsed }[] = [];
    for (;;) {
      this.blank();
      if (this.text[this.at] === '}') break;
      if (entries.length > 0 && !this.sign(',')) return undefined;
      this.blank();
      const start = this.at;
      const key = this.match(STRING);
      if (key === undefined || !this.sign(':')) return undefined;
      const value = this.value();
      if (value === undefined) return undefined;
      entries.push({ key: String(read(key)), from: start, value });
    }
    this.at += 1;
    const value = Object.fromEntries(entries.map((one) => [one.key, one.value.value]));
    return { value, from, to: this.at, entries };
  }
  private list(from: number): Parsed | undefined {
    this.at += 1;
    const items: Parsed[] = [];
    for (;;) {
      this.blank();
      if (this.text[this.at] === ']') break;
      if (items.length > 0 && !this.sign(',')) return undefined;
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
    }
    this.at += 1;
    return { value: items.map((one) => one.value), from, to: this.at, items };
  }
  private sign(sign: string): boolean {
    this.blank();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  /** The text ends inside a node: where, and what is typed there. */
  open(): Open | undefined {
    interface Level {
      readonly isList: boolean;
      readonly value: { [key: string]: unknown } | unknown[];
      key: string | undefined;
    }
    const stack: Level[] = [];
    const put = (value: unknown): void => {
      const top = stack.at(-1);
      if (top === undefined) return;
      if (Array.isArray(top.value)) top.value.push(value);
      else if (top.key !== undefined) top.value[top.key] = value;
      top.key = undefined;
    };
    let typed = '';
    while (this.at < this.text.length) {
      const c = this.text[this.at] as string;
      typed = '';
      if (c === '{' || c === '[') {
        const value: Level['value'] = c === '[' ? [] : {};
        const top = stack.at(-1);
        const key = top?.key;
        put(value);
        if (top !== undefined && !top.isList) top.key = key;
        stack.push({ isList: c === '[', value, key: undefined });
        this.at += 1;
      } else if (c === '}' || c === ']') {
        stack.pop();
        const top = stack.at(-1);
        if (top !== undefined) top.key = undefined;
        this.at += 1;
      } else if (c === '"') {
        const literal = this.match(STRING);
        if (literal === undefined) {
          typed = this.text.slice(this.at);
          this.at = this.text.length;
          break;
        }
        const top = stack.at(-1);
        if (top !== undefined && !top.isList && top.key === undefined) top.key = String(read(literal));
        else put(read(literal));
      } else if (/[\w.+-]/.test(c)) {
        const literal = this.match(/[\w.+-]+/y) ?? '';
        if (this.at === this.text.length) typed = literal;
        else put(read(literal));
      } else this.at += 1;
    }
    const top = stack.at(-1);
    if (top === undefined) return undefined;
    // behind a list the innermost key is its own
    const keyed = stack.filter((level) => level.key !== undefined);
    const inKey = !top.isList && top.key === undefined;
    const path = keyed.map((level) => level.key as string);
    if (stack.some((level, i) => level.isList && i < stack.length - 1)) return this.inList(stack, inKey, typed);
    return {
      path,
      values: stack.map((level) => level.value),
      inKey,
      taken: top.isList ? [] : Object.keys(top.value),
      typed,
    };
  }
  /** Inside an entry of a list: its name is what the entry says so far. */
  private inList(
    stack: readonly { readonly isList: boolean; readonly value: unknown; readonly key: string | undefined }[],
    inKey: boolean,
    typed: string,
  ): Open {
    const path: string[] = [];
    for (const [i, level] of stack.entries()) {
      if (level.key !== undefined) path.push(level.key);
      else if (level.isList && i < stack.length - 1) {
        const entry = stack[i + 1]?.value as { readonly [key: string]: unknown };
        path.push(String(entry.field ?? entry.param ?? entry.code ?? entry.is ?? ''));
      }
    }
    const last = stack.at(-1)?.value;
    return {
      path,
      values: stack.map((level) => level.value),
      inKey,
      taken: typeof last === 'object' && last !== null ? Object.keys(last) : [],
      typed,
    };
  }
}
function read(literal: string): unknown {
  try {
    return JSON.parse(literal) as unknown;
  } catch {
    return null;
  }
}
