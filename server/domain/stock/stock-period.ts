/** 库存期间 (40 §3.6): closed month by month, the newest closed one may be opened again. */

import type { DomainModule } from '../../ctx';
import { draftsOf } from '../../datasets/stock/drafts';
import { refuse } from '../../errors';
import { closedMonth, lockPeriods } from '../../stock/period';

export const stockPeriod: DomainModule<'stockPeriod'> = {
  async asks(action, { month, ym }, ctx) {
    const open = action === 'closeMonth' ? await draftsOf(month, ctx) : 0;
    const text = `${ym}还有${open}张未审核单据，关闭后只能改为下月日期，是否继续？`;
    return open === 0 ? [] : [{ code: 'stockPeriod.drafts', path: '', text, level: 'warn' }];
  },
  actions: {
    async closeMonth(record, _ask, ctx) {
      const ym = String(record.ym);
      const from = dayAfter(ym, Number(ctx.setting('stock.closeDay') ?? 5));
      if (ctx.today < from) throw refuse(`${ym}期间要到${from}才能关闭`);
      // postings that have begun end first; later ones see the month closed
      await lockPeriods(ctx, 'alone');
      return { closedAt: ctx.now, closedBy: ctx.session.me.id };
    },
    async openMonth(record, _ask, ctx) {
      await lockPeriods(ctx, 'alone');
      const last = await closedMonth(ctx);
      if (last !== record.ym) throw refuse(`只能重新打开最近关闭的期间${last ?? ''}`);
      return { closedAt: null, closedBy: null };
    },
  },
};

/** Day `closeDay` of the month after `ym`. */
const dayAfter = (ym: string, closeDay: number): string => {
  const [year = 0, month = 0] = ym.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return `${next}-${String(closeDay).padStart(2, '0')}`;
};
