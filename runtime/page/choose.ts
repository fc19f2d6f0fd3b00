/** Several things answer to one code: whoever scanned it says which one is meant. The one question of all scan fields. */
import type { Feedback } from './host';

/** A thing to choose: what it is called, and in quieter letters what tells it from the others. */
export interface Offer {
  readonly label: string;
  readonly hint?: string | undefined;
}
export const NOT_CHOSEN = '没有选择';

/** The only one, or the chosen one; undefined = none is there, or nothing was chosen. */
export async function chooseOne<T>(
  feedback: Feedback,
  text: string,
  found: readonly T[],
  offer: (item: T) => Offer,
): Promise<T | undefined> {
  if (found.length < 2) return found[0];
  const at = await feedback.choose(`「${text}」对应${found.length}项，请选择`, found.map(offer));
  return at === null ? undefined : found[at];
}
