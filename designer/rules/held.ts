/** What leaves the first state of an audited document waits for its approval: its own condition says so, where it can be seen and taken away. */
import { isBuiltIn, joined } from '../../schemas/language/resolve/actions';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { StepDoc } from '../../schemas/language/steps/index';

const APPROVED = 'auditStatus == 2';

/** The state a new record begins in. */
export const firstState = (
  field: Pick<ResolvedField, 'default'> | undefined,
  items: ResolvedDict['items'] | undefined,
): string | undefined => (typeof field?.default === 'string' ? field.default : items?.[0]?.code);

interface Held {
  readonly key: 'when' | 'auto';
  readonly to: string;
}
/** The condition an action of the text gets; undefined when it stays in the first state, gives the document up, or speaks of approval already. */
export function heldIn(action: unknown, code: string, first: string | undefined): Held | undefined {
  if (!isNode(action) || isBuiltIn(code) || action.off === true || action.tone === 'danger' || first === undefined)
    return undefined;
  const { from, to, when, auto } = action as StepDoc;
  const leaves = Array.isArray(from) && from.includes(first) && typeof to === 'string' && to !== first;
  if (!leaves || [when, auto].some((text) => /\bauditStatus\b/.test(String(text ?? '')))) return undefined;
  const key = typeof auto === 'string' ? 'auto' : 'when';
  const said = action[key];
  const approved = action.in === undefined ? APPROVED : `doc.${APPROVED}`;
  return { key, to: joined(approved, typeof said === 'string' ? said : undefined) ?? approved };
}
