/** A receipt of finished goods that waits to be posted (30 P13): a row for each work order with what of it is to be received. */
import type { Ctx } from '../../ctx';
import type { HeadOf, RowOf } from '../../rows';

export interface Finished {
  readonly workOrder: Pick<HeadOf<'workOrder'>, 'id' | 'nbr' | 'material' | 'attrKey' | 'unit'>;
  readonly qty: number;
}
interface Into {
  readonly warehouse: string;
  readonly workshop: string | null;
}
export const saveReceipt = (
  finished: readonly Finished[],
  { warehouse, workshop }: Into,
  ctx: Ctx,
): Promise<RowOf<'enterWarehouse'>> =>
  ctx.records.save('enterWarehouse', {
    id: ctx.newId(),
    warehouse,
    workshop,
    items: finished.map(({ workOrder, qty }) => ({
      id: ctx.newId(),
      srcType: 'workOrder',
      srcId: workOrder.id,
      srcRowId: workOrder.id,
      srcNbr: workOrder.nbr,
      workOrder: workOrder.id,
      material: workOrder.material ?? '',
      attrKey: workOrder.attrKey,
      unit: workOrder.unit ?? '',
      qty,
      warehouse,
    })),
  });
