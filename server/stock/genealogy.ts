/**
 * What went into what (domain/40 §10.1): an edge for each row of the ledger that uses a lot for a work order or makes one of it. Written
 * with the row and taken back with it, so both always tell the same quantity.
 */
import { addDec } from '../../schemas/language/codec/decimal';
import type { Ctx, Trx } from '../ctx';
import type { DocRef } from './document';
import { type BatchFact, batchKey } from './facts';
import type { StockKey } from './keys';
import type { Work } from './legs';
import type { LedgerRow } from './post';
import { spreadQty } from './spread';

/** kinds of moves that use a lot for a work order, and the kind of edge they make */
const USES: Readonly<Record<string, string>> = { '22': '1', '23': '2', '62': '4', '25': '6' };
/** 外协消耗: without a work order it goes into the lots that its row brings back */
export const OUTSIDE = '62';
/** those that make one */
const MAKES: Readonly<Record<string, string>> = { '24': '5', '26': '5' };
export const TRACED_MOVES: readonly string[] = [...Object.keys(USES), ...Object.keys(MAKES)];
export const LOT = '1';
export const WORK = '2';
/** what is not managed by lots stands for all of its material */
export const NO_LOT = '未按批次管理';

interface Header extends DocRef {
  readonly docNbr: string;
}
type Posted = LedgerRow & { readonly seq: number };

export const writeEdges = async (
  ctx: Ctx,
  doc: Header,
  rows: readonly Posted[],
  batches: ReadonlyMap<string, BatchFact>,
): Promise<void> => {
  await closeEdges(
    ctx,
    rows.flatMap(({ reversedSeq }) => (reversedSeq === null ? [] : [reversedSeq])),
  );
  const traced = rows.filter(
    ({ moveKind, qty, work, reversedSeq }) =>
      work !== null && reversedSeq === null && qty !== 0 && (moveKind in USES || moveKind in MAKES),
  );
  const outside = rows.filter(
    ({ moveKind, qty, work, reversedSeq }) =>
      moveKind === OUTSIDE && work === null && reversedSeq === null && qty !== 0,
  );
  if (traced.length + outside.length === 0) return;
  const orders = await workOrders(ctx.trx, [...new Set(traced.flatMap(({ work }) => work?.workOrder ?? []))]);
  const edges: Rec[] = outside.flatMap((row) => intoLots(ctx, doc, row, { rows, batches }));
  for (const row of traced) {
    if (row.qty > 0 === row.moveKind in MAKES) edges.push(edgeOf(ctx, doc, row, { orders, batches }));
    else await shrink(ctx, doc, row);
  }
  for (let at = 0; at < edges.length; at += CHUNK)
    await ctx.trx
      .insertInto('genealogy_edge')
      .values(edges.slice(at, at + CHUNK))
      .execute();
};
/** statements carry at most 65,535 parameters */
const CHUNK = 1000;
type Rec = Readonly<Record<string, unknown>>;

/** what an edge keeps when it is made anew */
const KEPT = [
  ...[
    'edge_kind',
    'from_type',
    'from_id',
    'from_nbr',
    'from_material_id',
    'to_type',
    'to_id',
    'to_nbr',
    'to_material_id',
  ],
  ...[
    'qty',
    'doc_type',
    'doc_id',
    'doc_nbr',
    'row_id',
    'ledger_seq',
    'work_order_id',
    'order_process_id',
    'equipment_id',
  ],
  ...['employees', 'team_id', 'occurred_at', 'end_at', 'weak', 'created_by_id', 'updated_by_id'],
];

/** The rows of the ledger are taken back: so is what they told. */
const closeEdges = async (ctx: Ctx, seqs: readonly number[]): Promise<void> => {
  for (let at = 0; at < seqs.length; at += CHUNK)
    await ctx.trx
      .updateTable('genealogy_edge')
      .set({ reversed_at: ctx.now, updated_at: ctx.now })
      .where('ledger_seq', 'in', seqs.slice(at, at + CHUNK))
      .where('reversed_at', 'is', null)
      .execute();
};

