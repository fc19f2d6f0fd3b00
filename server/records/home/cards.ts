/** Cards of the home page (10 §3, 80 §5.2): which the user may have, and what those that ask the server for numbers are answered. */
import type { HomeCardAnswer, HomeCardData, HomeCardInfo } from '../../../schemas/language/home/wire';
import { AppError, badRequest } from '../../errors';
import type { EngineCtx } from '../host';
import { topNews } from '../people/inbox';
import { waitingOf, waitingSchemes } from '../people/waiting';
import { kpiData } from '../report/chart';
import { isHeld } from '../report/spec';
import { warningsOf } from '../warnings';
import { mostUsed, recentDocs } from './opened';

/** asked at once */
const MAX = 40;
/** seconds all who open their home page share one answer */
const LIFE = 60;

const size = (w: number, h: number, minW: number, minH: number) => ({ w, h, minW, minH });
const COUNT = size(6, 1, 4, 1);
const NUMBER = size(6, 2, 4, 2);
const CHART = size(12, 4, 6, 3);
const LIST = size(12, 4, 8, 3);

export interface HomeCard {
  readonly info: HomeCardInfo;
  /** absent = it asks elsewhere: charts, lists */
  readonly ask?: () => Promise<HomeCardData>;
}

/** The catalogue: what the user holds no right for is not in it. Nothing is asked before `ask` is called. */
export function cardsOf(ctx: EngineCtx): readonly HomeCard[] {
  const { registry, session } = ctx;
  const pageOf = (code: string) => {
    const page = registry.page(code);
    return page !== undefined && session.rights.has(page.right) ? page : undefined;
  };
  const schemes = waitingSchemes(ctx);
  let asked: ReturnType<typeof waitingOf> | undefined;
  const waiting = () => (asked ??= waitingOf(ctx));
  const cards: HomeCard[] = [];
  const add = (info: Omit<HomeCardInfo, 'asks'>, ask?: HomeCard['ask']): void => {
    cards.push(ask === undefined ? { info } : { info: { ...info, asks: true }, ask });
  };

  if (schemes.length > 0)
    add({ card: 'myTask', kind: 10, title: '等待处理', ...size(24, 2, 8, 2) }, async () => ({
      tasks: await waiting(),
    }));
  const rows = ({ page, scheme }: (typeof schemes)[number]) => ({
    title: `${page.title} ${scheme.title}`,
    from: page.title,
    right: page.right,
    page: page.code,
    scheme: scheme.code,
  });
  for (const eachScheme of schemes)
    add(
      { card: `waiting:${eachScheme.page.code}.${eachScheme.scheme.code}`, kind: 10, ...COUNT, ...rows(eachScheme) },
      async () => {
        const found = (await waiting()).find(
          ({ page, scheme }) => page === eachScheme.page.code && scheme === eachScheme.scheme.code,
        );
        return { total: found?.total ?? 0, ...(found?.capped ? { capped: true } : {}) };
      },
    );
  for (const report of registry.reports.values()) {
    const page = pageOf(report.report);
    if (page === undefined) continue;
    const known = { from: page.title, right: page.right, page: page.code };
    for (const [code, kpi] of Object.entries(report.kpis))
      if (isHeld(ctx, kpi.grant))
        add({ card: `kpi:${report.report}.${code}`, kind: 20, title: kpi.title, ...NUMBER, ...known }, async () => ({
          kpi: await kpiData(ctx, report, code, LIFE),
        }));
  }
  for (const board of registry.boards.values()) {
    const page = pageOf(board.board);
    if (page === undefined || !board.to.includes('home')) continue;
    const known = { from: page.title, right: page.right, page: page.code };
    for (const { code, title = code, report } of board.cells)
      if (report !== undefined && pageOf(report) !== undefined)
        add({ card: `chart:${board.board}.${code}`, kind: 30, title, ...CHART, ...known, cell: code });
  }
  for (const scheme of schemes)
    add({ card: `list:${scheme.page.code}.${scheme.scheme.code}`, kind: 40, ...LIST, ...rows(scheme) });
  add({ card: 'warnOpen', kind: 10, title: '未处理预警', ...size(12, 2, 6, 2) }, async () => ({
    warnings: (await warningsOf(ctx)).items,
  }));
  add({ card: 'shortcut', kind: 50, title: '常用功能', ...size(12, 2, 6, 2) }, async () => ({
    pages: await mostUsed(ctx),
  }));
  add({ card: 'newsTop', kind: 60, title: '公告', ...LIST }, async () => ({ news: await topNews(ctx) }));
  add({ card: 'recentDoc', kind: 40, title: '最近单据', ...LIST, minW: 6 }, async () => ({
    docs: await recentDocs(ctx),
  }));
  return cards;
}

/** {cards: [code]}; a card without right is left out. Never throws for one of them: it is told in its place. */
export async function homeCards(
  ctx: EngineCtx,
  given: Readonly<Record<string, unknown>>,
  bug: (error: unknown) => void,
): Promise<readonly HomeCardAnswer[]> {
  const { cards } = given;
  if (!Array.isArray(cards) || cards.length > MAX || !cards.every((card) => typeof card === 'string'))
    throw badRequest();
  const wanted = new Set(cards as readonly string[]);
  const answers = await Promise.all(
    cardsOf(ctx).map(async ({ info: { card }, ask }): Promise<HomeCardAnswer | undefined> => {
      if (ask === undefined || !wanted.has(card)) return undefined;
      try {
        return { card, asOf: ctx.now, data: await ask() };
      } catch (error) {
        if (!(error instanceof AppError)) bug(error);
        return { card, asOf: ctx.now, msg: error instanceof AppError ? error.message : new AppError(500).message };
      }
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
