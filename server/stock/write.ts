/** Locks and writes of a posting. Rows are locked in one sorted pass, so that no two postings wait for each other. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import type { DocRef, PostedRow } from './document';
import { type BatchFact, batchKey } from './facts';
import { writeEdges } from './genealogy';
import type { StockKey } from './keys';
import type { Balance, LedgerRow, Settled } from './post';
import type { ValueState } from './value';

/** statements carry at most 65,535 parameters */
const CHUNK = 1000;

/** Balances of keys in binary order; missing ones are made with 0 first, which waits for a posting that makes the same key. */
export const lockBalances = async (
  ctx: Ctx,
  keys: readonly (readonly [string, StockKey])[],
): Promise<ReadonlyMap<string, Balance>> => {
  const states = new Map<string, Balance>();
  for (const part of chunks(keys)) {
    const rows = part.map(([text, key]) => ({
      id: ctx.newId(),
      stock_key: text,
      material_id: key.material,
      attr_key: key.attrKey,
      warehouse_id: key.warehouse,
      position_id: key.position,
      batch_nbr: key.batchNbr,
      quality_status: key.qualityStatus,
      owner: key.owner,
      stage_id: key.stage,
      created_at: ctx.now,
      updated_at: ctx.now,
    }));
    await ctx.trx
      .insertInto('stock_balance')
      .values(rows)
      .onConflict((conflict) => conflict.column('stock_key').doNothing())
      .execute();
  }
  if (keys.length === 0) return states;
  const locked = await ctx.trx
    .selectFrom('stock_balance')
    .select(['stock_key', 'qty', 'reserved_qty'])
    .where(sql<boolean>`stock_key = ANY(${keys.map(([text]) => text)}::text[])`)
    .orderBy('stock_key')
    .forUpdate()
    .execute();
  for (const row of locked) states.set(row.stock_key, { qty: Number(row.qty), reserved: Number(row.reserved_qty) });
  return states;
};

interface ValueRow {
  readonly material_id: string;
  readonly qty: string;
  readonly value: string;
  readonly last_cost: string | null;
}
/** Values of materials, locked in the order of their ids; missing ones are made with 0. The owner of the tables does it for us. */
export const lockValues = async (ctx: Ctx, materials: readonly string[]): Promise<ReadonlyMap<string, ValueState>> => {
  if (materials.length === 0) return new Map();
  const { rows } = await sql<ValueRow>`
    SELECT * FROM ${sql.id(ctx.org.schema, 'stock_values_hold')}(
      ${materials.map(() => ctx.newId())}::uuid[], ${[...materials]}::uuid[], ${ctx.now}::timestamptz)`.execute(
    ctx.trx,
  );
  return new Map(
    rows.map((row) => [
      row.material_id,
      {
        qty: Number(row.qty),
        value: Number(row.value),
        lastCost: row.last_cost === null ? null : Number(row.last_cost),
      },
    ]),
  );
};

interface Header extends DocRef {
  readonly docNbr: string;
  readonly bizDate: string;
  readonly partner?: string | null;
  readonly no: number;
}

export const writeSettled = async (
  ctx: Ctx,
  header: Header,
  { rows, balances, values, batches }: Settled & { readonly batches: ReadonlyMap<string, BatchFact> },
): Promise<readonly PostedRow[]> => {
  const posted = await insertRows(ctx, header, rows);
  await updateBalances(ctx, balances, new Set(rows.filter(({ qty }) => qty > 0).map((row) => row.stockKey)));
  await updateValues(ctx, values);
  await stampFirstIn(ctx, rows, batches);
  await writeEdges(
    ctx,
    header,
    rows.map((row, n) => ({ ...row, seq: posted[n]!.seq })),
    batches,
  );
  return posted;
};

