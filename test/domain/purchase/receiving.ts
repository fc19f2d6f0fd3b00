/** What the tests of purchasing do again and again: find, push, receive, read the ledger of a document. */
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { actsOf, type Stored } from '../../support/demo-acts';
import type { Factory } from '../factory';

export const KEEPER = 'zhoutao';
export const items = (rec: Rec): readonly Row[] => rec.items as readonly Row[];
/** A draft whose rows are of another quantity. */
export const sized = (draft: Rec, qty: number, more: Rec = {}): Rec => ({
  ...draft,
  ...more,
  items: items(draft).map((row) => ({ ...row, qty })),
});

export const receivingOf = (factory: () => Factory) => {
  const acts = actsOf(factory);
  const get = (object: string, id: string): Promise<Stored> =>
    factory().as('admin', async (ctx) => (await ctx.records.get(object, id)) as Stored);
  const list = (object: string, where: string, param: Rec = {}): Promise<readonly Rec[]> =>
    factory().as('admin', (ctx) => ctx.records.find(object, where, { param, sort: 'nbr' }));
  const byNbr = async (object: string, nbr: string): Promise<Stored> => {
    const [head] = await list(object, 'nbr == param.nbr', { nbr });
    return get(object, head!.id as string);
  };
  const draftOf = (object: string, action: string, rec: Stored, login = KEEPER): Promise<Rec> =>
    factory().as(login, async (ctx) => {
      const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
        targets: [{ id: rec.id, version: rec.version }],
      });
      return pushed!.drafts[0]!;
    });
  return {
    ...acts,
    get,
    list,
    byNbr,
    draftOf,
    /** the receipt of an order, posted */
    receive: async (order: Stored, qty: number): Promise<Stored> => {
      const saved = await acts.save('purchaseIn', sized(await draftOf('purchaseOrder', 'receive', order), qty), KEEPER);
      return acts.act('purchaseIn', 'audit', saved, {}, [], KEEPER);
    },
    /** all that waits of a receipt is good */
    accept: async (receipt: Stored): Promise<void> => {
      for (const { id } of await list('iqc', 'receipt == param.id && docStatus == 10', { id: receipt.id })) {
        const { version } = await get('iqc', id as string);
        await acts.act('iqc', 'judge', await acts.save('iqc', { id: id as string, version, result: '1' }));
      }
    },
    ledgerOf: (docId: string) =>
      factory().as('admin', async (ctx) => {
        const rows = await ctx.trx
          .selectFrom('stock_ledger')
          .select(['qty', 'amount', 'move_kind', 'quality_status'])
          .where('doc_id', '=', docId)
          .orderBy('seq')
          .execute();
        return rows.map((row) => [Number(row.qty), Number(row.amount), row.move_kind, row.quality_status]);
      }),
    /** quantity by quality status of a lot */
    lotOf: (batchNbr: string) =>
      factory().as('admin', async (ctx) => {
        const rows = await ctx.trx
          .selectFrom('stock_balance')
          .select(['quality_status', 'qty'])
          .where('batch_nbr', '=', batchNbr)
          .where('qty', '<>', 0)
          .orderBy('quality_status')
          .execute();
        return Object.fromEntries(rows.map((row) => [String(row.quality_status), Number(row.qty)]));
      }),
  };
};
