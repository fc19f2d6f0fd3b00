/** 齐套检查 (30 P4): what the stock that may be used covers of every open order, at night and on demand. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { freeStock } from '../../datasets/factory/free-stock';
import type { ChangeOf, FoundOf, RowOf } from '../../rows';
import { type Kit, kitsOf } from './kit';
import { keptOf } from './order-reserve';

const OPEN = 'auditStatus == 2 && docStatus in [10, 20, 30, 40]';
/** 不发料 */
const NOT_ISSUED = '3';
const MAX_ORDERS = 10_000;
type Order = FoundOf<'prdOrder', { readonly rows: readonly ['materials'] }>;
type Row = Order['materials'][number];

/** Kits of all open orders as stock is now; asked once a request, however many orders it is about. */
export const kitsNow = (ctx: Ctx): Promise<ReadonlyMap<string, Kit>> => {
  const asked = known.get(ctx) ?? readKits(ctx).then(({ kits }) => kits);
  known.set(ctx, asked);
  return asked;
};
const known = new WeakMap<Ctx, Promise<ReadonlyMap<string, Kit>>>();

const readKits = async (ctx: Ctx): Promise<{ orders: readonly Order[]; kits: ReadonlyMap<string, Kit> }> => {
  const { records } = ctx.asSystem();
  const heads = await records.find('prdOrder', OPEN, { sort: 'priority,dueDate,nbr', limit: MAX_ORDERS });
  const ids = heads.map(({ id }) => id);
  const orders = await records.many('prdOrder', ids, { rows: ['materials'], stored: true });
  const unitIds = [...new Set(orders.map(({ unit }) => unit).filter((id) => id !== null))];
  const units = new Map((await records.many('unit', unitIds, { stored: true })).map((unit) => [unit.id, unit]));
  const materials = orders.flatMap((order) => order.materials.map(({ material }) => material));
  const stock = await freeStock(ctx, [...new Set(materials.filter((id) => id !== null))]);
  const kept = await keptOf(
    orders.flatMap((order) => order.materials.map(({ id }) => id)),
    ctx,
  );
  const kits = kitsOf(
    orders.map((order) => ({
      id: order.id,
      planQty: order.planQty,
      decimals: units.get(order.unit ?? '')?.decimals ?? 4,
      rows: order.materials
        .filter(({ feedMode }) => feedMode !== NOT_ISSUED)
        .map((row) => ({ ...needOf(row), own: kept.get(row.id) ?? 0 })),
    })),
    stock,
  );
  return { orders, kits };
};
const needOf = ({ id, material, needQty, issuedQty, supplement }: Row) => ({
  id,
  supplement: supplement === true,
  material: material ?? '',
  needQty: needQty ?? 0,
  openQty: Math.max(0, subDec(needQty ?? 0, issuedQty ?? 0)),
});

/** What an order keeps of its kit. */
export const kitValues = (
  materials: RowOf<'prdOrder'>['materials'],
  kit: Kit,
  ctx: Ctx,
): ChangeOf<'prdOrder'> & Pick<RowOf<'prdOrder'>, 'materials'> => ({
  kitRate: kit.rate,
  kitQty: kit.qty,
  kitAt: ctx.now,
  materials: materials.map((row) => ({ ...row, shortQty: kit.short.get(row.id) ?? 0 })),
});

/** All open orders anew; answers how many of them are short of something. Written in the order of ids, as everybody locks. */
export const renewKits = async (ctx: Ctx): Promise<number> => {
  const { orders, kits } = await readKits(ctx);
  let short = 0;
  for (const { id, materials } of [...orders].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const kit = kits.get(id);
    if (!kit) continue;
    if (kit.short.size > 0) short += 1;
    const rows = materials.map((row) => ({ id: row.id, shortQty: kit.short.get(row.id) ?? 0 }));
    await ctx.asSystem().records.patch('prdOrder', id, {
      head: { kitRate: kit.rate, kitQty: kit.qty, kitAt: ctx.now },
      rows: { materials: rows },
    });
  }
  return short;
};

/** Rows of the result: what is short, order by order. */
export const shortRows = (
  { id, nbr, materials }: RowOf<'prdOrder'>,
  kit: Kit,
): readonly { readonly id: string; readonly [code: string]: string | number | null }[] =>
  materials.flatMap((row) => {
    const short = kit.short.get(row.id);
    if (short === undefined) return [];
    const { opNbr, materialCode, spec, needQty, sourceOrderNbr } = row;
    return [{ id: `${id}${row.id}`, nbr, opNbr, materialCode, spec, needQty, shortQty: short, sourceOrderNbr }];
  });
