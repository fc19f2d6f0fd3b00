/** 盘点单 (40 §3.6): a sheet of what the books say, what is counted beside it, and documents of the differences where nothing moved meanwhile. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, LineOf, RowOf } from '../../rows';
import { bookedIn, bookedOf, movedSince } from '../../stock/count';
import { normaliseKey, qualityOf, type StockKey, stockKey } from '../../stock/keys';
import { lockKeys } from '../../stock/lots';
import { checkPeriod } from '../stock-doc';

const OBJECT = 'stockCount';
const MOST = 2000;
type Draft = DraftOf<'stockCount'>;
type Row = RowOf<'stockCount'>;
type Line = LineOf<'stockCount', 'items'>;

export const stockCount: DomainModule<'stockCount'> = {
  async derive(record, old, ctx) {
    if (old === null) return { items: await sheetOf(record, ctx) };
    await bookNew(record, ctx);
    return undefined;
  },
  check: (record, _old, ctx): Promise<readonly Problem[]> => checkPeriod(record, ctx),
  actions: {
    async refresh(record, _ask, ctx) {
      const moved = await movedOf(record.items, record.warehouse, ctx);
      if (moved.size === 0) throw refuse('盘点明细没有新的出入库', { rule: 'count.same' });
      const booked = await bookedOf(ctx, [...moved.keys()]);
      const items = record.items.map((row) => {
        const key = keyText(row, record.warehouse);
        if (!moved.has(key)) return row;
        const now = booked.get(key);
        return { ...row, ...bookOf(record, now), countQty: null, counter: null };
      });
      return { items };
    },
    async post(record, _ask, ctx) {
      const rows = record.items.filter(({ countQty }) => countQty !== null);
      const balances = await lockKeys(
        ctx,
        rows.map((row) => ({
          rowId: row.id,
          leg: 1,
          moveKind: '53',
          qty: 0,
          key: keyOf(row, record.warehouse),
          cost: { by: 'none' },
        })),
      );
      const moved = await movedSentence(record, rows, ctx);
      if (moved !== null) throw refuse(moved, { rule: 'count.moved' });
      // of a blind sheet the books are read only now
      for (const row of rows) {
        row.bookQty = balances.get(keyText(row, record.warehouse))?.qty ?? 0;
        row.diffQty = subDec(row.countQty ?? 0, row.bookQty);
      }
      const gain = await differenceOf('otherReceipt', record, rows, ctx);
      const loss = await differenceOf('otherIssue', record, rows, ctx);
      await ctx.emit('stockCount.posted', { object: OBJECT, id: record.id, nbr: record.nbr });
      return { items: record.items, gain, loss };
    },
  },
};

const keyOf = (row: Line | Draft['items'][number], warehouse: string): StockKey =>
  normaliseKey({ ...row, material: row.material ?? '', warehouse });
const keyText = (row: Line | Draft['items'][number], warehouse: string): string => stockKey(keyOf(row, warehouse));

/** What a row says of the books; a blind sheet keeps them back until the differences are made. */
const bookOf = ({ blind }: Pick<Draft, 'blind'>, now: { readonly qty: number; readonly seq: number } | undefined) => ({
  bookQty: blind ? null : (now?.qty ?? 0),
  snapshotSeq: now?.seq ?? 0,
});

const sheetOf = async (record: Draft, ctx: Ctx): Promise<Line[]> => {
  const { warehouse, positions, category } = record;
  if (!warehouse) return [];
  const found = await bookedIn(ctx, { warehouse, positions: positions ?? [], category: category ?? null }, MOST);
  if (found.length > MOST) throw refuse(`盘点范围超过${MOST}行，请按库位或分类分开盘点`, { rule: 'count.most' });
  const ids = [...new Set(found.map(({ key }) => key.material))];
  const materials = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map((each) => [each.id, each]),
  );
  return found.map(({ key, ...now }, n) => {
    const { material, attrKey, position, batchNbr, owner } = key;
    const about = materials.get(material);
    return {
      id: ctx.newId(),
      lineNo: (n + 1) * 10,
      material,
      materialName: about?.name ?? null,
      spec: about?.spec ?? null,
      attrKey,
      unit: about?.unit ?? null,
      position,
      batchNbr,
      qualityStatus: qualityOf(key) ?? '1',
      owner: OWNERS.find((word) => word === owner) ?? 'self',
      ...bookOf(record, now),
      countQty: null,
      diffQty: null,
      counter: null,
      note: null,
    };
  });
};
const OWNERS = ['self', 'customer', 'supplier'] as const;

