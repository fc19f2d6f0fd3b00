/** Cards of the home page (10 §3, 80 §5.2): which the user may have, and what those that ask the server for numbers are answered. */
import type { HomeCardAnswer, HomeCardData, HomeCardInfo } from '../../../schemas/language/home/wire';
import { AppError, badRequest } from '../../errors';
import type { EngineCtx } from '../host';
import { kpiData } from '../report/chart';
import { isHeld } from '../report/spec';
import { waitingOf, waitingSchemes } from '../waiting';
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

/** The catalogue: what the user holds no right for is not in it. */
export function cardsOf(ctx: EngineCtx): readonly HomeCardInfo[] {
  const { registry, session } = ctx;
  const waiting = waitingSchemes(ctx);
  const held = [...registry.reports.values()].flatMap((report) => {
    const page = registry.page(report.report);
    return page === undefined || !session.rights.has(page.right) ? [] : [{ report, page }];
  });
  const boards = [...registry.boards.values()].flatMap((board) => {
    const page = registry.page(board.board);
    return page === undefined || !session.rights.has(page.right) ? [] : [{ board, page }];
  });
  return [
    ...(waiting.length === 0 ? [] : [{ card: 'myTask', kind: 10, title: '等待处理', ...size(24, 2, 8, 2) } as const]),
    ...waiting.map(
      ({ page, scheme }): HomeCardInfo => ({
        card: `waiting:${page.code}.${scheme.code}`,
        kind: 10,
        title: `${page.title} ${scheme.title}`,
        from: page.title,
        ...COUNT,
        right: page.right,
        page: page.code,
        scheme: scheme.code,
      }),
    ),
    ...held.flatMap(({ report, page }) =>
      Object.entries(report.kpis)
        .filter(([, kpi]) => isHeld(ctx, kpi.grant))
        .map(
          ([code, kpi]): HomeCardInfo => ({
            card: `kpi:${report.report}.${code}`,
            kind: 20,
            title: kpi.title,
            from: page.title,
            ...NUMBER,
            right: page.right,
            page: page.code,
          }),
        ),
    ),
    ...boards.flatMap(({ board, page }) =>
      board.cells
        .filter(
          (cell) =>
            board.to.includes('home') &&
            cell.report !== undefined &&
            held.some(({ report }) => report.report === cell.report),
        )
        .map(
          (cell): HomeCardInfo => ({
            card: `chart:${board.board}.${cell.code}`,
            kind: 30,
            title: cell.title ?? cell.code,
            from: page.title,
            ...CHART,
            right: page.right,
            page: page.code,
            cell: cell.code,
          }),
        ),
    ),
    ...waiting.map(
      ({ page, scheme }): HomeCardInfo => ({
        card: `list:${page.code}.${scheme.code}`,
        kind: 40,
        title: `${page.title} ${scheme.title}`,
        from: page.title,
        ...LIST,
        right: page.right,
        page: page.code,
        scheme: scheme.code,
      }),
    ),
    { card: 'shortcut', kind: 50, title: '常用功能', ...size(12, 2, 6, 2) },
    { card: 'recentDoc', kind: 40, title: '最近单据', ...size(12, 4, 6, 3) },
  ];
}

/** {cards: [code]}; a card without right is left out. Never throws for one of them: it is told in its place. */
export async function homeCards(
  ctx: EngineCtx,
  given: Readonly<Record<string, unknown>>,
  bug: (error: unknown) => void,
): Promise<readonly HomeCardAnswer[]> {
  const { cards } = given;
  if (!Array.isArray(cards) || cards.length > MAX || !cards.every((one) => typeof one === 'string')) throw badRequest();
  const wanted = new Set(cards as readonly string[]);
  const known = cardsOf(ctx).filter(({ card }) => wanted.has(card));
  const waiting = known.some(({ kind }) => kind === 10) ? waitingOf(ctx) : Promise.resolve([]);
  const answers = await Promise.all(
    known.map(async (info): Promise<HomeCardAnswer | undefined> => {
      try {
        const data = await dataOf(ctx, info, waiting);
        return data && { card: info.card, asOf: ctx.now, data };
      } catch (error) {
        if (!(error instanceof AppError)) bug(error);
        const msg = error instanceof AppError ? error.message : new AppError(500).message;
        return { card: info.card, asOf: ctx.now, msg };
      }
    }),
  );
  return answers.filter((one) => one !== undefined);
}

/** undefined = the card asks elsewhere: charts, lists */
async function dataOf(
  ctx: EngineCtx,
  { card, page, scheme }: HomeCardInfo,
  waiting: ReturnType<typeof waitingOf>,
): Promise<HomeCardData | undefined> {
  if (card === 'myTask') return { tasks: await waiting };
  if (card === 'recentDoc') return { docs: await recentDocs(ctx) };
  if (card === 'shortcut') return { pages: await mostUsed(ctx) };
  if (card.startsWith('waiting:')) {
    const found = (await waiting).find((one) => one.page === page && one.scheme === scheme);
    return { total: found?.total ?? 0, ...(found?.capped ? { capped: true } : {}) };
  }
  if (!card.startsWith('kpi:')) return undefined;
  const [report = '', kpi = ''] = card.slice(4).split('.');
  const of = ctx.registry.reports.get(report);
  return of && { kpi: await kpiData(ctx, of, kpi, LIFE) };
}
