/**
 * 缺料预警 (40 §5): materials whose stock that the reader sees, with what is ordered and being made, lies below their safety; and what to buy
 * of it by the rule of lots (§8.5).
 */
import { sql } from 'kysely';
import { subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { lotted } from '../../domain/purchase/net-need';
import { openPurchases } from '../production/schedule-rows';
import { openMakes } from '../purchase/supplies';
import { seenOf } from '../seen';

interface Lying {
  readonly id: string;
  readonly material: string;
  readonly qty: string;
  readonly reserved: string;
}

export const stockShort: Service = {
  name: 'stock.short',
  right: 'stockBalance:view',
  async run(_args, ctx): Promise<readonly Rec[]> {
    const { records } = ctx.asSystem();
    const materials = await records.many('material', await watched(ctx), { stored: true });
    if (materials.length === 0) return [];
    const ids = materials.map(({ id }) => id);
    const units = await records.many('unit', [...new Set(materials.map(({ unit }) => unit))], { stored: true });
    const lying = await goodOf(ctx, ids);
    const purchased = await openPurchases(ctx, ids);
    const made = await openMakes(ctx, ids);
    return materials.flatMap((material): readonly Rec[] => {
      const own = <T extends { readonly material: string }>(rows: readonly T[]) =>
        rows.filter((row) => row.material === material.id);
      const stock = own(lying);
      const qty = sumDec(stock.map((row) => Number(row.qty)));
      const reservedQty = sumDec(stock.map((row) => Number(row.reserved)));
      const availableQty = subDec(qty, reservedQty);
      const purchaseQty = sumDec(own(purchased).map((row) => row.qty));
      const makeQty = sumDec(own(made).map((row) => row.qty));
      const shortage = subDec(material.safetyStock ?? 0, sumDec([availableQty, purchaseQty, makeQty]));
      if (shortage <= 0) return [];
      const decimals = units.find(({ id }) => id === material.unit)?.decimals ?? 4;
      const { lotMode, lotSize, minPack } = material;
      return [
        {
          material: material.id,
          name: material.name,
          spec: material.spec,
          materialCategory: material.materialCategory,
          unit: material.unit,
          makeType: material.makeType,
          safetyStock: material.safetyStock,
          qty,
          reservedQty,
          availableQty,
          purchaseQty,
          makeQty,
          shortage,
          suggestQty: lotted(shortage, { lotMode, lotSize, minPack, decimals }),
        },
      ];
    });
  },
};

/** 合格 of the own storage warehouses, as far as the reader reaches it. */
const goodOf = async (ctx: Ctx, materials: readonly string[]): Promise<readonly Lying[]> => {
  const at = (name: string) => sql.table(`${ctx.org.schema}.${name}`);
  const { rows } = await sql<Lying>`
    select b.id, b.material_id as material, b.qty, b.reserved_qty as reserved
      from ${at('stock_balance')} b
      join ${at('warehouse')} w on w.id = b.warehouse_id and w.kind in ('1', '2', '3', '4', '5')
     where b.material_id = any(${[...materials]}::uuid[]) and b.quality_status = '1' and b.owner = 'self'
       and b.stage_id is null and b.qty <> 0`.execute(ctx.trx);
  const seen = await seenOf(
    ctx,
    'stockBalance',
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => seen.has(id));
};
/** Materials in use with a safety of their own. */
const watched = async (ctx: Ctx): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`${ctx.org.schema}.material`)}
     where is_deleted = 0 and is_disabled = '0' and safety_stock > 0 and coalesce(no_stock, false) = false
     order by code`.execute(ctx.trx);
  return rows.map(({ id }) => id);
};
