/** Which built-in actions a page has buttons for: documents are audited by hand, or by a flow (audit.mode 2). */
import type { ResolvedAction } from './resolved';

const BY_HAND: ReadonlySet<string> = new Set(['audit', 'reject']);
const BY_FLOW: ReadonlySet<string> = new Set(['submit', 'withdraw', 'urge']);

/** Actions of the other way of auditing have no button. */
export const isOffered = (action: ResolvedAction, way: 'hand' | 'flow' = 'hand'): boolean =>
  !action.builtIn || !(way === 'flow' ? BY_HAND : BY_FLOW).has(action.code);
