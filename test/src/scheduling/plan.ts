/** A small plan: what a test does not name is usual. */

import type { PlanAnswer, PlanPlaces, PlanResource, PlanTask } from '../../../schemas/language/wire-schedule';
import { type Bar, barOf } from '../../../src/screens/scheduling/chart/bars';
import { fromMinute, toMinute } from '../../../src/screens/scheduling/chart/moment';

/** 2026-01-12 08:00, a Monday */
export const MONDAY = toMinute('2026-01-12 08:00:00');
export const at = (minutes: number): string => fromMinute(MONDAY + minutes);

export const device = (code: string, more: Partial<PlanResource> = {}): PlanResource => ({
  id: code,
  code,
  name: code,
  kind: '10',
  groupId: 'CX',
  groupName: '车削组',
  lanes: 1,
  ...more,
});
/** from minute to minute of Monday 08:00 */
export const task = (id: string, from: number, to: number, more: Partial<PlanTask> = {}): PlanTask => ({
  id,
  operationId: `op-${id}`,
  opNbr: 10,
  part: 1,
  processName: '车削',
  workOrderId: `wo-${id}`,
  workOrderNbr: `GD20260112${id.padStart(4, '0')}`,
  prdOrderId: null,
  materialCode: 'WG-080',
  materialName: '外管',
  priority: '3',
  docStatus: '20',
  dueDate: '2026-01-20',
  resourceKind: '10',
  resourceId: 'CNC-01',
  groupId: 'CX',
  lanes: 1,
  lane: 0,
  qty: 100,
  reportedQty: 0,
  setupMin: 0,
  runMin: to - from,
  start: at(from),
  run: at(from),
  end: at(to),
  segments: [{ kind: 'run', from: at(from), to: at(to) }],
  earliest: at(from),
  latestEnd: at(to + 600),
  slackMin: 5_000,
  lateMin: 0,
  waits: [],
  status: 0,
  locked: false,
  running: false,
  fixed: false,
  overrideReason: null,
  hasNoStandard: false,
  actualStart: null,
  actualEnd: null,
  ...more,
});
export const bar = (...of: Parameters<typeof task>): Bar => barOf(task(...of));
export const places = (operationId: string, ...starts: readonly number[]): PlanPlaces => ({
  operationIds: [operationId],
  places: starts.map((start, part) => ({
    taskId: `${operationId}/${part}`,
    operationId,
    part: part + 1,
    resourceId: 'CNC-01',
    start: at(start),
    qty: 1,
    setupMin: 0,
  })),
});
const KPI = { lateOrders: 0, tardinessHours: 0, weighted: 0, makespanHours: 1, setupHours: 0, utilisation: {} };
export const plan = (more: Partial<PlanAnswer> = {}): PlanAnswer => ({
  workshopId: 'JJ',
  scenarioId: null,
  planVersion: 12,
  planId: 'plan',
  now: at(0),
  frozenTo: at(240),
  resources: [device('CNC-01'), device('CNC-02')],
  intervals: [],
  tasks: [],
  links: [],
  conflicts: [],
  kpi: KPI,
  loads: [],
  running: null,
  ...more,
});
