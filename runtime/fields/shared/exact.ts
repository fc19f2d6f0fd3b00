/** What a whole text names among candidates: typed and confirmed at once, or said by a scanner. */
import { isScanned } from '../../../schemas/language/codec/scanned';

export interface Named {
  readonly label: string;
  /** second, quieter text */
  readonly hint?: string | undefined;
}

/** All that a scanned text names: those called so, by label or first word of it; else what a code of labels found; else the only one. */
export function namedBy<T extends Named>(items: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  const exact = items.filter((item) => {
    const label = item.label.toLowerCase();
    return label === wanted || label.split(' ')[0] === wanted || item.hint?.toLowerCase() === wanted;
  });
  if (exact.length > 0) return exact;
  return items.length === 1 || isScanned(text) ? items : [];
}

/** The one that a text names whole; else the only one. */
export function exactOrOnly<T extends Named>(items: readonly T[], text: string): T | undefined {
  const named = namedBy(items, text);
  return named.length === 1 ? named[0] : items.length === 1 ? items[0] : undefined;
}
