/** Calls of 排产 (docs/api/schedule.md). Refusals are shown by the board itself. */
import { type CallOptions, HttpError, http, ruleOf } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';
import type { ScanHit } from '../../../schemas/language/wire-labels';
import type {
  AlternativesAnswer,
  CancelBody,
  CompareAnswer,
  ConfirmBody,
  LockBody,
  MoveAnswer,
  MoveBody,
  PlanAnswer,
  PlanQuery,
  PoolAnswer,
  RestoreBody,
  RunBody,
  RunStarted,
  RunState,
  Scenario,
  ScenarioAdoptBody,
  ScenarioChangeBody,
  ScenarioCreateBody,
  ScenariosAnswer,
  ScheduleWorkshop,
  StopBody,
  TasksAnswer,
} from '../../../schemas/language/wire-schedule';

const BASE = '/gongdan/schedule';
const QUIET: CallOptions = { quiet: true };
const get = <T>(path: string, params: object, options: CallOptions = {}): Promise<T> =>
  http.get<T>(`${BASE}/${path}`, { ...QUIET, ...options, params: { ...params } });
/** A write can be repeated: it has a token. */
const write = <T>(path: string, body: object): Promise<T> =>
  http.post<T>(`${BASE}/${path}`, { ...body, token: newToken() }, QUIET);
const scenarioOf = (scenarioId: string | null): object => (scenarioId === null ? {} : { scenarioId });

export const scheduleCalls = {
  workshops: (): Promise<readonly ScheduleWorkshop[]> => get('workshops', {}),
  plan: (query: PlanQuery): Promise<PlanAnswer> => get('plan', query),
  pool: (workshopId: string, scenarioId: string | null): Promise<PoolAnswer> =>
    get('pool', { workshopId, ...scenarioOf(scenarioId) }),
  alternatives: (
    of: { readonly taskId: string } | { readonly operationId: string },
    scenarioId: string | null,
  ): Promise<AlternativesAnswer> => get('alternatives', { ...of, ...scenarioOf(scenarioId) }),
  dryRun: (body: MoveBody, signal: AbortSignal): Promise<MoveAnswer> =>
    http.post(`${BASE}/move`, { ...body, dryRun: true, token: newToken() }, { ...QUIET, signal }),
  move: (body: MoveBody): Promise<MoveAnswer> => write('move', body),
  restore: (body: RestoreBody): Promise<MoveAnswer> => write('restore', body),
  run: (body: RunBody): Promise<RunStarted> => write('run', body),
  job: (jobId: string): Promise<RunState> => get('job', { jobId }),
  stop: (body: StopBody): Promise<null> => write('stop', body),
  confirm: (body: ConfirmBody): Promise<TasksAnswer> => write('confirm', body),
  cancel: (body: CancelBody): Promise<TasksAnswer> => write('cancel', body),
  lock: (body: LockBody): Promise<TasksAnswer> => write('lock', body),
  scenarios: (workshopId: string): Promise<ScenariosAnswer> => get('scenarios', { workshopId }),
  create: (body: ScenarioCreateBody): Promise<Scenario> => write('scenario/create', body),
  change: (body: ScenarioChangeBody): Promise<Scenario> => write('scenario/change', body),
  remove: (id: string): Promise<null> => write('scenario/remove', { id }),
  adopt: (body: ScenarioAdoptBody): Promise<{ readonly planVersion: number }> => write('scenario/adopt', body),
  compare: (id: string): Promise<CompareAnswer> => get('scenario/compare', { id }),
  exportData: (query: PlanQuery): Promise<unknown> => http.download(`${BASE}/exportData`, query, QUIET),
  scan: (text: string): Promise<{ readonly hits: readonly ScanHit[] }> => http.post('/lcdp/scan', { text }, QUIET),
};
export const said = (error: unknown): string => (error instanceof Error ? error.message : '没有完成，请重试');
const refusedBy = (error: unknown): string | undefined => (error instanceof HttpError ? ruleOf(error) : undefined);
/** The plan has moved on since it was read. */
export const isStale = (error: unknown): boolean => refusedBy(error) === 'schedule.stale';
/** Too many at once on a resource; with a reason it can be had all the same. */
export const isOverCapacity = (error: unknown): boolean => refusedBy(error) === 'schedule.overload';
