/**
 * What the scheduling engine takes and gives (30 §3): plain data. Times are whole minutes since 1970-01-01 00:00 in factory time, spans
 * are [from, to), days count from 1970-01-01; quantities are in the unit of the operation.
 */

export type Minute = number;
export interface Interval {
  readonly from: Minute;
  readonly to: Minute;
}
/** A stretch of a shift without its breaks; `day` = the day the shift starts. */
export interface OpenInterval extends Interval {
  readonly day: number;
}

export const KIND = { device: '10', team: '20', supplier: '30' } as const;
export type ResourceKind = (typeof KIND)[keyof typeof KIND];

/** A device or a crew that works by hand. */
export interface Resource {
  readonly id: string;
  /** stands in texts and decides between equals */
  readonly code: string;
  readonly kind: ResourceKind;
  readonly group: string | null;
  /** in its work group, 1 before 2 */
  readonly priority: number;
  /** tasks at a time; percent of the standard speed: both where no capacity row speaks */
  readonly lanes: number;
  readonly efficiency: number;
  /** asset in state 60 在用 */
  readonly inUse: boolean;
  /** by the calendar of 20 §10.7, stops of maintenance not taken out */
  readonly open: readonly OpenInterval[];
  /** maintenance, open repairs, repairs outside */
  readonly stops: readonly Interval[];
  readonly overtimeMin: number;
  /** setupKey of the last real product; null = unknown */
  readonly lastKey: string | null;
}
export interface WorkGroup {
  readonly id: string;
  readonly name: string;
}
/** What several resources need at once: heads of a crew, a mould. Without `open` it is there at any time. */
export interface SharedResource {
  readonly id: string;
  readonly name: string;
  readonly kind: 'team' | 'mould';
  readonly capacity: number;
  readonly open?: readonly Interval[];
}
/** A row of 排产产能 valid at the run; empty fields match all. */
export interface CapacityRow {
  readonly equipment: string | null;
  readonly group: string | null;
  readonly material: string | null;
  readonly category: string | null;
  readonly process: string | null;
  readonly lanes: number | null;
  readonly efficiency: number;
  readonly finite: boolean;
  readonly minBatch: number | null;
  readonly maxBatch: number | null;
}

export const TRANSFER = { whole: 1, batches: 2, free: 3 } as const;

/** An operation that is not finished (not 60/80). */
export interface Operation {
  readonly id: string;
  readonly opNbr: number;
  readonly qty: number;
  readonly reported: number;
  readonly stdMin: number;
  readonly runBase: number;
  readonly setupMin: number;
  readonly queueMin: number;
  readonly moveMin: number;
  /** how its pieces go on to the next operation: 1 完工转移 2 按合格数流转 3 自由 */
  readonly transferMode: number;
  readonly transferBatch: number | null;
  readonly predecessors: readonly number[];
  /** pieces of this operation for one finished piece */
  readonly ratio: number;
  readonly group: string | null;
  readonly equips: readonly string[];
  /** the one device a planner fixed */
  readonly device: string | null;
  readonly supplier: { readonly id: string; readonly name: string; readonly days: number } | null;
  readonly lanes: number;
  /** false = within one interval of its resource */
  readonly splitShift: boolean;
  readonly splitMax: number;
  readonly people: number;
  readonly team: string | null;
  readonly moulds: readonly string[];
  readonly material: string;
  /** its category and those above it, nearest first */
  readonly categories: readonly string[];
  readonly process: string;
  readonly setupKey: string;
  /** not before, as the planner said */
  readonly earliest: Minute | null;
}
/** Material that is short; `opNbr` null = for the first operation, `arrival` null = nobody knows when. */
export interface Shortage {
  readonly opNbr: number | null;
  readonly material: string;
  readonly qty: number;
  readonly arrival: Minute | null;
}
export interface WorkOrder {
  readonly id: string;
  readonly nbr: string;
  /** 1 特急 2 加急 3 正常 4 暂缓 */
  readonly priority: number;
  readonly dueDay: number;
  readonly releaseAt: Minute | null;
  readonly isPaused: boolean;
  readonly resumeAt: Minute | null;
  /** place in 手工顺序 */
  readonly rank: number;
  /** the operation that uses what this sub-order makes */
  readonly feeds: { readonly order: string; readonly opNbr: number } | null;
  readonly shortages: readonly Shortage[];
  readonly operations: readonly Operation[];
}

/** A row of scheduleTask of the live plan. */
export interface LiveTask {
  readonly id: string;
  readonly operation: string;
  readonly nbr: string;
  readonly opNbr: number;
  readonly part: number;
  readonly resource: string;
  readonly lanes: number;
  readonly qty: number;
  readonly reported: number;
  readonly setupKey: string;
  readonly setupMin: number;
  readonly start: Minute;
  /** the run starts, after the set-up */
  readonly run: Minute;
  readonly end: Minute;
  /** 0 计划 1 确认 */
  readonly status: 0 | 1;
  readonly isLocked: boolean;
  readonly isRunning: boolean;
  readonly waits: readonly Wait[];
}

