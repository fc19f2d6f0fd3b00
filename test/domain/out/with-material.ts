/** 带料委外 of the demo factory in few words: 铝壳 of 铝壳毛坯 and 着色剂 at 华铝氧化, what lies where and what it is worth. */
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import type { RowOf } from '../../../server/rows';
import type { Floor } from '../production/floor';

export interface Shell {
  /** blanks, colour, the shell they make */
  readonly AC10M: string;
  readonly ZS01: string;
  readonly AC10: string;
  readonly bom: string;
}
export interface WithMaterial {
  /** stock of a material in 原材料仓 */
  stocked(material: string, qty: number, price: number, batchNbr?: string): Promise<void>;
  /** a published bill of materials */
  bom(product: string, items: readonly Partial<Row>[], more?: Rec): Promise<string>;
  plan(product: string, bom: string | null, qty: number, row?: Partial<Row>, head?: Rec): Promise<Rec>;
  /** rows of the ledger of a document: kind, material, kind of warehouse, lot, quality, quantity, amount */
  legs(doc: Rec): Promise<readonly (readonly unknown[])[]>;
  /** quantity and value of a material in the organisation */
  value(material: string): Promise<readonly [number, number]>;
  /** what lies where: kind of warehouse with the quality → quantity, nothing of what is empty */
  where(material: string): Promise<Record<string, number>>;
  /** live edges of a document: kind, from, to, quantity */
  edges(doc: Rec, live?: boolean): Promise<readonly (readonly unknown[])[]>;
}

export const withMaterialOf = (floor: () => Floor): WithMaterial => {
  const as = <T>(work: Parameters<Floor['factory']['as']>[1]): Promise<T> =>
    floor().factory.as('admin', work) as Promise<T>;
  const materialOf = (code: string): Promise<string> => floor().idOf('material', code);
  return {
    async stocked(material, qty, price, batchNbr) {
      const found = await floor().read('material', await materialOf(material));
      const saved = await floor().save('otherReceipt', {
        kind: '6',
        reason: '试验',
        warehouse: await floor().idOf('warehouse', 'CK01'),
        items: [
          {
            id: newId(),
            material: found.id as string,
            unit: found.unit,
            warehouse: await floor().idOf('warehouse', 'CK01'),
            qty,
            price,
            batchNbr: batchNbr ?? null,
            produceDate: '2026-01-02',
          } as Row,
        ],
      });
      await floor().act('audit', await floor().read('otherReceipt', saved.id as string));
    },
    async bom(product, items, more = {}) {
      const saved = await floor().save('bom', {
        code: `BOM-${product}-W`,
        material: await materialOf(product),
        items: items.map((row) => ({ id: newId(), ...row }) as Row),
        ...more,
      });
      const draft = await floor().read('bom', saved.id as string);
      await floor().act('publish', draft, { effectDate: '2026-01-15' });
      return saved.id as string;
    },
    async plan(product, bom, qty, row = {}, head = {}) {
      const material = await floor().read('material', await materialOf(product));
      const saved = await floor().save('outPlan', {
        outType: '2',
        supplier: await floor().idOf('supplier', 'GYS0005'),
        deliveryDate: '2026-01-20',
        ...head,
        items: [{ id: newId(), material: material.id as string, unit: material.unit, qty, bom, ...row } as Row],
      });
      return floor().read('outPlan', saved.id as string);
    },
    legs: (doc) =>
      as(async (ctx) =>
        (
          await ctx.trx
            .selectFrom('stock_ledger as l')
            .innerJoin('material as m', 'm.id', 'l.material_id')
            .innerJoin('warehouse as w', 'w.id', 'l.warehouse_id')
            .select(['l.move_kind', 'm.code', 'w.kind', 'l.batch_nbr', 'l.quality_status', 'l.qty', 'l.amount'])
            .where('l.doc_id', '=', doc.id as string)
            .orderBy('l.seq')
            .execute()
        ).map((row) => [
          row.move_kind,
          row.code,
          row.kind,
          row.batch_nbr,
          row.quality_status,
          Number(row.qty),
          row.amount === null ? null : Number(row.amount),
        ]),
      ),
    value: (material) =>
      as(async (ctx) => {
        const row = await ctx.trx
          .selectFrom('stock_value as v')
          .innerJoin('material as m', 'm.id', 'v.material_id')
          .select(['v.qty', 'v.value'])
          .where('m.code', '=', material)
          .executeTakeFirst();
        return [Number(row?.qty ?? 0), Number(row?.value ?? 0)] as const;
      }),
    where: (material) =>
      as(async (ctx) => {
        const rows = await ctx.trx
          .selectFrom('stock_balance as b')
          .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
          .innerJoin('material as m', 'm.id', 'b.material_id')
          .select(['w.kind', 'b.quality_status'])
          .select(({ fn }) => fn.sum('b.qty').as('qty'))
          .where('m.code', '=', material)
          .groupBy(['w.kind', 'b.quality_status'])
          .execute();
        return Object.fromEntries(
          rows.flatMap((row) =>
            Number(row.qty) === 0 ? [] : [[`${row.kind}/${row.quality_status}`, Number(row.qty)] as const],
          ),
        );
      }),
    edges: (doc, live = true) =>
      as(async (ctx) =>
        (
          await ctx.records.find('genealogyEdge', `docId == param.id && ${live ? 'empty' : '!empty'}(reversedAt)`, {
            param: { id: doc.id as string },
            sort: 'ledgerSeq,toNbr',
          })
        ).map(({ edgeKind, fromNbr, fromType, toNbr, toType, qty, weak }: RowOf<'genealogyEdge'>) => [
          edgeKind,
          `${fromType} ${fromNbr}`,
          `${toType} ${toNbr}`,
          qty,
          weak,
        ]),
      ),
  };
};
