/** 调拨 (40 §4, L20): stock leaves a warehouse into 在途 and arrives from there; what does not arrive is a loss with its reason. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import { text } from '../../../schemas/language/texts';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { AppError, refuse } from '../../errors';
import type { ChangeOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { FROZEN } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { checkStockDoc, docOf } from '../stock-doc';
import { takeBack } from './held';

type Issue = RowOf<'TransferIssue'>;
type Receipt = RowOf<'TransferReceipt'>;
type Sent = LineOf<'TransferIssue', 'items'>;
type Line = LineOf<'TransferReceipt', 'items'>;

const DIRECT = '2';
const [OUT, IN, LOST] = ['40', '41', '42'];

export const TransferIssue: DomainModule<'TransferIssue'> = {
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...checkFrozen(record, ctx)];
  },
  async after({ record, action }, ctx) {
    if (action === 'audit' && record.transferType === DIRECT) await receiveAtOnce(record, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      const transit = await transitStore(ctx);
      await postStock(ctx, {
        ...docOf('TransferIssue', record),
        legs: record.items.flatMap((row) => {
          const [qty, key] = [baseOf(row), keyOf(row)];
          const move = { rowId: row.id, lineNo: row.lineNo, moveKind: OUT!, cost: { by: 'move' } } as const;
          const { fromWarehouse, toWarehouse } = record;
          return [
            {
              ...move,
              leg: 1,
              qty: -qty,
              key: { ...key, warehouse: fromWarehouse, position: row.position },
              counterWarehouse: toWarehouse,
            },
            { ...move, leg: 2, qty, key: { ...key, warehouse: transit }, counterWarehouse: fromWarehouse },
          ];
        }),
      });
      await ctx.emit('TransferIssue.sent', { object: 'TransferIssue', id: record.id, nbr: record.nbr });
      return undefined;
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('TransferIssue', record));
      return undefined;
    },
  },
};

/** 直接调拨: the receipt is made and audited with the issue; what refuses it undoes both. */
const receiveAtOnce = async (issue: Issue, ctx: Ctx): Promise<void> => {
  const { me, rights } = ctx.session;
  const [store] = await ctx.asSystem().records.many('warehouse', [issue.toWarehouse], { stored: true });
  const isKeeper = me.employee !== null && store?.keepers?.includes(me.employee) === true;
  if (!isKeeper && !me.super && !rights.super) throw new AppError(403);
  const receipt = await ctx.asSystem().records.save('TransferReceipt', {
    id: ctx.newId(),
    bizDate: issue.bizDate,
    issueNbr: issue.id,
    fromWarehouse: issue.fromWarehouse,
    toWarehouse: issue.toWarehouse,
    items: issue.items.map((row) => ({
      id: ctx.newId(),
      srcType: 'TransferIssue',
      srcId: issue.id,
      srcRowId: row.id,
      srcNbr: issue.nbr,
      material: row.material,
      unit: row.unit,
      qty: row.qty,
      position: row.toPosition,
      batchNbr: row.batchNbr,
      qualityStatus: row.qualityStatus,
      owner: row.owner,
    })),
  });
  await ctx.records.act('TransferReceipt', 'audit', receipt.id);
};

export const TransferReceipt: DomainModule<'TransferReceipt'> = {
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const ids = [...new Set(record.items.flatMap(({ srcId }) => (srcId ? [srcId] : [])))];
    const issues = await ctx.asSystem().records.many('TransferIssue', ids, { rows: ['items'], stored: true });
    const [issue] = issues;
    const sources = new Map(issues.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
    for (const row of record.items) {
      const source = sources.get(row.srcRowId ?? '');
      if (!source) continue;
      const { batchNbr, qualityStatus, owner, attrKey } = source;
      Object.assign(row, { batchNbr, qualityStatus, owner, attrKey, inTransitQty: source.inTransitQty });
    }
    return issue && { issueNbr: issue.id, fromWarehouse: issue.fromWarehouse, toWarehouse: issue.toWarehouse };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...checkOneIssue(record), ...(await checkStockDoc(record, old, ctx)), ...(await checkTransit(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const lost = record.items.some(({ lossQty }) => (lossQty ?? 0) > 0);
      if (lost && record.createdBy === ctx.session.me.id) throw refuse(text('record.self'), { rule: 'transfer.self' });
      const transit = await transitStore(ctx);
      const posted = await postStock(ctx, {
        ...docOf('TransferReceipt', record),
        legs: record.items.flatMap((row) => arrivals(row, record, transit)),
      });
      await bookArrived(record, 1, ctx);
      const costs = new Map(posted.rows.filter(({ leg }) => leg === 3).map((row) => [row.rowId, row.amount] as const));
      return { items: record.items.map((row) => ({ ...row, costAmount: Math.abs(costs.get(row.id) ?? 0) })) };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('TransferReceipt', record));
      await bookArrived(record, -1, ctx);
      return { items: record.items.map((row) => ({ ...row, costAmount: null })) };
    },
  },
};

