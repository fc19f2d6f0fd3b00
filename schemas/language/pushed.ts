/** What a push copies by itself (§7.4): asked by the linter, which judges it, and by the server, which does it. */
import { factsOf } from './kinds/index';
import { isLinkKey } from './links';
import type { ResolvedField } from './resolved';

/** Blocks whose fields each document has for itself: they take their defaults in the target. */
export const OF_EACH: readonly string[] = ['document', 'audited'];

/** Equal code, given by the caller, and equal type; not links, not numbers or rows. Grants are another question. */
export function copiesByItself(to: ResolvedField, from: ResolvedField): boolean {
  if (isLinkKey(to.code) || to.base || from.base || factsOf(to).isNumbered || to.type === 'rows') return false;
  if (from.formulaAt === 'live' || from.type === 'none' || to.type === 'none') return false;
  return (
    to.type === from.type && to.ref === from.ref && to.dict === from.dict && (to.many ?? false) === (from.many ?? false)
  );
}

/** What the one holds may be read by everybody who reads the other. */
export const mayFlow = (from: Pick<ResolvedField, 'grant'>, to: Pick<ResolvedField, 'grant'>): boolean =>
  from.grant === undefined || from.grant === to.grant;
