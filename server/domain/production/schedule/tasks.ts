/** Rows of scheduleTask as the engine's tasks, and back. */

import type { Rec } from '../../../../schemas/language/value';
import type { Ctx } from '../../../ctx';
import type { Begun, begunOf } from '../../../datasets/production/floor-starts';
import type { HeadOf } from '../../../rows';
import { clockText, KIND, type LiveTask, minuteOf, type Segment, type Task, type Wait } from '../../../scheduling';
import { asJson, fromJson } from './json';
import { type Process, reportedOf } from './orders';

export type Stored = HeadOf<'scheduleTask'>;
const ALL = 100_000;
/** 加工中 */
const RUNNING = '30';

/** All tasks of a plan; `scenario` null = the live one. */
export const storedTasks = (ctx: Ctx, workshop: string, scenario: string | null): Promise<Stored[]> =>
  ctx
    .asSystem()
    .records.find(
      'scheduleTask',
      scenario === null
        ? 'workshop == param.workshop && empty(scenario)'
        : 'workshop == param.workshop && scenario == param.scenario',
      { param: { workshop, scenario }, limit: ALL, sort: 'planStart' },
    );

export const resourceOf = ({ equipment, team, supplier }: Pick<Stored, 'equipment' | 'team' | 'supplier'>): string =>
  equipment ?? team ?? supplier ?? '';
export const minute = (text: string | null): number => (text === null ? 0 : (minuteOf(text) ?? 0));

export type BegunBy = Awaited<ReturnType<typeof begunOf>>;
/** Tasks as the engine reads them, with what is reported of each since it was planned; what runs stands where the floor began it. */
export function liveTasks(
  tasks: readonly Stored[],
  operations: ReadonlyMap<string, Process>,
  begun: BegunBy,
): readonly LiveTask[] {
  const byOperation = new Map<string, Stored[]>();
  for (const task of tasks) {
    const key = task.orderProcess ?? '';
    byOperation.set(key, [...(byOperation.get(key) ?? []), task]);
  }
  const live: LiveTask[] = [];
  for (const [id, own] of byOperation) {
    const operation = operations.get(id);
    if (operation === undefined) continue;
    const planned = own.reduce((sum, { qty }) => sum + (qty ?? 0), 0);
    // pieces that were reported when it was planned are not in its tasks
    let reported = Math.max(0, reportedOf(operation) - Math.max(0, (operation.planQty ?? 0) - planned));
    const devices = openDevices(begun.get(id));
    for (const task of own.sort((a, b) => (a.part ?? 1) - (b.part ?? 1))) {
      const done = Math.min(task.qty ?? 0, reported);
      reported -= done;
      const isRunning = operation.docStatus === RUNNING && done < (task.qty ?? 0) && isBegun(task, own, devices);
      const made = asLive(task, { reported: done, isRunning });
      const device = devices.at(-1);
      // of one that is not in parts the floor says where it runs
      live.push(isRunning && own.length === 1 && device !== undefined ? { ...made, resource: device } : made);
    }
  }
  return live;
}

const openDevices = (begun: readonly Begun[] = []): readonly string[] =>
  begun.flatMap(({ isOpen, equipment }) => (isOpen && equipment !== null ? [equipment] : []));
/** Of several parts those run on whose devices something is begun; where nobody said a device, all. */
const isBegun = (task: Stored, parts: readonly Stored[], devices: readonly string[]): boolean =>
  parts.length === 1 ||
  !parts.some(({ equipment }) => devices.includes(equipment ?? '')) ||
  devices.includes(task.equipment ?? '');

/** What runs without a task: the rest of the operation, on the device it was begun on. */
export function unplannedRuns(
  operations: ReadonlyMap<string, Process>,
  { live, begun, now, keyOf }: UnplannedFacts,
): readonly LiveTask[] {
  const planned = new Set(live.map(({ operation }) => operation));
  return [...operations.values()].flatMap((operation): LiveTask[] => {
    const { id, opNbr, docStatus, setupMin, material } = operation;
    const device = openDevices(begun.get(id)).at(-1);
    const qty = (operation.planQty ?? 0) - reportedOf(operation);
    if (docStatus !== RUNNING || planned.has(id) || device === undefined || qty <= 0) return [];
    const own = { id: `${id}/1`, operation: id, nbr: keyOf.nbr(operation), opNbr: opNbr ?? 0, part: 1, lanes: 1, qty };
    const times = { start: now, run: now, end: now + 1, setupKey: keyOf.setup(material), setupMin: setupMin ?? 0 };
    return [
      { ...own, ...times, resource: device, reported: 0, status: 0, isLocked: false, isRunning: true, waits: [] },
    ];
  });
}
interface UnplannedFacts {
  readonly live: readonly LiveTask[];
  readonly begun: BegunBy;
  readonly now: number;
  readonly keyOf: {
    nbr(operation: Process): string;
    setup(material: string | null): string;
  };
}

