/**
 * Who changed what (mw_trail): append-only, every entry chained by hash to the one before it of the same record, so that a changed or
 * missing entry shows. Written in the transaction of the change, under the lock of the record.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { sameValue } from '../../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { quoted, type Statement } from '../list/statement';
import { bulkOf } from '../save/bulk';
import { changesToday } from './renamed';

/** One changed value: `path` is `qty` or `items[<id>].qty`; rows that came or went have `to` or `from` only. */
export interface FieldChange {
  readonly path: string;
  readonly title: string;
  /** number of the row the value stands in */
  readonly line?: number;
  readonly from?: Value;
  readonly to?: Value;
}
export interface TrailEntry {
  readonly object: string;
  readonly id: string;
  readonly nbr: string | null;
  /** add, edit or the code of an action */
  readonly action: string;
  readonly version: number;
  readonly changes: readonly FieldChange[];
}

const MASK = '******';

/**
 * Differences of two states of a record that people may care about; secrets are masked, base fields left out. Of a new record the head
 * and the number of its rows.
 */
export function changesOf(object: ResolvedObject, before: Rec | null, after: Rec): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of Object.values(object.fields)) {
    if (field.base || field.formulaAt === 'live' || field.type === 'none') continue;
    if (field.sub && before === null) changes.push(...firstRows(field, rowsOf(after, field)));
    else if (field.sub) changes.push(...rowChanges(field, rowsOf(before, field), rowsOf(after, field)));
    else changes.push(...valueChange(field, field.code, before ?? {}, after));
  }
  return changes;
}

const rowsOf = (rec: Rec | null, field: ResolvedField): readonly Row[] =>
  (rec?.[field.code] as readonly Row[] | undefined) ?? [];

const firstRows = (field: ResolvedField, rows: readonly Row[]): FieldChange[] =>
  rows.length === 0 ? [] : [{ path: field.code, title: field.title, to: rows.length }];

function rowChanges(field: ResolvedField, before: readonly Row[], after: readonly Row[]): FieldChange[] {
  if (before === after) return [];
  const changes: FieldChange[] = [];
  const old = new Map(before.map((row) => [row.id, row]));
  const columns = Object.values(field.sub?.fields ?? {}).filter(
    (column) => !column.base && column.formulaAt !== 'live',
  );
  for (const row of after) {
    const stored = old.get(row.id);
    old.delete(row.id);
    if (stored === row) continue;
    const line = row.lineNo ?? 0;
    if (!stored) {
      changes.push({ path: `${field.code}[${row.id}]`, title: field.title, line, to: contentOf(columns, row) });
      continue;
    }
    for (const column of columns) {
      const path = `${field.code}[${row.id}].${column.code}`;
      for (const change of valueChange(column, path, stored, row)) changes.push({ ...change, line });
    }
  }
  for (const row of old.values()) {
    changes.push({
      path: `${field.code}[${row.id}]`,
      title: field.title,
      line: row.lineNo ?? 0,
      from: contentOf(columns, row),
    });
  }
  return changes;
}

function valueChange(field: ResolvedField, path: string, before: Rec | Row, after: Rec | Row): FieldChange[] {
  const to = after[field.code] as Value | undefined;
  const from = before[field.code] as Value | undefined;
  if (to === undefined || sameValue(from, to)) return [];
  if (field.secret) return [{ path, title: field.title, from: MASK, to: MASK }];
  return [{ path, title: field.title, from: from ?? null, to }];
}

/** What a row held, without empties and secrets. */
function contentOf(columns: readonly ResolvedField[], row: Row): Value {
  const content: Record<string, Value> = {};
  for (const column of columns) {
    const value = row[column.code] as Value | undefined;
    if (value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0))
      continue;
    content[column.code] = column.secret ? MASK : value;
  }
  return content as Value;
}

/** Appends entries in order; one query for the last hashes, one for the insert. A bulk appends at its end. */
export async function writeTrail(ctx: EngineCtx, entries: readonly TrailEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const bulk = bulkOf(ctx);
  if (bulk) return bulk.hold('mw_trail', entries, (held) => writeTrail(ctx, held));
  const last = await lastHashes(ctx, entries);
  const rows = entries.map((entry) => {
    const key = `${entry.object}:${entry.id}`;
    const row = { ...rowOf(ctx, entry), prev_hash: last.get(key) ?? null };
    const hash = hashOf(row, entry.changes);
    last.set(key, hash);
    return { ...row, hash };
  });
  await ctx.trx.insertInto('mw_trail').values(rows).execute();
}

const rowOf = (ctx: EngineCtx, entry: TrailEntry) => ({
  at: ctx.now,
  object: entry.object,
  record_id: entry.id,
  nbr: entry.nbr,
  action: entry.action,
  user_id: ctx.session.me.id,
  user_name: ctx.session.me.name,
  changes: JSON.stringify(entry.changes),
  request_id: ctx.requestId,
  version: entry.version,
});

