/** What a text field takes of a scanned code: of several things that answer to it, of the one that is chosen. */
import { offerOf, scanClient } from '../data/scan-client';
import { chooseOne } from './choose';
import type { Feedback } from './host';

/** Undefined = nothing was chosen. Throws what the server says of the code. */
export async function scannedValue(
  feedback: Feedback,
  page: string,
  field: string,
  text: string,
): Promise<string | undefined> {
  const first = await scanClient.resolve(page, field, text);
  const hit = await chooseOne(feedback, text, first.hits, offerOf);
  if (hit === undefined) return undefined;
  const { value } = first.hits.length === 1 ? first : await scanClient.resolve(page, field, text, hit);
  return value ?? hit.code;
}