/** When a task really began and ended: from the starts on its device, of one that is not in parts from all of them. */
export function actualOf(
  { equipment }: Stored,
  begun: readonly Begun[] = [],
  isWhole: boolean,
): { readonly actualStart: string | null; readonly actualEnd: string | null } {
  const own = isWhole ? begun : begun.filter((start) => start.equipment === equipment);
  const ends = own.map(({ end, isOpen }) => (isOpen ? null : end));
  const isOver = ends.length > 0 && ends.every((end) => end !== null);
  return { actualStart: own[0]?.start ?? null, actualEnd: isOver ? ends.toSorted().at(-1)! : null };
}

/** A task of an operation that is not planned here: it only takes its resource. */
export const asStranger = (task: Stored): LiveTask => ({
  ...asLive(task, { reported: 0, isRunning: false }),
  isLocked: true,
});

const asLive = (
  task: Stored,
  { reported, isRunning }: { readonly reported: number; readonly isRunning: boolean },
): LiveTask => ({
  id: task.id,
  operation: task.orderProcess ?? '',
  nbr: nbrOf(task),
  opNbr: task.opNbr ?? 0,
  part: task.part ?? 1,
  resource: resourceOf(task),
  lanes: task.lanes ?? 1,
  qty: task.qty ?? 0,
  reported,
  setupKey: task.setupKey ?? '',
  setupMin: task.setupMin ?? 0,
  start: minute(task.planStart),
  run: minute(task.runStart),
  end: minute(task.planEnd),
  status: task.status === '1' ? 1 : 0,
  isLocked: task.lockFlag ?? false,
  isRunning,
  waits: waitsOf(task),
});
/** `GD202601120001 工序10` */
export const nameOf = (nbr: string, opNbr: number, part: number): string =>
  part > 1 ? `${nbr} 工序${opNbr}-${part}` : `${nbr} 工序${opNbr}`;
export const nbrOf = ({ name }: Pick<Stored, 'name'>): string => (name ?? '').split(' ')[0] ?? '';
export const waitsOf = ({ waits }: Pick<Stored, 'waits'>): readonly Wait[] => fromJson<readonly Wait[]>(waits) ?? [];
export const segmentsOf = ({ segments }: Pick<Stored, 'segments'>): readonly Segment[] =>
  fromJson<readonly Segment[]>(segments) ?? [];

export interface RowFacts {
  readonly id: string;
  readonly workshop: string;
  readonly scenario: string | null;
  readonly planVersion: number;
  /** as it stands now */
  readonly before: Stored | undefined;
  /** the stored id of a task that the engine named */
  readonly rename: (id: string) => string;
}
/** A planned task as it is stored; of one that runs only what is left of it is new. */
export function rowOf(task: Task, { id, workshop, scenario, planVersion, before, rename }: RowFacts): Rec {
  const isRunning = before !== undefined && task.isFixed && minute(before.planStart) < task.start;
  return {
    id,
    name: nameOf(task.nbr, task.opNbr, task.part),
    workshop,
    scenario,
    orderProcess: task.operation,
    workOrder: task.order,
    opNbr: task.opNbr,
    part: task.part,
    resourceKind: task.kind,
    equipment: task.kind === KIND.device ? task.resource : null,
    team: task.kind === KIND.team ? task.resource : null,
    supplier: task.kind === KIND.supplier ? task.resource : null,
    lanes: task.lanes,
    qty: isRunning ? before.qty : task.qty,
    setupKey: task.setupKey,
    setupMin: isRunning ? before.setupMin : task.setupMin,
    runMin: isRunning ? before.runMin : task.runMin,
    planStart: isRunning ? before.planStart : clockText(task.start),
    runStart: isRunning ? before.runStart : clockText(task.run),
    planEnd: clockText(task.end),
    segments: asJson(
      isRunning ? [...segmentsOf(before).filter(({ to }) => to <= task.start), ...task.segments] : task.segments,
    ),
    earliest: clockText(task.earliest),
    latestEnd: clockText(task.latestEnd),
    slackMin: task.slackMin,
    lateMin: task.lateMin,
    waits: asJson(task.waits.map((wait) => ({ ...wait, task: wait.task === null ? null : rename(wait.task) }))),
    status: String(task.status),
    lockFlag: before?.lockFlag ?? false,
    override: before?.override ?? false,
    overrideReason: before?.overrideReason ?? null,
    noStandard: task.hasNoStandard,
    planVersion,
  };
}