/** What arrives moves on, what is lost leaves at the average. */
const arrivals = (row: Line, { fromWarehouse, toWarehouse }: Receipt, transit: string): readonly LegInput[] => {
  const [qty, lost, key] = [baseOf(row), lossOf(row), keyOf(row)];
  const own = { lineNo: row.lineNo, rowId: row.id };
  const move = { ...own, moveKind: IN!, cost: { by: 'move' } } as const;
  return [
    { ...move, leg: 1, qty: -qty, key: { ...key, warehouse: transit }, counterWarehouse: toWarehouse },
    {
      ...move,
      leg: 2,
      qty,
      key: { ...key, warehouse: toWarehouse ?? '', position: row.position },
      counterWarehouse: fromWarehouse,
    },
    { ...own, leg: 3, moveKind: LOST!, qty: -lost, key: { ...key, warehouse: transit }, cost: { by: 'avg' } },
  ];
};

const keyOf = ({ material, attrKey, batchNbr, qualityStatus, owner }: Sent | Line) => ({
  material,
  attrKey,
  batchNbr,
  qualityStatus,
  owner,
});
const baseOf = (row: Sent | Line): number => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  return row.baseQty;
};
/** In base units, by the share of the row; a row without quantity is in base units or says nothing about its unit. */
const lossOf = ({ lossQty, baseQty, qty }: Line): number =>
  !lossQty ? 0 : qty > 0 && baseQty !== null ? mulDiv(lossQty, baseQty, qty, 4) : lossQty;

/** 在途 is kept by the system (40 §3.1). */
const transitStore = async (ctx: Ctx): Promise<string> => {
  const [store] = await ctx.asSystem().records.find('warehouse', 'kind == 8 && isDisabled == 0', { limit: 1 });
  if (!store) throw refuse('没有启用的在途仓，请先在仓库中建立');
  return store.id;
};

/** 冻结 is moved only by those who may release it. */
const checkFrozen = ({ items }: JudgedOf<'TransferIssue'>, ctx: Ctx): readonly Problem[] =>
  ctx.session.rights.has('batch:release')
    ? []
    : items
        .filter(({ qualityStatus }) => qualityStatus === FROZEN)
        .map(({ id, lineNo }) => ({
          code: 'transfer.frozen',
          path: `items[${id}].qualityStatus`,
          text: `第${lineNo}行不能调拨冻结的库存`,
        }));

const checkOneIssue = ({ items }: JudgedOf<'TransferReceipt'>): readonly Problem[] => {
  const other = items.find(({ srcId }) => srcId === null || srcId !== items[0]?.srcId);
  return other
    ? [{ code: 'transfer.source', path: `items[${other.id}].material`, text: '调拨入库只能来自一张调拨出库单' }]
    : [];
};

/** 在途…，本次入库…加损耗…，超出…: the issue is locked, so two receipts of the last of it come one after the other. */
const checkTransit = async (record: JudgedOf<'TransferReceipt'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const { records } = ctx.asSystem();
  const id = record.items[0]?.srcId;
  const issue = id ? await records.get('TransferIssue', id, { lock: true }) : null;
  if (!issue) return [];
  const waiting = await waitingOf(issue.id, record.id, ctx);
  return record.items.flatMap((row): readonly Problem[] => {
    const source = issue.items.find((line) => line.id === row.srcRowId);
    if (!source) return [];
    const transit = Math.max(0, subDec(source.inTransitQty ?? 0, waiting.get(source.id) ?? 0));
    const lost = row.lossQty ?? 0;
    const over = subDec(addDec(row.qty, lost), transit);
    if (over <= 0) return [];
    const said = `在途${plain(transit)}，本次入库${plain(row.qty)}加损耗${plain(lost)}，超出${plain(over)}`;
    return [{ code: 'transfer.over', path: `items[${row.id}].qty`, text: said }];
  });
};
/** What other receipts of the issue have asked for and not yet posted. */
const waitingOf = async (issue: string, self: string, ctx: Ctx): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const heads = await records.find(
    'TransferReceipt',
    'docStatus == 10 && id != param.self && exists(items, srcId == param.issue)',
    { param: { issue, self } },
  );
  const ids = heads.map(({ id }) => id);
  const sums = new Map<string, number>();
  for (const { items } of await records.many('TransferReceipt', ids, { rows: ['items'], stored: true }))
    for (const { srcRowId, qty, lossQty } of items)
      if (srcRowId !== null) sums.set(srcRowId, addDec(sums.get(srcRowId) ?? 0, addDec(qty, lossQty ?? 0)));
  return sums;
};

/** 已入库 and 已损耗 of the issue; it is done when nothing is on its way. */
const bookArrived = async (record: Receipt, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const id = record.items[0]?.srcId;
  const issue = id ? await records.get('TransferIssue', id, { lock: true }) : null;
  if (!issue) return;
  const items: NonNullable<ChangeOf<'TransferIssue'>['items']> = [];
  for (const row of record.items) {
    const source = issue.items.find((line) => line.id === row.srcRowId);
    if (!source) continue;
    items.push({
      id: source.id,
      receivedQty: addDec(source.receivedQty ?? 0, sign * row.qty),
      lossQty: addDec(source.lossQty ?? 0, sign * (row.lossQty ?? 0)),
    });
  }
  await records.patch('TransferIssue', issue.id, { rows: { items } });
};
