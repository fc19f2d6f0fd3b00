/**
 * Documents of the trial run that go (domain 10 §6.9), with what they posted: the one exception to a ledger that only grows. Heads stay as
 * deleted rows, so no number is used twice.
 */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Ctx } from '../ctx';
import { refuse } from '../errors';
import { tableOf } from '../tables/names';
import { balanceDifferences, holdStock, mendBalances, mendValues } from './mend';
import { proveStock } from './proof';

/** Documents of one object. */
export interface Gone {
  readonly object: ResolvedObject;
  readonly ids: readonly string[];
}

/** Up to a day, the day of business where there is one. */
export async function documentsUntil(
  ctx: Ctx,
  objects: readonly ResolvedObject[],
  until: string,
): Promise<readonly Gone[]> {
  const found: Gone[] = [];
  for (const object of objects) {
    const day = sql.ref(object.fields.bizDate ? 'biz_date' : 'created_at');
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(`${ctx.org.schema}.${tableOf(object.object)}`)}
       WHERE is_deleted = 0 AND ${day} < ${until}::date + 1 ORDER BY id`.execute(ctx.trx);
    if (rows.length > 0) found.push({ object, ids: rows.map(({ id }) => id) });
  }
  return found;
}

export async function clearDocuments(ctx: Ctx, gone: readonly Gone[]): Promise<void> {
  await holdStock(ctx);
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const ids = gone.flatMap((gone) => gone.ids);
  const { rows: touched } = await sql<{ stock_key: string }>`
    SELECT DISTINCT stock_key FROM ${at('stock_ledger')} WHERE doc_id = ANY (${ids}::uuid[])`.execute(ctx.trx);
  await sql`ALTER TABLE ${at('stock_ledger')} DISABLE TRIGGER stock_ledger_append_only`.execute(ctx.trx);
  await sql`DELETE FROM ${at('stock_ledger')} WHERE doc_id = ANY (${ids}::uuid[])`.execute(ctx.trx);
  await sql`ALTER TABLE ${at('stock_ledger')} ENABLE TRIGGER stock_ledger_append_only`.execute(ctx.trx);
  await assertUnbroken(
    ctx,
    touched.map((row) => row.stock_key),
  );
  await sql`DELETE FROM ${at('genealogy_edge')} WHERE doc_id = ANY (${ids}::uuid[])`.execute(ctx.trx);
  await sql`DELETE FROM ${at('stock_posting')} WHERE doc_id = ANY (${ids}::uuid[])`.execute(ctx.trx);
  await mendBalances(ctx, await balanceDifferences(ctx));
  await mendValues(ctx);
  // rows of keys that nothing ever moved
  await sql`DELETE FROM ${at('stock_balance')} b WHERE qty = 0 AND reserved_qty = 0
      AND NOT EXISTS (SELECT 1 FROM ${at('stock_ledger')} l WHERE l.stock_key = b.stock_key)`.execute(ctx.trx);
  await sql`DELETE FROM ${at('stock_value')} v WHERE qty = 0 AND value = 0
      AND NOT EXISTS (SELECT 1 FROM ${at('stock_ledger')} l WHERE l.material_id = v.material_id)`.execute(ctx.trx);
  await sql`UPDATE ${at('batch')} b SET is_deleted = 1, version = version + 1, updated_at = now() WHERE is_deleted = 0
      AND NOT EXISTS (SELECT 1 FROM ${at('stock_ledger')} l WHERE l.batch_nbr = b.batch_nbr AND l.material_id = b.material_id)`.execute(
    ctx.trx,
  );
  for (const { object, ids: own } of gone)
    await sql`UPDATE ${at(tableOf(object.object))} SET is_deleted = 1, version = version + 1, updated_at = now()
       WHERE id = ANY (${own}::uuid[])`.execute(ctx.trx);
  const wrong = await proveStock(ctx.trx);
  if (wrong.length > 0) throw refuse(`清理后有${wrong.length}处库存不一致，没有清理，请改选日期或模块`);
}

/** The balance each row that stays tells must still be what its rows add up to. */
async function assertUnbroken(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const { rows } = await sql<{ doc_nbr: string }>`
    SELECT doc_nbr FROM (
      SELECT doc_nbr, seq, balance_after, sum(qty) OVER (PARTITION BY stock_key ORDER BY seq) AS qty
        FROM ${sql.table(`${ctx.org.schema}.stock_ledger`)} WHERE stock_key = ANY (${keys}::text[])) l
     WHERE balance_after <> qty ORDER BY seq LIMIT 1`.execute(ctx.trx);
  if (rows[0]) throw refuse(`单据「${rows[0].doc_nbr}」的结存要靠清理的单据，请一起清理`);
}
