/** 生成采购申请 of an order (30 §2, 40 §8.5): what of its short rows must be bought, by the day its operation needs it. */

import { dateAdd } from '../../../schemas/language/codec/date-time';
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, ServerFunction } from '../../ctx';
import { appliedOf } from '../../datasets/purchase/supplies';
import type { FoundOf } from '../../rows';
import { type Gross, netLines, type ShortLine } from './shortage';

/** 外购 */
const BOUGHT = '2';
type Order = FoundOf<'prdOrder', { readonly rows: readonly ['materials']; readonly stored: true }>;
interface Known {
  readonly order: Order;
  /** planned starts by operation */
  readonly starts: readonly { readonly opNbr: number | null; readonly day: string }[];
}
type Calls = readonly (readonly Value[])[];

const ordersOf = async (calls: Calls, ctx: Ctx): Promise<ReadonlyMap<string, Known>> => {
  const { records } = ctx.asSystem();
  const ids = [...new Set(calls.map(([order]) => order).filter((id): id is string => typeof id === 'string'))];
  const orders = await records.many('prdOrder', ids, { rows: ['materials'], stored: true });
  const planned = await records.find('orderProcess', 'prdOrderNbr in param.ids && !empty(plannedStart)', {
    param: { ids },
  });
  const startsOf = (id: string): Known['starts'] =>
    planned.flatMap(({ prdOrderNbr, opNbr, plannedStart }) =>
      prdOrderNbr === id && plannedStart !== null ? [{ opNbr, day: plannedStart.slice(0, 10) }] : [],
    );
  return new Map(orders.map((order) => [order.id, { order, starts: startsOf(order.id) }]));
};

/** The day before the operation is planned to begin; before there is a plan the day the order begins or else is due. */
const dayOf = ({ order, starts }: Known, opNbr: number | null, ctx: Ctx): string => {
  const [first] = starts
    .filter((start) => opNbr === null || start.opNbr === opNbr)
    .map(({ day }) => day)
    .sort();
  const day =
    first === undefined ? (order.planRange?.[0]?.slice(0, 10) ?? order.dueDate) : (dateAdd(first, -1) ?? first);
  return day < ctx.today ? ctx.today : day;
};

export const needDay: ServerFunction = {
  name: 'needDay',
  args: ['order', 'opNbr'],
  result: 'date',
  async run(calls, ctx) {
    const orders = await ordersOf(calls, ctx);
    return calls.map(([id, opNbr]) => {
      const known = orders.get(String(id));
      return known ? dayOf(known, typeof opNbr === 'number' ? opNbr : null, ctx) : null;
    });
  },
};

/** Lines of rows by their id; rows of one material and day are bought together, under the first of them. */
const linesOf = async (calls: Calls, ctx: Ctx): Promise<ReadonlyMap<string, ShortLine>> => {
  const found = new Map<string, ShortLine>();
  for (const known of (await ordersOf(calls, ctx)).values()) {
    const { id, nbr, materials } = known.order;
    const rows = materials.flatMap((row): readonly Gross[] => {
      const gross = addDec(subDec(row.needQty ?? 0, row.issuedQty ?? 0), row.returnedQty ?? 0);
      if (row.material === null || row.makeType !== BOUGHT || (row.shortQty ?? 0) <= 0 || gross <= 0) return [];
      const { material, attrKey } = row;
      return [
        {
          row: row.id,
          material,
          attrKey: attrKey || null,
          day: dayOf(known, row.opNbr, ctx),
          gross,
          prdOrder: id,
          nbr,
        },
      ];
    });
    for (const line of await netLines(rows, ctx, [id])) {
      const row = rows.find(
        ({ material, attrKey, day }) => material === line.material.id && attrKey === line.attrKey && day === line.day,
      );
      if (row) found.set(row.row, line);
    }
  }
  return found;
};
const numbersOf = (calls: Calls, qtyOf: (row: string) => number): readonly Value[] =>
  calls.map(([, row]) => qtyOf(String(row)));

/** 净需求, before lots and packs. */
export const netShort: ServerFunction = {
  name: 'netShort',
  args: ['order', 'row'],
  result: 'decimal',
  async run(calls, ctx) {
    const lines = await linesOf(calls, ctx);
    return numbersOf(calls, (row) => lines.get(row)?.net ?? 0);
  },
};
/** What a row may be applied for in all: what was, and the net need by the rule of lots and full packs. */
export const applyQty: ServerFunction = {
  name: 'applyQty',
  args: ['order', 'row'],
  result: 'decimal',
  async run(calls, ctx) {
    const lines = await linesOf(calls, ctx);
    const applied = await appliedOf(
      ctx,
      calls.map(([, row]) => String(row)),
    );
    return numbersOf(calls, (row) => addDec(applied.get(row) ?? 0, lines.get(row)?.qty ?? 0));
  },
};
