/** What the picker of a reference offers by itself (§2.3 `pick`). */
import type { ResolvedField, ResolvedObject } from './resolved';

/** Field by which records are switched off and on. */
const SWITCH = 'isDisabled';

/** The condition of records in use; undefined = the object switches none off. */
export function inUse({ fields }: Pick<ResolvedObject, 'fields'>): string | undefined {
  const type = fields[SWITCH]?.type;
  if (type === 'dict') return `${SWITCH} == 0`;
  return type === 'bool' ? `!${SWITCH}` : undefined;
}

/** What a picker leaves out beside its own condition: what is switched off, unless it shows that too. */
export const leftOut = (
  { pick }: Pick<ResolvedField, 'pick'>,
  target: Pick<ResolvedObject, 'fields'>,
): string | undefined => (pick?.disabled === true ? undefined : inUse(target));
