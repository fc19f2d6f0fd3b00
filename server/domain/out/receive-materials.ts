/** 带料委外收回 (40 §6.3, §6.6): what the pieces have used of what lies at the supplier, the oldest send first, whatever was sent. */
import { addDec, divDec, mulDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { LINE_STEP } from '../../../schemas/language/record/rows';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { type LotLeft, lotsLeft, materialsSent, materialsUsed } from '../../datasets/out/materials';
import { cameLines } from '../../datasets/out/sums';
import type { DraftOf, LineOf } from '../../rows';
import { plain } from '../../stock/legs';
import { mulDiv } from '../../stock/value';
import type { PlanLine } from './lines';
import { WITH_MATERIAL } from './orders';
import { usedBy } from './rounding';

/** 加工收回 */
export const WORKED = '1';
type PlanMaterial = LineOf<'outPlan', 'materials'>;
type Draft = DraftOf<'outReceive'>;
export type UsedRow = Draft['materials'][number];
type Item = Pick<Draft['items'][number], 'id' | 'lineNo' | 'planRow' | 'qty' | 'baseQty'>;
type Lines = ReadonlyMap<string, PlanLine>;

/** What a line of the document asks of a material, and what of it lies at the supplier when its turn comes. */
export interface Use {
  readonly item: Item;
  readonly line: PlanLine;
  readonly need: PlanMaterial;
  readonly lots: readonly LotLeft[];
  /** 定额耗用 */
  readonly std: number;
}
interface Sheet {
  readonly id: string;
  readonly outType?: string | null | undefined;
  readonly receiveType?: string | null | undefined;
  readonly items: readonly Item[];
  readonly materials: readonly UsedRow[];
}

/** Uses of the lines in their order; what an earlier line takes is gone for the next. */
export const usesOf = async (record: Sheet, lines: Lines, ctx: Ctx): Promise<readonly Use[]> => {
  const plans = [...new Set([...lines.values()].map(({ plan }) => plan.id))];
  const sent = await materialsSent(ctx, plans);
  const used = await materialsUsed(ctx, plans, record.id);
  const came = await cameLines(ctx, plans, record.id);
  const decimals = await decimalsOf(lines, ctx);
  const state = new Map<string, { lots: readonly LotLeft[]; consumed: number }>();
  const received = new Map<string, number>();
  const uses: Use[] = [];
  for (const item of record.items) {
    const line = lines.get(item.id);
    if (!line) continue;
    const { row, plan } = line;
    const toBase = (qty: number) => (row.baseQty ? mulDiv(qty, row.baseQty, row.qty, 4) : qty);
    const before =
      received.get(row.id) ??
      toBase(sumDec(came.filter(({ planRow }) => planRow === row.id).map((each) => each.received)));
    const now = record.receiveType === WORKED ? (item.baseQty ?? toBase(item.qty ?? 0)) : 0;
    received.set(row.id, addDec(before, now));
    for (const need of plan.materials.filter(({ planRow }) => planRow === row.id)) {
      const known = state.get(need.id) ?? {
        lots: lotsLeft(need.id, sent, used),
        consumed: sumDec(used.filter(({ planMaterial }) => planMaterial === need.id).map(({ consumed }) => consumed)),
      };
      const places = decimals.get(need.material) ?? 4;
      // the last receipt of the plan takes what rounding left (40 §6.6)
      const isLast = addDec(before, now) >= (row.baseQty ?? row.qty);
      const std =
        now === 0
          ? 0
          : isLast
            ? Math.max(0, subDec(usedBy(addDec(before, now), need, places), known.consumed))
            : usedBy(now, need, places);
      uses.push({ item, line, need, lots: known.lots, std });
      state.set(need.id, {
        lots: withoutUse(known.lots, std, ownOf(record.materials, item, need)),
        consumed: addDec(known.consumed, std),
      });
    }
  }
  return uses;
};
const decimalsOf = async (lines: Lines, ctx: Ctx): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const ids = [...lines.values()].flatMap(({ plan }) => plan.materials.map(({ material }) => material));
  const materials = await records.many('material', [...new Set(ids)], { stored: true });
  const units = await records.many('unit', [...new Set(materials.map(({ unit }) => unit))], { stored: true });
  return new Map(materials.map(({ id, unit }) => [id, units.find((each) => each.id === unit)?.decimals ?? 4] as const));
};

