/** What documents of the floor begin with: the operation they are about, its parameters, how much of it is open, since when. */
import type { Ctx } from '../../ctx';
import { reportable } from '../../production/limits';
import type { RowOf } from '../../rows';
import { around, floorOf } from './operations';

/** The operation, for who may see it. */
export const seen = async (id: string | null | undefined, ctx: Ctx): Promise<RowOf<'orderProcess'> | null> =>
  typeof id === 'string' ? ctx.records.get('orderProcess', id, { scoped: true }) : null;

export const paramRows = async (process: string | null, ctx: Ctx) => {
  const found = process === null ? null : await ctx.asSystem().records.get('process', process);
  return (found?.params ?? []).map(({ name, unit, target, low, high }) => ({
    id: ctx.newId(),
    item: name,
    unit,
    standard: target,
    lower: low,
    upper: high,
  }));
};

/** The number people see in front of a report. */
export const reportableOf = async (
  operation: RowOf<'orderProcess'>,
  except: string | null,
  ctx: Ctx,
): Promise<number> => reportable(around(await floorOf(ctx, operation.workOrderNbr ?? '', except), operation.id));

/** Since its last report, for who is there. */
export const proposalOf = async (start: RowOf<'prdStart'>, ctx: Ctx) => {
  const [before] = await ctx.asSystem().records.find('prdReport', 'prdStart == param.start && docStatus != 90', {
    param: { start: start.id },
    sort: '-endTime',
    limit: 1,
  });
  const here = start.workers.filter(({ leaveTime }) => leaveTime === null);
  return {
    startTime: before?.endTime ?? start.startTime,
    workers: here.map(({ employee, ratio }) => ({ id: ctx.newId(), employee, ratio })),
  };
};
