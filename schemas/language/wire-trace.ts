/**
 * What browser and server tell each other of 追溯 (docs/api/trace.md). Times are factory time, quantities are in the base unit of their
 * material. Lists and totals are always of the whole recall set; the graph alone stops at a number of nodes.
 */

/** 1 物料批次/序列号, 2 生产批 */
export type TraceNodeType = '1' | '2';
/** forward: 去向; back: 来源 */
export type TraceDirection = 'forward' | 'back';

/** What a scanned text may mean: several materials with one batch number are to be chosen from. */
export interface TraceRoot {
  readonly type: TraceNodeType;
  readonly id: string;
  readonly nbr: string;
  readonly material: string | null;
  readonly materialCode: string | null;
  readonly materialName: string | null;
}
/** What a text is looked up as; without one whatever it is first, in this order. */
export type TraceKind = 'lot' | 'supplierLot' | 'material' | 'work' | 'doc';
export interface TraceFind {
  readonly text: string;
  readonly kind?: TraceKind | null;
  /** days in which lots came in, when the text is the code of their material or a number of their supplier */
  readonly from?: string | null;
  readonly to?: string | null;
}
export interface TraceFound {
  readonly roots: readonly TraceRoot[];
}

/** POST /gongdan/trace/graph */
export interface TraceGraphBody {
  readonly roots: readonly { readonly type: TraceNodeType; readonly id: string }[];
  readonly direction: TraceDirection;
  /** 显示推算: edges of material without lots, too */
  readonly weak: boolean;
  /** 按时段收窄 */
  readonly narrow: boolean;
}
export interface TraceNode {
  readonly id: string;
  readonly type: TraceNodeType | 'supplier' | 'customer';
  /** steps from the roots; less than 0 against the direction of material */
  readonly level: number;
  readonly nbr: string;
  readonly materialName: string | null;
  readonly unit: string | null;
  /** a product or part that was made here */
  readonly made: boolean;
  readonly held: boolean;
  readonly weak: boolean;
  readonly root: boolean;
  /** another input of a work order that was met: drawn beside the walk, no part of it */
  readonly aside: boolean;
}
export interface TraceEdge {
  readonly from: string;
  readonly to: string;
  readonly qty: number;
  readonly weak: boolean;
}
/** 受影响批次, 投入物料批次: what became of a lot (40 §10.3). */
export interface TraceBatch extends TraceRoot {
  readonly unit: string | null;
  readonly supplier: string | null;
  readonly supplierBatch: string | null;
  readonly srcNbr: string | null;
  readonly produceDate: string | null;
  readonly expireDate: string | null;
  readonly holdFlag: boolean;
  readonly freezeNbr: string | null;
  /** produced or received, less what was given back */
  readonly made: number;
  readonly good: number;
  readonly pending: number;
  readonly bad: number;
  readonly frozen: number;
  readonly transit: number;
  readonly supplierQty: number;
  readonly used: number;
  readonly shipped: number;
  readonly returned: number;
  readonly scrapped: number;
  readonly other: number;
  /** made less all of it: 0, or the ledger does not tell where it is */
  readonly difference: number;
}
/** 受影响工单 */
export interface TraceOrder {
  readonly id: string;
  readonly nbr: string;
  readonly prdOrder: string | null;
  readonly materialCode: string | null;
  readonly materialName: string | null;
  /** in words, as all states here */
  readonly docStatus: string;
  readonly planQty: number;
  readonly qualifiedQty: number;
  readonly scrapQty: number;
  readonly receivedQty: number;
}
/** 在库分布 */
export interface TraceStock {
  readonly warehouse: string;
  readonly position: string | null;
  readonly materialName: string;
  readonly batchNbr: string;
  readonly qualityStatus: string;
  readonly qty: number;
  readonly unit: string | null;
}
/** 出库记录, 已发客户; `customer` null: the caller may not see who it is */
export interface TraceShipped {
  readonly docType: string;
  readonly docNbr: string | null;
  readonly bizDate: string;
  readonly customer: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  /** how far the customer is told of a recall, in words; null: there is none */
  readonly notice: string | null;
  readonly materialName: string;
  readonly batches: readonly string[];
  readonly shipped: number;
  readonly returned: number;
  readonly net: number;
}
/** What happened to lots and work orders beside reports: what was fed, sent out and came back, checked; of a device when it stood. */
export interface TraceEvent {
  readonly id: string;
  readonly sort: 'feed' | 'out' | 'back' | 'check' | 'stop';
  readonly at: string;
  /** when it lasts */
  readonly to: string | null;
  /** null: the caller may not open the document, of which sort and day alone are told */
  readonly nbr: string | null;
  /** null, too, of a work order he may not open */
  readonly workOrder: string | null;
  readonly opNbr: number | null;
  /** material and lot, supplier, state of a device */
  readonly what: string | null;
  /** of a lot that was checked: its number */
  readonly lot: string | null;
  readonly qty: number | null;
  readonly unit: string | null;
  /** a verdict, in words */
  readonly result: string | null;
  readonly who: string | null;
  readonly equipment: string | null;
  /** something went wrong: a bad verdict, a loss, a device that stood */
  readonly alarm: boolean;
}
/** 冻结记录: of the lots of the walk */
export interface TraceFreeze {
  readonly nbr: string;
  readonly kind: string;
  readonly bizDate: string;
  readonly reason: string;
  readonly docStatus: string;
  readonly frozen: number;
  readonly released: number;
  readonly lots: number;
}
export interface TraceGraph {
  readonly roots: readonly TraceBatch[];
  readonly nodes: readonly TraceNode[];
  readonly edges: readonly TraceEdge[];
  /** the graph shows the first nodes only; the lists are whole */
  readonly truncated: boolean;
  readonly asOf: string;
  readonly batches: readonly TraceBatch[];
  readonly orders: readonly TraceOrder[];
  readonly stock: readonly TraceStock[];
  readonly shipped: readonly TraceShipped[];
  readonly freezes: readonly TraceFreeze[];
  /** of the work orders of the walk */
  readonly ops: readonly TraceOperation[];
  readonly reports: readonly TraceReport[];
  readonly events: readonly TraceEvent[];
}

