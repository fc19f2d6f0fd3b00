/** 发料 (40 §4): lines of lots leave their warehouse and lie beside the line; a line can be taken back while they do. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem, Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, ChangeOf, HeadOf, LineOf, RowOf } from '../../rows';
import { laterLots, laterSentence } from '../../stock/later';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import type { Fulfil } from '../../stock/reserve-use';
import { suggestStock, take } from '../../stock/suggest';
import { mulDiv } from '../../stock/value';
import { openNeeds } from '../production/order-reserve';
import { takeBack } from './held';
import { baseOf, bookIssued, kitRateOf, lineSidesOf } from './picking-rows';

type Picking = RowOf<'productPicking'>;
type Row = LineOf<'productPicking', 'items'>;
type Asked = AskOf<'productPicking', 'issue'>['lines'][number];
/** What goes out of one place for one row of the document. */
interface Out {
  readonly row: Row;
  readonly warehouse: string;
  readonly position: string | null;
  readonly batchNbr: string | null;
  /** in the unit of the row */
  readonly qty: number;
}

const MOVE_KIND = '20';
/** 原材料 半成品 成品 备件 不良品: from nowhere else does material go to a line */
const ISSUING: readonly string[] = ['1', '2', '3', '5', '6'];

const docOf = (record: Picking, ctx: Ctx) => ({
  docType: 'productPicking',
  docId: record.id,
  docNbr: record.nbr,
  // stock moves on the day it is issued, whenever it was asked for
  bizDate: ctx.today,
});

/** Posts the lines and counts them on the rows and on the order. */
export const issueLines = async (
  record: Picking,
  outs: readonly Out[],
  ctx: Ctx,
): Promise<ChangeOf<'productPicking'>> => {
  const open = new Map(record.items.map((row) => [row.id, openOf(row)]));
  for (const { row, qty } of outs) {
    const rest = subDec(open.get(row.id) ?? 0, qty);
    if (rest < 0)
      throw refuse(`第${row.lineNo}行未发${plain(openOf(row))}，本次${plain(subDec(openOf(row), rest))}`, {
        rule: 'picking.open',
      });
    open.set(row.id, rest);
  }
  const later = await passedOver(outs, ctx);
  const lineSides = await lineSidesOf(record.items, ctx);
  const from = record.issues.length;
  const issues = outs.map((out, n) => ({
    id: ctx.newId(),
    lineNo: (from + n + 1) * 10,
    itemRow: out.row.id,
    issueNo: from + n + 1,
    rowNo: out.row.lineNo,
    material: out.row.material,
    materialName: out.row.materialName,
    warehouse: out.warehouse,
    position: out.position,
    batchNbr: out.batchNbr,
    qty: out.qty,
    unit: out.row.unit,
    lineSide: lineSides.get(out.row.material) ?? record.toWarehouse,
    skipFefo: later.has(out),
    issuedBy: ctx.session.me.id,
    issuedAt: ctx.now,
    reversed: false,
    reason: null,
  }));
  await postStock(ctx, {
    ...docOf(record, ctx),
    append: true,
    legs: outs.flatMap((out, n) => legsOf(out, issues[n]?.id ?? '', issues[n]?.lineSide ?? '')),
    fulfils: await fulfilsOf(
      record,
      outs.map((out, n) => ({ ...out, issue: issues[n]?.id ?? '' })),
      1,
      ctx,
    ),
  });
  await ctx.emit('productPicking.issued', { object: 'productPicking', id: record.id, nbr: record.nbr });
  return { ...(await counted(record, outs, 1, ctx)), issues: [...record.issues, ...issues] };
};

const openOf = ({ qty, issuedQty }: Row): number => Math.max(0, subDec(qty, issuedQty ?? 0));

const legsOf = (out: Out, rowId: string, lineSide: string): readonly LegInput[] => {
  const { row, warehouse, position, batchNbr } = out;
  const qty = baseOf(row, out.qty);
  const key = { material: row.material, attrKey: row.attrKey, batchNbr };
  const move = { rowId, lineNo: row.lineNo, moveKind: MOVE_KIND, cost: { by: 'move' } } as const;
  return [
    { ...move, leg: 1, qty: -qty, key: { ...key, warehouse, position }, counterWarehouse: lineSide },
    { ...move, leg: 2, qty, key: { ...key, warehouse: lineSide, position: null }, counterWarehouse: warehouse },
  ];
};

/** The rows of the order it is issued for (or with -1 taken back of): promises to them are used first, and cut to what they draw afterwards. */
const fulfilsOf = async (
  { prdOrder }: Pick<Picking, 'prdOrder'>,
  outs: readonly (Pick<Out, 'row' | 'qty'> & { readonly issue: string })[],
  sign: 1 | -1,
  ctx: Ctx,
): Promise<readonly Fulfil[]> => {
  const issued = new Map<string, number>();
  for (const { row, qty } of outs)
    if (row.orderRow !== null) issued.set(row.orderRow, addDec(issued.get(row.orderRow) ?? 0, sign * baseOf(row, qty)));
  if (prdOrder === null || issued.size === 0) return [];
  const order = await ctx.asSystem().records.get('prdOrder', prdOrder, { lock: true });
  if (!order) return [];
  const materials = order.materials.map((row) => ({
    ...row,
    issuedQty: addDec(row.issuedQty ?? 0, issued.get(row.id) ?? 0),
  }));
  const needs = await openNeeds({ ...order, materials }, ctx);
  return [...issued.keys()].map((srcRowId) => ({
    srcRowId,
    rows: new Set(outs.filter(({ row }) => row.orderRow === srcRowId).map(({ issue }) => issue)),
    need: needs.get(srcRowId) ?? 0,
  }));
};