/** Rows that people add: goods that were found where the books know none, or after the sheet. */
const bookNew = async (record: Draft, ctx: Ctx): Promise<void> => {
  const { warehouse } = record;
  const fresh = record.items.filter(({ snapshotSeq, material }) => (snapshotSeq ?? -1) < 0 && material);
  if (!warehouse || fresh.length === 0) return;
  const booked = await bookedOf(
    ctx,
    fresh.map((row) => keyText(row, warehouse)),
  );
  for (const row of fresh) Object.assign(row, bookOf(record, booked.get(keyText(row, warehouse))));
};

/** How often each key of these rows moved since it stood on the sheet. */
const movedOf = (rows: readonly Line[], warehouse: string, ctx: Ctx): Promise<ReadonlyMap<string, number>> =>
  movedSince(
    ctx,
    rows.map((row) => ({ key: keyText(row, warehouse), seq: row.snapshotSeq ?? 0 })),
  );
const movedSentence = async (record: Row, rows: readonly Line[], ctx: Ctx): Promise<string | null> => {
  const moved = await movedOf(rows, record.warehouse, ctx);
  const row = rows.find((each) => moved.has(keyText(each, record.warehouse)));
  if (!row) return null;
  const batch = row.batchNbr === null ? '' : `批次${row.batchNbr}`;
  return `「${row.materialName ?? ''}」${batch}盘点期间有${moved.get(keyText(row, record.warehouse))}笔出入库，请重新导出该行`;
};

/** 盘盈 or 盘亏 of the rows that differ that way, waiting for the audit of somebody else; null when there are none. */
const differenceOf = async (
  object: 'otherReceipt' | 'otherIssue',
  record: Row,
  rows: readonly Line[],
  ctx: Ctx,
): Promise<string | null> => {
  const sign = object === 'otherReceipt' ? 1 : -1;
  const own = rows.filter(({ diffQty }) => sign * (diffQty ?? 0) > 0);
  if (own.length === 0) return null;
  const produced = await producedOf(own, ctx);
  const { records } = ctx.asSystem();
  const saved = await records.save(object, {
    id: ctx.newId(),
    kind: '1',
    count: record.id,
    reason: `盘点单${record.nbr}`,
    warehouse: record.warehouse,
    handler: record.handler,
    dept: record.dept,
    files: record.files,
    items: own.map((row) => ({
      id: ctx.newId(),
      material: row.material,
      attrKey: row.attrKey,
      unit: row.unit ?? '',
      qty: sign * (row.diffQty ?? 0),
      warehouse: record.warehouse,
      position: row.position,
      batchNbr: row.batchNbr,
      qualityStatus: row.qualityStatus,
      owner: row.owner,
      rowRemark: row.note,
      ...(sign > 0 && { produceDate: produced.get(`${row.material}|${row.batchNbr}`) ?? record.bizDate }),
    })),
  });
  return saved.id;
};
/** When the lots of rows were made, by material and number. */
const producedOf = async (rows: readonly Line[], ctx: Ctx): Promise<ReadonlyMap<string, string | null>> => {
  const numbers = rows.flatMap(({ batchNbr }) => batchNbr ?? []);
  const lots = await ctx.asSystem().records.find('batch', 'batchNbr in param.numbers && material in param.materials', {
    param: { numbers, materials: rows.map(({ material }) => material) },
  });
  return new Map(lots.map(({ material, batchNbr, produceDate }) => [`${material}|${batchNbr}`, produceDate]));
};
