/** What a report takes from the start or the operation that was picked: since when, who, how much. */
import type { Ctx, Service } from '../../ctx';
import { draftSent, type RowOf } from '../../rows';
import { paramRows, reportableOf, seen } from './prd-start';

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

export const reportOfStart: Service = {
  name: 'prdReport.ofStart',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('prdReport', args.record);
    const start =
      typeof record.prdStart === 'string' ? await ctx.records.get('prdStart', record.prdStart, { scoped: true }) : null;
    if (!start) return {};
    return {
      ...(await proposalOf(start, ctx)),
      qualifiedQty: start.remain ?? 0,
      params: await paramRows(start.process, ctx),
    };
  },
};

/** The same from an operation that needs no start. */
export const reportOfProcess: Service = {
  name: 'prdReport.ofProcess',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('prdReport', args.record);
    const operation = await seen(record.orderProcess, ctx);
    if (!operation || typeof record.prdStart === 'string') return {};
    return { qualifiedQty: await reportableOf(operation, null, ctx), params: await paramRows(operation.process, ctx) };
  },
};
