/** Work orders of a workshop as the engine takes them (30 §3 steps 2 and 3). */
import type { Ctx } from '../../../ctx';
import type { FoundOf, HeadOf } from '../../../rows';
import { DAY, minuteOf, type Operation, type Shortage, type WorkOrder } from '../../../scheduling';
import { idsOf } from './resources';

export type Order = FoundOf<'workOrder', { rows: ['materials'] }>;
export type Process = HeadOf<'orderProcess'>;
type Demand = FoundOf<'prdOrder', object>;
const ALL = 100_000;
const PAUSED = '40';

export interface Demands {
  readonly orders: readonly Order[];
  readonly operations: readonly Process[];
  readonly demands: ReadonlyMap<string, Demand>;
}
/** Open work orders of places with the operations that are not finished. */
export async function demandsOf(ctx: Ctx, units: readonly string[]): Promise<Demands> {
  const { records } = ctx.asSystem();
  const param = { units: [...units] };
  const heads = await records.find('workOrder', 'docStatus in [10, 20, 30, 40] && workshop in param.units', {
    param,
    limit: ALL,
  });
  const [orders, operations, demands] = await Promise.all([
    records.many(
      'workOrder',
      heads.map(({ id }) => id),
      { rows: ['materials'], stored: true },
    ),
    records.find(
      'orderProcess',
      'docStatus in [10, 20, 30, 40] && workOrderNbr.workshop in param.units && workOrderNbr.docStatus in [10, 20, 30, 40]',
      { param, limit: ALL },
    ),
    records.many('prdOrder', [...new Set(heads.flatMap(({ prdOrderNbr }) => prdOrderNbr ?? []))], { stored: true }),
  ]);
  return { orders, operations, demands: new Map(demands.map((demand) => [demand.id, demand])) };
}

/** Rows of orders whose material a sub-order makes, by the order that makes it. */
export async function madeRows(ctx: Ctx, { demands }: Demands): Promise<MadeRows> {
  const parents = [...demands.values()].flatMap(({ parentNbr }) => (parentNbr === null ? [] : [parentNbr]));
  const whole = await ctx
    .asSystem()
    .records.many('prdOrder', [...new Set(parents)], { rows: ['materials'], stored: true });
  const makers = new Map([...demands.values()].map(({ id, nbr, parentNbr }) => [`${parentNbr} ${nbr}`, id]));
  return new Map(
    whole.flatMap(({ id, materials }) =>
      materials.flatMap((row) => {
        const maker = makers.get(`${id} ${row.sourceOrderNbr}`);
        return maker === undefined ? [] : [[maker, { row: row.id, opNbr: row.opNbr }] as const];
      }),
    ),
  );
}
type MadeRows = ReadonlyMap<string, { readonly row: string; readonly opNbr: number | null }>;

/** Which operation uses what a work order makes: lots of a sub-order feed the lots of its order in turn. */
export function feedsOf({ orders, demands }: Demands, made: MadeRows): ReadonlyMap<string, WorkOrder['feeds']> {
  const byDemand = new Map<string, Order[]>();
  for (const order of [...orders].sort((a, b) => (a.nbr < b.nbr ? -1 : 1)))
    byDemand.set(order.prdOrderNbr ?? '', [...(byDemand.get(order.prdOrderNbr ?? '') ?? []), order]);
  const feeds = new Map<string, WorkOrder['feeds']>();
  for (const demand of demands.values()) {
    const lots = byDemand.get(demand.id) ?? [];
    const above = byDemand.get(demand.parentNbr ?? '') ?? [];
    lots.forEach((lot, n) => {
      const parent = above[Math.floor((n * above.length) / lots.length)];
      if (parent !== undefined) feeds.set(lot.id, { order: parent.id, opNbr: made.get(demand.id)?.opNbr ?? FIRST });
    });
  }
  return feeds;
}
/** the operation it is used at is not named */
const FIRST = -1;

export interface Facts {
  readonly feeds: ReadonlyMap<string, WorkOrder['feeds']>;
  readonly shortages: ReadonlyMap<string, readonly Shortage[]>;
  readonly suppliers: ReadonlyMap<string, string>;
  readonly materials: Materials;
  readonly handsOf: ReadonlyMap<string, readonly string[]>;
  /** only these are planned; null = all */
  readonly chosen: ReadonlySet<string> | null;
  /** nothing before */
  readonly from: number | null;
  readonly ranks: ReadonlyMap<string, number>;
}
export interface Materials {
  /** setupKey, else that of the nearest category, else its own code */
  keyOf(material: string | null): string;
  /** nearest first */
  categoriesOf(material: string | null): readonly string[];
}

