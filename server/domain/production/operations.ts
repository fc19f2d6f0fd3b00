/** Operations of a work order as the engine of production reads them, with what their documents say. */
import type { Ctx } from '../../ctx';
import { readSaid } from '../../datasets/production/said';
import { type Hours, hourSums } from '../../datasets/production/sums';
import { balancesOf, together } from '../../production/balance';
import type { Around } from '../../production/limits';
import { type Pieces, piecesOf, type Stored } from '../../production/pieces';
import type { Balances, Operation, Sums, TransferMode } from '../../production/types';
import type { HeadOf, RowOf } from '../../rows';
import { sumSources } from './sources';

export interface Floor {
  readonly workOrder: HeadOf<'workOrder'>;
  readonly order: HeadOf<'prdOrder'> | null;
  readonly records: ReadonlyMap<string, HeadOf<'orderProcess'>>;
  readonly operations: readonly Operation[];
  readonly balances: Balances;
  /** of effective reports, by operation */
  readonly hours: ReadonlyMap<string, Hours>;
}

/** A work order as it stands; its rows are to be locked by who decides on it. `except`: a document that does not count. */
export const floorOf = async (ctx: Ctx, workOrder: string, except: string | null = null): Promise<Floor> => {
  const { records } = ctx.asSystem();
  const [head] = await records.many('workOrder', [workOrder]);
  if (!head) throw new Error(`work order ${workOrder} does not exist`);
  const [order = null] = head.prdOrderNbr === null ? [] : await records.many('prdOrder', [head.prdOrderNbr]);
  const found = await records.find('orderProcess', 'workOrderNbr == param.workOrder', {
    param: { workOrder },
    sort: 'opNbr',
  });
  const [[unit], said] = await Promise.all([
    head.unit === null ? [] : records.many('unit', [head.unit], { stored: true }),
    saidOf(
      ctx,
      found.map(({ id }) => id),
      except,
    ),
  ]);
  return built({ workOrder: head, order, found, decimals: unit?.decimals ?? 4 }, said);
};

/** Many of them at once, in the order of their ids; nobody decides on them, so nothing is locked. */
export const floorsOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Floor[]> => {
  const { records } = ctx.asSystem();
  const heads = await records.many('workOrder', ids);
  const known = (list: readonly (string | null)[]) => [...new Set(list.filter((id) => id !== null))];
  const orders = await records.many('prdOrder', known(heads.map(({ prdOrderNbr }) => prdOrderNbr)));
  const units = await records.many('unit', known(heads.map(({ unit }) => unit)), { stored: true });
  const found = await records.find('orderProcess', 'workOrderNbr in param.ids', { param: { ids }, sort: 'opNbr' });
  const said = await saidOf(
    ctx,
    found.map(({ id }) => id),
    null,
  );
  const byWorkOrder = grouped(found, ({ workOrderNbr }) => workOrderNbr);
  return heads.map((workOrder) =>
    built(
      {
        workOrder,
        order: orders.find(({ id }) => id === workOrder.prdOrderNbr) ?? null,
        found: byWorkOrder.get(workOrder.id) ?? [],
        decimals: units.find(({ id }) => id === workOrder.unit)?.decimals ?? 4,
      },
      said,
    ),
  );
};

export const grouped = <T, K>(list: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

interface Read extends Pick<Floor, 'workOrder' | 'order'> {
  readonly found: readonly HeadOf<'orderProcess'>[];
  readonly decimals: number;
}
interface Said extends Pick<Floor, 'hours'> {
  readonly sums: ReadonlyMap<string, Sums>;
}
const built = ({ workOrder, order, found, decimals }: Read, { sums, hours }: Said): Floor => {
  const operations = found.map((record) => operationOf(record, decimals));
  return {
    workOrder,
    order,
    records: new Map(found.map((record) => [record.id, record])),
    operations,
    balances: balancesOf(operations, sums),
    hours,
  };
};

export const operationOf = (record: HeadOf<'orderProcess'>, decimals: number): Operation => ({
  id: record.id,
  opNbr: record.opNbr ?? 0,
  planQty: record.planQty ?? 0,
  overRate: record.overRate ?? 0,
  ratio: record.ratio ?? 1,
  mode: modeOf(record.transferMode),
  predecessors: (record.predecessors ?? []).map(Number),
  decimals,
  startRequired: record.startRequired === true,
  dispatchRequired: record.dispatchRequired === true,
  docStatus: record.docStatus ?? '10',
  isFinished: record.finishFlag === true,
});
const modeOf = (mode: string | null): TransferMode => (mode === '1' || mode === '3' ? mode : '2');

const saidOf = async (ctx: Ctx, operations: readonly string[], except: string | null): Promise<Said> => {
  if (operations.length === 0) return { sums: new Map(), hours: new Map() };
  const parts = sumSources.map(({ read }) => read);
  const [said, hours] = await Promise.all([readSaid(ctx, parts, operations, except), hourSums(ctx, operations)]);
  const byOperation = grouped(said, ({ operation }) => operation);
  return {
    sums: new Map(operations.map((id) => [id, together((byOperation.get(id) ?? []).map(({ sums }) => sums))])),
    hours,
  };
};

/** 件数去向 (P14) of what its operations store, along each way. */
export const piecesOn = ({ operations, records, balances }: Floor): readonly Pieces[] => {
  const stored = [...records.values()].map((op): readonly [number, Stored] => [
    op.opNbr ?? 0,
    {
      inQty: op.inQty ?? 0,
      good: op.qualifiedQty ?? 0,
      rework: op.reworkQty ?? 0,
      pending: op.pendingQty ?? 0,
      scrap: op.scrapQty ?? 0,
      wip: op.wipQty ?? 0,
      started: op.startQty ?? 0,
      sent: op.outQty ?? 0,
      outside: balances.get(op.opNbr ?? 0)?.outside ?? 0,
    },
  ]);
  return piecesOf(operations, new Map(stored));
};

/** What a document of the floor has of the operation it is about. */
export const headOfOperation = async (operation: RowOf<'orderProcess'>, ctx: Ctx) => {
  const { workOrderNbr, prdOrderNbr, opNbr, process, material, materialName, spec, workshop, workGroup } = operation;
  const [workOrder] =
    workOrderNbr === null ? [] : await ctx.asSystem().records.many('workOrder', [workOrderNbr], { stored: true });
  const batchNbr = workOrder?.batchNbr ?? null;
  return { workOrderNbr, prdOrderNbr, opNbr, process, material, materialName, spec, workshop, workGroup, batchNbr };
};

/** One operation among those of its work order. */
export const around = ({ operations, balances }: Floor, operation: string): Around => {
  const op = operations.find(({ id }) => id === operation);
  if (!op) throw new Error(`operation ${operation} is not of this work order`);
  return { op, operations, balances };
};
