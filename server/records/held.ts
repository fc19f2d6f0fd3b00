/**
 * Records that a transaction has locked, as it read them: nobody else can change them, so they are not read again before this
 * transaction writes them itself. Guards, effects and what follows from them ask for the same few documents again and again.
 */
import {
  AliasNode,
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  RawNode,
  type RootOperationNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import { memo } from '../registry/memo';
import { tableOf } from '../tables/names';
import type { EngineCtx } from './host';

export interface Held {
  /** ids of records under a lock of this transaction */
  readonly locked: Set<string>;
  /** heads as they are stored, of locked records only */
  readonly heads: Map<string, Rec>;
  /** sub-table → id of the head → its rows, of locked records only */
  readonly rows: Map<string, Map<string, readonly Row[]>>;
  /** finds that locked all they found, by what was asked */
  readonly finds: Map<string, KeptFind>;
  /** grows with each write and each lock: a read that was on its way meanwhile is not kept */
  turn: number;
}
/** What a write changed of a record, as it stands in its tables now. */
export interface Written {
  readonly head: Rec;
  readonly subs: readonly string[];
}
/** What a find under lock found. */
export interface KeptFind {
  readonly ids: readonly string[];
  /** fields that tell which records are found, and in which order */
  readonly by: ReadonlySet<string>;
}
const units = new WeakMap<object, Map<ResolvedObject, Held>>();
type Unit = Pick<EngineCtx, 'unit'>;

/** as many heads are kept of one object; a transaction over thousands reads them again */
const MOST = 1_000;

/** What is held of an object; undefined outside a transaction, and where others than records write its table. */
export function heldOf({ inTx, unit }: Pick<EngineCtx, 'inTx' | 'unit'>, object: ResolvedObject): Held | undefined {
  if (!inTx || object.storage !== 'table') return undefined;
  return memo(
    memo(units, unit, () => new Map<ResolvedObject, Held>()),
    object,
    () => ({ locked: new Set(), heads: new Map(), rows: new Map(), finds: new Map(), turn: 0 }),
  );
}

/** Keeps heads that were read under their lock, or of records that are locked already; `turn`: when the read began. */
export function holdHeads(held: Held, heads: ReadonlyMap<string, Rec>, isLocked: boolean, turn: number): void {
  const isNow = held.turn === turn;
  if (isLocked && heads.size > 0) held.turn++;
  for (const [id, rec] of heads) {
    if (isLocked) held.locked.add(id);
    if (isNow && held.locked.has(id) && held.heads.size < MOST) held.heads.set(id, rec);
  }
}
/** The same of rows of a sub-table. */
export function holdRows(held: Held, sub: string, rows: ReadonlyMap<string, readonly Row[]>, turn: number): void {
  if (held.turn !== turn) return;
  const known = memo(held.rows, sub, () => new Map<string, readonly Row[]>());
  for (const [id, list] of rows) if (held.heads.has(id)) known.set(id, list);
}

/** A record was written: it is locked now, and what it says is read anew. */
export function dropHeld(ctx: Pick<EngineCtx, 'inTx' | 'unit'>, object: ResolvedObject, id: string): void {
  const held = heldOf(ctx, object);
  if (!held) return;
  held.turn++;
  held.locked.add(id);
  held.heads.delete(id);
  for (const byHead of held.rows.values()) byHead.delete(id);
  // it may be found now where it was not
  held.finds.clear();
}

/** A record was written by records: it is locked now. What was read of it stands with what was written; rows of `subs` are read anew. */
export function writeHeld(
  ctx: Pick<EngineCtx, 'inTx' | 'unit'>,
  object: ResolvedObject,
  id: string,
  { head, subs }: Written,
): void {
  const held = heldOf(ctx, object);
  const known = held?.heads.get(id);
  if (!held || !known) {
    dropHeld(ctx, object, id);
    return;
  }
  held.turn++;
  held.locked.add(id);
  held.heads.set(id, { ...known, ...head });
  for (const sub of subs) held.rows.get(sub)?.delete(id);
  for (const [key, { by }] of held.finds) if (Object.keys(head).some((code) => by.has(code))) held.finds.delete(key);
}

/** Nothing is known any more: the transaction went back to a savepoint, and lost the locks it took since. */
export function forgetHeld({ unit }: Unit): void {
  forgetValues(unit, () => true);
  for (const { locked } of units.get(unit)?.values() ?? []) locked.clear();
}
const forgetValues = (unit: object, isMeant: (object: ResolvedObject) => boolean): void => {
  for (const [object, held] of units.get(unit) ?? []) {
    if (!isMeant(object)) continue;
    held.turn++;
    held.heads.clear();
    held.rows.clear();
    held.finds.clear();
  }
};

/** Sees writes past records (the ledger, datasets): what is held of the tables they write does not count any more. */
export const seesWrites = (unit: object): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (units.has(unit)) noticeWrite(unit, node);
    return node;
  },
  transformResult: async ({ result }) => result,
});

const noticeWrite = (unit: object, node: RootOperationNode): void => {
  if (RawNode.is(node)) {
    const text = textOf(node);
    if (BACK.test(text)) forgetHeld({ unit });
    // its tables may stand anywhere in it
    else if (!READS.test(text) || WRITES.test(text)) forgetValues(unit, () => true);
    return;
  }
  const table = written(node);
  if (table !== undefined) forgetValues(unit, (object) => tablesOf(object).has(table));
};
const BACK = /^\s*rollback\b/i;
const READS = /^[\s(]*(select|with|savepoint|release)\b/i;
const WRITES = /\b(insert|delete|merge)\b|(?<!\bfor (no key )?)\bupdate\b/i;
/** The text of a statement without what stands in its places; of one that begins with a part, the text of that part. */
const textOf = ({ sqlFragments, parameters }: RawNode): string => {
  const [first] = parameters;
  return (sqlFragments[0] ?? '').trim() === '' && first !== undefined && RawNode.is(first)
    ? textOf(first)
    : sqlFragments.join(' ');
};

const written = (node: RootOperationNode): string | undefined => {
  if (InsertQueryNode.is(node)) return nameOf(node.into);
  if (UpdateQueryNode.is(node)) return nameOf(node.table);
  return DeleteQueryNode.is(node) ? nameOf(node.from.froms[0]) : undefined;
};
const nameOf = (node: OperationNode | undefined): string => {
  if (node !== undefined && AliasNode.is(node)) return nameOf(node.node);
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : '';
};

const tables = new WeakMap<ResolvedObject, ReadonlySet<string>>();
/** The tables of an object: its own, and one a sub-table. */
const tablesOf = (object: ResolvedObject): ReadonlySet<string> =>
  memo(tables, object, () => {
    const subs = Object.values(object.fields).filter(({ sub }) => sub !== undefined);
    return new Set([tableOf(object.object), ...subs.map(({ code }) => tableOf(object.object, code))]);
  });
