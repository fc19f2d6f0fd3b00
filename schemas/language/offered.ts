/** Which built-in actions a page has buttons for: documents are audited by hand, or by a flow (audit.mode 2). */
import type { ResolvedAction, ResolvedObject } from './resolved';
import { keyFor } from './settings';
import type { Value } from './value';

const BY_HAND: ReadonlySet<string> = new Set(['audit', 'reject']);
const BY_FLOW: ReadonlySet<string> = new Set(['submit', 'withdraw', 'urge']);

/** Actions of the other way of auditing have no button. */
export const isOffered = (action: ResolvedAction, way: 'hand' | 'flow' = 'hand'): boolean =>
  !action.builtIn || !(way === 'flow' ? BY_HAND : BY_FLOW).has(action.code);

/** How documents of an object are audited once its draft holds: what it says itself, else 单据审核. */
export const auditWayOf = (
  { object, audit }: Pick<ResolvedObject, 'object' | 'audit'>,
  sys: (key: string) => Value | undefined,
): 'hand' | 'flow' =>
  (audit === undefined ? sys(keyFor('audit.mode', object)) === '2' : audit === 'flow') ? 'flow' : 'hand';

/** Of a sub-table and not in its rows: nobody chooses, every row its `when` allows is meant. */
export const meansAllRows = ({ in: sub, at }: Pick<ResolvedAction, 'in' | 'at'>): boolean =>
  sub !== undefined && !at.includes('row');
