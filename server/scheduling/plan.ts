/** A planned floor as data: tasks, pool, conflicts, results of orders, figures. */
import { stretches, worked } from './calendar';
import { overloads } from './confirm';
import { earliestMoment, earliestOf } from './earliest';
import { grouped } from './grouped';
import { kpiOf } from './kpi';
import { DAY } from './moment';
import { allPlaced, endOf, openPieces, runDone, runOf, startOf } from './placed';
import type { Calendars, Placed, Shop } from './shop';
import { conflictText, refusalText } from './texts';
import { predecessorBound } from './transfer';
import {
  type Conflict,
  type Input,
  KIND,
  type OrderResult,
  type Plan,
  type PoolEntry,
  type Segment,
  type Task,
} from './types';
import { type HeldTexts, predecessorMoment, waitsOf } from './waits';

export function planOf(shop: Shop, input: Input, calendars: Calendars): Plan {
  const placed = shop.orders.flatMap(({ jobs }) => jobs.flatMap((job) => job.placed));
  const held: HeldTexts = new Map();
  // resource by resource: waits look at all that stands before on the same one, which is near in memory then
  const tasks = [...grouped(placed, ({ machine }) => machine?.resource.id ?? '').values()]
    .flatMap((own) => own.map((item) => taskOf(shop, item, held)))
    .sort((a, b) => (a.nbr !== b.nbr ? (a.nbr < b.nbr ? -1 : 1) : a.opNbr - b.opNbr || a.part - b.part));
  const orders = resultsOf(shop, tasks);
  return {
    tasks,
    pool: poolOf(shop),
    conflicts: conflictsOf(shop, tasks),
    orders,
    kpi: kpiOf(input, calendars, { tasks, orders }),
  };
}

/** One planned run as data. */
function taskOf(shop: Shop, placed: Placed, held: HeldTexts): Task {
  const { machine, live } = placed;
  // only of operations that are planned: strangers are not written
  const job = placed.job!;
  const { operation, order } = job;
  const [start, run, end] = [startOf(placed), runOf(placed), endOf(placed)];
  const bound = predecessorBound(job, placed, machine?.calendar ?? null);
  const earliest = Math.max(earliestMoment(earliestOf(shop, job)), predecessorMoment(bound, machine));
  const segments = segmentsOf(placed);
  const lanes = machine === null ? Number.POSITIVE_INFINITY : shop.termsFor(machine, operation).lanes;
  return {
    id: placed.id,
    order: order.order.id,
    nbr: placed.nbr,
    operation: operation.id,
    opNbr: placed.opNbr,
    part: placed.part,
    kind: machine?.resource.kind ?? (operation.supplier === null ? KIND.device : KIND.supplier),
    resource: machine?.resource.id ?? live?.resource ?? operation.supplier?.id ?? '',
    lanes: live?.lanes ?? operation.lanes,
    capacity: Number.isFinite(lanes) ? lanes : null,
    qty: placed.qty,
    setupKey: operation.setupKey,
    setupMin: minutesOf(segments, 'setup'),
    runMin: minutesOf(segments, 'run'),
    start,
    run,
    end,
    shiftDay: segments[0]?.day ?? Math.floor(start / DAY),
    segments,
    earliest,
    latestEnd: job.latestEnd,
    slackMin: job.latestStart - earliest,
    lateMin: Math.max(0, end - order.due),
    waits: waitsOf(shop, placed, held),
    status: live?.status ?? 0,
    isFixed: placed.isFixed,
    hasNoStandard: operation.supplier === null && operation.stdMin === 0,
  };
}

function segmentsOf({ machine, times, reservation }: Placed): Segment[] {
  if (machine === null) {
    const { start, end } = times!;
    return [{ from: start, to: end, kind: 'run', day: Math.floor(start / DAY) }];
  }
  const { calendar } = machine;
  const [from, run, to] =
    times === null
      ? [reservation!.from, reservation!.run, reservation!.to]
      : [worked(calendar, times.start), worked(calendar, times.run), worked(calendar, times.end)];
  return [
    ...stretches(calendar, from, run).map((piece) => ({ ...piece, kind: 'setup' as const })),
    ...stretches(calendar, run, to).map((piece) => ({ ...piece, kind: 'run' as const })),
  ];
}
const minutesOf = (segments: readonly Segment[], kind: Segment['kind']): number =>
  segments.reduce((sum, segment) => sum + (segment.kind === kind ? segment.to - segment.from : 0), 0);

function poolOf({ orders }: Shop): PoolEntry[] {
  return orders.flatMap(({ order, jobs }) =>
    jobs.flatMap((job) => {
      const { id, opNbr } = job.operation;
      if (job.left === null || openPieces(job) === 0) return [];
      return [{ order: order.id, nbr: order.nbr, operation: id, opNbr, text: job.left }];
    }),
  );
}

/** What is fixed where it may not be: before its predecessor, or more of it than a resource has lanes. */
function conflictsOf(shop: Shop, tasks: readonly Task[]): Conflict[] {
  const early = allPlaced(shop)
    .filter(isEarly)
    .map(({ id }) => ({ task: id, text: conflictText.beforePredecessor }));
  const fixed = tasks.filter(({ isFixed, resource }) => isFixed && shop.machines.has(resource));
  const over = [...grouped(fixed, ({ resource }) => resource)].flatMap(([resource, own]) =>
    overloads(own).map((found) => {
      const { code } = shop.machines.get(resource)!.resource;
      return { task: found.tasks.at(-1)!, text: refusalText.overload(code, found, found.planned, found.lanes) };
    }),
  );
  return [...early, ...over].sort((a, b) =>
    a.task !== b.task ? (a.task < b.task ? -1 : 1) : a.text < b.text ? -1 : 1,
  );
}

/** Whether a fixed task that does not run yet starts before its predecessor allows. */
function isEarly(placed: Placed): boolean {
  const { job, machine, live } = placed;
  if (!placed.isFixed || job === null || live?.isRunning) return false;
  const bound = predecessorBound(job, placed, machine?.calendar ?? null);
  return startOf(placed) < bound.hard || (machine !== null && runDone(placed) < bound.run);
}

/** Planned times of orders; an order without a task has none. */
function resultsOf({ orders }: Shop, tasks: readonly Task[]): OrderResult[] {
  const byOrder = grouped(tasks, ({ order }) => order);
  return orders.flatMap(({ order, due, note }) => {
    const own = byOrder.get(order.id);
    if (own === undefined) return [];
    const plannedEnd = own.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY);
    const plannedStart = own.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
    const lateMin = Math.max(0, plannedEnd - due);
    return [{ order: order.id, nbr: order.nbr, plannedStart, plannedEnd, due, lateMin, note }];
  });
}
