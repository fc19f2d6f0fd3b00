/** What a report takes from the start or the operation that was picked: since when, who, how much. */
import type { Service } from '../../ctx';
import { draftSent } from '../../rows';
import { isCounted, unreported } from './device-report';
import { paramRows, proposalOf, reportableOf, seen } from './report-basis';

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
      qualifiedQty: (await isCounted(start, ctx)) ? await unreported(start, ctx) : (start.remain ?? 0),
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
