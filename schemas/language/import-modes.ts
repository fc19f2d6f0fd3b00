/** How a sheet may come in: records it adds, records it finds by its key. */
import type { ResolvedField } from './resolved';
import { isTyped } from './written';

export const IMPORT_MODES = ['add', 'update', 'upsert'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Without a key there is nothing to find; a key that the server gives, as a number, finds and is never new. */
export function modesOf(
  fields: { readonly [code: string]: ResolvedField },
  key: readonly string[],
): readonly ImportMode[] {
  if (key.length === 0) return ['add'];
  const isGiven = key.some((code) => fields[code] !== undefined && !isTyped(fields[code]));
  return isGiven ? ['update'] : IMPORT_MODES;
}
