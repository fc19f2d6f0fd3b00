/** What a recall holds is frozen wherever it turns up as good stock (domain/40 §3.6): by a verdict, or where an issue is taken back. */
import type { Ctx } from '../../ctx';
import { batchKey } from '../../stock/facts';
import { GOOD, type StockKey } from '../../stock/keys';
import { type PostResult, type ReverseInput, reverseStock } from '../../stock/posting';
import { readBatches } from '../../stock/read';
import { freezeStock, RECALL } from './freeze';

interface Lying {
  readonly key: StockKey;
  readonly qty: number;
}
/** Of good stock that just came what is of recalled lots joins the record that holds it; `reason` where that is not to be found. */
export const freezeHeld = async (ctx: Ctx, came: readonly Lying[], reason: string): Promise<void> => {
  const traced = came.flatMap(({ key: { material, batchNbr } }) => (batchNbr === null ? [] : [{ material, batchNbr }]));
  const lots = await readBatches(ctx.trx, traced);
  const byRecord = new Map<string, Lying[]>();
  for (const each of came) {
    const lot = lots.get(batchKey(each.key.material, each.key.batchNbr ?? ''));
    if (lot?.holdFlag !== true || lot.freezeNbr === null) continue;
    byRecord.set(lot.freezeNbr, [...(byRecord.get(lot.freezeNbr) ?? []), each]);
  }
  const system = ctx.asSystem();
  for (const [nbr, keys] of [...byRecord].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [record] = await system.records.find('freezeRecord', 'nbr == param.nbr', { param: { nbr }, limit: 1 });
    await freezeStock(system, {
      kind: RECALL,
      reason: record?.reason ?? reason,
      keys,
      releaseReserve: true,
      ...(record && { into: record.id, affectedOrders: record.affectedOrders ?? [] }),
    });
  }
};

/** A document is taken back: what it had used of a lot that is recalled by now comes back frozen. */
export const takeBack = async (ctx: Ctx, input: ReverseInput): Promise<PostResult> => {
  const result = await reverseStock(ctx, input);
  const came = result.rows.filter(
    ({ qty, key }) => qty > 0 && key.qualityStatus === GOOD && key.batchNbr !== null && key.stage === null,
  );
  await freezeHeld(ctx, came, `${input.docNbr}已撤回`);
  return result;
};
