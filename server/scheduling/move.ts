/**
 * A planner moves a task (30 §3 step 14). The whole live plan stands on the floor (`input.live`); confirmed, locked and running tasks stay
 * where they are, the frozen zone binds runs and not drags. Nothing is written: the answer is what would be.
 */
import { opening, worked } from './calendar';
import { askOf } from './choose';
import { earliestMoment, earliestOf } from './earliest';
import { putLive } from './fixed';
import { supplierMinutes } from './forward';
import { setLatest } from './latest';
import { type Pinned, pin, placedAt } from './pin';
import { allPlaced, endOf, openBase, openPieces, put, runDone, runOf, startOf, take } from './placed';
import { planOf } from './plan';
import type { Machine } from './reservations';
import { shiftAround, shiftSuccessors } from './shift';
import { type Calendars, calendarsOf, type Job, openShop, type Placed, type Shop } from './shop';
import { conflictText, poolText, refusalText } from './texts';
import { predecessorBound } from './transfer';
import type { Conflict, Input, LiveTask, Minute, Plan, Refused, Task } from './types';
import { predecessorMoment } from './waits';
import { runMinutes } from './work';

export const POLICY = { shift: 'shift', only: 'only', swap: 'swap' } as const;
export interface Move {
  /** a task of the plan, or an operation of which some is in the pool */
  readonly task?: string;
  readonly operation?: string;
  /** of its group or list; a supplier for what goes outside */
  readonly resource: string;
  readonly start: Minute;
  /** 顺延后续 仅移动 交换 */
  readonly policy: (typeof POLICY)[keyof typeof POLICY];
  /** pieces that go there, the rest stays: a split */
  readonly qty?: number;
}
export interface Moved {
  /** tasks with another place or quantity than before, the asked one first */
  readonly moved: readonly Task[];
  readonly plan: Plan;
}

/** What a move does, or the sentence that refuses it; minutes as in types.ts. */
export function moveTask(input: Input, move: Move): Moved | Refused {
  const calendars = calendarsOf(input);
  const shop = openPlan(input, calendars);
  const asked = askedOf(shop, move);
  if ('refused' in asked) return asked;
  const refused = apply(shop, asked, move);
  if (refused !== null) return { refused };
  return movedOf(planOf(shop, input, calendars), input, {
    id: asked.placed.id,
    early: earlyOnes(shop, asked.placed.id),
  });
}

/** A plan after a change, with what is elsewhere now. */
export function movedOf(
  plan: Plan,
  input: Input,
  { id, early }: { readonly id: string; readonly early: readonly Conflict[] },
): Moved {
  const before = new Map(input.live.map((live) => [live.id, live]));
  const moved = plan.tasks.filter((one) => one.id === id || isElsewhere(one, before.get(one.id)));
  return {
    moved: [...moved].sort((a, b) => Number(b.id === id) - Number(a.id === id)),
    plan: { ...plan, conflicts: [...plan.conflicts, ...early] },
  };
}

/** The live plan as a floor on which only what is confirmed, locked or running is fixed. */
export function openPlan(input: Input, calendars: Calendars): Shop {
  const shop = openShop(input, calendars);
  putLive(shop, input.live, isHeld);
  setLatest(shop);
  return shop;
}
/** The plan as it stands, every task at its stored times, also where two stand over each other. */
export function currentPlan(input: Input): Plan {
  const calendars = calendarsOf(input);
  const shop = openShop(input, calendars);
  putLive(shop, input.live, () => true);
  setLatest(shop);
  return planOf(shop, input, calendars);
}
/** Whether nobody may drag a task. */
export const isHeld = ({ status, isLocked, isRunning }: LiveTask): boolean => status === 1 || isLocked || isRunning;

const isElsewhere = (task: Task, live: LiveTask | undefined): boolean =>
  live === undefined ||
  (!live.isRunning &&
    (live.resource !== task.resource || live.start !== task.start || live.end !== task.end || live.qty !== task.qty));

interface Asked {
  /** not on the floor */
  readonly placed: Placed;
  /** where it was */
  readonly source: { readonly machine: Machine; readonly from: number } | null;
}

/** Takes what is moved from the floor: a task, a part of one that is split off, or what an operation has in the pool. */
function askedOf(shop: Shop, { task: id, operation, qty }: Move): Asked | Refused {
  if (id === undefined) {
    const job = shop.jobs.get(operation ?? '');
    if (job === undefined || openPieces(job) === 0) throw new Error(`nothing of ${operation} is in the pool`);
    return { placed: newPart(job, Math.min(qty ?? openPieces(job), openPieces(job))), source: null };
  }
  const task = allPlaced(shop).find((placed) => placed.id === id);
  if (!task?.job) throw new Error(`no task ${id}`);
  if (task.isFixed) {
    const code = task.machine?.resource.code ?? task.job.operation.supplier?.name ?? '';
    return { refused: refusalText.locked(code, { from: startOf(task), to: endOf(task) }) };
  }
  const { machine } = task;
  const source =
    machine === null ? null : { machine, from: task.reservation?.from ?? worked(machine.calendar, startOf(task)) };
  take(task);
  if (qty === undefined || qty >= task.qty) return { placed: task, source };
  put(shortened(shop, task, task.qty - qty));
  return { placed: newPart(task.job, qty), source: null };
}

/** Pieces of an operation as a part of their own, after those that are planned. */
function newPart(job: Job, qty: number): Placed {
  const part = 1 + Math.max(0, ...job.placed.map((placed) => placed.part));
  return {
    id: `${job.operation.id}/${part}`,
    job,
    live: null,
    nbr: job.order.order.nbr,
    opNbr: job.operation.opNbr,
    part,
    qty,
    base: openBase(job),
    per: 0,
    machine: null,
    reservation: null,
    times: null,
    isFixed: false,
  };
}

