/**
 * 用料 (30 P8): an effective report takes what its pieces need from feeds and from beside the line, through the ledger; taken back it gives
 * exactly that back. Both ways of feeding post alike; what is not fed at all (不发料) is not used.
 */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { reportedOf, usedOf } from '../../datasets/production/used';
import { refuse } from '../../errors';
import type { RowOf } from '../../rows';
import { besidesOf } from '../../stock/hold';
import { normaliseKey } from '../../stock/keys';
import { takeBack } from '../stock/held';
import {
  type Back,
  docOf,
  giveBackTo,
  lockFeeds,
  post,
  postDifference,
  toldOf,
  type Used,
  withQty,
} from './consumption-post';
import { giveBack, issueOf, NOT_FED, type Take, take, type UseFeed, type UseLine } from './consumption-rules';
import type { ReportEffect, StartGuard } from './effect';
import { isUsable, type LineSide, lineSideOf, needLineSide } from './line-side';
import { waysOfLack } from './ways';

type Report = RowOf<'prdReport'>;
type Operation = Pick<RowOf<'orderProcess'>, 'id' | 'opNbr' | 'ratio' | 'workshop' | 'workOrderNbr' | 'prdOrderNbr'>;

export const consumption: ReportEffect = {
  name: '用料',
  async apply(report, ctx) {
    const [operation] = await ctx.asSystem().records.many('orderProcess', [report.orderProcess], { stored: true });
    if (!operation) return undefined;
    const needs = await needsOf(operation, ctx);
    const reported = addDec(await reportedOf(ctx, operation.id, report.id), report.reportQty ?? 0);
    const used = {
      here: await usedOf(ctx, { operation: operation.id, except: report.id }),
      order: await usedOf(ctx, { order: report.prdOrderNbr ?? '', except: report.id }),
    };
    const { feeds } = await liveFeeds({ operation: operation.id, equipment: report.equipment }, ctx);
    const wanted = needs.flatMap((need) => {
      const qty = issueOf(need.line, reported, used.here.get(need.orderRow) ?? 0);
      return qty === 0 ? [] : [{ need, qty, want: qty, used: used.order.get(need.orderRow) ?? 0 }];
    });
    const taken = await takesOf(wanted, feeds, operation, ctx);
    if (taken.length === 0) return { materials: [] };
    const rows = taken.map((each) => rowOf(each, ctx));
    await post(report, taken, rows, ctx);
    await countUsed(report, ctx, rows);
    return { materials: rows };
  },
  async reverse(report, ctx) {
    if (report.materials.length === 0) return undefined;
    const ids = report.materials.flatMap(({ feedRecord }) => (feedRecord === null ? [] : [feedRecord]));
    const feeds = await lockFeeds(ids, ctx);
    const { rows } = await takeBack(ctx, docOf(report));
    const keys = new Map(rows.map(({ rowId, key }) => [rowId, key]));
    // newest first
    for (const row of [...report.materials].reverse()) {
      const feed = feeds.get(row.feedRecord ?? '');
      const key = keys.get(row.id);
      if (feed && key) await giveBackTo(feed, key, row.qty ?? 0, ctx);
    }
    await countUsed(report, ctx, []);
    return undefined;
  },
  /** only the difference: what is less comes back from the newest rows, as they were taken; what is more is taken anew */
  async adjust(report, to, ctx) {
    const [operation] = await ctx.asSystem().records.many('orderProcess', [report.orderProcess], { stored: true });
    if (!operation) return undefined;
    const needs = await needsOf(operation, ctx);
    const reported = addDec(await reportedOf(ctx, operation.id, report.id), to.reportQty ?? 0);
    const used = {
      here: await usedOf(ctx, { operation: operation.id, except: report.id }),
      order: await usedOf(ctx, { order: report.prdOrderNbr ?? '', except: report.id }),
    };
    const also = report.materials.flatMap(({ feedRecord }) => (feedRecord === null ? [] : [feedRecord]));
    const { feeds, locked } = await liveFeeds({ operation: operation.id, equipment: report.equipment, also }, ctx);
    const back: Back[] = [];
    const more: Wanted[] = [];
    const wanted = new Map<string, number>();
    for (const need of needs) {
      const own = report.materials.filter(({ orderRow }) => orderRow === need.orderRow);
      const before = sumDec(own.map(({ qty }) => qty ?? 0));
      const want = issueOf(need.line, reported, used.here.get(need.orderRow) ?? 0);
      const qty = subDec(want, before);
      wanted.set(need.orderRow, want);
      if (qty < 0)
        for (const { take: row, qty: part } of giveBack(own.map(withQty), -qty)) back.push({ row, qty: part });
      if (qty <= 0) continue;
      more.push({ need, qty, want, used: addDec(used.order.get(need.orderRow) ?? 0, before) });
    }
    const taken = await takesOf(more, feeds, operation, ctx);
    if (back.length === 0 && taken.length === 0) return undefined;
    const rows = taken.map((each) => rowOf(each, ctx));
    await postDifference(report, { back, taken, rows, feeds: locked }, ctx);
    const left = report.materials.map((row) => ({
      ...row,
      needQty: wanted.get(row.orderRow ?? '') ?? row.needQty,
      qty: subDec(row.qty ?? 0, back.find((each) => each.row.id === row.id)?.qty ?? 0),
    }));
    const materials = [...left.filter(({ qty }) => qty > 0), ...rows];
    await countUsed(report, ctx, materials);
    return { change: { materials }, told: toldOf(report, materials) };
  },
};

