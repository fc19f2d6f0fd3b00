/** What the engine of production reads and tells: operations of one work order and what their live documents say of them. */

/** 1 完工转移, 2 按合格数流转, 3 自由 */
export type TransferMode = '1' | '2' | '3';

/** 10 未就绪 20 可开工 30 加工中 40 已暂停 60 已完成 80 已关闭 */
export type OpStatus = '10' | '20' | '30' | '40' | '60' | '80';

export interface Operation {
  readonly id: string;
  readonly opNbr: number;
  /** in units of the operation */
  readonly planQty: number;
  /** percent */
  readonly overRate: number;
  /** pieces of this operation in one of the product */
  readonly ratio: number;
  readonly mode: TransferMode;
  /** operation numbers it waits for; none: it begins */
  readonly predecessors: readonly number[];
  /** of the unit of the product */
  readonly decimals: number;
  readonly startRequired: boolean;
  readonly dispatchRequired: boolean;
  /** as stored: 40 and 80 stay until somebody takes them back */
  readonly docStatus: string;
  /** 完成 by hand: what was started of a first operation is all there will be */
  readonly isFinished: boolean;
}

/** What live documents say of one operation; documents that take part give some of it. */
export interface Sums {
  /** 派工 */
  readonly dispatched: number;
  /** 外协计划 */
  readonly outPlan: number;
  /** 外协发出 */
  readonly sent: number;
  /** 开工 */
  readonly started: number;
  /** reported and not effective yet */
  readonly submitted: number;
  readonly good: number;
  readonly firstPass: number;
  /** open, to be done again */
  readonly rework: number;
  readonly pending: number;
  /** 工废, losses at suppliers among them */
  readonly workScrap: number;
  readonly materialScrap: number;
  /** of what is reported, what came back from suppliers: no start stands behind it */
  readonly outside: number;
}
export const NOTHING: Sums = {
  dispatched: 0,
  outPlan: 0,
  sent: 0,
  started: 0,
  submitted: 0,
  good: 0,
  firstPass: 0,
  rework: 0,
  pending: 0,
  workScrap: 0,
  materialScrap: 0,
  outside: 0,
};

export interface Balance extends Sums {
  readonly inQty: number;
  readonly reported: number;
  readonly scrap: number;
  readonly wip: number;
  readonly docStatus: OpStatus;
}

/** Operations of a work order by their number, with what stands on each. */
export type Balances = ReadonlyMap<number, Balance>;
