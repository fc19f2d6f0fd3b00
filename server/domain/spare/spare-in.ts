/** 备件入库 (40 §9): bought (of an order as its receipt), brought in at the start, or returned from an issue at what it went out for. */
import { addDec, mulDec, roundHalfUp, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { JudgedOf, LineOf, RowOf } from '../../rows';
import { qualityOf } from '../../stock/keys';
import { type Cost, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { bookReceived, checkReceivable } from '../purchase/receipts';
import { takeBack } from '../stock/held';
import { docOf } from '../stock-doc';
import { checkUnits } from '../units';
import { checkSpares } from './parts';

type In = RowOf<'spareIn'>;
type Line = LineOf<'spareIn', 'items'>;
const RETURNED = '2';
const MOVE_KIND = '70';

export const spareIn: DomainModule<'spareIn'> = {
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkSpares(record, ctx)),
      ...(await checkUnits('items', record, old, ctx)),
      ...(await checkReturned(record, ctx)),
      ...(await checkReceivable(record, ctx)),
    ];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const issues = await issuesOf(record, ctx);
      const posted = await postStock(ctx, {
        ...docOf('spareIn', record),
        partner: record.supplier,
        legs: record.items.map((row) => ({
          rowId: row.id,
          leg: 1,
          lineNo: row.lineNo,
          moveKind: MOVE_KIND,
          qty: baseOf(row),
          key: {
            material: row.material,
            attrKey: row.attrKey,
            warehouse: row.warehouse,
            position: row.position,
            batchNbr: row.batchNbr,
            owner: row.owner,
          },
          cost: costOf(row, issues),
          batch: {
            supplier: record.supplier,
            supplierBatch: row.supplierBatch,
            produceDate: row.produceDate,
            expireDate: row.expireDate,
          },
        })),
      });
      await bookReturned(record, 1, ctx);
      await bookReceived(record, 1, ctx);
      const keys = new Map(posted.rows.map(({ rowId, key }) => [rowId, key] as const));
      for (const row of record.items) {
        row.batchNbr = keys.get(row.id)?.batchNbr ?? row.batchNbr;
        row.qualityStatus = qualityOf(keys.get(row.id)) ?? row.qualityStatus;
      }
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('spareIn', record));
      await bookReturned(record, -1, ctx);
      await bookReceived(record, -1, ctx);
      for (const row of record.items) row.qualityStatus = '1';
      return { items: record.items };
    },
  },
};

const baseOf = (row: Line): number => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  return row.baseQty;
};
type Issued = LineOf<'spareOut', 'items'>;
/** What comes back comes back at its share of what the issue took; else at the price, or at the average without one. */
const costOf = (row: Line, issues: ReadonlyMap<string, Issued>): Cost => {
  const issue = issues.get(row.srcRowId ?? '');
  if (issue?.baseQty) return { by: 'back', amount: mulDiv(issue.costAmount ?? 0, baseOf(row), issue.baseQty, 2) };
  return row.price === null ? { by: 'avg' } : { by: 'amount', amount: roundHalfUp(mulDec(row.qty, row.price), 2) };
};

const idsOf = ({ items }: Pick<In, 'items'>): readonly string[] =>
  [...new Set(items.flatMap(({ srcType, srcId }) => (srcType === 'spareOut' && srcId ? [srcId] : [])))].sort();
const issuesOf = async (record: Pick<In, 'items'>, ctx: Ctx): Promise<ReadonlyMap<string, Issued>> => {
  const found = await ctx.asSystem().records.many('spareOut', idsOf(record), { rows: ['items'], stored: true });
  return new Map(found.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
};

/** 该领用行已领…，最多可退…: the issue is locked, so two returns of the last parts come one after the other. */
const checkReturned = async (record: JudgedOf<'spareIn'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.inType !== RETURNED) return [];
  const { records } = ctx.asSystem();
  await records.many('spareOut', idsOf(record), { stored: true, lock: true });
  const issues = await issuesOf(record, ctx);
  const waiting = await waitingOf(record, ctx);
  return record.items.flatMap((row): readonly Problem[] => {
    const issue = issues.get(row.srcRowId ?? '');
    const path = `items[${row.id}].qty`;
    if (!issue) return [{ code: 'spareIn.source', path, text: `第${row.lineNo}行请从备件出库单选单` }];
    const back = addDec(issue.backQty ?? 0, waiting.get(issue.id) ?? 0);
    const most = Math.max(0, subDec(issue.qty, back));
    if (row.qty <= most) return [];
    const text = `该领用行已领${plain(issue.qty)}，已退${plain(back)}，最多可退${plain(most)}，本次${plain(row.qty)}`;
    return [{ code: 'spareIn.over', path, text }];
  });
};
/** Returns of the same issues that are saved and not posted. */
const waitingOf = async (record: JudgedOf<'spareIn'>, ctx: Ctx): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const heads = await records.find(
    'spareIn',
    'docStatus == 10 && id != param.id && exists(items, srcId in param.issues)',
    {
      param: { id: record.id, issues: idsOf(record) },
    },
  );
  const ids = heads.map(({ id }) => id);
  const sums = new Map<string, number>();
  for (const { items } of await records.many('spareIn', ids, { rows: ['items'], stored: true }))
    for (const { srcRowId, qty } of items)
      if (srcRowId !== null) sums.set(srcRowId, addDec(sums.get(srcRowId) ?? 0, qty));
  return sums;
};

const bookReturned = async (record: In, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const id of idsOf(record)) {
    const issue = await records.get('spareOut', id, { lock: true });
    const items = (issue?.items ?? []).flatMap((line) => {
      const rows = record.items.filter(({ srcRowId }) => srcRowId === line.id);
      if (rows.length === 0) return [];
      const qty = rows.reduce((sum, row) => addDec(sum, row.qty), 0);
      return [{ id: line.id, backQty: addDec(line.backQty ?? 0, sign * qty) }];
    });
    if (items.length > 0) await records.patch('spareOut', id, { rows: { items } });
  }
};