const insertRows = async (ctx: Ctx, header: Header, rows: readonly LedgerRow[]): Promise<readonly PostedRow[]> => {
  const posted: PostedRow[] = [];
  const me = ctx.session.me.id;
  for (const part of chunks(rows)) {
    const answers = await ctx.trx
      .insertInto('stock_ledger')
      .values(
        part.map(({ key, work, ...row }) => ({
          id: ctx.newId(),
          doc_type: header.docType,
          doc_id: header.docId,
          doc_nbr: header.docNbr,
          row_id: row.rowId,
          leg: row.leg,
          reversal_no: header.no,
          reversed_seq: row.reversedSeq,
          biz_date: header.bizDate,
          posted_at: ctx.now,
          move_kind: row.moveKind,
          stock_key: row.stockKey,
          material_id: key.material,
          attr_key: key.attrKey,
          warehouse_id: key.warehouse,
          position_id: key.position,
          batch_nbr: key.batchNbr,
          quality_status: key.qualityStatus,
          owner: key.owner,
          stage_id: key.stage,
          counter_warehouse_id: row.counterWarehouse,
          qty: row.qty,
          unit_cost: row.unitCost,
          amount: row.amount,
          balance_after: row.balanceAfter,
          work_order_id: work?.workOrder ?? null,
          partner_id: header.partner ?? null,
          operator_id: me,
          created_by_id: me,
          created_at: ctx.now,
          updated_by_id: me,
          updated_at: ctx.now,
        })),
      )
      .returning('seq')
      .execute();
    for (const [index, row] of part.entries())
      posted.push({
        seq: Number(answers[index]!.seq),
        rowId: row.rowId,
        leg: row.leg,
        reversalNo: header.no,
        moveKind: row.moveKind,
        key: row.key,
        qty: row.qty,
        amount: row.amount,
        counterWarehouse: row.counterWarehouse,
        workOrder: row.work?.workOrder ?? null,
      });
  }
  return posted;
};

const updateBalances = async (
  ctx: Ctx,
  balances: ReadonlyMap<string, number>,
  received: ReadonlySet<string>,
): Promise<void> => {
  if (balances.size === 0) return;
  const keys = [...balances.keys()];
  await ctx.trx
    .updateTable('stock_balance')
    .from(
      sql`unnest(${keys}::text[], ${keys.map((key) => String(balances.get(key)))}::numeric[], ${keys.map((key) => received.has(key))}::boolean[])`.as(
        sql`v(stock_key, qty, received)`,
      ),
    )
    .set({
      qty: sql`v.qty`,
      first_in_at: sql`CASE WHEN v.received THEN coalesce(stock_balance.first_in_at, ${ctx.now}::timestamptz) ELSE stock_balance.first_in_at END`,
      last_move_at: sql`${ctx.now}::timestamptz`,
      updated_at: sql`${ctx.now}::timestamptz`,
    })
    .where(sql<boolean>`stock_balance.stock_key = v.stock_key`)
    .execute();
};

/** Quantity and money are those of the rows just written: no statement of ours names them. */
const updateValues = async (ctx: Ctx, values: ReadonlyMap<string, ValueState>): Promise<void> => {
  if (values.size === 0) return;
  const list = [...values];
  await sql`SELECT ${sql.id(ctx.org.schema, 'stock_values_count')}(
      ${list.map(([material]) => material)}::uuid[],
      ${list.map(([, { lastCost }]) => (lastCost === null ? null : String(lastCost)))}::numeric[],
      ${ctx.now}::timestamptz)`.execute(ctx.trx);
};

const stampFirstIn = async (
  ctx: Ctx,
  rows: readonly LedgerRow[],
  batches: ReadonlyMap<string, BatchFact>,
): Promise<void> => {
  const ids = new Set<string>();
  for (const { key, qty } of rows) {
    const lot = key.batchNbr === null ? undefined : batches.get(batchKey(key.material, key.batchNbr));
    if (lot && qty > 0 && lot.firstInAt === null) ids.add(lot.id);
  }
  if (ids.size === 0) return;
  await ctx.trx
    .updateTable('batch')
    .set({ first_in_at: ctx.now, updated_at: ctx.now })
    .where('id', 'in', [...ids])
    .execute();
};

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += CHUNK) yield list.slice(at, at + CHUNK);
}
