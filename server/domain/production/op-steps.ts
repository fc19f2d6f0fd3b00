/** Column 工序 of work orders (30 §2 opSteps): a step for each operation, in the colour of its state, with what is good of its plan. */
import { numText } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { seenOf } from '../../datasets/seen';
import { grouped } from './operations';

interface OpStep {
  readonly title: string;
  readonly tone: string;
}
type Call = Readonly<Record<string, Value>>;

const stepsOf = async (calls: readonly Call[], ctx: Ctx): Promise<readonly (readonly OpStep[])[]> => {
  const asked = calls.map(({ workOrder }) => (typeof workOrder === 'string' ? workOrder : ''));
  const seen = await seenOf(
    ctx,
    'workOrder',
    asked.filter((id) => id !== ''),
  );
  const { records } = ctx.asSystem();
  const operations = await records.find('orderProcess', 'workOrderNbr in param.ids', {
    param: { ids: [...seen] },
    sort: 'opNbr',
  });
  const used = [...new Set(operations.flatMap(({ process }) => process ?? []))];
  const processes = await records.many('process', used, { stored: true });
  const nameOf = new Map(processes.map(({ id, name }) => [id, name]));
  const states = new Map(ctx.records.dict('opStatus')?.items.map(({ code, tone }) => [code, tone]));
  const byWorkOrder = grouped(operations, ({ workOrderNbr }) => workOrderNbr);
  return asked.map((id) =>
    (byWorkOrder.get(id) ?? []).map(({ opNbr, process, qualifiedQty, planQty, docStatus }) => ({
      title: `工序${opNbr} ${nameOf.get(process ?? '') ?? ''} ${numText(qualifiedQty ?? 0)}/${numText(planQty ?? 0)}`,
      tone: states.get(docStatus ?? '') ?? 'info',
    })),
  );
};

export const opSteps: Service = {
  name: 'workOrder.opSteps',
  right: 'workOrder:view',
  run: async (args, ctx) => (await stepsOf([args], ctx))[0] ?? [],
  runAll: stepsOf,
};
