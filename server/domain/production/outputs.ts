/** 联副产品 of work orders: what should have come, what was reported and received of each; and the list they are reported from. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { coSums, openOutputs } from '../../datasets/production/co-sums';
import { seenOf } from '../../datasets/seen';
import { theoryOf } from '../../production/outputs';
import { oneOf } from '../document/sop-match';
import type { Floor } from './operations';

/** Brings the outputs of a work order up to date; its rows are locked. */
export const recountOutputs = async (ctx: Ctx, { workOrder, operations, balances }: Floor): Promise<void> => {
  const { records } = ctx.asSystem();
  const [found] = await records.many('workOrder', [workOrder.id], { rows: ['outputs'], stored: true });
  const rows = found?.outputs ?? [];
  if (rows.length === 0) return;
  const sums = await coSums(ctx, workOrder.id);
  const told = new Set<string | null>();
  const outputs = rows.map((row) => {
    // one material that comes off at two operations is reported as one
    const sum = told.has(row.material) ? undefined : sums.get(row.material ?? '');
    told.add(row.material);
    return {
      ...row,
      theoryQty: theoryOf(row, operations, balances),
      reportQty: sum?.reported ?? 0,
      receivedQty: sum?.received ?? 0,
    };
  });
  const isSame = outputs.every((row, n) => {
    const old = rows[n];
    return row.theoryQty === old?.theoryQty && row.reportQty === old.reportQty && row.receivedQty === old.receivedQty;
  });
  if (!isSame) await records.patch('workOrder', workOrder.id, { rows: { outputs } });
};

/** Rows of 联副产品报工: outputs of the work orders the caller may see; none without the right to any. */
export const coOutputRows: Service = {
  name: 'coOutput.rows',
  right: null,
  async run(args, ctx): Promise<readonly Rec[]> {
    const found = await openOutputs(ctx, oneOf(args.workOrderNbr));
    const seen = await seenOf(
      ctx,
      'workOrder',
      found.map(({ workOrder }) => workOrder),
    );
    return found
      .filter(({ workOrder }) => seen.has(workOrder))
      .map(({ workOrder, workOrderStatus, prdOrder, ...row }) => ({
        ...row,
        remain: Math.max(0, subDec(row.theoryQty, row.reportQty)),
        workOrderNbr: workOrder,
        prdOrderNbr: prdOrder,
        docStatus: workOrderStatus,
      }));
  },
};
