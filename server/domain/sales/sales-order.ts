/** 销售订单 (40 §7.1): reservations of its open rows, changes of audited rows; everything else about it is said in its document. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { creditUsed } from '../../datasets/sales/credit';
import { refuse } from '../../errors';
import { type AskOf, answer, type ChangeOf, type JudgedOf, type RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { releaseReserves, reserveStock, trimReserves } from '../../stock/reserve';
import { liveReserves } from '../../stock/reserve-read';
import { checkUnits } from '../units';
import { baseOpen, decimalsOf, inUnitOf, materialsOf, ORDER, type OrderLine } from './order-rows';

export const salesOrder: DomainModule<'salesOrder'> = {
  async check(record, old, ctx) {
    return [
      ...(await checkUnits('items', record, old, ctx)),
      ...(record.auditStatus === '2' ? [] : [...(await checkPo(record, ctx)), ...(await checkCredit(record, ctx))]),
    ];
  },
  actions: {
    async unaudit(record, _ask, ctx) {
      await releaseAll(record, `${record.nbr}反审核`, ctx);
      return undefined;
    },
    async close(record, _ask, ctx) {
      await releaseAll(record, `${record.nbr}已关闭`, ctx);
      return undefined;
    },
    reserve: (record, ask, ctx) => reserveRows(record, ask, ctx),
    async unreserve(record, { reason }, ctx) {
      await releaseAll(record, reason, ctx);
      return { items: record.items.map((row) => ({ ...row, shortQty: null })) };
    },
    change: (record, { rows }, ctx) => changeRows(record, rows, ctx),
  },
};

/** 客户订单号…已在…使用 */
const checkPo = async (record: JudgedOf<'salesOrder'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.customerPo === null) return [];
  const [other] = await ctx
    .asSystem()
    .records.find(ORDER, 'customer == param.customer && customerPo == param.po && id != param.id && docStatus != 90', {
      param: { customer: record.customer, po: record.customerPo, id: record.id },
      sort: 'nbr',
      limit: 1,
    });
  if (!other) return [];
  const text = `客户订单号${record.customerPo}已在${other.nbr}使用`;
  return [{ code: 'salesOrder.po', path: 'customerPo', text, level: 'warn' }];
};

/** 客户信用额度…: told to those who may see prices only. */
const checkCredit = async (record: JudgedOf<'salesOrder'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (!ctx.session.rights.super && !ctx.session.rights.group('price')) return [];
  const [customer] = await ctx.asSystem().records.many('customer', [record.customer], { stored: true });
  const limit = customer?.creditLimit ?? 0;
  if (limit <= 0) return [];
  const used = await creditUsed(ctx, { customer: record.customer, except: record.id, payDays: customer?.payDays ?? 0 });
  const own = record.totalAmount ?? 0;
  const over = subDec(addDec(used, own), limit);
  if (over <= 0) return [];
  const text = `客户信用额度${plain(limit)}，已占用${plain(used)}，本单${plain(own)}，超出${plain(over)}`;
  return [{ code: 'salesOrder.credit', path: 'customer', text, level: 'warn' }];
};

const releaseAll = async ({ items }: Pick<RowOf<'salesOrder'>, 'items'>, reason: string, ctx: Ctx): Promise<void> => {
  await releaseReserves(ctx, { srcRows: items.map(({ id }) => id) }, reason);
};

/** 预留: all rows that are open, as far as there is stock; what is short stands on the row. */
const reserveRows = async (
  record: RowOf<'salesOrder'>,
  { expireAt, reason }: AskOf<'salesOrder', 'reserve'>,
  ctx: Ctx,
) => {
  const materials = await materialsOf(ctx, record.items);
  const units = await decimalsOf(
    ctx,
    [...materials.values()].map(({ unit }) => unit),
  );
  const open = record.items.filter((row) => baseOpen(row) > 0 && materials.get(row.material)?.noStock !== true);
  const granted = await reserveStock(
    ctx,
    open.map((row) => ({
      srcType: ORDER,
      srcId: record.id,
      srcNbr: record.nbr,
      srcRowId: row.id,
      material: row.material,
      attrKey: row.attrKey,
      need: baseOpen(row),
      decimals: units.get(materials.get(row.material)?.unit ?? '') ?? 4,
      expireAt: expireAt ?? null,
      reason: reason ?? null,
    })),
  );
  const short = new Map(granted.map(({ srcRowId, shortQty }) => [srcRowId, shortQty]));
  const items = record.items.map((row) => ({ ...row, shortQty: inUnitOf(row, short.get(row.id) ?? 0) }));
  return { items, ...answer({ rows: items.filter(({ shortQty }) => shortQty > 0) }) };
};

