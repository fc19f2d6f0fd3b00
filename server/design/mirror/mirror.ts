/**
 * Documents as records: pages that show documents (数据字典, 菜单) list, search and edit rows like any other. The documents are the truth:
 * the rows are brought to them at the start of a process and at each publish, and a saved row publishes its document.
 */
import { sql } from 'kysely';
import type { Rec, Row } from '../../../schemas/language/value';
import { objectOf } from '../../records/context';
import type { EngineCtx } from '../../records/host';
import { commit } from '../../records/save/commit';
import { insertRecords } from '../../records/store/write';
import { appsOf } from '../apps';
import { appRecords } from './app-rows';
import { dictRecords } from './dict-rows';
import { menuRecords } from './menu-rows';
import type { Mirrored } from './mirrored';

/** Brings the rows to what is published; doing it again changes nothing. */
export async function mirrorDocuments(ctx: EngineCtx): Promise<void> {
  const { registry, host } = ctx;
  if (registry.find('dict') === undefined) return;
  await alone(ctx);
  await mirror(ctx, 'dict', dictRecords(registry.files, host.registries.shipped.files));
  await mirror(ctx, 'menu', menuRecords(registry));
  await mirrorApps(ctx);
}

/** The apps alone, after one was made or changed in the designer. */
export async function mirrorApps(ctx: EngineCtx): Promise<void> {
  if (ctx.registry.find('app') === undefined) return;
  await alone(ctx);
  await mirror(ctx, 'app', appRecords(ctx.registry, await appsOf(ctx.trx)));
}

/** Processes that start at once bring the same rows: one after the other, to the end of the transaction. */
const alone = async ({ org, trx }: EngineCtx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${org.schema} mirror`}, 0))`.execute(trx);
};

async function mirror(ctx: EngineCtx, code: string, wanted: readonly Mirrored[]): Promise<void> {
  const object = objectOf(ctx, code);
  const heads = await ctx.records.find(code, 'true');
  const known = new Map(
    (
      await ctx.records.many(
        code,
        heads.map((head) => head.id as string),
        { rows: true, stored: true },
      )
    ).map((rec) => [String(rec.code), rec]),
  );
  const ids = new Map([...known].map(([text, rec]) => [text, rec.id as string]));
  const made: Rec[] = [];
  const changed: (readonly [before: Rec, after: Rec])[] = [];
  for (const mirrored of wanted) {
    const before = known.get(mirrored.key);
    known.delete(mirrored.key);
    const rec: Rec = { ...(before ?? { id: ctx.newId(), isDeleted: 0, ...mirrored.fresh }), ...mirrored.head };
    ids.set(mirrored.key, rec.id as string);
    if (object.tree !== undefined)
      rec[object.tree] = mirrored.parent === undefined ? null : (ids.get(mirrored.parent) ?? null);
    for (const [sub, rows] of Object.entries(mirrored.rows ?? {}))
      (rec as Record<string, unknown>)[sub] = rowsBy(ctx, (before?.[sub] as readonly Row[] | undefined) ?? [], rows);
    if (before === undefined) made.push(rec);
    else changed.push([before, rec]);
  }
  // many at once and without a trail: they are none of anybody's doing
  if (made.length > 0)
    await insertRecords(ctx.trx, ctx.org.schema, object, made, { userId: ctx.session.me.id, now: ctx.now });
  for (const [before, rec] of changed) await commit(ctx, object, before, rec, { action: 'edit', silent: true });
  for (const gone of known.values())
    await commit(ctx, object, gone, { ...gone, isDeleted: 1 }, { action: 'del', silent: true });
}

/** Rows keep their id as long as their first column says the same, and their numbers as long as the order is theirs. */
function rowsBy(ctx: EngineCtx, before: readonly Row[], wanted: readonly Omit<Row, 'id'>[]): readonly Row[] {
  const [key = ''] = Object.keys(wanted[0] ?? {});
  const known = new Map(before.map((row) => [row[key], row]));
  const kept = wanted.length === before.length && wanted.every((row, n) => row[key] === before[n]?.[key]);
  return wanted.map((row, n): Row => {
    const stored = known.get(row[key]);
    const own = { ...stored, ...row, id: stored?.id ?? ctx.newId() } as Row;
    return kept ? own : { ...own, lineNo: (n + 1) * 10 };
  });
}
