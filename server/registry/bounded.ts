/** A cache whose keys follow from what requests say: bounded by bytes, not by number, since whoever asks decides how long they are. */

export interface Bounded<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  readonly size: number;
  /** what is held, by the estimate of its maker */
  readonly bytes: number;
}

/** an entry beside its key and value */
const ENTRY = 120;
/** no single entry takes more than this part: it would push out all the others */
const SHARE = 8;

/**
 * Forgets what was used longest ago when it holds more than `maxBytes`. `sizeOf` tells bytes of a value as it is kept, an estimate that
 * is rather too large; what is larger than an eighth of all is not kept.
 */
export function bounded<V>(maxBytes: number, sizeOf: (value: V) => number): Bounded<V> {
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (!found) return undefined;
      // most recently used last
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set(key, value) {
      forget(key);
      const own = ENTRY + textBytes(key) + sizeOf(value);
      if (own > maxBytes / SHARE) return;
      entries.set(key, { value, bytes: own });
      bytes += own;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
    delete: forget,
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Texts with Chinese take two bytes a character. */
export const textBytes = (text: string): number => 2 * text.length;
