/** Stored records as the language has them: heads and rows by id, live formulas computed. No rights here; access.ts narrows before. */
import { CompiledQuery } from 'kysely';
import { computed, scopeAt } from '../../../schemas/language/record/bind';
import { type FieldModel, type Model, modelOf } from '../../../schemas/language/record/model';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { prepareOften } from '../../db/prepared';
import { memo } from '../../registry/memo';
import { makeEnv } from '../env';
import { nameFiles } from '../files/file-values';
import { gather, type Read } from '../gather';
import { heldOf, holdHeads } from '../held';
import type { EngineCtx } from '../host';
import { dropKept, keptOf } from '../kept';
import { isUuid } from '../list/list-request';
import { type DbRow, loadRows, readHead, readOf } from './stored';

export interface LoadOptions {
  /** FOR UPDATE, in id order whatever the order of the ids */
  readonly lock?: boolean;
  /** with sub-tables: all, or those that are named */
  readonly rows?: boolean | readonly string[];
  /** deleted records too: a reference keeps showing what it points at */
  readonly deleted?: boolean;
  /** without live formulas */
  readonly stored?: boolean;
}

/** Records by id, in the order of the ids; missing ones are left out. One query for heads, one per sub-table. */
export async function loadRecords(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  options: LoadOptions = {},
): Promise<Rec[]> {
  const wanted = [...new Set(ids.filter(isUuid))];
  if (wanted.length === 0 || object.storage === 'none' || object.settings) return [];
  const isWanted = (rec: Rec | null | undefined): rec is Rec =>
    rec !== null && rec !== undefined && (options.deleted === true || !object.fields.isDeleted || rec.isDeleted === 0);
  const kept = keptOf(ctx, object);
  if (options.lock || !kept) {
    if (kept) dropKept(kept, wanted);
    const byId = await (kept ? readHeads : throughHeld)(ctx, object, wanted, options.lock);
    return finish(ctx, object, wanted.map((id) => byId.get(id)).filter(isWanted), options);
  }
  const missing = wanted.filter((id) => !kept.heads.has(id));
  const read = await readHeads(ctx, object, missing);
  for (const id of missing) kept.heads.set(id, read.get(id) ?? null);
  // the caller completes and changes what he gets
  const found = wanted.map((id) => kept.heads.get(id)).filter(isWanted);
  return finish(
    ctx,
    object,
    found.map((rec) => ({ ...rec })),
    options,
  );
}

/** Heads of documents: those that this transaction has locked and read are not read again. */
async function throughHeld(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  lock = false,
): Promise<ReadonlyMap<string, Rec>> {
  const held = heldOf(ctx, object);
  if (!held) return readHeads(ctx, object, ids, lock);
  const { turn } = held;
  const known = ids.map((id) => held.heads.get(id)).filter((rec) => rec !== undefined);
  const missing = ids.filter((id) => !held.heads.has(id));
  const read = await readHeads(ctx, object, missing, lock);
  holdHeads(held, read, lock, turn);
  // the caller completes and changes what he gets
  const own = [...read].map(([id, rec]): [string, Rec] => [id, held.heads.get(id) === rec ? { ...rec } : rec]);
  return new Map([...known.map((rec): [string, Rec] => [rec.id as string, { ...rec }]), ...own]);
}

/** Heads as they are stored, deleted ones too. */
async function readHeads(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  lock?: boolean,
): Promise<ReadonlyMap<string, Rec>> {
  if (ids.length === 0) return new Map();
  const read = readOf(ctx.org.schema, object);
  const rows = lock ? await lockedHeads(ctx, read, ids) : await gather(ctx, read, ids);
  return new Map(rows.map((row) => [String(row.id), readHead(object, row)]));
}

async function lockedHeads(ctx: EngineCtx, { text }: Read, ids: readonly string[]): Promise<readonly DbRow[]> {
  const locking = `${text} order by t.id for update`;
  prepareOften(locking);
  return (await ctx.trx.executeQuery<DbRow>(CompiledQuery.raw(locking, [ids]))).rows;
}

/** Heads as they were read, completed: sub-tables and live formulas as asked. */
export async function finish(
  ctx: EngineCtx,
  object: ResolvedObject,
  heads: Rec[],
  options: Pick<LoadOptions, 'rows' | 'stored'>,
): Promise<Rec[]> {
  const live = !options.stored && hasLive(object);
  const reads = options.rows === true || (live && liveReadsRows(ctx, object));
  if (reads || options.rows) await addRows(ctx, object, heads, reads ? undefined : (options.rows as readonly string[]));
  await nameFiles(ctx, object, heads);
  return live ? withLive(ctx, object, heads) : heads;
}

/** Heads for references: deleted ones too, no sub-tables. */
export const loadHeads = (
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  live: boolean,
): Promise<Rec[]> => loadRecords(ctx, object, ids, { deleted: true, stored: !live });

async function addRows(
  ctx: EngineCtx,
  object: ResolvedObject,
  recs: readonly Rec[],
  only?: readonly string[],
): Promise<void> {
  const ids = recs.map((rec) => rec.id as string);
  const subs = Object.values(object.fields).filter((field) => field.sub && only?.includes(field.code) !== false);
  const found = await Promise.all(subs.map((field) => loadRows(ctx, object, field, ids)));
  for (const [at, { code }] of subs.entries())
    for (const rec of recs) rec[code] = found[at]?.get(rec.id as string) ?? [];
}

/** Live formulas have no column: they are computed in the order of the model, for the parts of the record that are there. */
export async function withLive(ctx: EngineCtx, object: ResolvedObject, recs: Rec[]): Promise<Rec[]> {
  if (recs.length === 0 || !hasLive(object)) return recs;
  const model = modelOf(object, ctx.registry.lib);
  const live = liveOf(model);
  const env = makeEnv(ctx);
  // the records were just read and are nobody else's: they are completed in place, the last round has every answer
  await env.settle((now) => {
    for (const rec of recs)
      for (const { formula, field, sub, code } of live) {
        if (!formula) continue;
        if (sub === undefined) {
          const got = computed(formula, field, scopeAt(now, rec));
          rec[code] = 'value' in got ? got.value : null;
          continue;
        }
        const rows = (rec[sub] as Row[] | undefined) ?? [];
        for (const row of rows) {
          const got = computed(formula, field, scopeAt(now, rec, row, rows));
          row[code] = 'value' in got ? got.value : null;
        }
      }
  });
  return recs;
}

const lives = new WeakMap<ResolvedObject, boolean>();
export const hasLive = (object: ResolvedObject): boolean =>
  memo(lives, object, () =>
    Object.values(object.fields).some(
      (field) =>
        field.formulaAt === 'live' ||
        Object.values(field.sub?.fields ?? {}).some((column) => column.formulaAt === 'live'),
    ),
  );

/** A live formula of the head over own rows: heads alone would give the wrong value. */
function liveReadsRows(ctx: EngineCtx, object: ResolvedObject): boolean {
  const nodes = modelOf(object, ctx.registry.lib).formulas;
  return nodes.some(
    (node) =>
      node.sub === undefined &&
      node.field.field.formulaAt === 'live' &&
      node.collections.size + node.columnDeps.size > 0,
  );
}

const ordered = new WeakMap<Model, readonly FieldModel[]>();
const liveOf = (model: Model): readonly FieldModel[] =>
  memo(ordered, model, () =>
    model.formulas.map((node) => node.field).filter((field) => field.field.formulaAt === 'live'),
  );
