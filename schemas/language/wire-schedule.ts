/**
 * What browser and server tell each other of 排产 (docs/api/schedule.md). Times are factory time, `YYYY-MM-DD HH:mm:ss` with seconds 00,
 * days `YYYY-MM-DD`, spans [from, to), minutes whole. Every change of a plan raises its version; a call that names an older one is refused
 * (排产结果已过期（基于版本12，当前版本13），请重新计算) and has written nothing.
 */

/** 10 设备 20 班组 30 供应商 */
export type ScheduleResourceKind = '10' | '20' | '30';
export interface ScheduleSpan {
  readonly from: string;
  readonly to: string;
}

/** GET /gongdan/schedule/workshops: where the caller may plan. */
export interface ScheduleWorkshop {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

// — the plan —

/** GET /gongdan/schedule/plan: `from`, `to` are days, at most 92 of them; without `scenarioId` the live plan. */
export interface PlanQuery {
  readonly workshopId: string;
  readonly from: string;
  readonly to: string;
  readonly scenarioId?: string;
}
export interface PlanAnswer {
  readonly workshopId: string;
  readonly scenarioId: string | null;
  /** 0 = nothing was ever planned here */
  readonly planVersion: number;
  /** plan.changed of the live plan is the live topic `record:schedulePlan:<planId>`; op.progress is `object:orderProcess` */
  readonly planId: string;
  /** of the server, for the now line */
  readonly now: string;
  /** end of the frozen zone */
  readonly frozenTo: string;
  /** by work group, then priority and code; crews and suppliers after the devices */
  readonly resources: readonly PlanResource[];
  /** when resources work and when they are stopped, within the asked days */
  readonly intervals: readonly PlanInterval[];
  /** those that touch the asked days */
  readonly tasks: readonly PlanTask[];
  /** between tasks of `tasks` */
  readonly links: readonly PlanLink[];
  readonly conflicts: readonly PlanConflict[];
  readonly kpi: PlanKpi;
  readonly loads: readonly PlanLoad[];
  /** a run that is under way for this workshop */
  readonly running: RunState | null;
}
export interface PlanResource {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: ScheduleResourceKind;
  readonly groupId: string | null;
  readonly groupName: string;
  /** tasks at a time; null = no limit */
  readonly lanes: number | null;
}
export interface PlanInterval extends ScheduleSpan {
  readonly resourceId: string;
  /** open = works; stop = maintenance or repair; everything else is closed */
  readonly kind: 'open' | 'stop';
  /** of a stop */
  readonly text: string;
}
export interface PlanSegment extends ScheduleSpan {
  readonly kind: 'setup' | 'run';
}
export interface PlanWait {
  /** dictionary waitCode */
  readonly code: string;
  readonly minutes: number;
  readonly text: string;
  readonly taskId: string | null;
}
export interface PlanTask {
  readonly id: string;
  readonly operationId: string;
  readonly opNbr: number;
  /** 1 but for operations that are split */
  readonly part: number;
  readonly processName: string;
  readonly workOrderId: string;
  readonly workOrderNbr: string;
  readonly prdOrderId: string | null;
  readonly materialCode: string;
  readonly materialName: string;
  /** dictionary priority */
  readonly priority: string;
  /** dictionary opStatus, of the operation */
  readonly docStatus: string;
  /** the moment its order is due: the day at the time of the workshop */
  readonly dueDate: string;
  readonly resourceKind: ScheduleResourceKind;
  readonly resourceId: string;
  /** those of the operation: where it may be dragged to */
  readonly groupId: string | null;
  readonly lanes: number;
  /** which lane of its resource it is drawn in, from 0 */
  readonly lane: number;
  readonly qty: number;
  readonly reportedQty: number;
  readonly setupMin: number;
  readonly runMin: number;
  readonly start: string;
  /** the run begins, after the set-up */
  readonly run: string;
  readonly end: string;
  readonly segments: readonly PlanSegment[];
  readonly earliest: string;
  readonly latestEnd: string;
  readonly slackMin: number;
  readonly lateMin: number;
  /** 为什么在这里, in the order of time */
  readonly waits: readonly PlanWait[];
  /** 0 计划 1 确认 */
  readonly status: 0 | 1;
  readonly locked: boolean;
  /** work has begun */
  readonly running: boolean;
  /** confirmed, locked or running: it cannot be dragged */
  readonly fixed: boolean;
  /** confirmed beyond the capacity of its resource, with this reason */
  readonly overrideReason: string | null;
  /** 未设标准工时 */
  readonly hasNoStandard: boolean;
  readonly actualStart: string | null;
  readonly actualEnd: string | null;
}
/** The pieces of one task go on to another. */
export interface PlanLink {
  readonly from: string;
  readonly to: string;
}
export interface PlanConflict {
  readonly taskId: string;
  readonly text: string;
}
export interface PlanKpi {
  readonly lateOrders: number;
  readonly tardinessHours: number;
  /** Σ weight of the priority × hours late */
  readonly weighted: number;
  readonly makespanHours: number;
  readonly setupHours: number;
  /** percent by resource id */
  readonly utilisation: Readonly<Record<string, number>>;
}
export interface PlanLoad {
  readonly resourceId: string;
  readonly day: string;
  readonly availableMin: number;
  readonly plannedMin: number;
  /** percent, over 100 possible; null where nothing is open */
  readonly load: number | null;
}

/** GET /gongdan/schedule/pool {workshopId, scenarioId?}: 待排任务, in the order of a run. */
export interface PoolAnswer {
  readonly planVersion: number;
  readonly rows: readonly PoolRow[];
}
export interface PoolRow {
  readonly operationId: string;
  readonly opNbr: number;
  readonly processName: string;
  readonly workOrderId: string;
  readonly workOrderNbr: string;
  readonly materialCode: string;
  readonly materialName: string;
  readonly priority: string;
  readonly dueDate: string;
  readonly groupId: string | null;
  readonly groupName: string;
  /** pieces not planned yet */
  readonly qty: number;
  /** set-up and run of them on a device of 100 % */
  readonly hours: number;
  /** of the work order: materials are there, some are missing, nobody knows */
  readonly kit: 'full' | 'short' | 'none';
  /** why it is here; empty = no run has tried it */
  readonly text: string;
}

/** GET /gongdan/schedule/alternatives {taskId | operationId, scenarioId?}: each resource that could do it. */
export interface AlternativesAnswer {
  readonly planVersion: number;
  readonly rows: readonly Alternative[];
}
export interface Alternative {
  readonly resourceId: string;
  readonly code: string;
  readonly name: string;
  /** earliest place there with nothing else moved; null = none within the horizon */
  readonly start: string | null;
  readonly end: string | null;
  readonly setupMin: number;
  readonly lateMin: number;
  /** minutes its end is later (or, below 0, earlier) than now; null for what is not planned */
  readonly differenceMin: number | null;
  readonly isCurrent: boolean;
}

// — runs —

/** POST /gongdan/schedule/run → {jobId}; refused 本车间正在排产，请稍候 while another one runs. */
export interface RunBody {
  readonly workshopId: string;
  /** only these; tasks of others stay where they are */
  readonly workOrderIds?: readonly string[];
  /** dictionaries schedDirection, schedRule; absent = as 排产参数 say */
  readonly direction?: string;
  readonly rule?: string;
  /** nothing is planned before; absent = now */
  readonly from?: string;
  readonly scenarioId?: string;
}
export type RunStarted = StopBody;
/** GET /gongdan/schedule/job {jobId}; ask once a second, or listen to `record:scheduleRun:<jobId>`. */
export interface RunState {
  readonly jobId: string;
  readonly workshopId: string;
  readonly scenarioId: string | null;
  readonly state: 'running' | 'done' | 'stopped' | 'refused' | 'failed';
  /** 0 to 100 */
  readonly percent: number;
  /** what it does, or how it ended, in words */
  readonly text: string;
  readonly startedAt: string;
  readonly startedBy: string;
  /** the plan it wrote */
  readonly planVersion: number | null;
}
/** POST /gongdan/schedule/stop {jobId} → null: the plan stays as it was. */
export interface StopBody {
  readonly jobId: string;
}

// — changes of a plan —

/** 顺延后续 仅移动 交换 */
export type MovePolicy = 'shift' | 'only' | 'swap';
/** POST /gongdan/schedule/move. With `dryRun` nothing is written and `planVersion` stays. */
export interface MoveBody {
  readonly planVersion: number;
  /** one of both: a task, or an operation of the pool */
  readonly taskId?: string;
  readonly operationId?: string;
  readonly resourceId: string;
  /** start of the task, its set-up included; closed time becomes the next working minute */
  readonly start: string;
  readonly policy: MovePolicy;
  /** pieces to go there, the rest stays: a split */
  readonly qty?: number;
  readonly dryRun?: boolean;
  readonly scenarioId?: string;
}
export interface MoveAnswer {
  readonly planVersion: number;
  /** tasks with another place, the asked one first */
  readonly moved: readonly PlanTask[];
  /** ids of tasks that are no more */
  readonly gone: readonly string[];
  readonly conflicts: readonly PlanConflict[];
  readonly kpi: PlanKpi;
  /** minus the plan before */
  readonly difference: KpiDifference;
  /** how it was and how it is now: bodies of restore, for undo and redo */
  readonly before: PlanPlaces;
  readonly after: PlanPlaces;
}
export type KpiDifference = Omit<PlanKpi, 'utilisation'>;
/** Where all parts of some operations stand; an operation without a place is in the pool. */
export interface PlanPlaces {
  readonly operationIds: readonly string[];
  readonly places: readonly PlanPlace[];
}
export interface PlanPlace {
  readonly taskId: string;
  readonly operationId: string;
  readonly part: number;
  readonly resourceId: string;
  readonly start: string;
  readonly qty: number;
  readonly setupMin: number;
}
/** POST /gongdan/schedule/restore → MoveAnswer: undo and redo of moves, all places or none. */
export interface RestoreBody extends PlanPlaces {
  readonly workshopId: string;
  readonly planVersion: number;
  readonly scenarioId?: string;
}

/** POST /gongdan/schedule/cancel → TasksAnswer */
export interface CancelBody {
  readonly ids: readonly string[];
  readonly planVersion: number;
}
/** POST /gongdan/schedule/confirm → TasksAnswer */
export interface ConfirmBody extends CancelBody {
  /** beyond the capacity of a resource, with the right scheduleTask:override and a reason */
  readonly override?: boolean;
  readonly reason?: string;
}
/** POST /gongdan/schedule/lock → TasksAnswer */
export interface LockBody extends CancelBody {
  readonly locked: boolean;
}
export interface TasksAnswer {
  readonly planVersion: number;
  readonly tasks: readonly PlanTask[];
  readonly conflicts: readonly PlanConflict[];
}

// — what-if —

/** What is different in a scenario. */
export type ScenarioChange =
  | { readonly kind: 'priority'; readonly workOrderId: string; readonly priority: string }
  | { readonly kind: 'due'; readonly workOrderId: string; readonly dueDate: string }
  /** of the work order, in its unit */
  | { readonly kind: 'qty'; readonly workOrderId: string; readonly qty: number }
  /** 设备故障 */
  | { readonly kind: 'stop'; readonly resourceId: string; readonly from: string; readonly to: string }
  /** works besides its calendar */
  | { readonly kind: 'open'; readonly resourceId: string; readonly from: string; readonly to: string };
export interface ScenarioParams {
  /** of 排产参数, by field code; absent = as the workshop's */
  readonly config: Readonly<Record<string, string | number | boolean>>;
  readonly changes: readonly ScenarioChange[];
}
export interface Scenario {
  readonly id: string;
  readonly version: number;
  readonly workshopId: string;
  readonly name: string;
  readonly note: string;
  readonly params: ScenarioParams;
  /** of the live plan it was copied from; adopting it on another one is refused */
  readonly baseVersion: number;
  /** of the scenario itself: what move, restore and run name */
  readonly planVersion: number;
  /** null = not run yet */
  readonly kpi: PlanKpi | null;
  readonly createdBy: string;
  readonly createdAt: string;
  /** dropped after this day */
  readonly keptUntil: string;
}
/** GET /gongdan/schedule/scenarios {workshopId} → Scenario[], the newest first. */
export type ScenariosAnswer = readonly Scenario[];
/** POST /gongdan/schedule/scenario/create → Scenario: a copy of the live plan. */
export interface ScenarioCreateBody {
  readonly workshopId: string;
  readonly name: string;
  readonly note?: string;
  readonly params?: ScenarioParams;
}
/** POST /gongdan/schedule/scenario/change → Scenario; run it afterwards. */
export interface ScenarioChangeBody {
  readonly id: string;
  readonly version: number;
  readonly name?: string;
  readonly note?: string;
  readonly params?: ScenarioParams;
}
/** POST /gongdan/schedule/scenario/remove {id} → null */
/** POST /gongdan/schedule/scenario/adopt → {planVersion}: its tasks for those of the live plan that are neither confirmed nor locked. */
export interface ScenarioAdoptBody {
  readonly id: string;
  /** of the live plan as the caller sees it */
  readonly planVersion: number;
}
/** GET /gongdan/schedule/scenario/compare {id} */
export interface CompareAnswer {
  readonly planVersion: number;
  readonly before: PlanKpi;
  readonly after: PlanKpi;
  readonly difference: KpiDifference;
  /** orders whose finish changes */
  readonly orders: readonly ComparedOrder[];
}
export interface ComparedOrder {
  readonly workOrderId: string;
  readonly nbr: string;
  readonly materialName: string;
  readonly dueDate: string;
  /** null = not planned */
  readonly before: string | null;
  readonly after: string | null;
  readonly differenceMin: number | null;
  readonly lateBeforeMin: number;
  readonly lateAfterMin: number;
}
