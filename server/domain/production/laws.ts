/**
 * What must hold on the floor at any time (30 P14, P15): operations are what their documents say, work orders what their operations say,
 * orders what their work orders say, no piece is lost, and what was fed is used up or left. Each difference names the record whose
 * documents tell it.
 */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Ctx } from '../../ctx';
import { outsideReceived } from '../../datasets/out/materials';
import {
  feedDifferences,
  idsThatCount,
  ledgerDifferences,
  overfed,
  usedDifferences,
} from '../../datasets/production/fed';
import { lockWorkOrders } from './locks';
import { type Floor, floorsOf, grouped, piecesOn } from './operations';
import { operationValues, orderValues, rebalance, rebalanceOrder, workOrderValues } from './rebalance';

/** operation: 工序数量与件数去向; state: 状态; fed: 上料与耗用; order: 订单与工单 */
export type Law = 'operation' | 'state' | 'fed' | 'order';
export const LAWS: readonly Law[] = ['operation', 'state', 'fed', 'order'];
export interface FloorDifference {
  readonly law: Law;
  readonly title: string;
  readonly found: number;
  readonly expected: number;
  readonly prdOrder?: string | null;
  readonly workOrder?: string | null;
  readonly orderProcess?: string | null;
  readonly feedRecord?: string | null;
}

/** the law and the records a difference is of */
type Standing = Omit<FloorDifference, 'title' | 'found' | 'expected'>;

/** work orders looked at together: the database is asked a few times for all of them */
const AT_ONCE = 200;

/** Differences of some laws, at most as many as are wanted. */
export const floorDifferences = async (
  ctx: Ctx,
  laws: readonly Law[],
  most: number,
): Promise<readonly FloorDifference[]> => {
  const found: FloorDifference[] = [];
  for await (const part of partsOf(ctx, laws)) {
    found.push(...part.filter(({ law }) => laws.includes(law)).slice(0, most - found.length));
    if (found.length >= most) break;
  }
  return found;
};
async function* partsOf(ctx: Ctx, laws: readonly Law[]): AsyncGenerator<readonly FloorDifference[]> {
  if (laws.some((law) => law !== 'fed')) {
    for (const ids of parts(await idsThatCount(ctx, 'work_order'))) yield ofFloors(ctx, await floorsOf(ctx, ids));
    for (const ids of parts(await idsThatCount(ctx, 'prd_order'))) yield ofOrders(ctx, ids);
  }
  if (laws.includes('fed')) yield ofFeeds(ctx);
}

/** Quantities and states written anew from the documents, orders after their work orders. */
export const mendFloor = async (ctx: Ctx, differences: readonly FloorDifference[]): Promise<void> => {
  const workOrders = await lockWorkOrders(
    ctx,
    differences.map(({ workOrder }) => workOrder),
  );
  await rebalance(ctx, workOrders);
  const orders = differences.flatMap(({ prdOrder }) => (typeof prdOrder === 'string' ? [prdOrder] : []));
  for (const id of [...new Set(orders)].sort()) await rebalanceOrder(ctx, id);
};
/** 已用 of feeds and 已耗 of orders written anew; the ledger is never touched. */
export const mendFed = async (ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const { id, expected } of await feedDifferences(ctx))
    await records.patch('feedRecord', id, { head: { usedQty: expected } });
  for (const { id, order, expected } of await usedDifferences(ctx))
    await records.patch('prdOrder', order, { rows: { materials: [{ id, usedQty: expected }] } });
};

const parts = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) => ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

const ofFloors = async (ctx: Ctx, floors: readonly Floor[]): Promise<readonly FloorDifference[]> => {
  const [operation, workOrder] = [ctx.records.object('orderProcess'), ctx.records.object('workOrder')];
  return floors.flatMap((floor) => {
    const { id, nbr, prdOrderNbr } = floor.workOrder;
    const at = { law: 'order', workOrder: id, prdOrder: prdOrderNbr } as const;
    const ops = [...operationValues(floor)].flatMap(([op, expected]) => {
      const stored = floor.records.get(op);
      const of = { ...at, law: 'operation', orderProcess: op } as const;
      return stored ? differing({ object: operation, stored, expected }, `${nbr} 工序${stored.opNbr}`, of, ctx) : [];
    });
    const { actualStart: _start, actualEnd: _end, ...head } = workOrderValues(ctx, floor);
    return [
      ...ops,
      ...lost(floor, { ...at, law: 'operation' }),
      ...differing({ object: workOrder, stored: floor.workOrder, expected: head }, nbr ?? '', at, ctx),
    ];
  });
};

/** 件数去向 (P14): what was started is in hand, at a supplier, scrap or good. */
const lost = (floor: Floor, at: Standing): readonly FloorDifference[] =>
  piecesOn(floor)
    .filter(({ difference }) => difference !== 0)
    .map(({ started, difference }) => ({
      ...at,
      title: `${floor.workOrder.nbr} 件数去向`,
      found: started - difference,
      expected: started,
    }));

const ofOrders = async (ctx: Ctx, ids: readonly string[]): Promise<readonly FloorDifference[]> => {
  const { records } = ctx.asSystem();
  const object = ctx.records.object('prdOrder');
  const workOrders = await records.find('workOrder', 'prdOrderNbr in param.ids && docStatus != 90', { param: { ids } });
  const byOrder = grouped(workOrders, ({ prdOrderNbr }) => prdOrderNbr);
  const outside = await outsideReceived(ctx, ids);
  return (await records.many('prdOrder', ids, { stored: true })).flatMap((order) =>
    differing(
      {
        object,
        stored: order,
        expected: orderValues(order, byOrder.get(order.id) ?? [], outside.get(order.id) ?? 0),
      },
      order.nbr ?? '',
      { law: 'order', prdOrder: order.id },
      ctx,
    ),
  );
};

const ofFeeds = async (ctx: Ctx): Promise<readonly FloorDifference[]> => [
  ...[...(await feedDifferences(ctx)), ...(await overfed(ctx))].map(({ id, ...difference }) => ({
    ...difference,
    law: 'fed' as const,
    feedRecord: id,
  })),
  ...(await usedDifferences(ctx)).map(({ id: _id, order, ...difference }) => ({
    ...difference,
    law: 'fed' as const,
    prdOrder: order,
  })),
  ...(await ledgerDifferences(ctx)).map(({ id: _id, operation, ...difference }) => ({
    ...difference,
    law: 'fed' as const,
    orderProcess: operation,
  })),
];

interface Compared {
  readonly object: ResolvedObject;
  readonly stored: object;
  /** as its documents say */
  readonly expected: object;
}
/** Figures that are not what they should be; of a state both are told in words. */
const differing = (
  { object, stored, expected }: Compared,
  name: string,
  at: Standing,
  ctx: Ctx,
): readonly FloorDifference[] => {
  const now = new Map(Object.entries(stored));
  return Object.entries(expected).flatMap(([code, value]) => {
    const found = now.get(code);
    const field = object.fields[code];
    if (!field || (found ?? 0) === (value ?? 0)) return [];
    const isState = field.dict !== undefined;
    const word = (of: unknown): string =>
      ctx.records.dict(field.dict ?? '')?.items.find((item) => item.code === of)?.title ?? '';
    const title = `${name} ${field.title}${isState ? `${word(found)}，应为${word(value)}` : ''}`;
    return [{ ...at, law: isState ? 'state' : at.law, title, found: Number(found ?? 0), expected: Number(value ?? 0) }];
  });
};
