/** KPIs for the home page: those of every report the user may open, each answered or refused by itself (80 §5.2). */
import type { HomeCard } from '../../../schemas/language/wire';
import { AppError } from '../../errors';
import type { EngineCtx } from '../host';
import { kpiData } from './chart';
import { isHeld } from './spec';

/** a home page is looked at, not read */
const MAX = 12;
/** seconds all who open their home page share one answer */
const LIFE = 60;

export async function homeCards(ctx: EngineCtx, bug: (error: unknown) => void): Promise<readonly HomeCard[]> {
  const wanted = [...ctx.registry.reports.values()].flatMap((report) => {
    const page = ctx.registry.page(report.report);
    if (page === undefined || !ctx.session.rights.has(page.right)) return [];
    return Object.entries(report.kpis)
      .filter(([, kpi]) => isHeld(ctx, kpi.grant))
      .map(([card, kpi]) => ({ report, page: page.code, card, title: kpi.title }));
  });
  return Promise.all(
    wanted.slice(0, MAX).map(async ({ report, ...one }): Promise<HomeCard> => {
      try {
        return { ...one, data: await kpiData(ctx, report, one.card, LIFE) };
      } catch (error) {
        if (!(error instanceof AppError)) bug(error);
        return { ...one, msg: error instanceof AppError ? error.message : new AppError(500).message };
      }
    }),
  );
}
