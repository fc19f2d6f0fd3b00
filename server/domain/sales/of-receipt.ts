/** 下推发货 of a finished receipt (40 §2.1 L2): open rows of sales orders for what came in, the earliest date first. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, LineOf, RowOf } from '../../rows';
import { baseOf, decimalsOf, inUnitOf, ORDER, type Order, type OrderLine, shippable, waitingOf } from './order-rows';

type Receipt = RowOf<'enterWarehouse'>;
type Asked = AskOf<'enterWarehouse', 'toDelivery'>['lines'][number];
interface Open {
  readonly order: Order;
  readonly line: OrderLine;
  /** may still be shipped, in the unit of the row */
  readonly most: number;
}

/** What the dialog starts with: of each product no more than came in. */
export const receiptOrders: Service = {
  name: 'sales.ofReceipt',
  right: 'salesOrder:toDelivery',
  async run({ ids }, ctx) {
    const [id] = Array.isArray(ids) ? ids : [];
    const receipt = typeof id === 'string' ? await ctx.records.get('enterWarehouse', id, { scoped: true }) : null;
    if (!receipt) return {};
    const rest = new Map<string, number>();
    for (const row of receipt.items) rest.set(keyOf(row), addDec(rest.get(keyOf(row)) ?? 0, row.baseQty ?? 0));
    const { records } = ctx.asSystem();
    const lines = [];
    for (const { order, line, most } of await openRows([...rest.keys()], ctx)) {
      const base = Math.min(baseOf(line, most), rest.get(keyOf(line)) ?? 0);
      if (base <= 0) continue;
      rest.set(keyOf(line), subDec(rest.get(keyOf(line)) ?? 0, base));
      lines.push({
        id: ctx.newId(),
        lineNo: (lines.length + 1) * 10,
        orderRow: line.id,
        orderId: order.id,
        order: order.nbr,
        customerId: order.customer,
        customer: await records.label('customer', order.customer),
        materialId: line.material,
        material: await records.label('material', line.material),
        deliveryDate: line.deliveryDate,
        openQty: most,
        qty: inUnitOf(line, base),
        unitId: line.unit,
        unit: await records.label('unit', line.unit),
      });
    }
    return { lines };
  },
};

/** One delivery for each customer and address, from where the product lies. */
export const deliverReceipt = async (receipt: Receipt, asked: readonly Asked[], ctx: Ctx) => {
  const open = new Map((await openRows(receipt.items.map(keyOf), ctx)).map((each) => [each.line.id, each]));
  const groups = new Map<string, { readonly order: Order; readonly rows: ReturnType<typeof rowOf>[] }>();
  for (const { orderRow, qty, lineNo } of asked) {
    const found = open.get(orderRow ?? '');
    if (found === undefined || qty > found.most)
      throw refuse(`第${lineNo}行销售订单未发数量已变为${found?.most ?? 0}，请重新打开`, {
        rule: 'actions.toDelivery',
      });
    const { order } = found;
    const key = `${order.customer} ${order.address ?? ''}`;
    const group = groups.get(key) ?? { order, rows: [] };
    group.rows.push(rowOf(found, qty, receipt, ctx));
    groups.set(key, group);
  }
  if (groups.size === 0) throw refuse('没有可下推发货的明细', { rule: 'actions.toDelivery' });
  const created = [];
  for (const { order, rows } of groups.values()) {
    const { customer, contact, phone, address } = order;
    const { warehouse } = receipt;
    const saved = await ctx.records.save('delivery', { customer, contact, phone, address, warehouse, items: rows });
    created.push({ object: 'delivery', id: saved.id, nbr: saved.nbr });
  }
  return created;
};

const rowOf = ({ line }: Open, qty: number, receipt: Receipt, ctx: Ctx) => {
  const lots = receipt.items.filter((row) => keyOf(row) === keyOf(line));
  const [lot] = lots;
  return {
    id: ctx.newId(),
    material: line.material,
    attrKey: line.attrKey,
    unit: line.unit,
    qty,
    warehouse: lot?.warehouse ?? receipt.warehouse,
    position: lot?.position ?? null,
    // of several lots the keeper says which
    batchNbr: lots.length === 1 && (lot?.serials ?? []).length === 0 ? (lot?.batchNbr ?? null) : null,
    srcRowId: line.id,
  };
};

/** Open rows of these products in orders the user may see, those due first before the others. */
const openRows = async (keys: readonly string[], ctx: Ctx): Promise<readonly Open[]> => {
  const wanted = new Set(keys);
  const heads = new Map<string, string>();
  for (const material of new Set(keys.map((key) => key.split('|')[0] ?? '')))
    for (const { id, nbr } of await ctx.records.find(
      ORDER,
      'auditStatus == 2 && docStatus in [10, 20] && exists(items, material == param.material && openQty > 0)',
      { param: { material } },
    ))
      heads.set(id, nbr);
  const seen: string[] = [];
  for (const id of heads.keys()) if (await ctx.records.get(ORDER, id, { scoped: true })) seen.push(id);
  const orders = await ctx.asSystem().records.many(ORDER, seen, { rows: true });
  const waiting = await waitingOf(ctx, null, seen);
  const units = orders.flatMap(({ items }) => items.map(({ unit }) => unit));
  const decimals = await decimalsOf(ctx, units);
  return orders
    .flatMap((order) => order.items.map((line) => ({ order, line })))
    .filter(({ line }) => wanted.has(keyOf(line)))
    .map(({ order, line }) => {
      const most = shippable(line, waiting.get(line.id) ?? 0, decimals.get(line.unit) ?? 4);
      return { order, line, most: Math.max(0, Math.min(most, line.openQty ?? 0)) };
    })
    .filter(({ most }) => most > 0)
    .sort((a, b) => ranked(a) - ranked(b) || (a.order.nbr < b.order.nbr ? -1 : 1));
};
const ranked = ({ line, order }: Open): number => Date.parse(line.deliveryDate ?? order.deliveryDate);
const keyOf = ({ material, attrKey }: Pick<LineOf<'enterWarehouse', 'items'>, 'material' | 'attrKey'>): string =>
  `${material}|${attrKey ?? ''}`;