/** 变更: quantity, date and price of audited rows; what was made of them before is never touched. */
const changeRows = async (
  record: RowOf<'salesOrder'>,
  asked: AskOf<'salesOrder', 'change'>['rows'],
  ctx: Ctx,
): Promise<ChangeOf<'salesOrder'>> => {
  const changes: Change[] = [];
  const items: OrderLine[] = [];
  for (const row of record.items) {
    const ask = asked.find(({ id }) => id === row.id);
    if (!ask) {
      items.push(row);
      continue;
    }
    await guardQty(row, ask.qty, ctx);
    const price = ask.price ?? row.price;
    if (price !== row.price && (row.shippedQty ?? 0) > 0)
      throw refuse(`第${row.lineNo}行已有发货，不能改价`, { rule: 'salesOrder.price' });
    // a price with tax would lead the new one back
    const taxPrice = price === row.price ? row.taxPrice : null;
    items.push({ ...row, qty: ask.qty, deliveryDate: ask.deliveryDate, price, taxPrice });
    const note = (what: string, before: Shown, after: Shown): void => {
      if (before !== after) changes.push({ row, what, before, after, reason: ask.reason });
    };
    note('数量', row.qty, ask.qty);
    note('交货日期', row.deliveryDate, ask.deliveryDate);
    // what the change of a price was is read on the row, by those who may
    if (price !== row.price) changes.push({ row, what: '单价', before: null, after: null, reason: ask.reason });
  }
  await trimReserves(
    ctx,
    items.map((row, n) => ({ srcRowId: row.id, need: needAfter(record.items[n] ?? row, row.qty) })),
    `${record.nbr}变更`,
  );
  await ctx.emit('salesOrder.changed', {
    object: ORDER,
    id: record.id,
    nbr: record.nbr,
    detail: changes.map(({ row, what }) => `第${row.lineNo}行${what}`).join('、'),
  });
  return {
    items,
    changes: [...record.changes, ...changes.map((change, n) => rowOf(change, record.changes.length + n, ctx))],
  };
};
type Shown = string | number | null;
interface Change {
  readonly row: OrderLine;
  readonly what: string;
  readonly before: Shown;
  readonly after: Shown;
  readonly reason: string;
}
const rowOf = ({ row, what, before, after, reason }: Change, at: number, ctx: Ctx) => ({
  id: ctx.newId(),
  lineNo: (at + 1) * 10,
  time: ctx.now,
  user: ctx.session.me.id,
  rowNo: row.lineNo,
  what,
  oldValue: before === null ? null : String(before),
  newValue: after === null ? null : String(after),
  reason,
});
const goneOf = (row: OrderLine): number => addDec(subDec(row.shippedQty ?? 0, row.returnQty ?? 0), row.refundQty ?? 0);
const needAfter = (row: OrderLine, qty: number): number =>
  baseOpen({ ...row, baseQty: baseOfQty(row, qty), qty, openQty: subDec(qty, goneOf(row)) });
const baseOfQty = (row: OrderLine, qty: number): number => (row.qty === 0 ? 0 : ((row.baseQty ?? 0) / row.qty) * qty);

/** 第…行已发…，已完工…，数量不能小于… */
const guardQty = async (row: OrderLine, qty: number, ctx: Ctx): Promise<void> => {
  const shipped = goneOf(row);
  const made = inUnitOf(row, await madeOf(row.id, ctx));
  const least = Math.max(shipped, made);
  if (qty < least)
    throw refuse(`第${row.lineNo}行已发${plain(shipped)}，已完工${plain(made)}，数量不能小于${plain(least)}`, {
      rule: 'salesOrder.low',
      terms: { shipped, made, least, qty },
    });
};

/** Received of the production orders that were pushed from a row, in base units. */
const madeOf = async (row: string, ctx: Ctx): Promise<number> => {
  const orders = await ordersOf(row, ctx);
  return sumDec(orders.map(({ receivedQty }) => receivedQty ?? 0));
};
const ordersOf = (row: string, ctx: Ctx) =>
  ctx.asSystem().records.find('prdOrder', 'srcRowId == param.row && docStatus != 90', { param: { row } });

/** 已完工, 承诺日期 and 预留 of a row, shown on its page. */
export const salesMade: Service = {
  name: 'sales.made',
  right: null,
  run: async ({ row }, ctx) => (typeof row === 'string' ? madeOf(row, ctx) : null),
};
export const salesPromise: Service = {
  name: 'sales.promise',
  right: null,
  async run({ row }, ctx) {
    const ends =
      typeof row === 'string' ? (await ordersOf(row, ctx)).flatMap(({ plannedEnd }) => plannedEnd ?? []) : [];
    return ends.length === 0 ? null : (ends.sort().at(-1)?.slice(0, 10) ?? null);
  },
};
export const salesReserved: Service = {
  name: 'sales.reserved',
  right: null,
  run: async ({ row }, ctx) =>
    typeof row === 'string'
      ? sumDec((await liveReserves(ctx.trx, { srcRows: [row] })).map(({ remain }) => remain))
      : null,
};