export interface Changeover {
  readonly group: string;
  /** empty = any */
  readonly fromKey: string;
  readonly toKey: string;
  readonly minutes: number;
}
export const DIRECTION = { forward: 1, backward: 2 } as const;
export const RULE = { due: 10, ratio: 20, slack: 30, manual: 40 } as const;
export const MATERIAL = { ignored: 0, dated: 1, complete: 2 } as const;

/** 排产参数 */
export interface Config {
  readonly direction: number;
  readonly rule: number;
  readonly horizonDays: number;
  readonly gapFill: boolean;
  readonly autoSplit: boolean;
  readonly splitMinHours: number;
  readonly materialMode: number;
  readonly labourMode: boolean;
  readonly lockHours: number;
  /** minutes of the day an order is due */
  readonly dueTime: number;
  readonly receiptMin: number;
  readonly useOvertime: boolean;
  /** of priority 1, 2, 3, 4 */
  readonly weights: readonly number[];
  readonly changeover: readonly Changeover[];
}
export const DEFAULTS: Config = {
  direction: DIRECTION.forward,
  rule: RULE.due,
  horizonDays: 60,
  gapFill: true,
  autoSplit: false,
  splitMinHours: 4,
  materialMode: MATERIAL.dated,
  labourMode: false,
  lockHours: 4,
  dueTime: 17 * 60,
  receiptMin: 0,
  useOvertime: false,
  weights: [8, 4, 2, 1],
  changeover: [],
};

export interface Input {
  readonly now: Minute;
  readonly config: Config;
  readonly resources: readonly Resource[];
  readonly groups: readonly WorkGroup[];
  readonly shared: readonly SharedResource[];
  readonly capacities: readonly CapacityRow[];
  readonly orders: readonly WorkOrder[];
  readonly live: readonly LiveTask[];
}

export const WAIT = {
  start: '10',
  predecessor: '20',
  material: '30',
  subOrder: '40',
  device: '50',
  closed: '60',
  stopped: '70',
  people: '80',
  locked: '90',
} as const;
export type WaitCode = (typeof WAIT)[keyof typeof WAIT];
export interface Wait {
  readonly code: WaitCode;
  readonly minutes: number;
  readonly text: string;
  readonly task: string | null;
}
export interface Segment extends Interval {
  readonly kind: 'setup' | 'run';
  readonly day: number;
}
/** One planned run of an operation, or of a part of it, on one resource. */
export interface Task {
  readonly id: string;
  readonly order: string;
  readonly nbr: string;
  readonly operation: string;
  readonly opNbr: number;
  readonly part: number;
  readonly kind: ResourceKind;
  readonly resource: string;
  readonly lanes: number;
  /** tasks at a time its resource takes for this one; null = no limit */
  readonly capacity: number | null;
  readonly qty: number;
  readonly setupKey: string;
  readonly setupMin: number;
  readonly runMin: number;
  readonly start: Minute;
  readonly run: Minute;
  readonly end: Minute;
  /** the day of the shift it starts in */
  readonly shiftDay: number;
  readonly segments: readonly Segment[];
  readonly earliest: Minute;
  readonly latestEnd: Minute;
  readonly slackMin: number;
  readonly lateMin: number;
  readonly waits: readonly Wait[];
  readonly status: 0 | 1;
  /** confirmed, locked, running or within the frozen zone */
  readonly isFixed: boolean;
  /** 未设标准工时 */
  readonly hasNoStandard: boolean;
}
export interface PoolEntry {
  readonly order: string;
  readonly nbr: string;
  readonly operation: string;
  readonly opNbr: number;
  readonly text: string;
}
export interface Conflict {
  readonly task: string;
  readonly text: string;
}
export interface OrderResult {
  readonly order: string;
  readonly nbr: string;
  readonly plannedStart: Minute;
  readonly plannedEnd: Minute;
  readonly due: Minute;
  readonly lateMin: number;
  readonly note: string;
}
export interface DayLoad {
  readonly resource: string;
  readonly day: number;
  readonly availableMin: number;
  readonly plannedMin: number;
  /** percent, two decimals; null where nothing is open */
  readonly load: number | null;
}
export interface Kpi {
  readonly lateOrders: number;
  readonly tardinessMin: number;
  /** Σ weight of the priority × minutes late */
  readonly weighted: number;
  /** from now to the last end */
  readonly makespanMin: number;
  readonly setupMin: number;
  /** percent of the open minutes between now and the last end, by resource id */
  readonly utilisation: Readonly<Record<string, number>>;
  readonly loads: readonly DayLoad[];
}
export interface Plan {
  readonly tasks: readonly Task[];
  readonly pool: readonly PoolEntry[];
  readonly conflicts: readonly Conflict[];
  readonly orders: readonly OrderResult[];
  readonly kpi: Kpi;
}
/** What a planner asked for and does not get. */
export interface Refused {
  readonly refused: string;
}