/** The same task for fewer pieces: it begins where it did and ends sooner. */
function shortened(shop: Shop, task: Placed, qty: number): Placed {
  const { machine, reservation, job } = task;
  if (machine === null || reservation === null) return { ...task, qty };
  const minutes = runMinutes(job!.operation, shop.termsFor(machine, job!.operation).efficiency, qty);
  const placed: Placed = { ...task, qty, times: null };
  placed.reservation = { ...reservation, to: reservation.run + minutes, placed };
  return placed;
}

function apply(shop: Shop, asked: Asked, move: Move): string | null {
  const { supplier } = asked.placed.job!.operation;
  if (supplier !== null) return outside(shop, asked.placed, move);
  if (!shop.machines.has(move.resource)) throw new Error(`no resource ${move.resource}`);
  return move.policy === POLICY.swap && asked.source !== null
    ? swapped(shop, asked.placed, move, asked.source.machine)
    : moved(shop, asked, move);
}

/** A supplier takes its days from the asked moment on. */
function outside(shop: Shop, placed: Placed, { resource, start, policy }: Move): string | null {
  const job = placed.job!;
  const { supplier } = job.operation;
  if (resource !== supplier!.id) return refusalText.otherSupplier(job.operation.opNbr, supplier!.name);
  const bound = predecessorBound(job, placed, null);
  const from = Math.max(start, shop.now);
  if (bound.by !== null && from < bound.hard)
    return refusalText.beforePredecessor(bound.by.operation.opNbr, bound.hard);
  const end = from + supplierMinutes(job);
  if (end > shop.end) return poolText.beyond(shop.config.horizonDays);
  placed.times = { start: from, run: from, end };
  put(placed);
  return policy === POLICY.only || shiftSuccessors(shop, placed) ? null : poolText.beyond(shop.config.horizonDays);
}

function moved(shop: Shop, { placed: task, source }: Asked, { resource, start, policy }: Move): string | null {
  const machine = shop.machines.get(resource)!;
  const pinned = pin(shop, task, machine, { start });
  if ('refused' in pinned) return pinned.refused;
  if (policy !== POLICY.shift) return placeAlone(shop, pinned);
  return shiftAround(shop, pinned, source) && shiftSuccessors(shop, pinned.placed)
    ? null
    : poolText.beyond(shop.config.horizonDays);
}

/** Puts a task where nothing else stands; the sentence where its resource cannot do both. */
function placeAlone(shop: Shop, pinned: Pinned): string | null {
  const text = pinned.overload();
  if (text !== null) return text;
  put(pinned.placed);
  const { machine, reservation } = pinned.placed;
  const after = machine?.lane?.around(reservation!).after;
  // the next one needs a longer set-up than there is room for
  if (after && !after.isFixed && after.from < Math.max(reservation!.to, after.least))
    return refusalText.overload(
      machine!.resource.code,
      { from: opening(machine!.calendar, after.from), to: runOf(after.placed) },
      2,
      1,
    );
  return shop.end >= endOf(pinned.placed) ? null : poolText.beyond(shop.config.horizonDays);
}

/** Two tasks take each other's resource and start; on one resource the later follows the earlier. */
function swapped(shop: Shop, task: Placed, move: Move, from: Machine): string | null {
  const machine = shop.machines.get(move.resource)!;
  const other = placedAt(machine, move.start, task);
  if (other === null) return moved(shop, { placed: task, source: null }, { ...move, policy: POLICY.only });
  const otherStart = startOf(other);
  if (other.isFixed) return refusalText.locked(machine.resource.code, { from: otherStart, to: endOf(other) });
  if (other.job === null || askOf(shop, other.job, from, other.qty) === null)
    return refusalText.foreign(from.resource.code, groupName(shop, other));
  const places = [
    { placed: task, machine, start: otherStart },
    { placed: other, machine: from, start: startOf(task) },
  ].sort((a, b) => a.start - b.start);
  take(other);
  let end = 0;
  for (const place of places) {
    const isSame = from === machine;
    const start = isSame ? Math.max(place.start, end) : place.start;
    const pinned = pin(shop, place.placed, place.machine, { start });
    if ('refused' in pinned) return pinned.refused;
    const text = placeAlone(shop, pinned);
    if (text !== null) return text;
    end = endOf(pinned.placed);
  }
  return null;
}
const groupName = (shop: Shop, { job }: Placed): string => {
  const group = job?.operation.group ?? '';
  return shop.groups.get(group)?.name ?? group;
};

/** What now starts before its pieces are there, and the moved task where it starts before its order lets it. */
export function earlyOnes(shop: Shop, asked: string): Conflict[] {
  return allPlaced(shop).flatMap((placed) => {
    const { job, machine, isFixed, id } = placed;
    if (job === null || isFixed) return [];
    const bound = predecessorBound(job, placed, machine?.calendar ?? null);
    const isEarly = startOf(placed) < bound.hard || (machine !== null && runDone(placed) < bound.run);
    const before = bound.by?.operation.opNbr;
    if (isEarly && before !== undefined)
      return [{ task: id, text: conflictText.tooEarly(placed.opNbr, before, predecessorMoment(bound, machine)) }];
    const earliest = earliestMoment(earliestOf(shop, job));
    return id === asked && startOf(placed) < earliest
      ? [{ task: id, text: conflictText.beforeEarliest(earliest) }]
      : [];
  });
}