const ownOf = (rows: readonly UsedRow[], item: Item, need: PlanMaterial): readonly UsedRow[] =>
  rows.filter(({ itemRow, planMaterial }) => itemRow === item.id && planMaterial === need.id);
const asideOf = (rows: readonly UsedRow[], batchNbr: string | null): number =>
  sumDec(
    rows
      .filter((row) => (row.batchNbr ?? null) === batchNbr)
      .flatMap(({ lossQty, returnQty }) => [lossQty ?? 0, returnQty ?? 0]),
  );
/** 定额耗用 by lot: of what losses and returns leave, the oldest first; what is missing stands at the last. */
export const shareOut = (lots: readonly LotLeft[], std: number, own: readonly UsedRow[]): readonly number[] => {
  let rest = std;
  return lots.map(({ batchNbr, left }, n) => {
    const free = Math.max(0, subDec(left, asideOf(own, batchNbr)));
    const part = n === lots.length - 1 ? rest : Math.min(rest, free);
    rest = subDec(rest, part);
    return part;
  });
};
const withoutUse = (lots: readonly LotLeft[], std: number, own: readonly UsedRow[]): readonly LotLeft[] => {
  const parts = shareOut(lots, std, own);
  return lots.map((lot, n) => ({
    ...lot,
    left: subDec(lot.left, sumDec([parts[n] ?? 0, asideOf(own, lot.batchNbr)])),
  }));
};

