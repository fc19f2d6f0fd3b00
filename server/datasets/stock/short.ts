/**
 * 缺料预警 (40 §5): materials whose stock that the reader sees, with what is ordered and being made, lies below their safety; and what to buy
 * of it by the rule of lots (§8.5).
 */
import { sql } from 'kysely';
import { subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { lotted } from '../../domain/purchase/net-need';
import type { HeadOf } from '../../rows';
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
    const short = (await standingOf(ctx, await watched(ctx))).filter(({ shortage }) => shortage > 0);
    if (short.length === 0) return [];
    const { records } = ctx.asSystem();
    const units = await records.many('unit', [...new Set(short.map(({ of }) => of.unit))], { stored: true });
    return short.map(({ of: material, ...numbers }) => {
      const decimals = units.find(({ id }) => id === material.unit)?.decimals ?? 4;
      const { lotMode, lotSize, minPack } = material;
      return {
        material: material.id,
        name: material.name,
        spec: material.spec,
        materialCategory: material.materialCategory,
        unit: material.unit,
        makeType: material.makeType,
        ...numbers,
        suggestQty: lotted(numbers.shortage, { lotMode, lotSize, minPack, decimals }),
      };
    });
  },
};

export interface Standing {
  readonly of: Omit<HeadOf<'material'>, 'stockQty' | 'defBom'>;
  readonly safetyStock: number;
  readonly qty: number;
  readonly reservedQty: number;
  readonly availableQty: number;
  readonly purchaseQty: number;
  readonly makeQty: number;
  /** 0 = the safety is covered */
  readonly shortage: number;
}
/** What materials have and get against their safety, in their order: stock the reader reaches, orders of the whole factory. */
export const standingOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Standing[]> => {
  if (ids.length === 0) return [];
  const materials = await ctx.asSystem().records.many('material', [...ids], { stored: true });
  const lying = byMaterial(await goodOf(ctx, ids));
  const purchased = byMaterial(await openPurchases(ctx, ids));
  const made = byMaterial(await openMakes(ctx, ids));
  return materials.map((of) => {
    const stock = lying.get(of.id) ?? [];
    const qty = sumDec(stock.map((row) => Number(row.qty)));
    const reservedQty = sumDec(stock.map((row) => Number(row.reserved)));
    const availableQty = subDec(qty, reservedQty);
    const purchaseQty = sumDec((purchased.get(of.id) ?? []).map((row) => row.qty));
    const makeQty = sumDec((made.get(of.id) ?? []).map((row) => row.qty));
    const safetyStock = of.safetyStock ?? 0;
    const shortage = Math.max(subDec(safetyStock, sumDec([availableQty, purchaseQty, makeQty])), 0);
    return { of, safetyStock, qty, reservedQty, availableQty, purchaseQty, makeQty, shortage };
  });
};
const byMaterial = <T extends { readonly material: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.material);
    if (own === undefined) found.set(row.material, [row]);
    else own.push(row);
  }
  return found;
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
export const watched = async (ctx: Ctx): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`${ctx.org.schema}.material`)}
     where is_deleted = 0 and is_disabled = '0' and safety_stock > 0 and coalesce(no_stock, false) = false
     order by code`.execute(ctx.trx);
  return rows.map(({ id }) => id);
};