/** What must be fed before an operation is started (30 P7). */
export const mustBeFed: StartGuard = {
  name: '上料',
  async refuses(start, operation, ctx) {
    const needs = (await needsOf(operation, ctx)).filter(({ line }) => line.mustFeed);
    if (needs.length === 0) return null;
    const { feeds } = await liveFeeds({ operation: operation.id, equipment: start.equipment }, ctx);
    const missing = needs.find(({ material, attrKey }) => !feeds.some((feed) => isFor(feed, material, attrKey)));
    return missing === undefined ? null : `工序${operation.opNbr}要求先上料：「${missing.line.name}」未上料`;
  },
};

interface Need {
  /** row of the order it was needed for */
  readonly orderRow: string;
  readonly material: string;
  readonly attrKey: string | null;
  readonly unit: string | null;
  readonly issued: number;
  readonly line: UseLine;
}
/** Materials of an operation; those without one belong to the first. By material, so that balances are locked in their order. */
const needsOf = async (operation: Operation, ctx: Ctx): Promise<readonly Need[]> => {
  const { records } = ctx.asSystem();
  const workOrder = operation.workOrderNbr === null ? null : await records.get('workOrder', operation.workOrderNbr);
  if (!workOrder || workOrder.materials.length === 0) return [];
  const order = workOrder.prdOrderNbr === null ? null : await records.get('prdOrder', workOrder.prdOrderNbr);
  const rows = new Map((order?.materials ?? []).map((row) => [row.id, row]));
  const isFirst = (await firstOf(workOrder.id, ctx)) === operation.opNbr;
  const own = workOrder.materials.filter(
    ({ opNbr, feedMode }) => feedMode !== NOT_FED && (opNbr === null ? isFirst : opNbr === operation.opNbr),
  );
  const units = await records.many('unit', [...new Set(own.flatMap(({ unit }) => (unit === null ? [] : [unit])))], {
    stored: true,
  });
  return own
    .flatMap(({ orderRow, material, attrKey, unit, materialName, feedMode, mustFeed }): readonly Need[] => {
      const above = orderRow === null ? undefined : rows.get(orderRow);
      if (!above || material === null) return [];
      const measure = units.find(({ id }) => id === unit);
      const line: UseLine = {
        name: materialName ?? '',
        unit: measure?.symbol ?? measure?.name ?? '',
        decimals: measure?.decimals ?? 4,
        perQty: above.perQty ?? 0,
        perBase: above.perBase ?? 1,
        ratio: operation.ratio ?? 1,
        feedMode: feedMode ?? '1',
        mustFeed: mustFeed === true,
      };
      const issued = subDec(above.issuedQty ?? 0, above.returnedQty ?? 0);
      return [{ orderRow: above.id, material, attrKey, unit, issued, line }];
    })
    .sort((a, b) => (a.material < b.material ? -1 : Number(a.material > b.material)));
};
const firstOf = async (workOrder: string, ctx: Ctx): Promise<number | null> => {
  const [first] = await ctx.asSystem().records.find('orderProcess', 'workOrderNbr == param.workOrder', {
    param: { workOrder },
    sort: 'opNbr',
    limit: 1,
  });
  return first?.opNbr ?? null;
};

type Feed = Pick<
  RowOf<'feedRecord'>,
  'id' | 'material' | 'attrKey' | 'batchNbr' | 'lineSide' | 'equipment' | 'feedTime' | 'remain' | 'usedQty'
> & { readonly onDevice: boolean };
interface FeedsOf {
  readonly operation: string;
  readonly equipment: string | null;
  /** feeds that something is given back to */
  readonly also?: readonly string[];
}
/** Live feeds of the operation, and those of its device that name no other operation; locked in the order of their ids. */
const liveFeeds = async ({ operation, equipment, also = [] }: FeedsOf, ctx: Ctx) => {
  // a feed of the device that names another operation is not for this one
  const own = 'orderProcess == param.operation';
  const where = equipment === null ? own : `(${own} || empty(orderProcess) && equipment == param.equipment)`;
  const param = equipment === null ? { operation } : { operation, equipment };
  const found = await ctx.asSystem().records.find('feedRecord', `docStatus == 30 && ${where}`, { param });
  const ids = new Set(found.map(({ id }) => id));
  const locked = await lockFeeds([...ids, ...also], ctx);
  const feeds: readonly Feed[] = [...locked.values()]
    .filter(({ id, docStatus }) => ids.has(id) && docStatus === '30')
    .map((feed) => ({ ...feed, onDevice: equipment !== null && feed.equipment === equipment }));
  return { feeds, locked };
};
const isFor = (feed: Pick<Feed, 'material' | 'attrKey'>, material: string, attrKey: string | null): boolean =>
  feed.material === material && (feed.attrKey ?? null) === (attrKey ?? null);

