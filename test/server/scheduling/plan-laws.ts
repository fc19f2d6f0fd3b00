/**
 * What holds for every plan, worked out minute by minute from the input: nothing of the engine's own arithmetic is used, so that a fault
 * of it does not prove itself.
 */
import type { Input, Operation, Plan, Resource, Task, WorkOrder } from '../../../server/scheduling/types';

/** Each broken law as a sentence. */
export function brokenLaws(plant: Input, plan: Plan): string[] {
  const floor = floorOf(plant);
  const tasks = plan.tasks.filter(({ isFixed }) => !isFixed);
  return [
    ...tasks.flatMap((task) => workBroken(floor, task)),
    ...plant.resources.flatMap((resource) => lanesBroken(resource, plan.tasks)),
    ...plant.shared.flatMap((shared) => sharedBroken(plant, shared, plan.tasks)),
    ...tasks.flatMap((task) => beforeBroken(floor, plan, task)),
    ...plant.orders.flatMap((order) => coverBroken(order, plan)),
    ...tasks.flatMap((task) => waitsBroken(floor, plan, task)),
  ];
}

interface Floor {
  readonly plant: Input;
  /** minutes in which a resource works */
  readonly open: ReadonlyMap<string, (minute: number) => boolean>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly orders: ReadonlyMap<string, WorkOrder>;
}
function floorOf(plant: Input): Floor {
  return {
    plant,
    open: new Map(plant.resources.map((resource) => [resource.id, openMinutes(plant, resource)])),
    operations: new Map(plant.orders.flatMap(({ operations }) => operations.map((one) => [one.id, one]))),
    orders: new Map(plant.orders.map((order) => [order.id, order])),
  };
}

function openMinutes({ config }: Input, resource: Resource): (minute: number) => boolean {
  const first = Math.min(...resource.open.map(({ from }) => from));
  const last = Math.max(...resource.open.map(({ to }) => to)) + 720;
  const open = new Uint8Array(last - first);
  for (const { from, to } of resource.open) open.fill(1, from - first, to - first);
  if (config.useOvertime)
    for (const day of new Set(resource.open.map((one) => one.day))) {
      const end = Math.max(...resource.open.filter((one) => one.day === day).map(({ to }) => to));
      const next = Math.min(...resource.open.filter(({ from }) => from >= end).map(({ from }) => from));
      open.fill(1, end - first, Math.min(end + resource.overtimeMin, next) - first);
    }
  for (const { from, to } of resource.stops) open.fill(0, Math.max(0, from - first), Math.max(0, to - first));
  return (minute) => open[minute - first] === 1;
}

/** Works only while its resource is open, without a pause there, as long as it must, with the set-up its neighbours ask for. */
function workBroken({ plant, open, operations }: Floor, task: Task): string[] {
  const operation = operations.get(task.operation)!;
  const name = `${task.id} on ${task.resource}`;
  if (task.start < plant.now) return [`${name} starts before now`];
  if (task.end > plant.now + plant.config.horizonDays * 1440) return [`${name} ends after the horizon`];
  if (operation.supplier !== null)
    return task.end - task.start === operation.supplier.days * 1440 ? [] : [`${name}: days of the supplier`];
  const isOpen = open.get(task.resource)!;
  const kinds = { setup: 0, run: 0 };
  let at = task.start;
  for (const { from, to, kind } of task.segments) {
    for (; at < from; at++) if (isOpen(at)) return [`${name} pauses at an open minute`];
    for (; at < to; at++) {
      if (!isOpen(at)) return [`${name} works while it is closed`];
      kinds[kind]++;
    }
    if (kind === 'run' && kinds.run === to - from && from !== task.run) return [`${name}: its run starts elsewhere`];
  }
  if (at !== task.end || task.segments[0]?.from !== task.start) return [`${name}: its segments are not its span`];
  const pauses = task.segments.some(({ to }, n) => n + 1 < task.segments.length && task.segments[n + 1]!.from !== to);
  if (!operation.splitShift && pauses) return [`${name} is interrupted`];
  const standard = (operation.stdMin / operation.runBase) * task.qty;
  if (kinds.run !== task.runMin || kinds.setup !== task.setupMin)
    return [`${name}: its minutes are not those of its segments`];
  const least = Math.min(
    ...[100, 125, 90, 80].map((percent) => Math.max(1, Math.ceil((standard * 100) / percent - 1e-6))),
  );
  const most = Math.max(1, Math.ceil((standard * 100) / 80 - 1e-6));
  return kinds.run >= least && kinds.run <= most ? [] : [`${name} runs ${kinds.run} minutes`];
}