export function workOrdersOf({ orders, operations, demands }: Demands, facts: Facts): readonly WorkOrder[] {
  const byOrder = new Map<string, Process[]>();
  for (const operation of operations)
    byOrder.set(operation.workOrderNbr ?? '', [...(byOrder.get(operation.workOrderNbr ?? '') ?? []), operation]);
  return orders.flatMap((order): WorkOrder[] => {
    const own = [...(byOrder.get(order.id) ?? [])].sort((a, b) => (a.opNbr ?? 0) - (b.opNbr ?? 0));
    if (own.length === 0) return [];
    const demand = demands.get(order.prdOrderNbr ?? '');
    const isLeft = facts.chosen !== null && !facts.chosen.has(order.id);
    const feeds = facts.feeds.get(order.id) ?? null;
    return [
      {
        id: order.id,
        nbr: order.nbr,
        priority: Number(order.priority),
        dueDay: Math.floor((minuteOf(order.dueDate) ?? 0) / DAY),
        releaseAt: demand?.releaseDate ? minuteOf(demand.releaseDate) : null,
        isPaused: isLeft || order.docStatus === PAUSED || demand?.docStatus === PAUSED,
        resumeAt: null,
        rank: facts.ranks.get(order.id) ?? Number.MAX_SAFE_INTEGER,
        feeds:
          feeds === null
            ? null
            : { ...feeds, opNbr: feeds.opNbr === FIRST ? firstOf(byOrder, feeds.order) : feeds.opNbr },
        shortages: facts.shortages.get(order.id) ?? [],
        operations: own.map((operation) => operationOf(operation, facts)),
      },
    ];
  });
}
const firstOf = (byOrder: ReadonlyMap<string, readonly Process[]>, order: string): number =>
  Math.min(...(byOrder.get(order) ?? []).map(({ opNbr }) => opNbr ?? 0));

/** Reported of an operation. */
export const reportedOf = ({ reportQty }: Process): number => reportQty ?? 0;

const ROUND_UP = (minutes: number | null): number => Math.ceil(minutes ?? 0);
function operationOf(operation: Process, { suppliers, materials, handsOf, from }: Facts): Operation {
  const group = operation.workGroup;
  const hands = group === null ? undefined : handsOf.get(group);
  const { planRange } = operation;
  const wished = planRange?.[0] ? minuteOf(planRange[0]) : null;
  return {
    id: operation.id,
    opNbr: operation.opNbr ?? 0,
    qty: operation.planQty ?? 0,
    reported: reportedOf(operation),
    stdMin: operation.stdMin ?? 0,
    runBase: operation.runBase ?? 1,
    setupMin: ROUND_UP(operation.setupMin),
    queueMin: operation.queueMin ?? 0,
    moveMin: operation.moveMin ?? 0,
    transferMode: Number(operation.transferMode),
    transferBatch: operation.transferBatch,
    predecessors: (operation.predecessors ?? []).map(Number),
    ratio: operation.ratio ?? 1,
    group,
    equips: hands ?? idsOf(operation.equips),
    device: operation.equipment,
    supplier:
      operation.outFlag && operation.supplier !== null
        ? { id: operation.supplier, name: suppliers.get(operation.supplier) ?? '', days: operation.outDays ?? 0 }
        : null,
    lanes: 1,
    splitShift: operation.splitShift ?? true,
    splitMax: operation.splitMax ?? 1,
    people: operation.people ?? 1,
    team: operation.team,
    moulds: [],
    material: operation.material ?? '',
    categories: materials.categoriesOf(operation.material),
    process: operation.process ?? '',
    setupKey: materials.keyOf(operation.material),
    earliest: from === null || wished === null ? (from ?? wished) : Math.max(from, wished),
  };
}

/** Keys and categories of the materials that are made. */
export async function materialsOf(ctx: Ctx, ids: readonly string[]): Promise<Materials> {
  const { records } = ctx.asSystem();
  const found = new Map(
    (await records.many('material', ids, { stored: true })).map((material) => [material.id, material]),
  );
  const categories = new Map(
    (await records.find('materialCategory', 'true', { limit: ALL })).map((category) => [category.id, category]),
  );
  const chains = new Map<string, readonly string[]>();
  const categoriesOf = (material: string | null): readonly string[] => {
    const first = found.get(material ?? '')?.materialCategory ?? '';
    const known = chains.get(first);
    if (known) return known;
    const chain: string[] = [];
    for (let at = categories.get(first); at && !chain.includes(at.id); at = categories.get(at.parent ?? ''))
      chain.push(at.id);
    chains.set(first, chain);
    return chain;
  };
  return {
    categoriesOf,
    keyOf(material) {
      const own = found.get(material ?? '');
      if (own?.setupKey) return own.setupKey;
      for (const id of categoriesOf(material)) {
        const key = categories.get(id)?.setupKey;
        if (key) return key;
      }
      return own?.code ?? '';
    },
  };
}
