/** An operation that needs no start gets one with its report (30 P6), so that what came into a first operation is what was started. */
import type { Ctx } from '../../ctx';
import type { ReportEffect } from './effect';
import { closed, opened, RUNS, ranFor } from './intervals';

export const impliedStart: ReportEffect = {
  name: '随报工开工',
  async apply(report, ctx) {
    if (report.prdStart !== null) return undefined;
    const intervals = closed(opened([], { id: ctx.newId(), at: report.startTime, kind: RUNS }), report.endTime);
    const started = await ctx.asSystem().records.save('prdStart', {
      id: ctx.newId(),
      orderProcess: report.orderProcess,
      docStatus: '60',
      atOnce: false,
      isImplied: true,
      equipment: report.equipment,
      team: report.team,
      shift: report.shift,
      shiftDate: report.shiftDate,
      startQty: report.reportQty ?? 0,
      startTime: report.startTime,
      endTime: report.endTime,
      intervals,
      runHours: ranFor(intervals),
      workers: report.workers.map(({ employee, ratio }) => ({
        id: ctx.newId(),
        employee,
        ratio,
        joinTime: report.startTime,
        leaveTime: report.endTime,
      })),
    });
    return { prdStart: started.id };
  },
  async reverse(report, ctx) {
    const start = await implied(report.prdStart, ctx);
    if (start) await ctx.asSystem().records.patch('prdStart', start, { head: { docStatus: '90' } });
    return undefined;
  },
  async adjust(report, to, ctx) {
    const start = await implied(report.prdStart, ctx);
    if (start) await ctx.asSystem().records.patch('prdStart', start, { head: { startQty: to.reportQty ?? 0 } });
    return undefined;
  },
};

const implied = async (id: string | null, ctx: Ctx): Promise<string | null> => {
  if (id === null) return null;
  const [start] = await ctx.asSystem().records.many('prdStart', [id], { stored: true });
  return start?.isImplied ? start.id : null;
};