/** Rows and order with what was issued (or with -1 taken back). */
const counted = async (
  record: Picking,
  outs: readonly Pick<Out, 'row' | 'qty'>[],
  sign: 1 | -1,
  ctx: Ctx,
): Promise<ChangeOf<'productPicking'>> => {
  const byOrder = new Map<string, number>();
  const sums = new Map<string, number>();
  for (const { row, qty } of outs) {
    sums.set(row.id, addDec(sums.get(row.id) ?? 0, sign * qty));
    if (row.orderRow !== null)
      byOrder.set(row.orderRow, addDec(byOrder.get(row.orderRow) ?? 0, sign * baseOf(row, qty)));
  }
  const items = record.items.map((row) =>
    sums.has(row.id) ? { ...row, issuedQty: addDec(row.issuedQty ?? 0, sums.get(row.id) ?? 0) } : row,
  );
  await bookIssued(record.prdOrder, byOrder, ctx);
  return { items, kitRate: await kitRateOf(items, ctx) };
};

/** 撤销发料: the opposite rows, while the line side still has what was issued. */
export const cancelIssues = async (
  record: Picking,
  chosen: AskOf<'productPicking', 'cancelIssue'>['rows'],
  ctx: Ctx,
): Promise<ChangeOf<'productPicking'>> => {
  const reasons = new Map(chosen.map(({ id, reason }) => [id, reason]));
  const back = record.issues.filter(({ id, reversed }) => reasons.has(id) && !reversed);
  const outs = back.flatMap(({ itemRow, qty }) => {
    const row = record.items.find(({ id }) => id === itemRow);
    return row === undefined ? [] : [{ row, qty: qty ?? 0, issue: '' }];
  });
  await guardReturned(
    back.map(({ id }) => id),
    ctx,
  );
  await guardUsed(record, outs, ctx);
  await takeBack(ctx, {
    ...docOf(record, ctx),
    rows: new Set(back.map(({ id }) => id)),
    fulfils: await fulfilsOf(record, outs, -1, ctx),
  });
  return {
    ...(await counted(record, outs, -1, ctx)),
    issues: record.issues.map((row) =>
      reasons.has(row.id) ? { ...row, reversed: true, reason: reasons.get(row.id) ?? null } : row,
    ),
  };
};
/** Of what goes back itself, a return may not stand any more. */
const guardReturned = async (lines: readonly string[], ctx: Ctx): Promise<void> => {
  const [left] = await ctx
    .asSystem()
    .records.find('productReturn', 'docStatus != 90 && exists(items, srcRowId in param.lines)', {
      param: { lines },
      limit: 1,
    });
  if (left) throw refuse(`已生成下级单据「${left.nbr}」，不能撤销发料`, { rule: 'picking.returned' });
};
/** What reports have used of the order's issue cannot go back, even where the line has stock of others. */
const guardUsed = async (record: Picking, outs: readonly Pick<Out, 'row' | 'qty'>[], ctx: Ctx): Promise<void> => {
  if (record.prdOrder === null) return;
  const order = await ctx.asSystem().records.get('prdOrder', record.prdOrder, { lock: true });
  for (const need of order?.materials ?? []) {
    const qty = outs
      .filter(({ row }) => row.orderRow === need.id)
      .reduce((sum, out) => addDec(sum, baseOf(out.row, out.qty)), 0);
    const net = subDec(need.issuedQty ?? 0, need.returnedQty ?? 0);
    const used = need.usedQty ?? 0;
    if (qty > 0 && subDec(net, qty) < used)
      throw refuse(
        `「${need.materialName ?? ''}」净领${plain(net)}，已耗用${plain(used)}，最多可撤销${plain(Math.max(0, subDec(net, used)))}，本次${plain(qty)}`,
        { rule: 'picking.used' },
      );
  }
};

