/** What a report's use writes (30 P8): its postings and the feeds they draw on; differences, and what comes back. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { LineOf, RowOf } from '../../rows';
import { liveRows, type PostedRow } from '../../stock/document';
import { holdStock } from '../../stock/hold';
import { type StockKey, stockKey } from '../../stock/keys';
import type { LegInput } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { BY_FEED, BY_LINE, type Take } from './consumption-rules';
import type { Told } from './effect';

type Report = RowOf<'prdReport'>;
export type Used = LineOf<'prdReport', 'materials'>;
interface Taken {
  readonly part: Take;
}

export const lockFeeds = async (ids: readonly string[], ctx: Ctx) => {
  const found = await ctx.asSystem().records.many('feedRecord', [...new Set(ids)].sort(), { lock: true, stored: true });
  return new Map(found.map((feed) => [feed.id, feed]));
};

export const docOf = (report: Report) => ({
  docType: 'prdReport',
  docId: report.id,
  docNbr: report.nbr,
  bizDate: report.shiftDate,
});
export const post = async (report: Report, taken: readonly Taken[], rows: readonly Used[], ctx: Ctx): Promise<void> => {
  await postStock(ctx, { ...docOf(report), legs: legsOf(taken, rows), consumes: consumesOf(taken) });
  await drawFeeds(taken, ctx);
};
const consumesOf = (taken: readonly Taken[]): ReadonlyMap<string, number> => {
  const consumes = new Map<string, number>();
  for (const { part } of taken)
    if (part.feed !== null) consumes.set(stockKey(part.key), addDec(consumes.get(stockKey(part.key)) ?? 0, part.qty));
  return consumes;
};
const legsOf = (taken: readonly Taken[], rows: readonly Used[]): readonly LegInput[] =>
  taken.map(
    ({ part }, n): LegInput => ({
      rowId: rows[n]?.id ?? '',
      leg: 1,
      lineNo: n + 1,
      moveKind: part.feed === null ? BY_LINE : BY_FEED,
      key: part.key,
      qty: -part.qty,
      cost: { by: 'avg' },
    }),
  );
const drawFeeds = async (taken: readonly Taken[], ctx: Ctx): Promise<void> => {
  for (const { part } of taken) if (part.feed !== null) await drawFeed(part.feed, part.key, part.qty, ctx);
};

export interface Back {
  readonly row: Used;
  readonly qty: number;
}
export const withQty = (row: Used): Used & { readonly qty: number } => ({ ...row, qty: row.qty ?? 0 });
interface Difference {
  readonly back: readonly Back[];
  readonly taken: readonly Taken[];
  readonly rows: readonly Used[];
  readonly feeds: Awaited<ReturnType<typeof lockFeeds>>;
}
export const postDifference = async (
  report: Report,
  { back, taken, rows, feeds }: Difference,
  ctx: Ctx,
): Promise<void> => {
  const posted = await liveRows(ctx.trx, docOf(report));
  const returns = back.map(({ row, qty }) => returned(posted, row.id, qty));
  const legs = [...returns.map(({ leg }) => leg), ...legsOf(taken, rows)];
  await postStock(ctx, { ...docOf(report), legs, consumes: consumesOf(taken), append: true });
  for (const [n, { row, qty }] of back.entries()) {
    const feed = feeds.get(row.feedRecord ?? '');
    const key = returns[n]?.key;
    if (feed && key) await giveBackTo(feed, key, qty, ctx);
  }
  await drawFeeds(taken, ctx);
};
/** Part of what a row took, at its share of what that cost; all of it: at all of it. */
const returned = (
  posted: readonly PostedRow[],
  rowId: string,
  qty: number,
): { readonly leg: LegInput; readonly key: StockKey } => {
  const own = posted.filter((row) => row.rowId === rowId && row.qty !== 0);
  const [first] = own;
  if (!first) throw new Error(`nothing was posted of row ${rowId}`);
  const { key, moveKind, amount: valued } = first;
  const amount = mulDiv(sumDec(own.map((row) => row.amount ?? 0)), qty, sumDec(own.map((row) => row.qty)), 2);
  const cost = valued === null ? ({ by: 'none' } as const) : ({ by: 'back', amount } as const);
  // a reversal writes all of them again at once
  return { leg: { rowId, leg: own.length + 1, moveKind, key, qty, cost }, key };
};

/** What the report used of each lot before and after: stock, and where the lot went. */
export const toldOf = (report: Report, rows: readonly Used[]): readonly Told[] => {
  const lots = new Map<string, Used>();
  for (const row of [...report.materials, ...rows]) lots.set(lotOf(row), row);
  return [...lots].flatMap(([lot, { material, batchNbr }]): readonly Told[] => {
    const of = (list: readonly Used[]): number =>
      sumDec(list.filter((row) => lotOf(row) === lot).map(({ qty }) => qty ?? 0));
    const [before, after] = [of(report.materials), of(rows)];
    if (before === after) return [];
    const way = `${batchNbr ?? ''}→${report.batchNbr ?? ''}`;
    return [
      { type: IN_STOCK, ref: '耗用', material, batchNbr, before, after },
      ...(batchNbr === null ? [] : [{ type: TRACED, ref: way, material, batchNbr, before, after } as const]),
    ];
  });
};
const lotOf = ({ material, batchNbr }: Used): string => `${material}|${batchNbr ?? ''}`;
const IN_STOCK = '20';
const TRACED = '40';

/** More of a feed is used (or less than 0: given back): what is left of it stays set aside. */
const drawFeed = async (id: string, key: StockKey, qty: number, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  await holdStock(ctx, key, -qty);
  const [feed] = await records.many('feedRecord', [id], { stored: true });
  await records.patch('feedRecord', id, { head: { usedQty: addDec(feed?.usedQty ?? 0, qty) } });
};

/** What was taken back of a feed that has gone meanwhile is free beside the line. */
export const giveBackTo = async (
  { id, docStatus }: Pick<RowOf<'feedRecord'>, 'id' | 'docStatus'>,
  key: StockKey,
  qty: number,
  ctx: Ctx,
): Promise<void> => {
  if (docStatus !== UNLOADED) return drawFeed(id, key, -qty, ctx);
  const { records } = ctx.asSystem();
  const [feed] = await records.many('feedRecord', [id], { stored: true });
  await records.patch('feedRecord', id, {
    head: { usedQty: subDec(feed?.usedQty ?? 0, qty), unloadQty: addDec(feed?.unloadQty ?? 0, qty) },
  });
};
const UNLOADED = '80';
