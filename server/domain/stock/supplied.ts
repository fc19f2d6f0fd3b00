/**
 * 客供料 (40 §4): stock that is a customer's and lies here. It has no value, never mixes with own stock, and goes back to whom it came from:
 * the ledger says by its partner what is whose.
 */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, JudgedOf } from '../../rows';

/** of receipts what comes, of issues what goes back */
export const SUPPLIED = '5';

/** Whose the rows are follows from the sort of the document; those of a count say it themselves. */
export const ownRows = ({ kind, count, auditStatus, items }: DraftOf<'otherReceipt'> | DraftOf<'otherIssue'>): void => {
  if (auditStatus === '2' || (count ?? null) !== null) return;
  for (const row of items) row.owner = kind === SUPPLIED ? 'customer' : 'self';
};

/** A return of more than its customer has here, at the row that goes beyond it. */
export const checkSupplied = async (record: JudgedOf<'otherIssue'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const { kind, customer, items } = record;
  if (kind !== SUPPLIED || customer === null) return [];
  const held = await heldOf(
    ctx,
    customer,
    items.map(({ material }) => material),
  );
  const asked = new Map<string, number>();
  const over = new Map<string, string>();
  for (const { id, material, baseQty } of items) {
    const qty = addDec(asked.get(material) ?? 0, baseQty ?? 0);
    asked.set(material, qty);
    if (qty > (held.get(material) ?? 0)) over.set(material, id);
  }
  const names = await namesOf(ctx, customer, [...over.keys()]);
  return names.materials.map(({ id, name }) => ({
    code: 'stock.supplied',
    path: `items[${over.get(id)}].qty`,
    text: `客户「${names.customer}」的客供料「${name}」结存${held.get(id) ?? 0}，本次退还${asked.get(id) ?? 0}`,
  }));
};

/** Returns of one customer wait for each other: each of them alone might still fit. */
export const lockSupplied = async ({ kind, customer }: Supplied, ctx: Ctx): Promise<void> => {
  if (kind === SUPPLIED && customer !== null) await ctx.asSystem().records.get('customer', customer, { lock: true });
};

/** After a receipt is taken back: what of it was returned already cannot be missing. */
export const refuseReturned = async (
  { kind, customer, items }: Supplied & { readonly items: readonly { readonly material: string }[] },
  ctx: Ctx,
): Promise<void> => {
  if (kind !== SUPPLIED || customer === null) return;
  const held = await heldOf(
    ctx,
    customer,
    items.map(({ material }) => material),
  );
  const short = [...held].filter(([, qty]) => qty < 0);
  const names = await namesOf(
    ctx,
    customer,
    short.map(([material]) => material),
  );
  const [first] = names.materials;
  if (first === undefined) return;
  const missing = -(held.get(first.id) ?? 0);
  throw refuse(`客户「${names.customer}」的客供料「${first.name}」已退还，反审核后不足${missing}，请先冲销退还单`);
};

interface Supplied {
  readonly kind: string | null;
  readonly customer: string | null;
}
/** Base units of a customer by material. */
const heldOf = async (
  ctx: Ctx,
  customer: string,
  materials: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (materials.length === 0) return new Map();
  const rows = await ctx.trx
    .selectFrom('stock_ledger')
    .select('material_id')
    .select(({ fn }) => [fn.sum('qty').as('qty')])
    .where('owner', '=', 'customer')
    .where('partner_id', '=', customer)
    .where('material_id', 'in', [...new Set(materials)])
    .groupBy('material_id')
    .execute();
  return new Map(rows.map((row) => [String(row.material_id), Number(row.qty)]));
};

const namesOf = async (ctx: Ctx, customer: string, materials: readonly string[]) => {
  if (materials.length === 0) return { customer: '', materials: [] };
  const { records } = ctx.asSystem();
  const [of] = await records.many('customer', [customer], { stored: true });
  return { customer: of?.name ?? '', materials: await records.many('material', materials, { stored: true }) };
};
