/**
 * Masters that a transaction has read, kept for the rest of it: rules, checks, references and the answer of one save ask for the same
 * materials and units again and again. Only what records alone write is kept; a write of an object forgets all that is kept of it.
 */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import { memo } from '../registry/memo';
import type { EngineCtx } from './host';

export interface Kept {
  /** heads as they are stored, deleted ones too; null = there is none */
  readonly heads: Map<string, Rec | null>;
  /** sub-table → id of the head → its rows */
  readonly rows: Map<string, Map<string, readonly Row[]>>;
}
const units = new WeakMap<object, Map<string, Kept>>();

/** Accounts are also written by the sign-in. */
const WRITTEN_ELSEWHERE: ReadonlySet<string> = new Set(['user']);
const isMaster = (object: ResolvedObject): boolean =>
  object.fields.isDisabled !== undefined && object.storage !== 'platform' && !WRITTEN_ELSEWHERE.has(object.object);

/** What is kept of an object; undefined = read it anew (no transaction, or no master). */
export function keptOf(ctx: Pick<EngineCtx, 'inTx' | 'unit'>, object: ResolvedObject): Kept | undefined {
  if (!ctx.inTx || !isMaster(object)) return undefined;
  return memo(
    memo(units, ctx.unit, () => new Map<string, Kept>()),
    object.object,
    () => ({ heads: new Map(), rows: new Map() }),
  );
}

/** Records that were read again under their lock: what was read before does not count any more. */
export function dropKept(kept: Kept, ids: readonly string[]): void {
  for (const id of ids) {
    kept.heads.delete(id);
    for (const byHead of kept.rows.values()) byHead.delete(id);
  }
}

/** A record of the object was written, or (without a code) the transaction went back to a savepoint. */
export function forgetKept(ctx: Pick<EngineCtx, 'unit'>, object?: string): void {
  if (object === undefined) units.delete(ctx.unit);
  else units.get(ctx.unit)?.delete(object);
}
