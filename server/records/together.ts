/**
 * New records of a group of saves, inserted together: one statement for all of them instead of one each. Nobody may miss a record that
 * waits, so whoever asks the database meanwhile ends the group: it is saved again, each record written at once. What cannot meet one of
 * them (reads by id of others, counters, keys that an index has the last word on) asks beside it.
 */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import type { Trx } from '../ctx';
import type { EngineCtx } from './host';
import type { Stamp } from './store/write';

/** Somebody asked the database while records were waiting. */
export class AskedMeanwhile extends Error {}

/** New records of one object, in the order of their saves. */
export interface Waiting {
  readonly object: ResolvedObject;
  readonly recs: Rec[];
  readonly stamp: Stamp;
}
interface Group {
  readonly waiting: Map<ResolvedObject, Waiting>;
  readonly ids: Set<string>;
  isBeside: boolean;
  isAsked: boolean;
}
type Unit = Pick<EngineCtx, 'unit'>;
const groups = new WeakMap<object, Group>();

/** From now on new records of this transaction wait for `takeWaiting`. */
export const letWait = ({ unit }: Unit): void => {
  groups.set(unit, { waiting: new Map(), ids: new Set(), isBeside: false, isAsked: false });
};
/** After a refusal: what waits is forgotten, records are written at once again. */
export const forgetWaiting = ({ unit }: Unit): void => {
  groups.delete(unit);
};

/** Lets a new record wait; false = nothing waits here, it is to be written now. */
export function waits({ unit }: Unit, object: ResolvedObject, rec: Rec, stamp: Stamp): boolean {
  const group = groups.get(unit);
  if (!group) return false;
  const own = group.waiting.get(object) ?? { object, recs: [], stamp };
  group.waiting.set(object, own);
  own.recs.push(rec);
  group.ids.add(rec.id as string);
  return true;
}

/** The database is about to be asked. */
export function noticeAsked(unit: object): void {
  const group = groups.get(unit);
  if (!group || group.isBeside || group.ids.size === 0) return;
  // told again at the end, should somebody take it for an answer
  group.isAsked = true;
  throw new AskedMeanwhile();
}

/** The transaction for a question that no waiting record can be an answer to; `ids`: of what is asked for. */
export function beside(ctx: Pick<EngineCtx, 'unit' | 'trx'>, ids: readonly string[] = []): Trx {
  const group = groups.get(ctx.unit);
  if (!group || ids.some((id) => group.ids.has(id))) return ctx.trx;
  group.isBeside = true;
  try {
    return ctx.trx;
  } finally {
    group.isBeside = false;
  }
}

/** What waited, to be written now; nothing waits any more. */
export function takeWaiting(ctx: Unit): readonly Waiting[] {
  const group = groups.get(ctx.unit);
  forgetWaiting(ctx);
  if (group?.isAsked) throw new AskedMeanwhile();
  return [...(group?.waiting.values() ?? [])];
}