interface Wanted {
  readonly need: Need;
  readonly qty: number;
  /** of the whole report */
  readonly want: number;
  /** by the whole order so far */
  readonly used: number;
}
const takesOf = async (
  wanted: readonly Wanted[],
  feeds: readonly Feed[],
  operation: Operation,
  ctx: Ctx,
): Promise<readonly Taken[]> => {
  const places = await placesOf(wanted, feeds, operation, ctx);
  const there = await besidesOf(
    ctx,
    wanted.flatMap(({ need: { material, attrKey } }) => {
      const place = places.get(material);
      return place ? [{ material, attrKey, warehouse: place.id }] : [];
    }),
  );
  const lots = there.flat().filter((lot) => isUsable(ctx, lot));
  return wanted.flatMap(({ need, qty, want, used }) => {
    const { material, attrKey, line, issued } = need;
    const use = take(line, qty, {
      feeds: feeds.filter((feed) => isFor(feed, material, attrKey)).map(feedOf),
      lots: lots.filter(({ key }) => key.material === material && (key.attrKey ?? null) === (attrKey ?? null)),
      issued,
      used,
    });
    if ('lack' in use) {
      const ways = waysOfLack(use.by, { material, operation, warehouse: places.get(material)?.id ?? null });
      throw refuse(use.lack, { rule: 'prdReport.material', terms: { need: qty, issued, used }, ways });
    }
    return use.takes.map((part) => ({ need, part, want }));
  });
};
/** Where each material lies beside the line; without feeds there must be such a place. */
const placesOf = async (
  wanted: readonly Wanted[],
  feeds: readonly Feed[],
  { workshop }: Operation,
  ctx: Ctx,
): Promise<ReadonlyMap<string, LineSide | null>> => {
  const ids = [...new Set(wanted.map(({ need }) => need.material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  const own = new Map(found.map(({ id, lineWarehouse }) => [id, lineWarehouse ?? null]));
  const find = feeds.length > 0 ? lineSideOf : needLineSide;
  const known = new Map<string | null, LineSide | null>();
  for (const id of ids) {
    const store = own.get(id) ?? null;
    if (!known.has(store)) known.set(store, await find(ctx, workshop, store));
  }
  return new Map(ids.map((id) => [id, known.get(own.get(id) ?? null) ?? null]));
};
const feedOf = (feed: Feed): UseFeed => ({
  id: feed.id,
  key: normaliseKey({
    material: feed.material,
    warehouse: feed.lineSide ?? '',
    attrKey: feed.attrKey,
    batchNbr: feed.batchNbr,
  }),
  onDevice: feed.onDevice,
  feedTime: feed.feedTime ?? '',
  remain: feed.remain ?? 0,
});

interface Taken {
  readonly need: Need;
  readonly part: Take;
  readonly want: number;
}
const rowOf = ({ need, part, want }: Taken, ctx: Ctx): Used => ({
  id: ctx.newId(),
  lineNo: 0,
  orderRow: need.orderRow,
  material: need.material,
  materialName: need.line.name,
  unit: need.unit,
  batchNbr: part.key.batchNbr,
  perQty: need.line.perQty,
  perBase: need.line.perBase,
  needQty: want,
  qty: part.qty,
  feedRecord: part.feed,
  source: part.feed === null ? '2' : '1',
});

/** 已耗 of the order's rows: Σ of its effective reports. */
const countUsed = async (report: Report, ctx: Ctx, rows: readonly Used[]): Promise<void> => {
  const order = report.prdOrderNbr;
  const touched = new Set(
    [...rows, ...report.materials].flatMap(({ orderRow }) => (orderRow === null ? [] : [orderRow])),
  );
  if (order === null || touched.size === 0) return;
  const used = await usedOf(ctx, { order, except: report.id });
  const own = new Map<string, number>();
  for (const { orderRow, qty } of rows) own.set(orderRow ?? '', addDec(own.get(orderRow ?? '') ?? 0, qty ?? 0));
  await ctx.asSystem().records.patch('prdOrder', order, {
    rows: { materials: [...touched].map((id) => ({ id, usedQty: addDec(used.get(id) ?? 0, own.get(id) ?? 0) })) },
  });
};
