/** The order of locks of production (30 §1.5): prdOrder → workOrder → orderProcess by opNbr → own document. Guards are asked after them. */
import type { Ctx } from '../../ctx';

const known = (ids: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(ids.filter((id): id is string => typeof id === 'string'))].sort();

/** Locks the orders, work orders and operations above some operations; answers the work orders. */
export const lockOperations = async (
  ctx: Ctx,
  operations: readonly (string | null | undefined)[],
): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const ops = await records.many('orderProcess', known(operations), { stored: true });
  return lockWorkOrders(
    ctx,
    ops.map(({ workOrderNbr }) => workOrderNbr),
  );
};

/** All operations of a work order, so that what follows from one of them can be written to the others. */
export const lockWorkOrders = async (
  ctx: Ctx,
  given: readonly (string | null | undefined)[],
): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const workOrders = known(given);
  const heads = await records.many('workOrder', workOrders, { stored: true });
  await records.many('prdOrder', known(heads.map(({ prdOrderNbr }) => prdOrderNbr)), { stored: true, lock: true });
  await records.many('workOrder', workOrders, { stored: true, lock: true });
  for (const workOrder of workOrders)
    await records.find('orderProcess', 'workOrderNbr == param.workOrder', {
      param: { workOrder },
      sort: 'opNbr',
      lock: true,
    });
  return workOrders;
};