/** Part of what a row of a document moved comes back: the edge is made anew with what is left, on the row that moved it. */
const shrink = async (ctx: Ctx, doc: DocRef, { rowId, qty }: LedgerRow): Promise<void> => {
  let rest = Math.abs(qty);
  const live = await ctx.trx
    .selectFrom('genealogy_edge')
    .select(KEPT)
    .where('doc_id', '=', doc.docId)
    .where('row_id', '=', rowId)
    .where('reversed_at', 'is', null)
    .orderBy('ledger_seq', 'desc')
    .execute();
  for (const edge of live) {
    const part = Math.min(rest, Number(edge.qty));
    if (part <= 0) continue;
    rest = addDec(rest, -part);
    await closeEdges(ctx, [Number(edge.ledger_seq)]);
    const left = addDec(Number(edge.qty), -part);
    if (left > 0)
      await ctx.trx
        .insertInto('genealogy_edge')
        .values({ ...edge, id: ctx.newId(), qty: left, created_at: ctx.now, updated_at: ctx.now })
        .execute();
  }
};

interface Known {
  readonly orders: ReadonlyMap<string, { readonly nbr: string; readonly material: string | null }>;
  readonly batches: ReadonlyMap<string, BatchFact>;
}
const edgeOf = (ctx: Ctx, doc: Header, row: Posted, { orders, batches }: Known): Rec => {
  const { key, moveKind, qty } = row;
  const work = row.work as Work; // rows without one are not traced
  const order = orders.get(work.workOrder);
  const lot = lotOf(key, batches);
  const made = {
    type: WORK,
    id: work.workOrder,
    nbr: order?.nbr ?? '',
    material: order?.material ?? null,
    weak: false,
  };
  const [from, to] = moveKind in MAKES ? [made, lot] : [lot, made];
  return between(ctx, doc, row, { from, to, qty: Math.abs(qty), work });
};

interface End {
  readonly type: string;
  readonly id: string;
  readonly nbr: string;
  readonly material: string | null;
  readonly weak: boolean;
}
const lotOf = ({ material, batchNbr }: StockKey, batches: Known['batches']): End => {
  const batch = batchNbr === null ? undefined : batches.get(batchKey(material, batchNbr));
  return { type: LOT, id: batch?.id ?? material, nbr: batch?.batchNbr ?? NO_LOT, material, weak: batch === undefined };
};

/** 带料委外: each lot that comes back has its part of what was used for all of them. */
const intoLots = (
  ctx: Ctx,
  doc: Header,
  row: Posted,
  { rows, batches }: Pick<Known, 'batches'> & { readonly rows: readonly Posted[] },
): readonly Rec[] => {
  const lots = new Map<string, { readonly to: End; readonly qty: number }>();
  for (const { rowId, qty, key } of rows) {
    if (rowId !== row.rowId || qty <= 0) continue;
    const to = lotOf(key, batches);
    lots.set(to.id, { to, qty: addDec(lots.get(to.id)?.qty ?? 0, qty) });
  }
  const ends = [...lots.values()];
  const parts = spreadQty(
    Math.abs(row.qty),
    ends.map(({ qty }) => qty),
  );
  return ends.flatMap(({ to }, n) => {
    const qty = parts[n] ?? 0;
    return qty === 0 ? [] : [between(ctx, doc, row, { from: lotOf(row.key, batches), to, qty, work: null })];
  });
};

const between = (
  ctx: Ctx,
  doc: Header,
  row: Posted,
  { from, to, qty, work }: { readonly from: End; readonly to: End; readonly qty: number; readonly work: Work | null },
): Rec => {
  const me = ctx.session.me.id;
  return {
    id: ctx.newId(),
    edge_kind: MAKES[row.moveKind] ?? USES[row.moveKind],
    from_type: from.type,
    from_id: from.id,
    from_nbr: from.nbr,
    from_material_id: from.material,
    to_type: to.type,
    to_id: to.id,
    to_nbr: to.nbr,
    to_material_id: to.material,
    qty,
    doc_type: doc.docType,
    doc_id: doc.docId,
    doc_nbr: doc.docNbr,
    row_id: row.rowId,
    ledger_seq: row.seq,
    work_order_id: work?.workOrder ?? null,
    order_process_id: work?.orderProcess ?? null,
    equipment_id: work?.equipment ?? null,
    employees: work?.employees ?? [],
    team_id: work?.team ?? null,
    occurred_at: work?.from ?? ctx.occurAt,
    end_at: work?.to ?? null,
    weak: from.weak || to.weak,
    created_by_id: me,
    updated_by_id: me,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
};

const workOrders = async (trx: Trx, ids: readonly string[]): Promise<Known['orders']> => {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('work_order').select(['id', 'nbr', 'material_id']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, { nbr: row.nbr, material: row.material_id }]));
};
