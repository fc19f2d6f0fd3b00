/**
 * Results kept with what they were made of: every look-up by name, and what it answered. While the same look-ups answer the same, the
 * result is the same; one that answers otherwise makes it again. So a changed document is felt by those alone that asked for it.
 */

/** What a result may ask for, each by a name. A list is the same as one of the same parts. */
export type Looks<L> = { readonly [name in keyof L]: (key: string) => unknown };

interface Read {
  readonly name: string;
  readonly key: string;
  readonly answer: unknown;
}
interface Kept<R> {
  readonly given: readonly unknown[];
  readonly reads: readonly Read[];
  readonly result: R;
}

/** organisations of a process differ in few documents, and a draft from what is published: some results of each text stay */
const MOST = 3;

export class Remembered<R> {
  readonly #kept = new WeakMap<object, readonly Kept<R>[]>();

  /** `given`: what the result hangs on beside the look-ups. A result whose making throws is not kept, and neither is one over a look-up that does. */
  of<L extends Looks<L>>(text: object, given: readonly unknown[], looks: L, make: (looks: L) => R): R {
    const all = this.#kept.get(text) ?? [];
    const known = all.find((kept) => isSame(kept.given, given) && stillHolds(kept.reads, looks));
    if (known !== undefined) {
      if (known !== all[0]) this.#kept.set(text, [known, ...all.filter((kept) => kept !== known)]);
      return known.result;
    }
    const { watched, reads, isWhole } = watch(looks);
    const result = make(watched);
    if (isWhole()) this.#kept.set(text, [{ given, reads: reads(), result }, ...all].slice(0, MOST));
    return result;
  }
}

const stillHolds = <L extends Looks<L>>(reads: readonly Read[], looks: L): boolean => {
  try {
    return reads.every(({ name, key, answer }) => isSame(looks[name as keyof L](key), answer));
  } catch {
    return false;
  }
};

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, n) => Object.is(part, b[n]));
}

interface Watch<L> {
  readonly watched: L;
  readonly reads: () => readonly Read[];
  readonly isWhole: () => boolean;
}
function watch<L extends Looks<L>>(looks: L): Watch<L> {
  const reads: Read[] = [];
  let isWhole = true;
  const watched: { [name: string]: (key: string) => unknown } = {};
  for (const [name, look] of Object.entries<(key: string) => unknown>(looks)) {
    const seen = new Map<string, unknown>();
    watched[name] = (key) => {
      if (seen.has(key)) return seen.get(key);
      try {
        const answer = look(key);
        seen.set(key, answer);
        reads.push({ name, key, answer });
        return answer;
      } catch (error) {
        isWhole = false;
        throw error;
      }
    };
  }
  return { watched: watched as L, reads: () => reads, isWhole: () => isWhole };
}

/** What hangs on a text alone. */
export function once<K extends object, V>(made: WeakMap<K, V>, text: K, make: () => V): V {
  const known = made.get(text);
  if (known !== undefined) return known;
  const value = make();
  made.set(text, value);
  return value;
}
