/** Work of the demo factory's floor in few words: released work orders with their operations, stock beside a line. */
import type { Rec } from '../../schemas/language/value';
import { newId } from '../../server/ids';
import { postStock } from '../../server/stock/posting';
import type { Factory } from '../domain/factory';
import type { Acts, Stored } from './demo-acts';

export interface Shop {
  /** an audited order, released whole: its work order and the operations by number */
  released(material: string, qty: number, more?: Rec): Promise<Released>;
  /** good stock of a lot (or without one) beside a line; answers nothing */
  beside(line: string, material: string, qty: number, lot?: Lot): Promise<void>;
  get(object: string, id: string): Promise<Stored>;
  /** qty and reserved of the balances of a material in a warehouse, by lot */
  balances(line: string, material: string): Promise<Record<string, readonly [number, number]>>;
}
export interface Released {
  readonly order: Stored;
  readonly workOrder: Stored;
  readonly ops: Readonly<Record<string, Stored>>;
}
export interface Lot {
  readonly batchNbr?: string;
  readonly expireDate?: string;
  readonly status?: string;
}

export const shopOf = (factory: () => Factory, { id, save, act }: Acts): Shop => {
  const get = (object: string, of: string): Promise<Stored> =>
    factory().as('admin', async (ctx) => (await ctx.records.get(object, of)) as Stored);
  return {
    get,
    async released(material, planQty, more = {}) {
      const rec = {
        material: await id('material', material),
        planQty,
        workshop: await id('factoryUnit', 'ZP'),
        warehouse: await id('warehouse', 'CK01'),
        dueDate: '2026-01-20',
        ...more,
      };
      const audited = await act('prdOrder', 'audit', await save('prdOrder', rec));
      const order = await act('prdOrder', 'release', audited, { qty: planQty, lotQty: 0 });
      const [lot] = await factory().as('admin', (ctx) =>
        ctx.records.find('workOrder', 'prdOrderNbr == param.id', { param: { id: order.id } }),
      );
      const ops = await factory().as('admin', (ctx) =>
        ctx.records.find('orderProcess', 'workOrderNbr == param.id', { param: { id: lot!.id }, sort: 'opNbr' }),
      );
      return {
        order: await get('prdOrder', order.id),
        workOrder: await get('workOrder', lot!.id as string),
        ops: Object.fromEntries(ops.map((op) => [String(op.opNbr), op as Stored])),
      };
    },
    async beside(line, material, qty, { batchNbr, expireDate, status = '1' } = {}) {
      const key = {
        material: await id('material', material),
        warehouse: await id('warehouse', line),
        batchNbr: batchNbr ?? null,
        qualityStatus: status,
      };
      const docId = newId();
      await factory().as('admin', (ctx) =>
        postStock(ctx, {
          docType: 'otherReceipt',
          docId,
          docNbr: `TEST-${docId.slice(-6)}`,
          bizDate: ctx.today,
          legs: [
            {
              rowId: newId(),
              leg: 1,
              moveKind: '50',
              key,
              qty,
              cost: { by: 'price', price: 1 },
              batch: { expireDate: expireDate ?? null },
            },
          ],
        }),
      );
    },
    async balances(line, material) {
      const [of, warehouse] = [await id('material', material), await id('warehouse', line)];
      const rows = await factory().as('admin', (ctx) =>
        ctx.trx
          .selectFrom('stock_balance')
          .select(['batch_nbr', 'qty', 'reserved_qty'])
          .where('material_id', '=', of)
          .where('warehouse_id', '=', warehouse)
          .where('quality_status', '=', '1')
          .execute(),
      );
      return Object.fromEntries(
        rows.map((row) => [row.batch_nbr ?? '', [Number(row.qty), Number(row.reserved_qty)] as const]),
      );
    },
  };
};
