/** Sales prices (40 §1): the customer's price row of the day and quantity, else his last audited order, else the sales price of the material. */
import type { Ctx } from '../../ctx';
import { lastSalesPrices } from '../../datasets/sales/last-prices';
import type { FoundOf } from '../../rows';

type Customer = FoundOf<'customer', { readonly rows: readonly ['prices'] }>;
export interface Asked {
  readonly customer: string;
  readonly material: string;
  readonly qty: number;
}

/** What customers pay, by `keyOf`; absent for partners that are none. */
export const customerPrices = async (
  ctx: Ctx,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, number | null>> => {
  const { records } = ctx.asSystem();
  const ids = [...new Set(asked.map(({ customer }) => customer))];
  const customers = await records.many('customer', ids, { rows: ['prices'] });
  const prices = new Map<string, number | null>();
  for (const customer of customers) {
    const own = asked.filter((each) => each.customer === customer.id);
    const materials = await records.many('material', [...new Set(own.map(({ material }) => material))], {
      stored: true,
    });
    const last = await lastSalesPrices(
      ctx,
      customer.id,
      materials.map(({ id }) => id),
    );
    for (const { material, qty } of own) {
      const listed = materials.find(({ id }) => id === material)?.salePrice ?? null;
      prices.set(
        keyOf({ customer: customer.id, material, qty }),
        agreed(customer, material, qty, ctx.today) ?? last.get(material) ?? listed,
      );
    }
  }
  return prices;
};
export const keyOf = ({ customer, material, qty }: Asked): string => `${customer}|${material}|${qty}`;

/** Of the row that is valid and asks for the most, but not for more than `qty`. */
const agreed = ({ prices }: Customer, material: string, qty: number, day: string): number | null => {
  const [best] = prices
    .filter(
      (row) =>
        row.material === material &&
        (row.minQty ?? 0) <= qty &&
        row.validFrom <= day &&
        (row.validTo === null || row.validTo >= day),
    )
    .sort((a, b) => (b.minQty ?? 0) - (a.minQty ?? 0));
  return best?.price ?? null;
};
