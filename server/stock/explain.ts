/** Sentences that say why stock is short when a plain number would not help. */
import type { Trx } from '../ctx';
import { type Facts, STATUS_TITLES, verbOf } from './facts';
import { GOOD } from './keys';
import { plain } from './legs';
import type { Short } from './post';

/** Nothing 合格 of the lot is here, but some of it waits for inspection or is bad: say that instead of a number. */
export const explainStatus = async (trx: Trx, { leg, qty }: Short, facts: Facts): Promise<string | null> => {
  const { key } = leg;
  if (key.qualityStatus !== GOOD || key.batchNbr === null || qty !== 0 || !facts.materials.has(key.material))
    return null;
  const other = await trx
    .selectFrom('stock_balance')
    .select('quality_status')
    .where('material_id', '=', key.material)
    .where('warehouse_id', '=', key.warehouse)
    .where('batch_nbr', '=', key.batchNbr)
    .where('quality_status', '<>', GOOD)
    .where('qty', '>', 0)
    .orderBy('quality_status')
    .executeTakeFirst();
  if (!other) return null;
  return `批次${key.batchNbr}为${STATUS_TITLES[String(other.quality_status)] ?? ''}，不能${verbOf(leg.moveKind)}`;
};

/** The newest document that took from the key and still counts. */
export const explainReversal = async (
  trx: Trx,
  doc: { readonly docId: string; readonly usedText?: (nbr: string) => string },
  { leg, stockKey, qty, need }: Short,
  facts: Facts,
): Promise<string | null> => {
  if (qty >= need) return null;
  const user = await trx
    .selectFrom('stock_ledger as l')
    .select('l.doc_nbr')
    .where('l.stock_key', '=', stockKey)
    .where('l.qty', '<', 0)
    .where('l.reversed_seq', 'is', null)
    .where('l.doc_id', '<>', doc.docId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stock_ledger as r').select('r.seq').whereRef('r.reversed_seq', '=', 'l.seq'))),
    )
    .orderBy('l.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!user) return null;
  if (doc.usedText) return doc.usedText(String(user.doc_nbr));
  const what =
    leg.key.batchNbr === null ? `「${facts.materials.get(leg.key.material)?.name ?? ''}」` : `批次${leg.key.batchNbr}`;
  return `${what}已被${user.doc_nbr}使用，结存${plain(qty)}，反审核需要${plain(need)}，请先冲销下游单据`;
};
