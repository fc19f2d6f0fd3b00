/** 带料委外收回 in the ledger (40 §6.6 step 4): material leaves the supplier, the product comes in at what it used and the fee of what is good. */
import { mulDec, roundHalfUp, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import type { PostedRow } from '../../stock/document';
import { qualityOf } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { spreadMoney } from '../../stock/spread';
import { mulDiv } from '../../stock/value';
import { docOf } from '../stock-doc';
import type { PlanLine } from './lines';
import { type UsedRow, WORKED } from './receive-materials';

const [CAME, USED, LOST, BACK] = ['61', '62', '63', '64'] as const;
/** 序列号 */
const SERIAL = '2';
/** legs of a row are numbered below those of differences of value */
const MOST_LEGS = 999;
/** 合格 不合格 待检 */
const [GOOD_STATUS, BAD_STATUS, WAITING_STATUS] = ['1', '3', '2'] as const;
/** 供应商 */
const THEIRS = '1';
type Receipt = RowOf<'outReceive'>;
type Item = LineOf<'outReceive', 'items'>;
interface Place {
  readonly supplier: string;
  readonly lines: ReadonlyMap<string, PlanLine>;
}

/** Posts the document and answers what its rows learn of it: lots, cost, what the supplier owes for what he lost. */
export const postReceipt = async (
  record: Receipt,
  materials: readonly UsedRow[],
  place: Place,
  ctx: Ctx,
): Promise<ChangeOf<'outReceive'>> => {
  const serials = await serialProducts(record, ctx);
  const own = (item: Item) => materials.filter(({ itemRow }) => itemRow === item.id);
  const { rows } = await postStock(ctx, {
    ...docOf('outReceive', record),
    partner: record.supplier,
    legs: record.items.flatMap((item) => [
      ...(record.receiveType === WORKED
        ? [
            ...consumed(item, own(item), place.supplier),
            ...made(record, item, { from: own(item).length, isSerial: serials.has(item.material), ...place }),
          ]
        : own(item).flatMap((row) => givenBack(row, place.supplier))),
      ...own(item).flatMap((row) => lost(row, place.supplier)),
    ]),
  });
  return {
    items: record.items.map((item) => arrived(item, rows, serials.has(item.material))),
    materials: materials.map((row) => costOf(row, own, record, rows)),
  };
};

const keyOf = ({ material, attrKey, batchNbr }: UsedRow) => ({
  material: material ?? '',
  attrKey: attrKey ?? null,
  batchNbr: batchNbr ?? null,
});
const consumed = (item: Item, own: readonly UsedRow[], supplier: string): readonly LegInput[] =>
  own.map((row, n) => ({
    rowId: item.id,
    leg: n + 1,
    lineNo: item.lineNo,
    moveKind: USED,
    qty: -(row.stdQty ?? 0),
    key: { ...keyOf(row), warehouse: supplier },
    cost: { by: 'avg' },
  }));
const lost = (row: UsedRow, supplier: string): readonly LegInput[] => [
  {
    rowId: row.id,
    leg: 3,
    lineNo: row.lineNo ?? 0,
    moveKind: LOST,
    qty: -(row.lossQty ?? 0),
    key: { ...keyOf(row), warehouse: supplier },
    cost: { by: 'avg' },
  },
];
const givenBack = (row: UsedRow, supplier: string): readonly LegInput[] => {
  const move = { rowId: row.id, lineNo: row.lineNo ?? 0, moveKind: BACK, cost: { by: 'move' } } as const;
  const { warehouse, position } = row;
  const qty = row.returnQty ?? 0;
  if (qty === 0) return [];
  if (!warehouse) throw refuse(`第${row.lineNo}行请选择退回仓库`);
  return [
    { ...move, leg: 1, qty: -qty, key: { ...keyOf(row), warehouse: supplier }, counterWarehouse: warehouse },
    { ...move, leg: 2, qty, key: { ...keyOf(row), warehouse, position }, counterWarehouse: supplier },
  ];
};

/** The product by its quality: good with its fee, bad and waiting at what was used. */
const made = (
  record: Receipt,
  item: Item,
  { from, isSerial, supplier, lines }: Place & { readonly from: number; readonly isSerial: boolean },
): readonly LegInput[] => {
  if (item.qty === 0) return [];
  if (item.warehouse === null) throw refuse(`第${item.lineNo}行请选择入库仓库`);
  const parts = partsOf(item);
  const fee = roundHalfUp(mulDec(item.amount ?? 0, lines.get(item.id)?.plan.exchangeRate ?? 1), 2);
  const pieces = isSerial ? piecesOf(item, parts, from) : parts;
  const good = pieces.filter(({ status }) => status === GOOD_STATUS);
  const fees = spreadMoney(
    fee,
    good.map(({ qty }) => qty),
  );
  const known = isSerial && item.serials?.length === pieces.length ? item.serials : [];
  return pieces.map(({ status, qty }, n) => ({
    rowId: item.id,
    leg: from + n + 1,
    lineNo: item.lineNo,
    moveKind: CAME,
    qty,
    key: {
      material: item.material,
      attrKey: item.attrKey,
      warehouse: item.warehouse ?? '',
      position: item.position,
      batchNbr: isSerial ? (known[n] ?? null) : item.batchNbr,
      qualityStatus: status,
      owner: item.owner,
    },
    cost: { by: 'made', plus: status === GOOD_STATUS ? (fees[n] ?? 0) : 0 },
    batch: {
      supplier: record.supplier,
      supplierBatch: item.supplierBatch,
      produceDate: item.produceDate,
      expireDate: item.expireDate,
      serial: isSerial,
    },
    counterWarehouse: supplier,
  }));
};

interface Part {
  readonly status: string;
  readonly qty: number;
}
/** Good, bad, waiting in base units; the last of them takes what rounding leaves. */
const partsOf = (item: Item): readonly Part[] => {
  if (item.baseQty === null) throw refuse(`第${item.lineNo}行没有基本数量，请检查单位换算`);
  const bad = sumDec([item.reworkQty, item.workScrapQty, item.materialScrapQty].map((qty) => qty ?? 0));
  const given = [
    { status: GOOD_STATUS, qty: item.qualifiedQty ?? 0 },
    { status: BAD_STATUS, qty: bad },
    { status: WAITING_STATUS, qty: item.pendingQty ?? 0 },
  ].filter(({ qty }) => qty > 0);
  const base = item.baseQty;
  const parts = given.map(({ status, qty }) => ({ status, qty: mulDiv(qty, base, item.qty, 4) }));
  const rest = subDec(base, sumDec(parts.map(({ qty }) => qty)));
  return parts.map((part, n) => (n === parts.length - 1 ? { ...part, qty: sumDec([part.qty, rest]) } : part));
};
/** One a piece. */
const piecesOf = (item: Item, parts: readonly Part[], from: number): readonly Part[] => {
  const most = MOST_LEGS - from;
  if (parts.some(({ qty }) => !Number.isInteger(qty)) || (item.baseQty ?? 0) > most)
    throw refuse(`第${item.lineNo}行按序列号管理，数量须为不超过${most}的整数，本次${plain(item.baseQty ?? 0)}`);
  return parts.flatMap(({ status, qty }) => Array.from({ length: qty }, () => ({ status, qty: 1 })));
};

const serialProducts = async ({ items }: Receipt, ctx: Ctx): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(items.map(({ material }) => material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Set(found.filter(({ traceMode }) => traceMode === SERIAL).map(({ id }) => id));
};

const moneyOf = (rows: readonly PostedRow[]): number => sumDec(rows.map(({ amount }) => amount ?? 0));
const arrived = (item: Item, rows: readonly PostedRow[], isSerial: boolean) => {
  const own = rows.filter(({ rowId, qty }) => rowId === item.id && qty > 0);
  const numbers = own.flatMap(({ key }) => key.batchNbr ?? []);
  return {
    ...item,
    costAmount: moneyOf(own),
    qualityStatus: qualityOf(own[0]?.key) ?? item.qualityStatus,
    ...(isSerial ? { serials: numbers } : { batchNbr: numbers[0] ?? item.batchNbr }),
  };
};
/** What was used and lost of a lot leaves at the average; a loss that is the supplier's is taken off his pay. */
const costOf = (
  row: UsedRow,
  own: (item: Item) => readonly UsedRow[],
  record: Receipt,
  rows: readonly PostedRow[],
): UsedRow => {
  const item = record.items.find(({ id }) => id === row.itemRow);
  const leg = item ? own(item).indexOf(row) + 1 : 0;
  const used = rows.filter((each) => each.rowId === row.itemRow && each.moveKind === USED && each.leg === leg);
  const gone = rows.filter((each) => each.rowId === row.id && each.moveKind === LOST);
  return {
    ...row,
    costAmount: -moneyOf([...used, ...gone]),
    deduct: row.lossDuty === THEIRS ? -moneyOf(gone) : 0,
  };
};
