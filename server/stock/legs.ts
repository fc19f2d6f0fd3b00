/** Legs of a posting and the rules that need no balance (domain/40 §3.2 steps 2 and 3). Pure. */
import { roundHalfUp, sumDec } from '../../schemas/language/codec/decimal';
import { batchKey, type Facts, type Poster, STATUS_MOVES, STATUS_TITLES } from './facts';
import { FROZEN, type KeyInput, normaliseKey, type StockKey } from './keys';

export type Cost =
  /** amount of the document in the currency of the organisation, 2 decimals */
  | { readonly by: 'amount'; readonly amount: number }
  | { readonly by: 'price'; readonly price: number }
  /** issue at the average; receipt at the average, else last, else standard price */
  | { readonly by: 'avg' }
  /** leg of a move: the legs of one row sum to 0 */
  | { readonly by: 'move' }
  /** part of what an issue of the document took comes back, at what it went for */
  | { readonly by: 'back'; readonly amount: number }
  /** made of what the issues of its row took: its part of their money by its part of the pieces, and `plus` on top */
  | { readonly by: 'made'; readonly plus: number }
  | { readonly by: 'reverse'; readonly seq: number; readonly amount: number }
  | { readonly by: 'none' };

/** A lot that is made by this receipt when its number does not exist yet; without a typed number one is generated. */
export interface NewBatch {
  readonly supplier?: string | null;
  readonly supplierName?: string;
  readonly supplierBatch?: string | null;
  readonly produceDate?: string | null;
  readonly expireDate?: string | null;
  /** pieces of a product with serial numbers: each leg is one of them and gets a number, too */
  readonly serial?: boolean;
}
/** The work order a leg uses its stock for or makes it of, and what is known of the work: the genealogy keeps it. */
export interface Work {
  readonly workOrder: string;
  readonly orderProcess?: string | null;
  readonly equipment?: string | null;
  readonly employees?: readonly string[];
  readonly team?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
}
export interface LegInput {
  readonly rowId: string;
  readonly leg: number;
  /** number of the row in sentences */
  readonly lineNo?: number;
  readonly moveKind: string;
  readonly key: KeyInput;
  /** base unit, + in, − out */
  readonly qty: number;
  readonly cost: Cost;
  readonly batch?: NewBatch;
  readonly counterWarehouse?: string | null;
  readonly work?: Work | null;
}
export interface Leg extends Omit<LegInput, 'key' | 'lineNo'> {
  readonly key: StockKey;
  readonly lineNo: number;
  /** batch number comes only after all locks are held */
  readonly generate: boolean;
}
/** A refusal: a sentence (203), or null text = no right (403). */
export interface Refusal {
  readonly text: string | null;
  readonly terms?: Readonly<Record<string, string | number>>;
}

/** Keys normalised, quantities with 4 decimals, empty legs gone, lots that are held put to 冻结 on arrival. */
export const normaliseLegs = (inputs: readonly LegInput[], facts: Facts): Leg[] => {
  const legs: Leg[] = [];
  for (const input of inputs) {
    const qty = roundHalfUp(input.qty, 4);
    if (qty === 0 && input.cost.by !== 'reverse') continue;
    const key = normaliseKey(input.key);
    const mode = facts.materials.get(key.material)?.traceMode;
    const traced = (mode === '1' || (mode === '2' && input.batch?.serial === true)) && key.stage === null;
    const lot = key.batchNbr === null ? undefined : facts.batches.get(batchKey(key.material, key.batchNbr));
    const held = qty > 0 && lot?.holdFlag === true && !['reverse', 'back', 'move'].includes(input.cost.by);
    legs.push({
      ...input,
      lineNo: input.lineNo ?? 0,
      qty,
      key: held ? { ...key, qualityStatus: FROZEN } : key,
      generate: traced && key.batchNbr === null && qty > 0 && input.batch !== undefined,
    });
  }
  assertMoves(legs);
  return legs;
};

/** Two legs of a move sum to 0; anything else is a mistake of the caller, not of the user. */
const assertMoves = (legs: readonly Leg[]): void => {
  const sums = new Map<string, number[]>();
  for (const leg of legs) if (leg.cost.by === 'move') sums.set(leg.rowId, [...(sums.get(leg.rowId) ?? []), leg.qty]);
  for (const [row, list] of sums) if (sumDec(list) !== 0) throw new Error(`legs of move ${row} do not sum to 0`);
};

/** First rule of the masters that a leg breaks. */
export const checkLegs = (legs: readonly Leg[], facts: Facts, who: Poster): Refusal | null => {
  for (const leg of legs) {
    const refusal =
      checkKeeper(leg, facts, who) ??
      checkCounting(leg, facts) ??
      checkMasters(leg, facts) ??
      checkPlace(leg, facts) ??
      checkTrace(leg, facts);
    if (refusal) return refusal;
  }
  return checkStatusMoves(legs);
};

