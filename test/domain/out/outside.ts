/** Outside work of the demo factory in few words: plans of an operation, what goes to a supplier and what comes back. */
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import type { Floor } from '../production/floor';

export interface Outside {
  /** the unsaved document a push opens; a user may push it */
  pushed(source: Rec, action: string, login?: string): Promise<Rec>;
  /** an audited plan of an operation at 恒镀表面处理 */
  plan(op: Rec, qty: number, more?: Partial<Row>): Promise<Rec>;
  /** the document a push opens, saved with other values in its only row */
  made(source: Rec, action: string, row: Partial<Row>, head?: Rec): Promise<Rec>;
  /** what stands where of the pieces of an operation: by kind of warehouse */
  stage(op: Rec): Promise<Record<string, number>>;
  /** rows of the ledger of a document: kind of movement, quantity */
  ledger(doc: Rec): Promise<readonly (readonly [string, number])[]>;
}

export const outsideOf = (floor: () => Floor): Outside => {
  const self: Outside = {
    pushed: (source, action, login = 'admin') =>
      floor().factory.as(login, async (ctx) => {
        const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(source.object as string), action, {
          targets: [{ id: source.id as string, version: source.version as number }],
        });
        return pushed!.drafts[0]!;
      }),
    async plan(op, qty, more = {}) {
      const draft = await self.pushed(op, 'toOutPlan');
      const [row] = draft.items as readonly Row[];
      const saved = await floor().save('outPlan', {
        ...draft,
        supplier: await floor().idOf('supplier', 'GYS0004'),
        deliveryDate: '2026-01-20',
        items: [{ ...row, qty, ...more }] as Row[],
      });
      return floor().act('audit', await floor().read('outPlan', saved.id as string));
    },
    async made(source, action, row, head = {}) {
      const draft = await self.pushed(await floor().read(source.object as string, source.id as string), action);
      const [first] = draft.items as readonly Row[];
      const object = action === 'receive' ? 'outReceive' : 'outSend';
      const saved = await floor().save(object, { ...draft, ...head, items: [{ ...first, ...row }] as Row[] });
      return floor().read(object, saved.id as string);
    },
    stage: (op) =>
      floor().factory.as('admin', async (ctx) => {
        const rows = await ctx.trx
          .selectFrom('stock_balance as b')
          .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
          .select(['w.kind', 'b.qty'])
          .where('b.stage_id', '=', op.id as string)
          .execute();
        return Object.fromEntries(rows.map(({ kind, qty }) => [kind as string, Number(qty)]));
      }),
    ledger: (doc) =>
      floor().factory.as('admin', async (ctx) =>
        (
          await ctx.trx
            .selectFrom('stock_ledger')
            .select(['move_kind', 'qty'])
            .where('doc_id', '=', doc.id as string)
            .orderBy('seq')
            .execute()
        ).map((row) => [row.move_kind as string, Number(row.qty)] as const),
      ),
  };
  return self;
};
