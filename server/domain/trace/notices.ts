/** 召回通知: a row for each customer who has something of the recalled lots still (40 §10.4). */
import type { Ctx } from '../../ctx';
import { holdersOf } from '../../datasets/trace/shipped';
import type { Notice } from '../stock/freeze';

export const noticesOf = async (ctx: Ctx, lots: readonly string[]): Promise<readonly Notice[]> => {
  const holders = await holdersOf(ctx, lots);
  const customers = await ctx
    .asSystem()
    .records.many('customer', [...new Set(holders.map(({ customer }) => customer))], {
      rows: ['contacts'],
    });
  const contacts = new Map(
    customers.map(({ id, contacts }) => [id, contacts.find(({ isDefault }) => isDefault === true) ?? contacts[0]]),
  );
  return holders.map(({ shipped, returned, batches, deliveries, customer, contact, phone, ...each }) => ({
    ...each,
    customer,
    // whom the goods went to, else who speaks for the customer
    contact: contact ?? contacts.get(customer)?.name ?? null,
    phone: phone ?? contacts.get(customer)?.phone ?? null,
    batches: spans(batches).join('、'),
    deliveries: deliveries.join('、'),
    shippedQty: shipped,
    returnedQty: returned,
  }));
};

/** Numbers that follow each other as one span: 2601140001~2601140006, 2601140009. */
export const spans = (numbers: readonly string[]): readonly string[] => {
  const found: { readonly first: string; last: string }[] = [];
  for (const number of [...numbers].sort()) {
    const open = found.at(-1);
    if (open && next(open.last) === number) open.last = number;
    else found.push({ first: number, last: number });
  }
  return found.map(({ first, last }) => (first === last ? first : `${first}~${last}`));
};
/** longer digits than a number holds exactly are counted in their last ones */
const next = (number: string): string | null => {
  const digits = /\d{1,9}$/.exec(number)?.[0];
  if (digits === undefined) return null;
  const counted = String(Number(digits) + 1).padStart(digits.length, '0');
  return counted.length > digits.length ? null : number.slice(0, number.length - digits.length) + counted;
};