/** At no minute more than the lanes of a resource, and in a row each set-up that the one before asks for. */
function lanesBroken(resource: Resource, all: readonly Task[]): string[] {
  const tasks = all.filter((task) => task.resource === resource.id);
  const broken: string[] = [];
  for (const { from } of tasks.flatMap(({ segments }) => segments)) {
    const busy = tasks.filter(({ segments }) => segments.some((one) => one.from <= from && from < one.to));
    const used = busy.reduce((sum, { lanes }) => sum + lanes, 0);
    const lanes = Math.max(...busy.map(({ capacity }) => capacity ?? Number.POSITIVE_INFINITY));
    // what was fixed before is not ours to mend
    if (used > lanes && busy.some(({ isFixed }) => !isFixed))
      broken.push(`${resource.id} does ${used} of ${lanes} at ${from}`);
  }
  return broken;
}

function sharedBroken({ config }: Input, shared: Input['shared'][number], all: readonly Task[]): string[] {
  if (shared.kind === 'team' && !config.labourMode) return [];
  const broken: string[] = [];
  const amount = (task: Task): number => usedOf.get(shared)?.get(task.operation) ?? 0;
  const tasks = all.filter((task) => amount(task) > 0);
  for (const { segments, isFixed, id } of tasks)
    for (const { from, to } of segments) {
      const busy = tasks.filter((task) => task.segments.some((one) => one.from <= from && from < one.to));
      const used = busy.reduce((sum, task) => sum + amount(task), 0);
      if (used > shared.capacity && busy.some((task) => !task.isFixed))
        broken.push(`${shared.name}: ${used} at ${from}`);
      if (!shared.open || isFixed) continue;
      for (let at = from; at < to; at++)
        if (!shared.open.some((one) => one.from <= at && at < one.to)) {
          broken.push(`${id} works while ${shared.name} is away`);
          break;
        }
    }
  return broken;
}
const usedOf = new Map<Input['shared'][number], Map<string, number>>();
/** What operations need of what is shared; asked before the laws. */
export function learnShared(plant: Input): void {
  usedOf.clear();
  for (const shared of plant.shared) {
    const amounts = new Map<string, number>();
    for (const one of plant.orders.flatMap(({ operations }) => operations)) {
      if (one.supplier !== null) continue;
      if (shared.kind === 'team' && one.team === shared.id) amounts.set(one.id, one.people);
      if (shared.kind === 'mould' && one.moulds.includes(shared.id)) amounts.set(one.id, 1);
    }
    usedOf.set(shared, amounts);
  }
}

const isBatched = (before: Operation, after: Operation): boolean =>
  before.transferMode === 2 && (before.transferBatch ?? 0) > 0 && before.supplier === null && after.supplier === null;

/** Nothing begins before what it is made of is there, and no run waits for a batch. */
function beforeBroken(floor: Floor, plan: Plan, task: Task): string[] {
  const operation = floor.operations.get(task.operation)!;
  const order = floor.orders.get(task.order)!;
  const broken: string[] = [];
  for (const before of order.operations.filter(({ opNbr }) => operation.predecessors.includes(opNbr))) {
    const made = plan.tasks.filter((one) => one.operation === before.id);
    if (made.length === 0) {
      if (before.qty > before.reported) broken.push(`${task.id} is planned, its predecessor is not`);
      continue;
    }
    const ends = Math.max(...made.map(({ end }) => end));
    if (before.transferMode === 3 && before.supplier === null) {
      if (before.reported === 0 && task.run < Math.min(...made.map(({ run }) => run)))
        broken.push(`${task.id} runs before its predecessor`);
    } else if (!isBatched(before, operation)) {
      if (task.start < ends + before.moveMin + operation.queueMin) broken.push(`${task.id} starts before all is there`);
    } else broken.push(...starving(floor, { before, made, operation, task, plan }));
  }
  for (const sub of floor.plant.orders) {
    if (sub.feeds?.order !== task.order || sub.feeds.opNbr !== task.opNbr) continue;
    const made = plan.tasks.filter((one) => one.order === sub.id);
    const end = Math.max(...made.map((one) => one.end), 0);
    if (end > 0 && task.start < end + floor.plant.config.receiptMin)
      broken.push(`${task.id} starts before its sub-order`);
  }
  return broken;
}