/** 耗料: a row for each lot of each material; what people typed of a loss or a return stays. */
export const usedRows = async (
  record: Sheet,
  old: { readonly receiveType: string | null } | null,
  lines: Lines,
  ctx: Ctx,
): Promise<UsedRow[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const isWorked = record.receiveType === WORKED;
  const isTurned = old !== null && old.receiveType !== record.receiveType;
  const rows: UsedRow[] = [];
  const uses = await usesOf(record, lines, ctx);
  const stores = await storesOf(uses, ctx);
  for (const { item, line, need, lots, std } of uses) {
    const own = ownOf(record.materials, item, need);
    const parts = shareOut(lots, std, own);
    const spare = isWorked || (own.length > 0 && !isTurned) ? null : spareOf({ item, line, need, lots, std });
    for (const [n, { batchNbr, left }] of lots.entries()) {
      const row = own.find((each) => (each.batchNbr ?? null) === batchNbr);
      const stdQty = parts[n] ?? 0;
      const loss = row?.lossQty ?? 0;
      if (left <= 0 && stdQty === 0 && loss === 0 && !row?.returnQty) continue;
      const returnQty = isWorked ? 0 : (spare?.[n] ?? row?.returnQty ?? 0);
      rows.push({
        ...row,
        id: row?.id ?? ctx.newId(),
        plan: line.plan.id,
        planRow: line.row.id,
        planMaterial: need.id,
        itemRow: item.id,
        planLine: item.lineNo ?? null,
        material: need.material,
        materialName: need.materialName,
        spec: need.spec,
        attrKey: need.attrKey,
        unit: need.unit,
        batchNbr,
        outsideQty: left,
        stdQty,
        lossQty: loss,
        lossDuty: loss > 0 ? (row?.lossDuty ?? dutyOf(line, need, loss)) : null,
        returnQty,
        warehouse: isWorked ? null : (row?.warehouse ?? stores.get(need.material) ?? null),
        position: isWorked ? null : (row?.position ?? null),
      });
    }
  }
  return rows.map((row, n) => ({ ...row, lineNo: (n + 1) * LINE_STEP }));
};
const storesOf = async (uses: readonly Use[], ctx: Ctx) => {
  const ids = [...new Set(uses.map(({ need }) => need.material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Map(found.map(({ id, defWarehouse }) => [id, defWarehouse] as const));
};

/** 允许损耗: up to it, of all that was sent, a loss is ours. */
const dutyOf = ({ row }: PlanLine, need: PlanMaterial, loss: number): '1' | '2' => {
  const allowed = divDec(mulDec(need.sentQty ?? 0, row.lossAllow ?? 0), 100) ?? 0;
  return addDec(need.lossQty ?? 0, loss) <= allowed ? '2' : '1';
};

/** 余料: what the pieces that stay out will not need, the newest lot first. */
const spareOf = ({ item, line: { row }, need, lots }: Use): readonly number[] => {
  const gone = sumDec([row.receivedQty, row.lossQty, row.returnQty, item.qty].map((qty) => qty ?? 0));
  const out = Math.max(0, subDec(row.sentQty ?? 0, gone));
  const base = row.baseQty ? mulDiv(out, row.baseQty, row.qty, 4) : out;
  let rest = Math.max(0, subDec(sumDec(lots.map(({ left }) => left)), mulDiv(base, need.perQty, need.perBase, 4)));
  const parts = [...lots].reverse().map(({ left }) => {
    const part = Math.max(0, Math.min(rest, left));
    rest = subDec(rest, part);
    return part;
  });
  return parts.reverse();
};

/**
 * 供应商处…结存…，按定额应耗用…，缺…; and no lot loses or gives back more than it has. `isNew`: a return may say nothing yet, for its rows
 * come with the first save.
 */
export const checkUsed = async (
  record: Sheet,
  lines: Lines,
  ctx: Ctx,
  { isNew = false } = {},
): Promise<readonly Problem[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const problems: Problem[] = [];
  const at = (row: string | undefined, field: string) =>
    row === undefined ? 'materials' : `materials[${row}].${field}`;
  for (const { item, need, lots, std } of await usesOf(record, lines, ctx)) {
    const own = ownOf(record.materials, item, need);
    const left = sumDec(lots.map((lot) => lot.left));
    const name = need.materialName ?? '';
    if (std > left) {
      const text =
        `供应商处「${name}」结存${plain(left)}，按定额应耗用${plain(std)}，缺${plain(subDec(std, left))}，` +
        '请先补发或登记差异';
      problems.push({ code: 'outReceive.short', path: `items[${item.id}].qty`, text });
      continue;
    }
    const parts = shareOut(lots, std, own);
    for (const row of own) {
      const lot = lots.findIndex(({ batchNbr }) => batchNbr === (row.batchNbr ?? null));
      const [has, takes] = [lots[lot]?.left ?? 0, parts[lot] ?? 0];
      const [loss, back] = [row.lossQty ?? 0, row.returnQty ?? 0];
      const over = subDec(sumDec([takes, loss, back]), has);
      if (over <= 0) continue;
      const text =
        `供应商处「${name}」${row.batchNbr ? `批次${row.batchNbr}` : ''}结存${plain(has)}，本次耗用${plain(takes)}` +
        `加超耗${plain(loss)}加退回${plain(back)}，超出${plain(over)}`;
      problems.push({ code: 'outReceive.material', path: at(row.id, loss > 0 ? 'lossQty' : 'returnQty'), text });
    }
  }
  if (isNew && record.receiveType !== WORKED) return problems;
  const idle = record.items.find(
    ({ id, qty }) =>
      qty === 0 &&
      !record.materials.some((row) => row.itemRow === id && ((row.lossQty ?? 0) > 0 || (row.returnQty ?? 0) > 0)),
  );
  if (idle && problems.length === 0)
    problems.push({ code: 'outReceive.idle', path: `items[${idle.id}].qty`, text: `第${idle.lineNo}行数量必须大于0` });
  return problems;
};
