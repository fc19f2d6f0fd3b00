/** 批量开工 (30 §4): several operations begin in one transaction; the first refusal names its row and nothing is begun. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { binding, startLimits } from '../../production/limits';
import type { AskOf } from '../../rows';
import { inRow } from './in-row';
import { lockOperations } from './locks';
import { around, floorOf } from './operations';

type Ask = AskOf<'prdStart', 'batchStart'>;
type Line = NonNullable<Ask['lines']>[number];

/** Answers how many have begun. */
export const startMany = async ({ lines, people }: Ask, ctx: Ctx): Promise<number> => {
  const given = lines ?? [];
  if (given.length === 0) throw refuse('请选择工序');
  const operations = given.map(({ orderProcess }) => orderProcess);
  const twice = operations.findIndex((id, n) => operations.indexOf(id) < n);
  if (twice >= 0) throw refuse(`第${twice + 1}行工序重复`, { rule: 'prdStart.batch' });
  await lockOperations(ctx, operations);
  const { employee } = ctx.session.me;
  const chosen = people ?? [];
  const workers = chosen.length > 0 ? chosen : employee === null ? [] : [employee];
  for (const [n, line] of given.entries()) await inRow(n, () => startOne(line, workers, ctx));
  return given.length;
};

/** Without a quantity all that may begin. */
const startOne = async (
  { orderProcess, equipment, startQty }: Line,
  workers: readonly string[],
  ctx: Ctx,
): Promise<void> => {
  const operation = await ctx.records.get('orderProcess', orderProcess, { scoped: true });
  if (!operation) throw refuse('工序任务已不存在');
  const most = binding(startLimits(around(await floorOf(ctx, operation.workOrderNbr ?? ''), operation.id))).max;
  await ctx.asSystem().records.save('prdStart', {
    id: ctx.newId(),
    orderProcess,
    equipment: equipment ?? operation.equipment,
    team: operation.team,
    startQty: startQty ?? most,
    atOnce: true,
    workers: workers.map((employee) => ({ id: ctx.newId(), employee, ratio: 1 })),
  });
};
