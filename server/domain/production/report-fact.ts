/** Rows of 报工事实: reports in the caller's rows, in the span that is asked for. */
import type { Rec, Value } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { effectiveIn, reportFacts } from '../../datasets/production/report-fact';
import { engineOf } from '../../records/host';
import { sourceIds } from '../../records/read/readable';

/** reports over these rows */
const RIGHTS = ['prdReportFact:view', 'reportStat:view'] as const;

export const reportFact: Service = {
  name: 'production.reportFact',
  // whoever may open the report
  right: null,
  async run({ shiftDate }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const [from = null, to = null] = (Array.isArray(shiftDate) ? shiftDate : []).map(dayOf);
    const engine = engineOf(ctx);
    const right = RIGHTS.find((code) => ctx.session.rights.has(code)) ?? RIGHTS[0];
    const ids = await sourceIds(engine, engine.records.object('prdReport'), right, effectiveIn(from, to));
    return reportFacts(ctx, { from, to, dims, ids, groupSplit: String(ctx.setting('pay.groupSplit') ?? '1') });
  },
};
const dayOf = (value: Value): string | null => (value === null || value === '' ? null : String(value).slice(0, 10));
