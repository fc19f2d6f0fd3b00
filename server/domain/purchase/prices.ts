/** Prices of partners (40 §1). Of purchase: the supplier's price row of the day and quantity, else his last audited order, else the reference price. */
import { divDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, ServerFunction, Service } from '../../ctx';
import { type LastPrice, olderPrices, recentPrices } from '../../datasets/purchase/last-prices';
import type { FoundOf, HeadOf } from '../../rows';
import { customerPrices, keyOf } from '../sales/prices';

export const priceOf: ServerFunction = {
  name: 'priceOf',
  args: ['partner', 'material', 'qty'],
  result: 'decimal',
  async run(calls, ctx) {
    const { records } = ctx.asSystem();
    const suppliers = byId(await records.many('supplier', idsOf(calls, 0), { rows: ['materials'] }));
    const materials = byId(await records.many('material', idsOf(calls, 1), { stored: true }));
    for (const supplier of suppliers.values())
      await search(ctx, supplier.id, [...new Set(materialsOf(calls, supplier.id))]);
    const sold = await customerPrices(ctx, calls.flatMap(saleOf));
    const answers: Value[] = [];
    for (const call of calls) {
      const [partner, materialId, qty] = call;
      const [sale] = saleOf(call);
      const price = sale && sold.get(keyOf(sale));
      if (price !== undefined) {
        answers.push(price);
        continue;
      }
      const material = materials.get(String(materialId));
      const supplier = suppliers.get(String(partner));
      if (!material) answers.push(null);
      else
        answers.push(
          (supplier && agreed(supplier, material, typeof qty === 'number' ? qty : 0, ctx.today)) ??
            (supplier && (await lastOf(ctx, supplier.id, material.id))) ??
            material.refPrice,
        );
    }
    return answers;
  },
};

const saleOf = ([partner, material, qty]: readonly Value[]) =>
  typeof partner === 'string' && typeof material === 'string'
    ? [{ customer: partner, material, qty: typeof qty === 'number' ? qty : 0 }]
    : [];

/** Last price the supplier got for a material (in a unit, if one is given). */
export const priceLast: Service = {
  name: 'price.last',
  right: null,
  run: async ({ supplier, material, unit }, ctx) =>
    typeof supplier === 'string' && typeof material === 'string'
      ? ((await lastOf(ctx, supplier, material, typeof unit === 'string' ? unit : undefined)) ?? null)
      : null,
};

/** Net price of the row that is valid and asks for the most, but not for more than `qty`. */
type Supplier = FoundOf<'supplier', { readonly rows: readonly ['materials'] }>;
type Material = Pick<HeadOf<'material'>, 'id' | 'taxRate'>;
const agreed = (supplier: Supplier, material: Material, qty: number, day: string): number | undefined => {
  const rows = supplier.materials.filter(
    (row) =>
      row.material === material.id &&
      row.price !== null &&
      (row.minQty ?? 0) <= qty &&
      row.validFrom <= day &&
      (row.validTo === null || row.validTo >= day),
  );
  const best = rows.sort((a, b) => (b.minQty ?? 0) - (a.minQty ?? 0))[0];
  if (!best || best.price === null) return undefined;
  if (!best.taxIncluded) return best.price;
  const rate = material.taxRate ?? supplier.taxRate ?? 13;
  return roundHalfUp(divDec(best.price, 1 + rate / 100) ?? 0, 4);
};

/** What a request has found of the prices of one supplier. */
interface Known {
  readonly prices: LastPrice[];
  readonly complete: boolean;
  /** materials that were looked for in the whole history */
  readonly searched: Set<string>;
}
const cache = new WeakMap<Ctx, Map<string, Promise<Known>>>();
const knownOf = (ctx: Ctx, supplier: string): Promise<Known> => {
  const bySupplier = cache.get(ctx) ?? new Map<string, Promise<Known>>();
  cache.set(ctx, bySupplier);
  const known =
    bySupplier.get(supplier) ??
    recentPrices(ctx, supplier).then((found) => ({ ...found, prices: [...found.prices], searched: new Set<string>() }));
  bySupplier.set(supplier, known);
  return known;
};

/** Looks for what the newest orders do not have, all materials at once. */
const search = async (ctx: Ctx, supplier: string, materials: readonly string[], unit?: string): Promise<void> => {
  const known = await knownOf(ctx, supplier);
  const missing = materials.filter((id) => !known.searched.has(id) && priceIn(known, id, unit) === undefined);
  if (known.complete || missing.length === 0) return;
  for (const id of missing) known.searched.add(id);
  known.prices.push(...(await olderPrices(ctx, supplier, missing)));
};

/** A query or two for a supplier and request, however many rows ask. */
const lastOf = async (ctx: Ctx, supplier: string, material: string, unit?: string): Promise<number | undefined> => {
  await search(ctx, supplier, [material], unit);
  return priceIn(await knownOf(ctx, supplier), material, unit);
};
const priceIn = ({ prices }: Known, material: string, unit?: string): number | undefined =>
  prices.find((price) => price.material === material && (unit === undefined || price.unit === unit))?.price;

const idsOf = (calls: readonly (readonly Value[])[], at: number): string[] => [
  ...new Set(calls.map((call) => call[at]).filter((id): id is string => typeof id === 'string')),
];
const materialsOf = (calls: readonly (readonly Value[])[], supplier: string): string[] =>
  calls.flatMap(([partner, material]) => (partner === supplier && typeof material === 'string' ? [material] : []));
const byId = <One extends { readonly id: string }>(list: readonly One[]): ReadonlyMap<string, One> =>
  new Map(list.map((eachOne) => [eachOne.id, eachOne]));