/** POST /gongdan/trace/path: operations of work orders and what was done on them. */
export interface TracePathBody {
  readonly roots: readonly { readonly type: TraceNodeType; readonly id: string }[];
}
export interface TraceOperation {
  readonly id: string;
  readonly workOrder: string;
  readonly opNbr: number;
  readonly process: string | null;
  readonly docStatus: string;
  readonly planQty: number;
  readonly inQty: number;
  readonly good: number;
  readonly rework: number;
  readonly scrap: number;
  readonly pending: number;
  readonly outQty: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly employees: readonly string[];
  readonly equipment: readonly string[];
  /** 作业指导书 that the operation names, and its version */
  readonly sop: string | null;
}
export interface TraceReport {
  readonly id: string;
  readonly nbr: string;
  readonly workOrder: string;
  readonly opNbr: number;
  readonly qualifiedQty: number;
  readonly reworkQty: number;
  readonly scrapQty: number;
  readonly employees: readonly string[];
  readonly equipment: string | null;
  readonly from: string;
  readonly to: string;
}
export interface TracePath {
  readonly orders: readonly TraceOrder[];
  readonly ops: readonly TraceOperation[];
  readonly reports: readonly TraceReport[];
  readonly inputs: readonly TraceBatch[];
  readonly outputs: readonly TraceBatch[];
  readonly events: readonly TraceEvent[];
  readonly shipped: readonly TraceShipped[];
  readonly asOf: string;
}

/** POST /gongdan/trace/resource: 1 设备, 2 员工, 3 班组, by its code or name */
export interface TraceResourceBody {
  readonly type: '1' | '2' | '3';
  readonly code: string;
  readonly from: string;
  readonly to: string;
}
export interface TraceResource {
  readonly name: string;
  readonly lanes: readonly TraceReport[];
  readonly events: readonly TraceEvent[];
  readonly outputs: readonly TraceBatch[];
  readonly asOf: string;
}

/** POST /gongdan/trace/freezeAll: all that some lots went into. */
export interface TraceFreezeBody extends Pick<TraceGraphBody, 'roots' | 'weak'> {
  readonly reason: string;
  /** 释放预留 */
  readonly releaseReserve: boolean;
  /** 暂停在制工单: those of the walk that run */
  readonly pauseWork: boolean;
  readonly token: string;
}
export interface TraceFrozen {
  readonly freezeNbr: string;
  /** base units that are frozen now */
  readonly moved: number;
  /** lots that are held */
  readonly held: number;
}