/**
 * One entry as a part of the statement that writes the record. The chain goes on in the database, under the lock of the record: its last
 * hash need not be fetched first.
 */
export function trailPart(ctx: EngineCtx, entry: TrailEntry): Statement {
  const row = rowOf(ctx, entry);
  const table = `${quoted(ctx.org.schema)}.mw_trail`;
  const isFirst = entry.action === 'add';
  const last = isFirst
    ? 'null::text'
    : `(select t.hash from ${table} t where t.object = ? and t.record_id = ?::uuid order by t.seq desc limit 1)`;
  return {
    text: `insert into ${table} (at, object, record_id, nbr, action, user_id, user_name, changes, request_id, version, prev_hash, hash)
      select ?::timestamptz, ?::text, ?::uuid, ?::text, ?::text, ?::uuid, ?::text, ?::jsonb, ?::text, ?::int, p.hash,
        encode(sha256(convert_to('[' || coalesce('"' || p.hash || '"', 'null') || ?::text, 'UTF8')), 'hex')
      from (select ${last} as hash) p`,
    values: [
      ...[row.at, row.object, row.record_id, row.nbr, row.action, row.user_id, row.user_name, row.changes],
      ...[row.request_id, row.version],
      // what `hashOf` hashes, after the hash before it
      `,${hashedText(row, entry.changes).slice(1)}`,
      ...(isFirst ? [] : [row.object, row.record_id]),
    ],
  };
}

async function lastHashes(ctx: EngineCtx, entries: readonly TrailEntry[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.filter((entry) => entry.action !== 'add').map((entry) => entry.id))];
  if (ids.length === 0) return new Map();
  const rows = await ctx.trx
    .selectFrom('mw_trail')
    .distinctOn(['object', 'record_id'])
    .select(['object', 'record_id', 'hash'])
    .where(sql<boolean>`record_id = any(${ids}::uuid[])`)
    .orderBy('object')
    .orderBy('record_id')
    .orderBy('seq', 'desc')
    .execute();
  return new Map(rows.map((row) => [`${row.object as string}:${row.record_id as string}`, row.hash as string]));
}

interface Hashed {
  readonly at: string;
  readonly object: string;
  readonly record_id: string;
  readonly nbr: string | null;
  readonly action: string;
  readonly user_id: string | null;
  readonly version: number;
  readonly prev_hash: string | null;
}
function hashOf(row: Hashed, changes: unknown): string {
  const text = `[${JSON.stringify(row.prev_hash)},${hashedText(row, changes).slice(1)}`;
  return createHash('sha256').update(text).digest('hex');
}
const hashedText = (row: Omit<Hashed, 'prev_hash'>, changes: unknown): string => {
  const { at, object, record_id, nbr, action, user_id, version } = row;
  return canonical([at, object, record_id, nbr, action, user_id, version, changes]);
};
/** JSON with sorted keys: the database does not keep their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Entries of a record whose hash or link to the entry before does not fit; empty = the chain holds. */
export async function brokenEntries(ctx: EngineCtx, object: string, id: string): Promise<number[]> {
  const rows = await ctx.trx
    .selectFrom('mw_trail')
    .selectAll()
    .where('object', '=', object)
    .where('record_id', '=', id)
    .orderBy('seq')
    .execute();
  let last: string | null = null;
  const broken: number[] = [];
  for (const row of rows) {
    const entry = { ...(row as unknown as Hashed), version: Number(row.version) };
    if (entry.prev_hash !== last || hashOf(entry, row.changes) !== row.hash) broken.push(Number(row.seq));
    last = row.hash as string;
  }
  return broken;
}

/** Fields changed after a version, newest change of each: what a stale writer is shown. */
export async function changedSince(
  ctx: EngineCtx,
  object: ResolvedObject,
  id: string,
  version: number,
): Promise<{ field: string; title: string; by: string; at: string }[]> {
  const rows = await ctx.trx
    .selectFrom('mw_trail')
    .select(['seq', 'changes', 'user_name', 'at'])
    .where('object', '=', object.object)
    .where('record_id', '=', id)
    .where('version', '>', version)
    .orderBy('seq')
    .execute();
  const today = await changesToday(ctx, object);
  const found = new Map<string, { field: string; title: string; by: string; at: string }>();
  for (const row of rows) {
    for (const said of row.changes as readonly FieldChange[]) {
      const change = today(said, Number(row.seq));
      const [, sub, column] = /^(\w+)\[[^\]]*\](?:\.(\w+))?$/.exec(change.path) ?? [];
      const field = sub === undefined ? change.path : column === undefined ? sub : `${sub}.${column}`;
      found.set(field, {
        field,
        title: change.title,
        by: (row.user_name as string | null) ?? '',
        at: row.at as string,
      });
    }
  }
  return [...found.values()];
}
