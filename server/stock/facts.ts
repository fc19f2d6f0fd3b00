/** What the rules of posting need to know of the masters; read once for a posting. */
export interface MaterialFact {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  /** 0 不管理 1 批次 2 序列号 */
  readonly traceMode: string;
  readonly category: string | null;
  readonly stdCost: number;
  readonly disabled: boolean;
}
export interface WarehouseFact {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly usePosition: boolean;
  readonly allowNegative: boolean;
  readonly allowStatus: readonly string[];
  /** ids of categories with everything below them; empty = all */
  readonly categories: readonly string[];
  readonly keepers: readonly string[];
  readonly isVirtual: boolean;
  /** number of a count during which nothing comes or goes */
  readonly counting: string | null;
  readonly disabled: boolean;
}
export interface PositionFact {
  readonly id: string;
  readonly code: string;
  readonly warehouse: string;
  /** 0 正常 1 禁入 2 禁出 3 全锁 */
  readonly lockStatus: string;
  /** 0 不限 1 单一物料 2 单一批次 */
  readonly mixRule: string;
  readonly maxQty: number | null;
  readonly disabled: boolean;
}
export interface BatchFact {
  readonly id: string;
  readonly material: string;
  readonly batchNbr: string;
  readonly kind: string;
  readonly supplier: string | null;
  readonly supplierBatch: string | null;
  readonly expireDate: string | null;
  readonly holdFlag: boolean;
  readonly freezeNbr: string | null;
  readonly firstInAt: string | null;
}
export interface Facts {
  readonly materials: ReadonlyMap<string, MaterialFact>;
  readonly warehouses: ReadonlyMap<string, WarehouseFact>;
  readonly positions: ReadonlyMap<string, PositionFact>;
  /** by material id and number, see `batchKey` */
  readonly batches: ReadonlyMap<string, BatchFact>;
}
/** Who posts: a keeper of the warehouse or a superuser, and may he let expired stock go. */
export interface Poster {
  readonly employee: string | null;
  readonly super: boolean;
  readonly expired: boolean;
}

export const batchKey = (material: string, batchNbr: string): string => `${material}|${batchNbr}`;

export const STATUS_TITLES: Readonly<Record<string, string>> = { '1': '合格', '2': '待检', '3': '不合格', '4': '冻结' };

/** What an outgoing movement is called in a refusal; the others are just 出库. */
const VERBS: Readonly<Record<string, string>> = {
  '11': '退货',
  '20': '领料',
  '22': '上料',
  '23': '消耗',
  '25': '退库',
  '30': '发货',
  '40': '调拨',
  '60': '外协发出',
  '71': '领用',
  '83': '报废',
};
export const verbOf = (moveKind: string): string => VERBS[moveKind] ?? '出库';

/** Movements that use goods up: they take good and unexpired stock only. */
export const CONSUMING: ReadonlySet<string> = new Set(['20', '22', '23', '30', '60', '71']);
/** Movements a recalled lot may still make: back to the supplier, to scrap, between own warehouses, of its quality status. */
export const HELD_MAY: ReadonlySet<string> = new Set(['11', '40', '41', '80', '81', '82', '83', '90']);
/** Quality status changes, each by its own event only. */
export const STATUS_MOVES: ReadonlySet<string> = new Set(['1>4', '4>1', '2>1', '2>3', '3>1']);
