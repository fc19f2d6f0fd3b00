/** What a document has posted: the claim of its next posting, the rows of it that still count. */
import type { Ctx, Trx } from '../ctx';
import type { StockKey } from './keys';

export interface DocRef {
  readonly docType: string;
  readonly docId: string;
}
export interface PostedRow {
  readonly seq: number;
  readonly rowId: string;
  readonly leg: number;
  readonly reversalNo: number;
  readonly moveKind: string;
  readonly key: StockKey;
  readonly qty: number;
  readonly amount: number | null;
  readonly counterWarehouse: string | null;
  readonly workOrder: string | null;
}

/**
 * Takes the next posting number of a document before anything else is written: a second claim of the same number waits for the first
 * and then finds it taken. Null = there is nothing to do, the document stands where the caller wants it. `append` and `undo` are steps of
 * a document that posts in several: the caller holds its lock and says itself what is still to be done.
 */
export const claim = async (
  ctx: Ctx,
  doc: DocRef & { readonly docNbr: string; readonly bizDate: string },
  want: 'post' | 'append' | 'reverse' | 'undo',
): Promise<number | null> => {
  const last = await ctx.trx
    .selectFrom('stock_posting')
    .select(['reversal_no', 'is_reversal'])
    .where('doc_type', '=', doc.docType)
    .where('doc_id', '=', doc.docId)
    .orderBy('reversal_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  const live = last !== undefined && last.is_reversal === false;
  if (want === 'reverse' ? !live : want === 'post' && live) return null;
  const no = last === undefined ? 0 : Number(last.reversal_no) + 1;
  const taken = await ctx.trx
    .insertInto('stock_posting')
    .values({
      doc_type: doc.docType,
      doc_id: doc.docId,
      reversal_no: no,
      doc_nbr: doc.docNbr,
      is_reversal: want === 'reverse' || want === 'undo',
      biz_date: doc.bizDate,
      posted_at: ctx.now,
      posted_by_id: ctx.session.me.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reversal_no')
    .executeTakeFirst();
  return taken === undefined ? null : no;
};

/** Rows of postings that no later row reverses; differences that a reversal itself made stay as they are. */
export const liveRows = async (trx: Trx, doc: DocRef): Promise<readonly PostedRow[]> => {
  const rows = await postedRows(trx, doc);
  const postings = await trx
    .selectFrom('stock_posting')
    .select(['reversal_no', 'is_reversal'])
    .where('doc_type', '=', doc.docType)
    .where('doc_id', '=', doc.docId)
    .execute();
  const reversals = new Set(
    postings.filter((posting) => posting.is_reversal === true).map((posting) => Number(posting.reversal_no)),
  );
  const reversed = new Set(rows.map(({ reversedSeq }) => reversedSeq));
  return rows.filter((row) => row.reversedSeq === null && !reversed.has(row.seq) && !reversals.has(row.reversalNo));
};

/** All rows of the document in the order they were written. */
export const postedRows = async (
  trx: Trx,
  doc: DocRef,
): Promise<readonly (PostedRow & { readonly reversedSeq: number | null })[]> => {
  const rows = await trx
    .selectFrom('stock_ledger')
    .select([
      'seq',
      'row_id',
      'leg',
      'reversal_no',
      'reversed_seq',
      'move_kind',
      'qty',
      'amount',
      'counter_warehouse_id',
      'work_order_id',
    ])
    .select([
      'material_id',
      'attr_key',
      'warehouse_id',
      'position_id',
      'batch_nbr',
      'quality_status',
      'owner',
      'stage_id',
    ])
    .where('doc_type', '=', doc.docType)
    .where('doc_id', '=', doc.docId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    seq: Number(row.seq),
    rowId: row.row_id,
    leg: Number(row.leg),
    reversalNo: Number(row.reversal_no),
    reversedSeq: row.reversed_seq === null ? null : Number(row.reversed_seq),
    moveKind: row.move_kind,
    key: keyOf(row),
    qty: Number(row.qty),
    amount: row.amount === null ? null : Number(row.amount),
    counterWarehouse: row.counter_warehouse_id,
    workOrder: row.work_order_id,
  }));
};

/** The key parts of a row of stock_ledger or stock_balance. */
export const keyOf = (row: Readonly<Record<string, unknown>>): StockKey => ({
  material: String(row.material_id),
  attrKey: orNull(row.attr_key),
  warehouse: String(row.warehouse_id),
  position: orNull(row.position_id),
  batchNbr: orNull(row.batch_nbr),
  qualityStatus: String(row.quality_status),
  owner: String(row.owner),
  stage: orNull(row.stage_id),
});

const orNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
