/** 下达 and 拆分 (30 P3): work orders in lots with their operations and their share of the materials; sums stay exact. */
import { addDec, mulDec, roundNum, subDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { isFree } from '../../production/balance';
import type { ChangeOf, FoundOf, LineOf, RowOf } from '../../rows';
import { batchNbrOf } from '../../stock/lots';
import { lotsOf, shareOf } from './need';
import { reserveOrder } from './order-reserve';

type Order = RowOf<'prdOrder'>;
type WorkOrder = RowOf<'workOrder'>;
type Operation = LineOf<'prdOrder', 'ops'>;

export interface Release {
  readonly qty: number;
  /** 0: one work order */
  readonly lot: number;
  readonly planRange: WorkOrder['planRange'];
}
/** Work orders for a quantity of an audited order; answers what is released of it by now. */
export const releaseLots = async (record: Order, { qty, lot, planRange }: Release, ctx: Ctx): Promise<number> => {
  const facts = await factsOf(record, ctx);
  // pieces made again have needs of their own
  const again = record.supplementQty ?? 0;
  let done = subDec(record.releasedQty ?? 0, again);
  const lots = lotsOf(qty, lot).map((size) => {
    done = addDec(done, size);
    const materials = record.materials
      .filter(({ supplement }) => supplement !== true)
      .map((row) => {
        const before = facts.given.get(row.id) ?? 0;
        const share = shareOf(row.needQty ?? 0, {
          planned: record.planQty,
          lots: done,
          given: before,
          decimals: facts.decimals.get(row.unit ?? '') ?? 4,
        });
        facts.given.set(row.id, addDec(before, share));
        return { ...shared(row), id: ctx.newId(), orderRow: row.id, needQty: share };
      });
    return { size, materials };
  });
  const decimals = facts.decimals.get(record.unit ?? '') ?? 4;
  // balances are locked before the counters of numbers
  await reserveOrder(record, ctx, addedBy(lots));
  for (const each of lots) await makeWorkOrder(record, { ...each, planRange, decimals, line: facts.line }, ctx);
  return addDec(done, again);
};
const addedBy = (lots: readonly Pick<Lot, 'materials'>[]): ReadonlyMap<string, number> => {
  const added = new Map<string, number>();
  for (const { orderRow, needQty } of lots.flatMap(({ materials }) => materials))
    if (typeof orderRow === 'string') added.set(orderRow, addDec(added.get(orderRow) ?? 0, needQty ?? 0));
  return added;
};

/** 补单: a work order for lost pieces of another one, with all of the rows that were added for it. */
export const releaseSupplement = async (
  record: Order,
  { qty, rows, from }: { readonly qty: number; readonly rows: Order['materials']; readonly from: string | null },
  ctx: Ctx,
): Promise<void> => {
  const facts = await factsOf(record, ctx);
  const materials = rows.map((row) => ({ ...shared(row), id: ctx.newId(), orderRow: row.id, needQty: row.needQty }));
  const decimals = facts.decimals.get(record.unit ?? '') ?? 4;
  await reserveOrder({ ...record, materials: rows }, ctx, addedBy([{ materials }]));
  await makeWorkOrder(
    record,
    { size: qty, materials, planRange: null, decimals, line: facts.line, supplementOf: from },
    ctx,
  );
};
const shared = ({
  opNbr,
  material,
  materialCode,
  materialName,
  spec,
  unit,
  attrKey,
  feedMode,
  mustFeed,
}: Order['materials'][number]) => ({
  opNbr,
  material,
  materialCode,
  materialName,
  spec,
  unit,
  attrKey,
  feedMode,
  mustFeed,
});

/** Decimals of the units, and what work orders that count were given of each row. */
const factsOf = async (record: Order, ctx: Ctx) => {
  const { records } = ctx.asSystem();
  const ids = new Set([record.unit, ...record.materials.map(({ unit }) => unit)].filter((id) => id !== null));
  const units = await records.many('unit', [...ids], { stored: true });
  const orders = await records.find('workOrder', 'prdOrderNbr == param.id && docStatus != 90', {
    param: { id: record.id },
  });
  const given = new Map<string, number>();
  for (const { materials } of await records.many(
    'workOrder',
    orders.map(({ id }) => id),
    { rows: ['materials'], stored: true },
  ))
    for (const { orderRow, needQty } of materials)
      given.set(orderRow ?? '', addDec(given.get(orderRow ?? '') ?? 0, needQty ?? 0));
  return {
    decimals: new Map(units.map(({ id, decimals }) => [id, decimals ?? 4])),
    given,
    line: await lineOf(record, ctx),
  };
};
/** 产线: where the order is made itself, or the only one of its workshop; of several the planner chooses. */
const lineOf = async ({ workshop }: Order, ctx: Ctx): Promise<string | null> => {
  const lines = await ctx
    .asSystem()
    .records.find('factoryUnit', 'modelType == 30 && isDisabled == 0 && (id == param.place || parent == param.place)', {
      param: { place: workshop },
      limit: 2,
    });
  return lines.length === 1 ? (lines[0]?.id ?? null) : null;
};

interface Lot {
  readonly size: number;
  readonly materials: NonNullable<ChangeOf<'workOrder'>['materials']>;
  readonly planRange: WorkOrder['planRange'];
  readonly decimals: number;
  readonly line: string | null;
  /** the work order whose lost pieces it makes again */
  readonly supplementOf?: string | null;
}
const SUPPLEMENT = '40';
const makeWorkOrder = async (
  order: Order,
  { size, materials, planRange, decimals, line, supplementOf = null }: Lot,
  ctx: Ctx,
): Promise<void> => {
  const { records } = ctx.asSystem();
  const saved = await records.save('workOrder', {
    id: ctx.newId(),
    prdOrderNbr: order.id,
    kind: supplementOf === null ? order.orderKind : SUPPLEMENT,
    supplementOf,
    material: order.material,
    materialName: order.materialName,
    spec: order.spec,
    attrKey: order.attrKey,
    unit: order.unit,
    batchNbr: await batchNbrOf(ctx, order.material),
    planQty: size,
    workshop: order.workshop,
    line,
    priority: order.priority,
    dueDate: order.dueDate,
    planRange,
    overRate: order.overRate,
    underRate: order.underRate,
    materials,
    outputs: order.outputs.map(({ lineNo: _lineNo, ...output }) => ({
      ...output,
      id: ctx.newId(),
      planQty: toNumber(roundNum(mulDec(size, output.perQty ?? 0), 4)),
    })),
  });
  await records.saveAll('orderProcess', operationsOf(order, saved, { size, decimals }, ctx));
  await ctx.emit('workOrder.released', { object: 'workOrder', id: saved.id, nbr: saved.nbr });
};

/** Its operations; those that wait for none can be started. */
const operationsOf = (
  order: Order,
  { id, nbr }: WorkOrder,
  { size, decimals }: { readonly size: number; readonly decimals: number },
  ctx: Ctx,
): readonly ChangeOf<'orderProcess'>[] => {
  const waits = predecessorsOf(order.ops);
  const before = new Set([...waits.values()].flat());
  return order.ops.map(({ id: _id, lineNo: _lineNo, startRequired, dispatchRequired, ...op }) => {
    const predecessors = waits.get(op.opNbr) ?? [];
    const mode = op.transferMode ?? modeOf(ctx);
    return {
      ...op,
      id: ctx.newId(),
      name: `${nbr}/${op.opNbr}`,
      ...(isFree({ predecessors: predecessors.map(Number), mode })
        ? { docStatus: '20', readyAt: ctx.now }
        : { docStatus: '10' }),
      workOrderNbr: id,
      prdOrderNbr: order.id,
      material: order.material,
      materialName: order.materialName,
      spec: order.spec,
      workshop: order.workshop,
      isLast: !before.has(String(op.opNbr)),
      predecessors,
      planQty: upTo(mulDec(size, op.ratio), decimals),
      priority: order.priority,
      overRate: op.overRate ?? order.overRate,
      transferMode: mode,
      startRequired: startRequired === null ? ctx.setting('prd.startRequired') === true : startRequired === '1',
      dispatchRequired:
        dispatchRequired === null ? ctx.setting('prd.dispatchRequired') === true : dispatchRequired === '1',
    };
  });
};
/** How pieces pass on where the operation says nothing. */
export const modeOf = (ctx: Ctx): '1' | '2' | '3' => {
  const mode = ctx.setting('prd.transferMode');
  return mode === '1' || mode === '3' ? mode : '2';
};
export const upTo = (qty: number, decimals: number): number => toNumber(roundNum(roundNum(qty, 9), decimals, 'ceil'));

/** Whom each operation waits for: those it names, the row above it without any, nobody when it names 0. */
export const predecessorsOf = (
  ops: readonly Pick<Operation, 'opNbr' | 'predecessors'>[],
): ReadonlyMap<number, readonly string[]> => {
  const rows = [...ops].sort((a, b) => a.opNbr - b.opNbr);
  return new Map(
    rows.map(({ opNbr, predecessors }, n) => {
      const above = rows[n - 1];
      const named = predecessors ?? [];
      if (named.length > 0) return [opNbr, named.filter((nbr) => nbr !== '0')];
      return [opNbr, above === undefined ? [] : [String(above.opNbr)]];
    }),
  );
};

/** A second lot out of one that has not begun: quantities, materials and operations divided, what both have is what was. */
export const splitLot = async (
  record: WorkOrder,
  qty: number,
  operations: readonly FoundOf<'orderProcess', object>[],
  ctx: Ctx,
): Promise<{ readonly made: string; readonly change: ChangeOf<'workOrder'> }> => {
  const { records } = ctx.asSystem();
  const kept = addDec(record.planQty ?? 0, -qty);
  const units = [record.unit, ...record.materials.map(({ unit }) => unit)].filter((id) => id !== null);
  const known = new Map(
    (await records.many('unit', [...new Set(units)], { stored: true })).map(({ id, decimals }) => [id, decimals ?? 4]),
  );
  const share = (whole: number | null, unit: string | null): number =>
    shareOf(whole ?? 0, { planned: record.planQty ?? 0, lots: kept, given: 0, decimals: known.get(unit ?? '') ?? 4 });
  const stay = record.materials.map((row) => ({ ...row, needQty: share(row.needQty, row.unit) }));
  const stayOut = record.outputs.map((row) => ({ ...row, planQty: share(row.planQty, row.unit) }));
  const { id: _id, version: _version, nbr: _nbr, docStatus: _docStatus, ...rest } = record;
  const saved = await records.save('workOrder', {
    ...rest,
    id: ctx.newId(),
    batchNbr: await batchNbrOf(ctx, record.material ?? ''),
    planQty: qty,
    materials: record.materials.map((row, n) => ({
      ...row,
      id: ctx.newId(),
      needQty: addDec(row.needQty ?? 0, -(stay[n]?.needQty ?? 0)),
    })),
    outputs: record.outputs.map((row, n) => ({
      ...row,
      id: ctx.newId(),
      planQty: addDec(row.planQty ?? 0, -(stayOut[n]?.planQty ?? 0)),
    })),
  });
  const parts = operations.map((op) => ({ op, stays: share(op.planQty, record.unit) }));
  await records.saveAll(
    'orderProcess',
    parts.map(({ op: { version: _version, ...op }, stays }) => ({
      ...op,
      id: ctx.newId(),
      name: `${saved.nbr}/${op.opNbr}`,
      workOrderNbr: saved.id,
      planQty: addDec(op.planQty ?? 0, -stays),
    })),
  );
  for (const { op, stays } of parts) await records.patch('orderProcess', op.id, { head: { planQty: stays } });
  return { made: saved.id, change: { planQty: kept, materials: stay, outputs: stayOut } };
};
