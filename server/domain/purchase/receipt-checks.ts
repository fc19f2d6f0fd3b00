/** 来料检验 of a receipt (40 §8.3, L13): one check a row that waits for its verdict, taken back with the receipt while none is judged. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { LineOf, RowOf } from '../../rows';

type Receipt = RowOf<'purchaseIn'>;
type Line = LineOf<'purchaseIn', 'items'>;
const JUDGED = '60';
const VOID = '90';

/** Makes the checks of rows that have none yet, and notes them there. */
export const makeChecks = async (receipt: Receipt, ctx: Ctx): Promise<void> => {
  const system = ctx.asSystem();
  for (const row of receipt.items) {
    if (row.iqcFlag !== true || row.iqcNbr !== null) continue;
    const id = ctx.newId();
    const check = await system.records.save('iqc', { id, ...aboutRow(receipt, row) });
    await ctx.emit('iqc.created', { object: 'iqc', id, nbr: check.nbr });
    row.iqcNbr = id;
  }
};
const aboutRow = (receipt: Receipt, row: Line) => ({
  receipt: receipt.id,
  receiptRow: row.id,
  bizDate: receipt.bizDate,
  supplier: receipt.supplier,
  buyer: receipt.buyer,
  order: row.srcType === 'purchaseOrder' ? row.srcId : null,
  material: row.material,
  materialName: row.materialName,
  spec: row.spec,
  attrKey: row.attrKey,
  unit: row.unit,
  batchNbr: row.batchNbr,
  serials: row.serials,
  supplierBatch: row.supplierBatch,
  warehouse: row.warehouse,
  position: row.position,
  owner: row.owner,
  lotQty: row.qty,
  lotBaseQty: row.baseQty,
});

/** Voids the checks of a receipt that is taken back; a verdict is not undone that way. */
export const dropChecks = async (receipt: Receipt, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const ids = receipt.items.flatMap(({ iqcNbr }) => (iqcNbr === null ? [] : [iqcNbr]));
  const checks = await records.many('iqc', ids, { stored: true, lock: true });
  const judged = checks.find(({ docStatus }) => docStatus === JUDGED);
  if (judged) throw refuse(`${lotName(judged)}已检验/已使用，不能反审核`, { rule: 'purchaseIn.judged' });
  for (const { id } of checks) await records.patch('iqc', id, { head: { docStatus: VOID } });
  for (const row of receipt.items) {
    row.iqcNbr = null;
    row.iqcResult = null;
  }
};

export const lotName = ({
  batchNbr,
  materialName,
}: {
  readonly batchNbr: string | null;
  readonly materialName: string | null;
}): string => (batchNbr === null ? `「${materialName ?? ''}」` : `批次${batchNbr}`);
