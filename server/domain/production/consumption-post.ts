/** What a report's use writes (30 P8): its postings and the feeds they draw on; differences, and what comes back. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { LineOf, RowOf } from '../../rows';
import { liveRows, type PostedRow } from '../../stock/document';
import { holdStocks } from '../../stock/hold';
import { type StockKey, stockKey } from '../../stock/keys';
import type { LegInput, Work } from '../../stock/legs';
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
  const legs = legsOf(taken, rows, await workOf(report, taken, ctx));
  await postStock(ctx, { ...docOf(report), legs, consumes: consumesOf(taken) });
  await drawFeeds(taken, ctx);
};
const consumesOf = (taken: readonly Taken[]): ReadonlyMap<string, number> => {
  const consumes = new Map<string, number>();
  for (const { part } of taken)
    if (part.feed !== null) consumes.set(stockKey(part.key), addDec(consumes.get(stockKey(part.key)) ?? 0, part.qty));
  return consumes;
};
/** Who used it, where and when; what was fed is there from its feeding on. */
const workOf = async (report: Report, taken: readonly Taken[], ctx: Ctx): Promise<(part: Take) => Work | null> => {
  if (report.workOrderNbr === null) return () => null;
  const ids = [...new Set(taken.flatMap(({ part }) => (part.feed === null ? [] : [part.feed])))];
  const feeds = await ctx.asSystem().records.many('feedRecord', ids, { stored: true });
  const fedAt = new Map(feeds.map(({ id, feedTime }) => [id, feedTime]));
  const work: Work = {
    workOrder: report.workOrderNbr,
    orderProcess: report.orderProcess,
    equipment: report.equipment,
    employees: report.workers.flatMap(({ employee }) => (employee === null ? [] : [employee])),
    team: report.team,
    from: report.startTime,
    to: report.endTime,
  };
  return ({ feed }) => ({ ...work, from: fedAt.get(feed ?? '') ?? work.from ?? null });
};
const legsOf = (
  taken: readonly Taken[],
  rows: readonly Used[],
  work: (part: Take) => Work | null,
): readonly LegInput[] =>
  taken.map(
    ({ part }, n): LegInput => ({
      rowId: rows[n]?.id ?? '',
      leg: 1,
      lineNo: n + 1,
      moveKind: part.feed === null ? BY_LINE : BY_FEED,
      key: part.key,
      qty: -part.qty,
      cost: { by: 'avg' },
      work: work(part),
    }),
  );
const drawFeeds = (taken: readonly Taken[], ctx: Ctx): Promise<void> =>
  drawFrom(
    taken.flatMap(({ part: { feed, key, qty } }) => (feed === null ? [] : [{ feed, key, qty }])),
    ctx,
  );

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
  const legs = [...returns.map(({ leg }) => leg), ...legsOf(taken, rows, await workOf(report, taken, ctx))];
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
  const { key, moveKind, amount: valued, workOrder } = first;
  const amount = mulDiv(sumDec(own.map((row) => row.amount ?? 0)), qty, sumDec(own.map((row) => row.qty)), 2);
  const cost = valued === null ? ({ by: 'none' } as const) : ({ by: 'back', amount } as const);
  // a reversal writes all of them again at once
  const work = workOrder === null ? null : { workOrder };
  return { leg: { rowId, leg: own.length + 1, moveKind, key, qty, cost, work }, key };
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

interface Drawn {
  readonly feed: string;
  readonly key: StockKey;
  readonly qty: number;
}
/** More of feeds is used (or less than 0: given back): what is left of them stays set aside. */
const drawFrom = async (drawn: readonly Drawn[], ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  await holdStocks(
    ctx,
    drawn.map(({ key, qty }) => ({ key, qty: -qty })),
  );
  const used = new Map<string, number>();
  for (const { feed, qty } of drawn) used.set(feed, addDec(used.get(feed) ?? 0, qty));
  const feeds = await records.many('feedRecord', [...used.keys()], { stored: true });
  const before = new Map(feeds.map(({ id, usedQty }) => [id, usedQty ?? 0]));
  for (const [id, qty] of used)
    await records.patch('feedRecord', id, { head: { usedQty: addDec(before.get(id) ?? 0, qty) } });
};

/** What was taken back of a feed that has gone meanwhile is free beside the line. */
export const giveBackTo = async (
  { id, docStatus }: Pick<RowOf<'feedRecord'>, 'id' | 'docStatus'>,
  key: StockKey,
  qty: number,
  ctx: Ctx,
): Promise<void> => {
  if (docStatus !== UNLOADED) return drawFrom([{ feed: id, key, qty: -qty }], ctx);
  const { records } = ctx.asSystem();
  const [feed] = await records.many('feedRecord', [id], { stored: true });
  await records.patch('feedRecord', id, {
    head: { usedQty: subDec(feed?.usedQty ?? 0, qty), unloadQty: addDec(feed?.unloadQty ?? 0, qty) },
  });
};
const UNLOADED = '80';