/** Answers of the dialog as lines of the document: by the number of the row, else the first open one of the material. */
export const outsOf = async (record: Picking, lines: readonly Asked[], ctx: Ctx): Promise<readonly Out[]> => {
  const left = new Map(record.items.map((row) => [row.id, openOf(row)]));
  const ids = [...new Set(lines.map(({ warehouse }) => warehouse))];
  const stores = await ctx.asSystem().records.many('warehouse', ids, { stored: true });
  const outs: Out[] = [];
  for (const [n, line] of lines.entries()) {
    if (!(line.qty > 0)) throw refuse(`第${n + 1}行数量必须大于0`, { rule: 'picking.qty' });
    const own = record.items.filter(({ material }) => material === line.material);
    const row =
      line.rowNo != null
        ? own.find(({ lineNo }) => lineNo === line.rowNo)
        : (own.find(({ id }) => (left.get(id) ?? 0) > 0) ?? own[0]);
    if (!row) {
      const [material] = await ctx.asSystem().records.many('material', [line.material], { stored: true });
      throw refuse(`物料「${material?.code ?? ''}」不在本领料单中`, { rule: 'picking.material' });
    }
    left.set(row.id, subDec(left.get(row.id) ?? 0, line.qty));
    const store = stores.find(({ id }) => id === line.warehouse);
    if (!ISSUING.includes(store?.kind ?? '')) throw refuse(`不能从「${store?.name ?? ''}」发料，请重新选择仓库`);
    const { warehouse, position = null, qty } = line;
    outs.push({ row, warehouse, position, batchNbr: line.batchNbr?.trim() || null, qty });
  }
  return outs;
};

/** What is still to be issued: what is promised to the order, then what expires and what came first (40 §3.5); a row with a lot of its own takes that. */
export const suggestOuts = async (record: Picking, ctx: Ctx): Promise<readonly Out[]> => {
  const { records } = ctx.asSystem();
  const ids = [...new Set(record.items.map(({ material }) => material))];
  const materials = await records.many('material', ids, { stored: true });
  const units = await records.many('unit', [...new Set(materials.map(({ unit }) => unit))], { stored: true });
  const taken = new Map<string, number>();
  const outs: Out[] = [];
  for (const row of record.items) {
    const need = baseOf(row, openOf(row));
    if (need <= 0) continue;
    const unit = units.find(({ id }) => id === materials.find((each) => each.id === row.material)?.unit);
    const { material, attrKey, warehouse, position, batchNbr } = row;
    const { lines } = await suggestStock(ctx, {
      material,
      attrKey,
      warehouse,
      position,
      batchNbr,
      need,
      decimals: unit?.decimals ?? 4,
      srcRowId: row.orderRow,
      taken,
    });
    for (const line of lines) {
      take(taken, line, row.orderRow);
      const { key, qty } = line;
      const inUnit = row.baseQty ? mulDiv(qty, row.qty, row.baseQty, 4) : qty;
      outs.push({ row, warehouse: key.warehouse, position: key.position, batchNbr: key.batchNbr, qty: inUnit });
    }
  }
  return outs;
};

/** Lines that pass over a lot that expires or came in before theirs and still has something, with that lot. */
const passedOver = async (outs: readonly Out[], ctx: Ctx): Promise<ReadonlyMap<Out, string>> => {
  const picked = outs.map((out) => {
    const { row, warehouse, position, batchNbr } = out;
    return {
      out,
      key: { material: row.material, attrKey: row.attrKey, warehouse, position, batchNbr },
      qty: baseOf(row, out.qty),
    };
  });
  return new Map([...(await laterLots(ctx, picked))].map(([{ out }, batch]) => [out, batch]));
};

/** 有更早到期/入库的批次…: asked once before such lines go. */
export const askLater = async (record: Picking, ask: Rec, ctx: Ctx): Promise<readonly Problem[]> => {
  // the answers of the dialog, judged by the engine
  const { lines } = ask as unknown as AskOf<'productPicking', 'issue'>;
  const lots = new Set((await passedOver(await outsOf(record, lines, ctx), ctx)).values());
  return [...lots].map((batch) => ({
    code: 'picking.later',
    path: 'ask.lines',
    text: laterSentence(batch),
    level: 'warn',
  }));
};

/** What the dialog of 发料 starts with. */
export const pickingSuggest: Service = {
  name: 'picking.suggest',
  right: 'productPicking:issue',
  async run({ ids }, ctx) {
    const [id] = Array.isArray(ids) ? ids : [];
    const record = typeof id === 'string' ? await ctx.records.get('productPicking', id, { scoped: true }) : null;
    if (!record) return {};
    const outs = await suggestOuts(record, ctx);
    const label = labelsIn(ctx);
    const lines = [];
    for (const [n, out] of outs.entries())
      lines.push({
        id: ctx.newId(),
        lineNo: (n + 1) * 10,
        materialId: out.row.material,
        material: await label('material', out.row.material),
        materialName: out.row.materialName,
        rowNo: out.row.lineNo,
        warehouseId: out.warehouse,
        warehouse: await label('warehouse', out.warehouse),
        positionId: out.position,
        position: await label('position', out.position),
        batchNbr: out.batchNbr,
        qty: out.qty,
        unitId: out.row.unit,
        unit: await label('unit', out.row.unit),
      });
    return { lines };
  },
};
/** Labels of references, each asked for once. */
const labelsIn = (ctx: Ctx) => {
  const known = new Map<string, Promise<string>>();
  return async (object: 'material' | 'warehouse' | 'position' | 'unit', id: HeadOf<'position'>['id'] | null) => {
    if (id === null) return null;
    const asked = known.get(id) ?? ctx.asSystem().records.label(object, id);
    known.set(id, asked);
    return asked;
  };
};