/** Nobody keeps a virtual warehouse: its legs follow those of a kept one. */
export const checkKeeper = (leg: Leg, facts: Facts, who: Poster): Refusal | null => {
  const warehouse = facts.warehouses.get(leg.key.warehouse);
  if (who.super || warehouse?.isVirtual) return null;
  return who.employee !== null && warehouse?.keepers.includes(who.employee) ? null : { text: null };
};

/** A count may ask that nothing moves until it is done. */
export const checkCounting = ({ key }: Leg, { warehouses }: Facts): Refusal | null => {
  const warehouse = warehouses.get(key.warehouse);
  if (!warehouse?.counting) return null;
  return { text: `「${warehouse.name}」正在盘点（${warehouse.counting}），盘点结束前不能出入库` };
};

const checkMasters = ({ key, qty, lineNo }: Leg, facts: Facts): Refusal | null => {
  const material = facts.materials.get(key.material);
  const warehouse = facts.warehouses.get(key.warehouse);
  const position = key.position === null ? undefined : facts.positions.get(key.position);
  if (!material || !warehouse || (key.position !== null && !position))
    return { text: `第${lineNo}行的物料、仓库或库位不存在，请重新选择` };
  const off = [material, warehouse, position && { name: position.code, disabled: position.disabled }].find(
    (fact) => fact?.disabled,
  );
  if (off) return { text: `「${off.name}」已停用，请重新选择` };
  if (roundHalfUp(qty, material.decimals) !== qty)
    return {
      text: `换算后为${plain(Math.abs(qty))}${material.unit}，单位「${material.unit}」最多${material.decimals}位小数`,
    };
  return null;
};

const checkPlace = ({ key, qty, lineNo }: Leg, facts: Facts): Refusal | null => {
  const warehouse = facts.warehouses.get(key.warehouse)!;
  const position = key.position === null ? undefined : facts.positions.get(key.position);
  if (warehouse.usePosition && !position) return { text: `仓库「${warehouse.name}」启用库位，第${lineNo}行请选择库位` };
  if (position && position.warehouse !== warehouse.id)
    return { text: `库位「${position.code}」不属于仓库「${warehouse.name}」，请重新选择` };
  if (position && !warehouse.usePosition)
    return { text: `仓库「${warehouse.name}」未启用库位，第${lineNo}行不能选择库位` };
  const lock = position?.lockStatus ?? '0';
  if (lock === '3' || lock === (qty > 0 ? '1' : '2'))
    return { text: `库位「${position!.code}」已锁定，禁止${qty > 0 ? '入' : '出'}库` };
  if (qty < 0) return null;
  if (!warehouse.allowStatus.includes(key.qualityStatus))
    return { text: `仓库「${warehouse.name}」不允许存放${STATUS_TITLES[key.qualityStatus] ?? ''}物料` };
  const material = facts.materials.get(key.material)!;
  if (
    warehouse.categories.length > 0 &&
    (material.category === null || !warehouse.categories.includes(material.category))
  )
    return { text: `仓库「${warehouse.name}」不允许存放物料「${material.name}」的分类` };
  return null;
};

const checkTrace = ({ key, qty, lineNo, generate }: Leg, facts: Facts): Refusal | null => {
  const material = facts.materials.get(key.material)!;
  if (key.stage !== null) return null;
  if (material.traceMode === '0')
    return key.batchNbr === null ? null : { text: `物料「${material.name}」不按批次管理，第${lineNo}行不能填写批次` };
  if (key.batchNbr === null && !generate)
    return { text: `物料「${material.name}」按批次管理，第${lineNo}行请填写批次` };
  if (material.traceMode === '2' && Math.abs(qty) !== 1)
    return { text: `第${lineNo}行序列号1个，与数量${plain(Math.abs(qty))}不一致` };
  return null;
};

const checkStatusMoves = (legs: readonly Leg[]): Refusal | null => {
  const rows = new Map<string, Leg[]>();
  for (const leg of legs) if (leg.cost.by === 'move') rows.set(leg.rowId, [...(rows.get(leg.rowId) ?? []), leg]);
  for (const moves of rows.values()) {
    const from = moves.find((leg) => leg.qty < 0)?.key.qualityStatus ?? '';
    const to = moves.find((leg) => leg.qty > 0)?.key.qualityStatus ?? '';
    // 料废: a return of bad material arrives as 待检
    const arrives = moves.some((leg) => leg.moveKind === '21') && to === '2';
    if (from !== to && !arrives && !STATUS_MOVES.has(`${from}>${to}`))
      return { text: `质量状态不能由${STATUS_TITLES[from] ?? from}变为${STATUS_TITLES[to] ?? to}` };
  }
  return null;
};

/** A number as sentences show it. */
export const plain = (x: number): string => String(roundHalfUp(x, 4));
