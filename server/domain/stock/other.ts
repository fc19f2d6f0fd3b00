/** 其他入库, 其他出库 (40 §4): audit posts the rows into stock, unaudit takes exactly that back. */
import { mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import { keyFor } from '../../../schemas/language/settings';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { JudgedOf, LineOf, RowOf } from '../../rows';
import { qualityOf } from '../../stock/keys';
import type { LegInput } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { checkStockDoc, docOf } from '../stock-doc';
import { ageRows } from './expiry';
import { takeBack } from './held';
import { scrapStore } from './scrap-store';
import { checkSupplied, lockSupplied, ownRows, refuseReturned, SUPPLIED } from './supplied';

const COUNTED = '1';
/** 期初: only before anything else has moved the material */
const OPENING = '2';
const SCRAPPED = '2';

export const otherReceipt: DomainModule<'otherReceipt'> = {
  async derive(record, _old, ctx) {
    ownRows(record);
    if (record.auditStatus !== '2') await ageRows(record.items, ctx);
    // what is not ours costs nothing
    if (record.kind === SUPPLIED) for (const row of record.items) row.price = 0;
    return undefined;
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkOpening(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      for (const problem of await checkOpening(record, ctx)) throw refuse(problem.text);
      assertOther('otherReceipt', record, ctx);
      const rows = record.items;
      const known = isOfCount(record) ? await lotsOf(rows, ctx) : new Set<string>();
      const posted = await postStock(ctx, {
        ...docOf('otherReceipt', record),
        partner: record.kind === SUPPLIED ? record.customer : record.supplier,
        legs: rows.map((row) => ({
          ...legOf(row, 1, isOfCount(record)),
          moveKind: record.kind === COUNTED ? '52' : '50',
          cost:
            record.kind === COUNTED || row.price === null
              ? { by: 'avg' }
              : { by: 'amount', amount: roundHalfUp(mulDec(row.qty, row.price), 2) },
          // a lot that is counted is the one there is, whoever delivered it
          ...(!known.has(`${row.material}|${row.batchNbr}`) && {
            batch: {
              supplier: record.supplier,
              supplierBatch: row.supplierBatch,
              produceDate: row.produceDate,
              expireDate: row.expireDate,
            },
          }),
        })),
      });
      const keys = new Map(posted.rows.map(({ rowId, key }) => [rowId, key] as const));
      for (const row of rows) {
        row.batchNbr = keys.get(row.id)?.batchNbr ?? row.batchNbr;
        row.qualityStatus = qualityOf(keys.get(row.id)) ?? row.qualityStatus;
      }
      return { items: rows };
    },
    async unaudit(record, _ask, ctx) {
      await lockSupplied(record, ctx);
      // the ledger says whose the opposite rows are
      const partner = record.kind === SUPPLIED ? record.customer : record.supplier;
      await takeBack(ctx, { ...docOf('otherReceipt', record), partner });
      await refuseReturned(record, ctx);
      if (!isOfCount(record)) for (const row of record.items) row.qualityStatus = '1';
      return { items: record.items };
    },
  },
};

export const otherIssue: DomainModule<'otherIssue'> = {
  async derive(record) {
    ownRows(record);
    return undefined;
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkSupplied(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      await lockSupplied(record, ctx);
      for (const problem of await checkSupplied(record, ctx)) throw refuse(problem.text);
      assertOther('otherIssue', record, ctx);
      const rows = record.items;
      const scrap = record.kind === SCRAPPED ? await scrapStore(ctx) : null;
      const posted = await postStock(ctx, {
        ...docOf('otherIssue', record),
        ...partnerOf(record),
        // what is not there cannot be kept for anybody
        overReserved: isOfCount(record),
        legs: rows.flatMap((row): readonly LegInput[] => {
          const out = legOf(row, -1);
          if (scrap === null) return [{ ...out, moveKind: record.kind === COUNTED ? '53' : '51', cost: { by: 'avg' } }];
          // what is thrown away stays to be counted, without value
          const move = { moveKind: '83', cost: { by: 'move' } } as const;
          return [
            { ...out, ...move, counterWarehouse: scrap },
            {
              ...out,
              ...move,
              leg: 2,
              qty: -out.qty,
              key: { ...out.key, warehouse: scrap, position: null },
              counterWarehouse: out.key.warehouse,
            },
          ];
        }),
      });
      const costs = new Map(posted.rows.filter(({ qty }) => qty < 0).map((row) => [row.rowId, row.amount] as const));
      for (const row of rows) row.costAmount = Math.abs(costs.get(row.id) ?? 0);
      return { items: rows };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, { ...docOf('otherIssue', record), ...partnerOf(record) });
      for (const row of record.items) row.costAmount = null;
      return { items: record.items };
    },
  },
};

const checkOpening = async (record: JudgedOf<'otherReceipt'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.kind !== OPENING) return [];
  const ids = [...new Set(record.items.map(({ material }) => material))];
  if (ids.length === 0) return [];
  const moved = await ctx.trx
    .selectFrom('stock_ledger')
    .select('material_id')
    .distinct()
    .where('material_id', 'in', ids)
    .where('doc_id', '!=', record.id)
    .where('doc_type', '!=', 'otherReceipt')
    .execute();
  const names = await ctx.asSystem().records.many(
    'material',
    moved.map((row) => String(row.material_id)),
    { stored: true },
  );
  return names.map(({ id, name }) => ({
    code: 'stock.opening',
    path: `items[${record.items.find((row) => row.material === id)?.id}].material`,
    text: `「${name}」已有出入库记录，不能再录入期初`,
  }));
};

/** whose stock goes back; what else goes out has no partner */
const partnerOf = ({ kind, customer }: RowOf<'otherIssue'>) => (kind === SUPPLIED ? { partner: customer } : {});

type Other = RowOf<'otherReceipt'> | RowOf<'otherIssue'>;
/** What a count made, and nobody by hand: it tells of goods as they lie there, whatever their status. */
const isOfCount = ({ count }: Other): boolean => count !== null;
/** Differences of a count are seen by a second person (audit.self=0). */
const assertOther = (object: string, record: Other, ctx: Ctx): void => {
  if (!isOfCount(record) || ctx.setting(keyFor('audit.mode', object)) === '0') return;
  if (record.createdBy === ctx.session.me.id) throw refuse('不能审核本人提交的单据', { rule: 'audit.self' });
};
/** Of these rows the lots that are there, by material and number. */
const lotsOf = async (rows: readonly LineOf<'otherReceipt', 'items'>[], ctx: Ctx): Promise<ReadonlySet<string>> => {
  const param = {
    numbers: rows.flatMap(({ batchNbr }) => batchNbr ?? []),
    materials: rows.map(({ material }) => material),
  };
  const lots = await ctx
    .asSystem()
    .records.find('batch', 'batchNbr in param.numbers && material in param.materials', { param });
  return new Set(lots.map(({ material, batchNbr }) => `${material}|${batchNbr}`));
};

type Line = LineOf<'otherReceipt', 'items'> | LineOf<'otherIssue', 'items'>;
const legOf = (row: Line, sign: 1 | -1, keepsStatus = sign < 0): Omit<LegInput, 'moveKind' | 'cost'> => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  return {
    rowId: row.id,
    leg: 1,
    lineNo: row.lineNo,
    qty: sign * row.baseQty,
    key: {
      material: row.material,
      attrKey: row.attrKey,
      warehouse: row.warehouse,
      position: row.position,
      batchNbr: row.batchNbr,
      qualityStatus: keepsStatus ? row.qualityStatus : '1',
      owner: row.owner,
    },
  };
};