interface Flow {
  readonly before: Operation;
  readonly made: readonly Task[];
  readonly operation: Operation;
  readonly task: Task;
  readonly plan: Plan;
}
function starving(floor: Floor, { before, made, operation, task, plan }: Flow): string[] {
  const ratio = operation.ratio / before.ratio;
  const batch = before.transferBatch!;
  const last = Math.ceil(before.qty / batch - 1e-9);
  // pieces of the parts stand one after the other
  const parts = plan.tasks.filter((one) => one.operation === operation.id);
  const base = operation.reported + baseOf(parts, task);
  for (let k = 1; k <= last; k++) {
    const [from, to] = [(k - 1) * batch * ratio, k === last ? Number.POSITIVE_INFINITY : k * batch * ratio];
    if (to <= base + 1e-6 || from >= base + task.qty - 1e-6) continue;
    const pieces = Math.min(k * batch, before.qty) - before.reported;
    if (pieces <= 0) continue;
    const there = finished(floor, made, pieces) + before.moveMin + operation.queueMin;
    const begins = beginsAt(floor, task, Math.max(0, from - base));
    if (begins < there) return [`${task.id} begins batch ${k} at ${begins}, it comes at ${there}`];
  }
  return [];
}

/** Pieces in parts of smaller numbers. */
function baseOf(parts: readonly Task[], task: Task): number {
  return parts.filter(({ part }) => part < task.part).reduce((sum, { qty }) => sum + qty, 0);
}

/** Working minutes of a run, one after the other. */
function* runMinutes(task: Task): Generator<number> {
  for (const { from, to, kind } of task.segments) if (kind === 'run') for (let at = from; at < to; at++) yield at;
}
/** The minute in which a run begins its piece after `pieces`. */
function beginsAt(floor: Floor, task: Task, pieces: number): number {
  const minutes = [...runMinutes(task)];
  const each = minutesEach(floor, task);
  return minutes[Math.min(minutes.length - 1, Math.floor(pieces * each + 1e-6))]!;
}
/** The moment by which parts together have finished some pieces. */
function finished(floor: Floor, made: readonly Task[], pieces: number): number {
  const moments = made.flatMap((task) => {
    const minutes = [...runMinutes(task)];
    const each = minutesEach(floor, task);
    return Array.from({ length: Math.ceil(task.qty - 1e-6) }, (_, n) => {
      const done = Math.min(minutes.length, Math.max(1, Math.ceil(Math.min(n + 1, task.qty) * each - 1e-6)));
      return n + 1 >= task.qty ? task.end : minutes[done - 1]! + 1;
    });
  });
  return moments.sort((a, b) => a - b)[Math.min(moments.length, Math.ceil(pieces - 1e-6)) - 1]!;
}
function minutesEach({ operations, plant }: Floor, task: Task): number {
  const { stdMin, runBase } = operations.get(task.operation)!;
  if (stdMin === 0) return 1 / task.qty;
  const row = plant.capacities.find(({ equipment, group }) =>
    equipment === null
      ? group === plant.resources.find(({ id }) => id === task.resource)?.group
      : equipment === task.resource,
  );
  const efficiency = row?.efficiency ?? plant.resources.find(({ id }) => id === task.resource)!.efficiency;
  return ((stdMin / runBase) * 100) / efficiency;
}

/** What is open of an operation is planned once, or stands in the pool with a reason. */
function coverBroken(order: WorkOrder, plan: Plan): string[] {
  return order.operations.flatMap(({ id, qty, reported }) => {
    const planned = plan.tasks.filter(({ operation }) => operation === id).reduce((sum, task) => sum + task.qty, 0);
    const isLeft = plan.pool.some(({ operation, text }) => operation === id && text !== '');
    const open = Math.max(0, qty - reported) - planned;
    if (open < -1e-6) return [`${id}: ${planned} planned of ${qty - reported}`];
    return open > 1e-6 === isLeft ? [] : [`${id}: ${open} open, ${isLeft ? '' : 'not '}in the pool`];
  });
}

/** The minutes of all causes are those from the first possible moment to the run, but for its own set-up. */
function waitsBroken(floor: Floor, plan: Plan, task: Task): string[] {
  const operation = floor.operations.get(task.operation)!;
  const order = floor.orders.get(task.order)!;
  if (task.waits.some(({ minutes, text }) => minutes <= 0 || text === '')) return [`${task.id} has a wait of nothing`];
  const waited = task.waits.reduce((sum, { minutes }) => sum + minutes, 0);
  const before = order.operations.filter(
    ({ opNbr, id }) => operation.predecessors.includes(opNbr) && plan.tasks.some((one) => one.operation === id),
  );
  const isBatch = before.length > 0 && before.every((one) => isBatched(one, operation));
  const left = task.run - floor.plant.now - waited;
  if (!isBatch) return left >= 0 && left <= task.setupMin ? [] : [`${task.id}: ${left} minutes without a cause`];
  // with batches it begins to wait when the first is there
  return left >= 0 ? [] : [`${task.id}: more waits than time`];
}
